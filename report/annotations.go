package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// maxAnnotations is how many annotations of each level GitHub shows of a step.
const maxAnnotations = 10

// Annotations writes GitHub's workflow commands for the alarms to act on:
// reachable ones are errors, undecided ones warnings; of a comparison the new
// ones. The worst come first, for GitHub shows few.
func Annotations(w io.Writer, t *Triage, _ Style) error {
	out := bufio.NewWriter(w)
	levels := map[string]string{engine.Reachable.String(): "error", engine.Undecided.String(): "warning"}
	written, left := map[string]int{}, 0
	for _, a := range reviewed(t) {
		level := levels[a.Outcome.Status]
		if level == "" {
			continue
		}
		if written[level] == maxAnnotations {
			left++
			continue
		}
		written[level]++
		properties := []string{"title=" + commandProperty(a.Rule+": "+verdictCell(a))}
		if file := a.path(); file != "" {
			properties = append(properties, "file="+commandProperty(file))
			if a.Line > 0 {
				properties = append(properties, fmt.Sprintf("line=%d", a.Line))
			}
			if a.Line > 0 && a.Col > 0 {
				properties = append(properties, fmt.Sprintf("col=%d", a.Col))
			}
		}
		fmt.Fprintf(out, "::%s %s::%s\n", level, strings.Join(properties, ","), commandText(plainText(a)))
	}
	if left > 0 {
		fmt.Fprintf(out, "::notice title=assay::%d more alarms are in the summary and in code scanning\n", left)
	}
	return out.Flush()
}

var (
	commandTexts      = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// commandText escapes the text of a workflow command, commandProperty a
// property of one.
func commandText(s string) string     { return commandTexts.Replace(s) }
func commandProperty(s string) string { return commandProperties.Replace(clean(s)) }
