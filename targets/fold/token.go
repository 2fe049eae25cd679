package fold

import "strings"

// kind is what a token is.
type kind uint8

const (
	end kind = iota
	name
	number
	character
	text
	sign
)

type token struct {
	kind kind
	text string
}

// signs are the operators and punctuators of more than one character, longest first.
var signs = []string{
	"<<=", ">>=", "...", "<<", ">>", "->", "++", "--", "&&", "||", "<=", ">=", "==", "!=",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
}

// tokens takes C text apart. Comments and directives are no tokens.
func tokens(s string) []token {
	var all []token
	for len(s) > 0 {
		n, k := 1, sign
		switch c := s[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\':
			s = s[1:]
			continue
		case c == '#', strings.HasPrefix(s, "//"):
			s = after(s, "\n")
			continue
		case strings.HasPrefix(s, "/*"):
			s = after(s[2:], "*/")
			continue
		case digit(c), c == '.' && len(s) > 1 && digit(s[1]):
			n, k = numberLen(s), number
		case letter(c):
			for n < len(s) && (letter(s[n]) || digit(s[n])) {
				n++
			}
			k = name
		case c == '"':
			n, k = quotedLen(s), text
		case c == '\'':
			n, k = quotedLen(s), character
		default:
			for _, op := range signs {
				if strings.HasPrefix(s, op) {
					n = len(op)
					break
				}
			}
		}
		all = append(all, token{k, s[:n]})
		s = s[n:]
	}
	return all
}

// after is what follows the first occurrence of a mark.
func after(s, mark string) string {
	_, rest, _ := strings.Cut(s, mark)
	return rest
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
