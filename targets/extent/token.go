package extent

import (
	"slices"
	"strings"
)

// kind tells tokens apart.
type kind uint8

const (
	word kind = iota
	literal
	keyword // of a statement: it is no part of an expression
	operator
	end
)

type token struct {
	kind     kind
	text     string
	from, to int // columns
}

// keywords begin or divide statements, or stand in declarations.
var keywords = map[string]bool{
	"if": true, "else": true, "while": true, "do": true, "for": true, "switch": true, "case": true, "default": true, "return": true,
	"goto": true, "break": true, "continue": true, "int": true, "char": true, "long": true, "short": true, "unsigned": true, "signed": true,
	"float": true, "double": true, "void": true, "const": true, "volatile": true, "static": true, "struct": true, "union": true, "enum": true,
	"register": true, "extern": true, "typedef": true, "inline": true, "restrict": true, "_Bool": true, "bool": true,
}

// operators that consist of several characters, longest first.
var operators = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}

// tokens splits a line; comments are left out.
func tokens(line string) []token {
	var ts []token
	for i := 0; i < len(line); {
		t := token{from: i + 1}
		rest := line[i:]
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			i++
			continue
		case strings.HasPrefix(rest, "//"):
			return append(ts, token{kind: end, from: len(line) + 1, to: len(line) + 1})
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest, "*/")
			if n < 0 {
				n = len(rest) - 2
			}
			i += n + 2
			continue
		case c == '"' || c == '\'':
			t.kind, i = literal, i+quoted(rest)
		case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
			t.kind, i = literal, i+number(rest)
		case isLetter(c):
			n := 1
			for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
				n++
			}
			if keywords[rest[:n]] {
				t.kind = keyword
			}
			i += n
		default:
			n := 1
			if k := slices.IndexFunc(operators, func(o string) bool { return strings.HasPrefix(rest, o) }); k >= 0 {
				n = len(operators[k])
			}
			t.kind, i = operator, i+n
		}
		t.to, t.text = i+1, line[t.from-1:i]
		ts = append(ts, t)
	}
	return append(ts, token{kind: end, from: len(line) + 1, to: len(line) + 1})
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted is the length of a text or character literal.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

// number is the length of a number, its suffix and exponent included.
func number(s string) int {
	i := 1
	for ; i < len(s); i++ {
		sign := (s[i] == '+' || s[i] == '-') && strings.IndexByte("eEpP", s[i-1]) >= 0 && !(len(s) > 1 && (s[1] == 'x' || s[1] == 'X') && strings.IndexByte("eE", s[i-1]) >= 0)
		if !isDigit(s[i]) && !isLetter(s[i]) && s[i] != '.' && !sign {
			break
		}
	}
	return i
}
