package spec

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Pos is a line of a specification file.
type Pos struct {
	File string
	Line int // from 1
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// A Problem is a mistake in a specification file.
type Problem struct {
	Pos
	Text   string // what is wrong
	Remedy string // what to write instead
}

func (p *Problem) Error() string {
	s := p.Pos.String() + ": " + p.Text
	if p.Remedy != "" {
		s += ": " + p.Remedy
	}
	return s
}

// tokenKind is the kind of a token.
type tokenKind int

const (
	end tokenKind = iota
	word
	number
	quoted
	mark // punctuation
)

// A token of a line: text is the word or mark itself, or what stands between
// the quotes.
type token struct {
	kind  tokenKind
	text  string
	value int64 // of a number
}

func (t token) String() string {
	if t.kind == end {
		return "the end of the line"
	}
	return "`" + t.text + "`"
}

// marks are the punctuation, longer before shorter.
var marks = []string{
	"...", "..", "->", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>",
	"(", ")", "[", "]", "{", "}", ",", ";", ":", "*", "+", "-", "/", "%", "<", ">", "!", "&", "|", "?", ".",
}

// A line is the tokens of one line, read from left to right. The first
// mistake is remembered; after it every token is the end.
type line struct {
	pos    Pos
	tokens []token
	at     int
	err    *Problem
}

// lex splits a line into tokens.
func lex(pos Pos, text string) *line {
	l := &line{pos: pos}
	for text = strings.TrimLeft(text, " \t"); text != "" && l.err == nil; text = strings.TrimLeft(text, " \t") {
		n := l.lexOne(text)
		text = text[n:]
	}
	return l
}

// lexOne adds the token that text begins with and returns its length.
func (l *line) lexOne(text string) int {
	switch c := text[0]; {
	case isLetter(c):
		n := span(text, func(c byte) bool { return isLetter(c) || isDigit(c) })
		l.tokens = append(l.tokens, token{kind: word, text: text[:n]})
		return n
	case isDigit(c):
		n := span(text, func(c byte) bool { return isLetter(c) || isDigit(c) })
		v, err := strconv.ParseInt(text[:n], 0, 64)
		if err != nil {
			l.fail("write a decimal or hexadecimal number below 2^63, without a suffix", "`%s` is no number", text[:n])
		}
		l.tokens = append(l.tokens, token{number, text[:n], v})
		return n
	case c == '"':
		n := strings.IndexByte(text[1:], '"')
		if n < 0 {
			l.fail("close the quotes on the same line", "a text does not end")
			return len(text)
		}
		l.tokens = append(l.tokens, token{kind: quoted, text: text[1 : n+1]})
		return n + 2
	}
	for _, m := range marks {
		if strings.HasPrefix(text, m) {
			l.tokens = append(l.tokens, token{kind: mark, text: m})
			return len(m)
		}
	}
	r, n := utf8.DecodeRuneInString(text)
	l.fail("comments begin with #", "the character %q has no meaning here", r)
	return n
}

func isLetter(c byte) bool { return c == '_' || c|32 >= 'a' && c|32 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

// fail remembers the first mistake of the line.
func (l *line) fail(remedy, format string, args ...any) {
	if l.err == nil {
		l.err = &Problem{l.pos, fmt.Sprintf(format, args...), remedy}
	}
}

// peek is the next token.
func (l *line) peek() token { return l.ahead(0) }

// ahead is the token i places after the next.
func (l *line) ahead(i int) token {
	if l.err != nil || l.at+i >= len(l.tokens) {
		return token{}
	}
	return l.tokens[l.at+i]
}

func (l *line) next() token {
	t := l.peek()
	if t.kind != end {
		l.at++
	}
	return t
}

// accept takes the next token if it is this word or mark.
func (l *line) accept(text string) bool {
	t := l.peek()
	if (t.kind == word || t.kind == mark) && t.text == text {
		l.at++
		return true
	}
	return false
}

// expect takes this word or mark, or fails.
func (l *line) expect(text, remedy string) {
	if !l.accept(text) {
		l.fail(remedy, "`%s` expected before %v", text, l.peek())
	}
}

// name takes a word, or fails.
func (l *line) name(what, remedy string) string {
	t := l.peek()
	if t.kind != word {
		l.fail(remedy, "%s expected before %v", what, t)
		return ""
	}
	l.at++
	return t.text
}

// done fails if something follows.
func (l *line) done(remedy string) {
	if t := l.peek(); t.kind != end {
		l.fail(remedy, "%v is too much here", t)
	}
}
