package fold

import (
	"fmt"
	"regexp"
	"strings"
)

// Constants are the enumeration constants and const variables that a text defines, by name:
// an expression each, "" if several differ or the text does not tell.
type Constants map[string]string

var (
	enumeration = regexp.MustCompile(`\benum\b[^;{}()]*\{([^{}]*)\}`)
	constants   = regexp.MustCompile(`((?:\w+\s+)*const\s+(?:\w+\s+)*)(\w+\s*=[^;{}]+);`)
	assigned    = regexp.MustCompile(`^\s*(\w+)\s*=([^=].*)$`)
)

// ConstantsOf finds the constants that a text defines, whatever their scope.
func ConstantsOf(text string) Constants {
	c := Constants{}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "#") {
			lines[i] = ""
		}
	}
	text = strings.Join(lines, "\n")
	for _, m := range enumeration.FindAllStringSubmatch(text, -1) {
		base, above := "0", 0
		for _, e := range atCommas(m[1]) {
			name := strings.TrimSpace(e)
			if a := assigned.FindStringSubmatch(one(e)); a != nil {
				name, base, above = a[1], a[2], 0
			}
			c.define(name, fmt.Sprintf("(%s) + %d", base, above))
			above++
		}
	}
	for _, m := range constants.FindAllStringSubmatch(text, -1) {
		for _, d := range atCommas(m[2]) {
			if a := assigned.FindStringSubmatch(one(d)); a != nil {
				c.define(a[1], fmt.Sprintf("(%s)(%s)", typeText(m[1]), a[2]))
			}
		}
	}
	return c
}

// Value is the expression that a constant is defined by, "" if it is not known.
func (c Constants) Value(name string) string { return c[name] }

// define gives a name a value, unless it has another one.
func (c Constants) define(name, value string) {
	if old, ok := c[name]; ok && old != value {
		value = ""
	}
	c[name] = value
}

// one is a text as one line.
func one(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// typeText are the words of a declaration that name its type.
func typeText(words string) string {
	var kept []string
	for _, w := range strings.Fields(words) {
		if w != "const" && w != "static" && w != "extern" && w != "register" && w != "volatile" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// atCommas splits a list at the commas that no parentheses hold.
func atCommas(s string) []string {
	var parts []string
	depth, start := 0, 0
	for i, c := range s {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	if rest := s[start:]; strings.TrimSpace(rest) != "" {
		parts = append(parts, rest)
	}
	return parts
}
