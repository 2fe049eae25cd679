package fold

import "github.com/assay-dev/assay/targets/scan"

type token struct {
	kind scan.Kind // scan.None behind the last one
	text string
}

// tokens takes C text apart. Comments and directives are no tokens.
func tokens(s string) []token {
	var all []token
	for len(s) > 0 {
		k, n := scan.Next(s)
		switch {
		case s[0] == '#':
			n = scan.Line(s)
		case k != scan.None:
			all = append(all, token{k, s[:n]})
		}
		s = s[n:]
	}
	return all
}
