package acsl

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind classifies a token.
type kind uint8

const (
	tEOF kind = iota
	tIdent
	tNumber
	tChar
	tString
	tOp
)

// token is a lexical unit. Space tells whether white space stood before it:
// Frama-C separates binary operators by spaces and never prefix ones, which
// tells `(t)*p` (a cast) from `(t) * p`.
type token struct {
	kind  kind
	text  string
	pos   int
	space bool
}

// unicodeOps maps the mathematical symbols of Frama-C's printer to ASCII.
var unicodeOps = map[rune]string{
	'≤': "<=", '≥': ">=", '≢': "!=", '≠': "!=", '≡': "==",
	'¬': "!", '∧': "&&", '∨': "||", '⊻': "^^", '⇒': "==>", '⇔': "<==>",
	'−': "-", '∀': `\forall`, '∃': `\exists`, '∈': `\in`,
}

// unicodeTypes maps the symbols of the logic types.
var unicodeTypes = map[rune]string{
	'ℤ': "integer", 'ℝ': "real", '𝔹': "boolean",
}

// operators in the order of matching: longer ones first.
var operators = []string{
	"<==>", "<-->", "==>", "-->", "...",
	"<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "->", "..", "::",
	"+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "?", ":",
	"(", ")", "[", "]", "{", "}", ",", ";", ".", "=",
}

// lex splits a predicate into tokens.
func lex(src string) ([]token, error) {
	var toks []token
	for i, space := 0, false; ; space = false {
		for i < len(src) {
			r, n := utf8.DecodeRuneInString(src[i:])
			if !unicode.IsSpace(r) {
				break
			}
			i, space = i+n, true
		}
		if i >= len(src) {
			return append(toks, token{kind: tEOF, pos: i, space: space}), nil
		}
		t, n, err := next(src[i:])
		if err != nil {
			return nil, fmt.Errorf("column %d: %w", i+1, err)
		}
		t.pos, t.space = i, space
		toks = append(toks, t)
		i += n
	}
}

// next reads the token at the start of s and its length in bytes.
func next(s string) (token, int, error) {
	r, size := utf8.DecodeRuneInString(s)
	if op, ok := unicodeOps[r]; ok {
		k := tOp
		if op[0] == '\\' {
			k = tIdent
		}
		return token{kind: k, text: op}, size, nil
	}
	if name, ok := unicodeTypes[r]; ok {
		return token{kind: tIdent, text: name}, size, nil
	}
	switch {
	case r == '"' || r == '\'':
		return quoted(s, byte(r))
	case r == '\\' || isIdentStart(r):
		n := size
		for n < len(s) {
			c, w := utf8.DecodeRuneInString(s[n:])
			if !isIdentStart(c) && !unicode.IsDigit(c) {
				break
			}
			n += w
		}
		if s[:n] == `\` {
			return token{}, 0, fmt.Errorf("a backslash without a name")
		}
		return token{kind: tIdent, text: s[:n]}, n, nil
	case r >= '0' && r <= '9' || r == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		n := numberLen(s)
		return token{kind: tNumber, text: s[:n]}, n, nil
	}
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return token{kind: tOp, text: op}, len(op), nil
		}
	}
	return token{}, 0, fmt.Errorf("unexpected character %q", r)
}

func isIdentStart(r rune) bool {
	return r == '_' || r == '$' || r != utf8.RuneError && unicode.IsLetter(r)
}

// numberLen is the length of the numeric constant at the start of s. A dot is
// part of it unless it begins the range operator "..".
func numberLen(s string) int {
	hex := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	n := 0
	for n < len(s) {
		c := s[n]
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		case c == '.' && !strings.HasPrefix(s[n:], ".."):
		case (c == '+' || c == '-') && n > 0 && isExponent(s[n-1], hex):
		default:
			return n
		}
		n++
	}
	return n
}

func isExponent(c byte, hex bool) bool {
	if hex {
		return c == 'p' || c == 'P'
	}
	return c == 'e' || c == 'E'
}

// quoted reads a string or character literal.
func quoted(s string, q byte) (token, int, error) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case q:
			k := tString
			if q == '\'' {
				k = tChar
			}
			return token{kind: k, text: s[:i+1]}, i + 1, nil
		}
	}
	return token{}, 0, fmt.Errorf("unterminated literal")
}
