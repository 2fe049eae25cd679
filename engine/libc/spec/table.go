package spec

import (
	"fmt"
	"sort"
	"strings"
)

// Table is what the library covers, in Markdown: a row for each header.
func (lib *Library) Table() string {
	type row struct{ models, specified, stops []string }
	rows := map[string]*row{}
	var headers []string
	for _, f := range lib.Files {
		if len(f.Funcs) == 0 {
			continue
		}
		r := rows[f.Header]
		if r == nil {
			r = &row{}
			rows[f.Header] = r
			headers = append(headers, f.Header)
		}
		for _, fn := range f.Funcs {
			switch how := fn.How(); {
			case fn.Model != "":
				r.models = append(r.models, fn.Name)
			case how == "specification":
				r.specified = append(r.specified, fn.Name)
			default:
				r.stops = append(r.stops, fn.Name)
			}
		}
	}
	sort.Strings(headers)
	var b strings.Builder
	b.WriteString("| header | models written by hand | specified | ends the path as undecided |\n|---|---|---|---|\n")
	count := [3]int{}
	for _, h := range headers {
		r := rows[h]
		for i, names := range [][]string{r.models, r.specified, r.stops} {
			count[i] += len(names)
			sort.Strings(names)
		}
		name := h
		if h == "none" {
			name = "(none)"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name, escaped(r.models), escaped(r.specified), escaped(r.stops))
	}
	fmt.Fprintf(&b, "| %d functions | %d | %d | %d |\n", count[0]+count[1]+count[2], count[0], count[1], count[2])
	return b.String()
}

// escaped is a list of names that Markdown leaves as they are.
func escaped(names []string) string {
	return strings.ReplaceAll(strings.Join(names, ", "), "_", `\_`)
}
