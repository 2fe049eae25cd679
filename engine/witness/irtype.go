package witness

import (
	"strconv"
	"strings"
)

// The text of LLVM 14 IR, as far as placing a check needs it: types with
// explicit pointees, operands "type value", lists separated by commas.

// splitTop splits s at the commas outside brackets and quotes and trims the
// parts.
func splitTop(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
				i += j + 1
			}
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(s[start:i]))
				start = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(s[start:]))
}

// matching returns the index of the bracket that closes the one s starts
// with, or -1.
func matching(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
				i += j + 1
			}
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// nameEnd returns the length of the identifier s starts with, sigil
// included, quoted or not.
func nameEnd(s string) int {
	if len(s) > 1 && s[1] == '"' {
		if j := strings.IndexByte(s[2:], '"'); j >= 0 {
			return j + 3
		}
		return len(s)
	}
	i := 1
	for i < len(s) && (s[i] == '-' || s[i] == '$' || s[i] == '.' || s[i] == '_' || isAlnum(s[i])) {
		i++
	}
	return i
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// parseType cuts the type s starts with off s; ok is false when there is none.
func parseType(s string) (typ, rest string, ok bool) {
	n := baseTypeEnd(s)
	if n <= 0 {
		return "", s, false
	}
	for n < len(s) {
		tail := strings.TrimLeft(s[n:], " ")
		skip := len(s[n:]) - len(tail)
		switch {
		case strings.HasPrefix(tail, "*"):
			n += skip + 1
		case strings.HasPrefix(tail, "addrspace("):
			n += skip + matching(tail[9:]) + 10
		case strings.HasPrefix(tail, "("):
			end := matching(tail)
			if end < 0 {
				return "", s, false
			}
			n += skip + end + 1
		default:
			return s[:n], tail, true
		}
	}
	return s[:n], "", true
}

func baseTypeEnd(s string) int {
	if s == "" {
		return 0
	}
	switch s[0] {
	case '%':
		return nameEnd(s)
	case '[', '{', '<':
		return matching(s) + 1
	}
	end := 0
	for end < len(s) && (isAlnum(s[end]) || s[end] == '_') {
		end++
	}
	switch w := s[:end]; w {
	case "void", "half", "bfloat", "float", "double", "x86_fp80", "fp128", "ppc_fp128", "label", "metadata", "opaque", "token":
		return end
	default:
		if _, isInt := intWidth(w); isInt {
			return end
		}
	}
	return 0
}

// intWidth returns N of the type iN.
func intWidth(t string) (int, bool) {
	if len(t) < 2 || t[0] != 'i' {
		return 0, false
	}
	n, err := strconv.Atoi(t[1:])
	return n, err == nil && n > 0
}

// operand is a typed value of the text.
type operand struct{ typ, val string }

// argAttrs are the attributes that may stand between the type and the value
// of a call's argument.
var argAttrs = map[string]bool{
	"noundef": true, "nonnull": true, "nocapture": true, "noalias": true, "readonly": true, "readnone": true,
	"writeonly": true, "immarg": true, "signext": true, "zeroext": true, "inreg": true, "returned": true,
	"nofree": true, "nest": true, "inalloca": true, "swiftself": true,
}

// parseOperand reads "type [attributes] value".
func parseOperand(s string) (operand, bool) {
	typ, rest, ok := parseType(s)
	if !ok {
		return operand{}, false
	}
	for {
		word, tail, found := strings.Cut(rest, " ")
		switch {
		case found && argAttrs[word]:
			rest = tail
		case found && word == "align":
			_, rest, _ = strings.Cut(tail, " ")
		case hasParenAttr(rest):
			open := strings.IndexByte(rest, '(')
			end := matching(rest[open:])
			if end < 0 {
				return operand{}, false
			}
			rest = strings.TrimSpace(rest[open+end+1:])
		default:
			return operand{typ, rest}, rest != ""
		}
	}
}

func hasParenAttr(s string) bool {
	for _, a := range []string{"byval(", "sret(", "dereferenceable(", "dereferenceable_or_null(", "align(", "elementtype("} {
		if strings.HasPrefix(s, a) {
			return true
		}
	}
	return false
}

// arrayType reads "[N x T]".
func arrayType(t string) (n int64, elem string, ok bool) {
	if !strings.HasPrefix(t, "[") || !strings.HasSuffix(t, "]") {
		return 0, "", false
	}
	count, elem, found := strings.Cut(t[1:len(t)-1], " x ")
	n, err := strconv.ParseInt(strings.TrimSpace(count), 10, 64)
	return n, strings.TrimSpace(elem), found && err == nil
}

// structFields reads "{ A, B }" and "<{ A, B }>".
func structFields(t string) ([]string, bool) {
	t = strings.TrimSuffix(strings.TrimPrefix(t, "<"), ">")
	if !strings.HasPrefix(t, "{") || !strings.HasSuffix(t, "}") {
		return nil, false
	}
	return splitTop(t[1 : len(t)-1]), true
}
