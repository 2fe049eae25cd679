// Package scan takes C text apart into words, numbers, literals and signs (C17, 6.4). What is
// a keyword, and what a directive, its users tell.
package scan

import "strings"

// Kind is what a stretch of text is.
type Kind uint8

// The kinds of text.
const (
	None Kind = iota // white space and comments: no token
	Word
	Number
	Character
	Text
	Sign
)

// signs are the operators and punctuators of more than one character, longest first.
var signs = []string{
	"<<=", ">>=", "...", "<<", ">>", "->", "++", "--", "&&", "||", "<=", ">=", "==", "!=",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
}

// Next is what text begins with, and its length in bytes; text is not empty. A comment or a
// literal that does not end reaches to the end of the text, or of the line.
func Next(text string) (Kind, int) {
	switch c := text[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\':
		return None, 1
	case strings.HasPrefix(text, "//"):
		return None, Line(text)
	case strings.HasPrefix(text, "/*"):
		return None, past(text, 2, "*/")
	case digit(c), c == '.' && len(text) > 1 && digit(text[1]):
		return Number, numberLen(text)
	case letter(c):
		n := 1
		for n < len(text) && (letter(text[n]) || digit(text[n])) {
			n++
		}
		return Word, n
	case c == '"':
		return Text, quotedLen(text)
	case c == '\'':
		return Character, quotedLen(text)
	}
	for _, s := range signs {
		if strings.HasPrefix(text, s) {
			return Sign, len(s)
		}
	}
	return Sign, 1
}

// Line is the length of the first line of a text, its end included.
func Line(text string) int { return past(text, 0, "\n") }

// past is where the first mark ends that stands at from or behind it; the end of the text if
// there is none.
func past(text string, from int, mark string) int {
	if n := strings.Index(text[from:], mark); n >= 0 {
		return from + n + len(mark)
	}
	return len(text)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// numberLen is the length of the number that s begins with, which may have an exponent with
// a sign.
func numberLen(s string) int {
	n := 1
	for n < len(s) {
		exponent := strings.IndexByte("eEpP", s[n-1]) >= 0 && (s[n-1]|0x20 == 'p' || !strings.HasPrefix(strings.ToLower(s), "0x"))
		if !digit(s[n]) && !letter(s[n]) && s[n] != '.' && !(exponent && (s[n] == '+' || s[n] == '-')) {
			break
		}
		n++
	}
	return n
}

// quotedLen is the length of the string or character that s begins with.
func quotedLen(s string) int {
	for n := 1; n < len(s); n++ {
		switch s[n] {
		case '\\':
			n++
		case s[0]:
			return n + 1
		case '\n':
			return n
		}
	}
	return len(s)
}
