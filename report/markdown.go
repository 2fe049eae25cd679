package report

import (
	"fmt"
	"io"
	"strings"
)

// markdownSpecial are the characters that Markdown or HTML inside it would
// take for more than themselves.
const markdownSpecial = "\\`*_{}[]()<>#+!|~@&"

// markdownText writes text so that Markdown shows it as it is: no markup, no
// HTML, no link, no mention, on one line.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range clean(s) {
		if strings.ContainsRune(markdownSpecial, r) {
			if r == '@' || r == '<' || r == '>' || r == '&' {
				fmt.Fprintf(&b, "&#%d;", r)
				continue
			}
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return strings.ReplaceAll(b.String(), "://", ":&#47;/")
}

// markdownTable writes a table of plain text.
func markdownTable(w io.Writer, head []string, rows [][]string) {
	line := func(cells []string) {
		fmt.Fprint(w, "|")
		for _, c := range cells {
			fmt.Fprintf(w, " %s |", markdownText(c))
		}
		fmt.Fprintln(w)
	}
	line(head)
	fmt.Fprintln(w, "|"+strings.Repeat("---|", len(head)))
	for _, r := range rows {
		line(r)
	}
}
