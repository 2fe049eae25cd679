package spec

import (
	_ "embed"
	"path"
	"regexp"
	"slices"
	"strings"
)

//go:embed headers.txt
var headerList string

// Headers are the public headers of the C library, in order.
func Headers() []string {
	var out []string
	for _, l := range strings.Split(headerList, "\n") {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			out = append(out, l)
		}
	}
	return out
}

// How says what describes the function.
func (f *Func) How() string {
	c := f.find("stops")
	switch {
	case f.Model != "":
		return "model " + f.Model
	case c != nil && c.If == nil:
		return "stops: " + c.Text
	}
	return "specification"
}

// Coverage is how many of the functions that a header declares are covered.
type Coverage struct {
	Declared, Covered int
	missing           []string
}

// Missing are the functions that are not covered, in the header's order.
func (c Coverage) Missing() string { return strings.Join(c.missing, " ") }

// Cover counts the functions that preprocessed text declares in a header
// itself, or in files of bits that it includes. Names in seen do not count
// again; those counted are added.
func Cover(text, header string, seen map[string]bool) Coverage {
	var c Coverage
	names := declared(text, header)
	for _, name := range names {
		// glibc has some functions a second time, for its own use.
		if plain, second := strings.CutPrefix(name, "__"); seen[name] || second && slices.Contains(names, plain) {
			continue
		}
		seen[name] = true
		c.Declared++
		if Own().find(name) != nil {
			c.Covered++
		} else {
			c.missing = append(c.missing, name)
		}
	}
	return c
}

var (
	marker = regexp.MustCompile(`^# \d+ "([^"]*)"`)
	// A name before the parameters, or one in (*name(parameters)).
	declares = regexp.MustCompile(`^[\w\s*]*?[\s*]\(?\s*\*?\s*(\w+)\s*\(\s*[^*\s]`)
)

// declared are the functions that preprocessed text declares.
func declared(text, header string) []string {
	var own strings.Builder
	inside := false
	for _, l := range strings.Split(text, "\n") {
		if m := marker.FindStringSubmatch(l); m != nil {
			inside = strings.HasSuffix(m[1], "/"+header) || partOf(m[1], header)
			continue
		}
		if inside {
			own.WriteString(l + "\n")
		}
	}
	var out []string
	for _, s := range statements(own.String()) {
		s = strings.TrimSpace(strings.ReplaceAll(s, "__extension__", ""))
		if strings.HasPrefix(s, "typedef") || strings.HasPrefix(s, "static") || strings.HasPrefix(s, "struct {") {
			continue
		}
		if m := declares.FindStringSubmatch(s); m != nil && m[1] != "__attribute__" && m[1] != "__asm__" {
			out = append(out, m[1])
		}
	}
	return out
}

// partOf says whether a file of bits belongs to a header, by its name: that of
// math.h is bits/mathcalls.h, that of complex.h bits/cmathcalls.h.
func partOf(file, header string) bool {
	own := strings.TrimSuffix(path.Base(header), ".h")
	name := path.Base(file)
	return path.Base(path.Dir(file)) == "bits" && (strings.HasPrefix(name, own) || own == "complex" && strings.HasPrefix(name, "cmath"))
}

// statements splits C at semicolons that stand in no braces, and behind bodies
// of functions, and takes the braces out.
func statements(text string) []string {
	var out []string
	var s strings.Builder
	depth, body := 0, false
	flush := func() {
		out = append(out, s.String())
		s.Reset()
	}
	for _, r := range text {
		switch {
		case r == '{':
			if depth == 0 {
				body = strings.HasSuffix(strings.TrimSpace(s.String()), ")")
			}
			depth++
		case r == '}':
			depth--
			if depth == 0 && body {
				flush()
			} else if depth == 0 {
				s.WriteByte(' ')
			}
		case depth > 0:
		case r == ';':
			flush()
		default:
			s.WriteRune(r)
		}
	}
	return out
}
