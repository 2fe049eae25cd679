package sarif

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a document, and with it the scanner's stack.
// It is the limit of encoding/json.
const maxDepth = 10000

const (
	remedyBroken    = "repair the file or have the analyzer write it again"
	remedyTruncated = "the file is truncated: have the analyzer write it again"
)

// scanner reads JSON (RFC 8259) from a string in one pass, without building a
// tree. Its methods each consume one value. The first error sticks: later
// calls do nothing and return zero values, so callers check err once.
//
// Bytes that are not UTF-8 are let through inside strings, because analyzers
// quote source lines in whatever encoding these have.
type scanner struct {
	text  string
	pos   int
	depth int
	loose bool // accept repeated keys: the text has been checked where it matters
	err   *syntaxError
}

// syntaxError is a defect at a byte offset of the scanned text.
type syntaxError struct {
	offset          int
	problem, remedy string
}

func (s *scanner) fail(offset int, remedy, format string, args ...any) {
	if s.err == nil {
		s.err = &syntaxError{offset, fmt.Sprintf(format, args...), remedy}
	}
}

// unexpected reports the byte at the current position.
func (s *scanner) unexpected(want string) {
	if s.pos >= len(s.text) {
		s.fail(s.pos, remedyTruncated, "the JSON text ends where %s is expected", want)
		return
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	s.fail(s.pos, remedyBroken, "found %q where %s is expected", r, want)
}

func (s *scanner) space() {
	for s.pos < len(s.text) {
		if c := s.text[s.pos]; c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return
		}
		s.pos++
	}
}

// peek skips white space and returns the next byte, 0 at the end of the text
// or after an error.
func (s *scanner) peek() byte {
	s.space()
	if s.err != nil || s.pos >= len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// expect consumes one punctuation byte.
func (s *scanner) expect(c byte) bool {
	if s.peek() != c || s.err != nil {
		s.unexpected(strconv.QuoteRune(rune(c)))
		return false
	}
	s.pos++
	return true
}

// enter and leave keep the nesting depth.
func (s *scanner) enter() bool {
	if s.depth++; s.depth > maxDepth {
		s.fail(s.pos, remedyBroken, "nested more than %d levels deep", maxDepth)
		return false
	}
	return true
}

// object consumes an object and calls member for each of its members with the
// decoded key and the offset where the key starts. member may consume the
// value; if it does not, the value is skipped. A key that occurs twice is an
// error: readers disagree about which of the two counts.
func (s *scanner) object(member func(key string, at int)) {
	if !s.expect('{') || !s.enter() {
		return
	}
	var seen keySet
	for first := true; ; first = false {
		if c := s.peek(); c == '}' && first {
			break
		}
		if s.peek() != '"' {
			s.unexpected(`a member name or "}"`)
			return
		}
		at := s.pos
		key := s.str()
		if !s.loose && seen.add(key) {
			s.fail(at, "keep one of the two: readers disagree about which counts", "the member %q occurs twice in one object", key)
		}
		if !s.expect(':') {
			return
		}
		s.space()
		before := s.pos
		if member(key, at); s.pos == before {
			s.skip()
		}
		if !s.more('}') {
			break
		}
	}
	s.close('}')
}

// array consumes an array and calls element for each of its elements, with the
// convention of object.
func (s *scanner) array(element func(i int)) {
	if !s.expect('[') || !s.enter() {
		return
	}
	for i := 0; ; i++ {
		if c := s.peek(); c == ']' && i == 0 {
			break
		}
		before := s.pos
		if element(i); s.pos == before {
			s.skip()
		}
		if !s.more(']') {
			break
		}
	}
	s.close(']')
}

// more consumes the comma before another member or element; it reports false
// before the closing byte and after an error.
func (s *scanner) more(closing byte) bool {
	switch c := s.peek(); {
	case s.err != nil || c == closing:
		return false
	case c == ',':
		s.pos++
		s.space()
		return true
	}
	s.unexpected(fmt.Sprintf("',' or %q", closing))
	return false
}

func (s *scanner) close(closing byte) {
	if s.err == nil && s.expect(closing) {
		s.depth--
	}
}

// skip consumes any value, checks its syntax and returns its byte range.
func (s *scanner) skip() span {
	s.space()
	start := s.pos
	switch c := s.peek(); {
	case s.err != nil:
	case c == '{':
		s.skipObject()
	case c == '[':
		s.array(func(int) {})
	case c == '"':
		s.rawString()
	case c == '-' || '0' <= c && c <= '9':
		s.number()
	case c == 't':
		s.word("true")
	case c == 'f':
		s.word("false")
	case c == 'n':
		s.word("null")
	default:
		s.unexpected("a JSON value")
	}
	return span{start, s.pos}
}

// skipObject is object for a value nobody looks into: keys are neither decoded
// nor compared.
func (s *scanner) skipObject() {
	if !s.expect('{') || !s.enter() {
		return
	}
	for first := true; ; first = false {
		if c := s.peek(); c == '}' && first {
			break
		}
		if s.peek() != '"' {
			s.unexpected(`a member name or "}"`)
			return
		}
		s.rawString()
		if !s.expect(':') {
			return
		}
		s.skip()
		if !s.more('}') {
			break
		}
	}
	s.close('}')
}

func (s *scanner) word(w string) {
	if !strings.HasPrefix(s.text[s.pos:], w) {
		s.unexpected("a JSON value")
		return
	}
	s.pos += len(w)
}

// number checks -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func (s *scanner) number() {
	digits := func() {
		start := s.pos
		for s.pos < len(s.text) && '0' <= s.text[s.pos] && s.text[s.pos] <= '9' {
			s.pos++
		}
		if s.pos == start {
			s.unexpected("a digit")
		}
	}
	at := func(set string) bool {
		return s.pos < len(s.text) && strings.IndexByte(set, s.text[s.pos]) >= 0
	}
	if at("-") {
		s.pos++
	}
	if at("0") {
		s.pos++
	} else {
		digits()
	}
	if at(".") {
		s.pos++
		digits()
	}
	if at("eE") {
		if s.pos++; at("+-") {
			s.pos++
		}
		digits()
	}
}

// rawString consumes a string, checks it and reports whether it has escapes.
// The range includes the quotes.
func (s *scanner) rawString() (r span, escaped bool) {
	start := s.pos
	for i := start + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			s.pos = i + 1
			return span{start, s.pos}, escaped
		case c == '\\':
			escaped = true
			n := escapeLen(s.text[i:])
			if n == 0 {
				s.fail(i, remedyBroken, "invalid escape sequence in a string")
				return span{start, start}, false
			}
			i += n - 1
		case c < 0x20:
			s.fail(i, remedyBroken, "control character U+%04X inside a string", c)
			return span{start, start}, false
		}
	}
	s.fail(len(s.text), remedyTruncated, "the JSON text ends inside a string")
	return span{start, start}, false
}

// escapeLen returns the length of the escape sequence that t starts with, 0 if
// it is none.
func escapeLen(t string) int {
	if len(t) < 2 {
		return 0
	}
	if strings.IndexByte(`"\/bfnrt`, t[1]) >= 0 {
		return 2
	}
	if t[1] == 'u' && len(t) >= 6 {
		if _, err := strconv.ParseUint(t[2:6], 16, 16); err == nil {
			return 6
		}
	}
	return 0
}

// str consumes a string and returns it decoded; null is the empty string. A
// string without escapes shares the memory of the text.
func (s *scanner) str() string {
	if s.null() {
		return ""
	}
	if s.peek() != '"' {
		s.unexpected("a string")
		return ""
	}
	r, escaped := s.rawString()
	if s.err != nil {
		return ""
	}
	inner := s.text[r.start+1 : r.end-1]
	if !escaped {
		return inner
	}
	return unescape(inner)
}

// unescape decodes the escapes of a checked string. A lone surrogate becomes
// U+FFFD.
func unescape(t string) string {
	var b strings.Builder
	b.Grow(len(t))
	for {
		i := strings.IndexByte(t, '\\')
		if i < 0 {
			b.WriteString(t)
			return b.String()
		}
		b.WriteString(t[:i])
		t = t[i:]
		if t[1] != 'u' {
			b.WriteByte("\"\\/\b\f\n\r\t"[strings.IndexByte(`"\/bfnrt`, t[1])])
			t = t[2:]
			continue
		}
		r := hexRune(t)
		t = t[6:]
		if utf16.IsSurrogate(r) {
			pair := utf8.RuneError
			if strings.HasPrefix(t, `\u`) {
				pair = utf16.DecodeRune(r, hexRune(t))
			}
			if r = pair; pair != utf8.RuneError {
				t = t[6:]
			}
		}
		b.WriteRune(r)
	}
}

// hexRune decodes the \uXXXX that t starts with.
func hexRune(t string) rune {
	v, err := strconv.ParseUint(t[2:6], 16, 16)
	if err != nil {
		panic("sarif: unchecked escape " + t[:6])
	}
	return rune(v)
}

// null consumes null if it is next.
func (s *scanner) null() bool {
	if s.peek() != 'n' {
		return false
	}
	s.word("null")
	return true
}

// integer consumes a number and returns it as an integer; null is the given
// default. A fraction or an exponent is accepted where the value is whole
// (12.0), since some writers keep all numbers as floats.
func (s *scanner) integer(null int) int {
	if s.null() {
		return null
	}
	start := s.pos
	if c := s.peek(); c != '-' && (c < '0' || c > '9') {
		s.unexpected("a number")
		return null
	}
	s.number()
	lit := s.text[start:s.pos]
	if v, err := strconv.Atoi(lit); err == nil {
		return v
	}
	v, err := strconv.ParseFloat(lit, 64)
	if err != nil || v != float64(int(v)) || v > 1<<53 || v < -(1<<53) {
		s.fail(start, remedyBroken, "%s is not an integer", lit)
		return null
	}
	return int(v)
}

// keySet finds repeated keys. Nearly all objects are small: they are compared
// pairwise, without allocation.
type keySet struct {
	small [24]string
	n     int
	large map[string]bool
}

// add reports whether key was there before.
func (k *keySet) add(key string) bool {
	if k.large == nil {
		for _, s := range k.small[:k.n] {
			if s == key {
				return true
			}
		}
		if k.n < len(k.small) {
			k.small[k.n] = key
			k.n++
			return false
		}
		k.large = make(map[string]bool, 2*len(k.small))
		for _, s := range k.small {
			k.large[s] = true
		}
	}
	if k.large[key] {
		return true
	}
	k.large[key] = true
	return false
}
