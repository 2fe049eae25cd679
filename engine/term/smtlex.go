package term

import (
	"fmt"
	"strings"
)

// sexpr is a node of a parsed S-expression: an atom (text) or a list (kids).
type sexpr struct {
	text string // empty for lists
	kids []*sexpr
	pos  int // byte offset
	list bool
	bars bool // a symbol written between bars: never a keyword
}

// lexer splits SMT-LIB text into S-expressions.
type lexer struct {
	file string
	src  string
	pos  int
}

// errorf makes an error that names the place of byte offset pos.
func (l *lexer) errorf(pos int, format string, args ...any) error {
	before := l.src[:min(pos, len(l.src))]
	line := 1 + strings.Count(before, "\n")
	col := len(before) - strings.LastIndexByte(before, '\n')
	return fmt.Errorf("%s:%d:%d: %s", l.file, line, col, fmt.Sprintf(format, args...))
}

// space skips blanks and comments.
func (l *lexer) space() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			l.pos++
		case c == ';':
			n := strings.IndexByte(l.src[l.pos:], '\n')
			if n < 0 {
				n = len(l.src) - l.pos
			}
			l.pos += n
		default:
			return
		}
	}
}

// next returns the next S-expression, nil at the end of the text.
func (l *lexer) next() (*sexpr, error) {
	var open []*sexpr
	for {
		l.space()
		if l.pos == len(l.src) {
			if len(open) > 0 {
				return nil, l.errorf(open[len(open)-1].pos, "this parenthesis is never closed")
			}
			return nil, nil
		}
		var done *sexpr
		switch l.src[l.pos] {
		case '(':
			open = append(open, &sexpr{pos: l.pos, list: true})
			l.pos++
			continue
		case ')':
			if len(open) == 0 {
				return nil, l.errorf(l.pos, "unexpected closing parenthesis")
			}
			done = open[len(open)-1]
			open = open[:len(open)-1]
			l.pos++
		default:
			atom, err := l.atom()
			if err != nil {
				return nil, err
			}
			done = atom
		}
		if len(open) == 0 {
			return done, nil
		}
		top := open[len(open)-1]
		top.kids = append(top.kids, done)
	}
}

// atom reads a symbol, keyword, number or string.
func (l *lexer) atom() (*sexpr, error) {
	start := l.pos
	switch c := l.src[start]; c {
	case '|':
		n := strings.IndexByte(l.src[start+1:], '|')
		if n < 0 {
			return nil, l.errorf(start, "this symbol lacks its closing bar")
		}
		l.pos += n + 2
		return &sexpr{text: l.src[start+1 : start+1+n], pos: start, bars: true}, nil
	case '"':
		n := strings.IndexByte(l.src[start+1:], '"')
		if n < 0 {
			return nil, l.errorf(start, "this string lacks its closing quote")
		}
		l.pos += n + 2
		return &sexpr{text: l.src[start:l.pos], pos: start}, nil
	}
	for l.pos < len(l.src) && (isSymbolByte(l.src[l.pos]) || l.src[l.pos] == '#' || l.src[l.pos] == ':') {
		l.pos++
	}
	if l.pos == start {
		return nil, l.errorf(start, "unexpected character %q", l.src[start])
	}
	return &sexpr{text: l.src[start:l.pos], pos: start}, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isSymbolByte reports whether c may stand in a simple symbol.
func isSymbolByte(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
}

// reserved holds the words that are no symbols unless written between bars.
var reserved = map[string]bool{
	"_": true, "!": true, "as": true, "let": true, "forall": true, "exists": true,
	"match": true, "par": true, "true": true, "false": true,
	"BINARY": true, "DECIMAL": true, "HEXADECIMAL": true, "NUMERAL": true, "STRING": true,
}
