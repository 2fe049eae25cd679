package svcomp

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Source is the text of an input file as C reads it: tokens with their places.
type Source struct {
	name   string // as in Task.Files
	tokens []token
	at     map[position]int // tokens by the place that a compiler says they have
}

// token is a word, a number or literal, or one character of punctuation.
type token struct {
	text         string
	line, column int
}

// position is a place as a compiler says it: markers of a preprocessed file
// (# 12 "file.c", #line 12 "file.c") change file and line.
type position struct {
	file         string // absolute
	line, column int
}

// NewSource reads a file's text. name is what the witness calls it, path its
// absolute path, and dir the directory in which it is compiled.
func NewSource(name, path, dir string, text []byte) *Source {
	s := &Source{name: name, at: map[position]int{}}
	r := &reader{text: string(text), line: 1, column: 1, said: position{file: path, line: 1}, marked: 1, dir: dir}
	for {
		t, ok := r.next()
		if !ok {
			return s
		}
		p := position{r.said.file, t.line - r.marked + r.said.line, t.column}
		if _, again := s.at[p]; again {
			s.at[p] = -1 // which of the two is meant, nobody says
		} else {
			s.at[p] = len(s.tokens)
		}
		s.tokens = append(s.tokens, t)
	}
}

// find is the index of the token at a place as a compiler says it, -1 if there is
// none.
func (s *Source) find(file string, line, column int) int {
	i, ok := s.at[position{file, line, column}]
	if !ok {
		return -1
	}
	return i
}

func (s *Source) place(i int, function string) Place {
	return Place{s.name, s.tokens[i].line, s.tokens[i].column, function}
}

// is tells that there is a token of some text at an index.
func (s *Source) is(i int, text string) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].text == text
}

// Keyword is the keyword of a loop statement and its place in the file, ok being
// false where none stands at the place that a compiler says: the loop comes from
// a macro, or is in another file.
func (s *Source) Keyword(file string, line, column int, function string) (keyword string, p Place, ok bool) {
	i := s.find(file, line, column)
	if i < 0 || !slices.Contains([]string{"for", "while", "do"}, s.tokens[i].text) {
		return "", p, false
	}
	return s.tokens[i].text, s.place(i, function), true
}

// Body is where the body of a do begins: its first statement or declaration. ok is
// false where none stands there that is reached in no other way, and begins no
// loop of its own.
func (s *Source) Body(file string, line, column int, function string) (p Place, ok bool) {
	i := s.find(file, line, column)
	if !s.is(i, "do") || !s.is(i+1, "{") || i+3 >= len(s.tokens) || s.is(i+3, ":") ||
		slices.Contains([]string{"}", ";", "{", "for", "while", "do", "case", "default"}, s.tokens[i+2].text) {
		return p, false
	}
	return s.place(i+2, function), true
}

// Closing is the closing parenthesis of the call of a function by its name.
func (s *Source) Closing(file string, line, column int, function, callee string) (Place, bool) {
	i := s.find(file, line, column)
	if !s.is(i, callee) || !s.is(i+1, "(") {
		return Place{}, false
	}
	depth := 0
	for j := i + 1; j < len(s.tokens); j++ {
		switch s.tokens[j].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return s.place(j, function), true
			}
		}
	}
	return Place{}, false
}

// Statement is where the statement, or the full expression, begins in which a
// function is called by its name.
func (s *Source) Statement(file string, line, column int, function, callee string) (Place, bool) {
	i := s.find(file, line, column)
	if !s.is(i, callee) || !s.is(i+1, "(") {
		return Place{}, false
	}
	for ; i > 0 && !s.begins(i); i-- {
		if s.is(i-1, ")") {
			if i = s.opening(i - 1); i < 0 {
				return Place{}, false
			}
			i++
		}
	}
	return s.place(i, function), i > 0
}

// begins tells that a full expression or a statement begins at a token, from what
// stands before it.
func (s *Source) begins(i int) bool {
	switch t := s.tokens[i-1].text; t {
	case ";", "{", "}", "else", "do":
		return true
	case ":": // of a label, a case, or ?:
		return s.label(i - 1)
	case "(":
		return s.controls(i - 1)
	case ")":
		return s.controls(s.opening(i - 1))
	}
	return false
}

// controls tells that a parenthesis opens the head of a statement.
func (s *Source) controls(i int) bool {
	return i > 0 && slices.Contains([]string{"if", "while", "for", "switch"}, s.tokens[i-1].text)
}

// label tells that a colon ends a label and belongs to no conditional operator.
func (s *Source) label(i int) bool {
	for i--; i > 0; i-- {
		switch s.tokens[i].text {
		case "?":
			return false
		case "case", "default", ";", "{", "}":
			return true
		}
	}
	return true
}

// opening is the parenthesis that one closes, -1 if there is none.
func (s *Source) opening(i int) int {
	depth := 0
	for ; i >= 0; i-- {
		switch s.tokens[i].text {
		case ")":
			depth++
		case "(":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// reader takes text apart into tokens.
type reader struct {
	text         string // what is left
	line, column int
	begun        bool // a token stands on the line already
	dir          string
	said         position // file and line of the last marker
	marked       int      // the line of the file that it speaks of
}

// next is the next token.
func (r *reader) next() (token, bool) {
	for r.text != "" {
		switch {
		case r.text[0] == '#' && !r.begun:
			r.directive()
		case strings.HasPrefix(r.text, "//"):
			r.skip(length(r.text, "\n"))
		case strings.HasPrefix(r.text, "/*"):
			r.skip(min(length(r.text[2:], "*/")+4, len(r.text)))
		case strings.HasPrefix(r.text, "\\\n"):
			r.skip(2)
		case strings.IndexByte(" \t\r\n\f\v", r.text[0]) >= 0:
			r.skip(1)
		default:
			t := token{line: r.line, column: r.column}
			n := tokenLength(r.text)
			t.text = r.text[:n]
			r.begun = true
			r.skip(n)
			return t, true
		}
	}
	return token{}, false
}

// length is how far it is to a text, or to the end.
func length(text, to string) int {
	if n := strings.Index(text, to); n >= 0 {
		return n
	}
	return len(text)
}

// skip goes over n bytes.
func (r *reader) skip(n int) {
	for i := range n {
		r.column++
		if r.text[i] == '\n' {
			r.line, r.column, r.begun = r.line+1, 1, false
		}
	}
	r.text = r.text[n:]
}

// directive goes over a line of the preprocessor; a marker says which file and
// line the next line is.
func (r *reader) directive() {
	n := length(r.text, "\n")
	for n < len(r.text) && strings.HasSuffix(strings.TrimSuffix(r.text[:n], "\r"), "\\") {
		n += 1 + length(r.text[n+1:], "\n")
	}
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(r.text[:n], "#")), "line"))
	r.skip(n)
	if len(words) == 0 {
		return
	}
	line, err := strconv.Atoi(words[0])
	if err != nil {
		return
	}
	r.said.line, r.marked = line, r.line+1
	if len(words) > 1 {
		if file, err := strconv.Unquote(words[1]); err == nil {
			if !filepath.IsAbs(file) {
				file = filepath.Join(r.dir, file)
			}
			r.said.file = file
		}
	}
}

// tokenLength is the length of the token that a text begins with.
func tokenLength(text string) int {
	if q := text[0]; q == '"' || q == '\'' {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case q, '\n':
				return i + 1
			}
		}
		return len(text)
	}
	n := 0
	for n < len(text) && (text[n] == '_' || text[n] >= '0' && text[n] <= '9' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || text[n] >= 0x80) {
		n++
	}
	return max(n, 1)
}
