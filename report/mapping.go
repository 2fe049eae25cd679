package report

import (
	"bufio"
	"fmt"
	"strings"
)

// Mapping is the table of a dry run: which instructions the alarms mean, and
// why not for the rest.
func Mapping(t *Triage) string {
	var text strings.Builder
	out := bufio.NewWriter(&text)
	mapped, total, targets := 0, 0, map[string]bool{}
	for i := range t.Inputs {
		if len(t.Inputs) > 1 {
			fmt.Fprintf(out, "%s\n", t.Inputs[i])
		}
		var rows [][]string
		for k := range t.Alarms {
			a := &t.Alarms[k]
			if a.Input != i || !a.State.Counts() {
				continue
			}
			total++
			if a.State == Mapped {
				mapped++
				targets[a.Target] = true
			}
			rows = append(rows, []string{fmt.Sprint(a.Number), a.Place(), a.Rule, fmt.Sprint(a.Candidates), mappingText(a)})
		}
		writeColumns(out, []string{"#", "PLACE", "RULE", "SITES", "LOOKS FOR"}, rows)
	}
	fmt.Fprintf(out, "\n%s: %d mapped to %s, %d without\n",
		plural(total, "alarm"), mapped, plural(len(targets), "target"), total-mapped)
	writeOutside(out, t)
	out.Flush()
	return text.String()
}

func mappingText(a *Alarm) string {
	if a.State == Mapped {
		return a.Property
	}
	return a.Why()
}
