package fold

import (
	"fmt"
	"regexp"
	"strings"
)

// Constants are the enumeration constants, const variables and names of arithmetic types that
// a text defines, whatever their scope: by name what they are, "" if several differ or the text
// does not tell.
type Constants struct{ values, types map[string]string }

var (
	enumeration = regexp.MustCompile(`\benum\b[^;{}()]*\{([^{}]*)\}`)
	constants   = regexp.MustCompile(`((?:\w+\s+)*const\s+(?:\w+\s+)*)(\w+\s*=[^;{}]+);`)
	definition  = regexp.MustCompile(`\btypedef\s+((?:\w+\s+)+)(\w+)\s*;`)
	assigned    = regexp.MustCompile(`^\s*(\w+)\s*=([^=].*)$`)
)

// ConstantsOf finds the constants that a text defines.
func ConstantsOf(text string) Constants {
	c := Constants{map[string]string{}, map[string]string{}}
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
			define(c.values, name, fmt.Sprintf("(%s) + %d", base, above))
			above++
		}
	}
	for _, m := range constants.FindAllStringSubmatch(text, -1) {
		for _, d := range atCommas(m[2]) {
			if a := assigned.FindStringSubmatch(one(d)); a != nil {
				define(c.values, a[1], fmt.Sprintf("(%s)(%s)", typeText(m[1]), a[2]))
			}
		}
	}
	for _, m := range definition.FindAllStringSubmatch(text, -1) {
		define(c.types, m[2], typeText(m[1]))
	}
	return c
}

// define gives a name a meaning, unless it has another one.
func define(all map[string]string, name, meaning string) {
	if old, ok := all[name]; ok && old != meaning {
		meaning = ""
	}
	all[name] = meaning
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
