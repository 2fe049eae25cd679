package main

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// example is a program about one step of interpolation, with what the papers'
// text (or the derivation in its head comment) says of it.
type example struct {
	program
	status   string           // the right verdict
	subsumed map[string]int64 // by mode: how many states must be subsumed
}

// examples are the programs of programs/cases. Lines `//! word …` at a head
// say what is expected:
//
//	//! reachable          the label is; unreachable otherwise
//	//! subsumed MODE N    exactly N states are subsumed in that mode
func examples() ([]example, error) {
	files, err := sources.ReadDir("programs/cases")
	if err != nil {
		return nil, err
	}
	var out []example
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".c")
		text, err := fill(path.Join("cases", name), nil)
		if err != nil {
			return nil, err
		}
		e := example{program{name: "case_" + name, text: text, unwind: 2}, engine.Unreachable.String(), map[string]int64{}}
		for _, line := range strings.Split(text, "\n") {
			rest, ok := strings.CutPrefix(line, "//! ")
			if !ok {
				continue
			}
			switch w := strings.Fields(rest); {
			case rest == "reachable":
				e.status = engine.Reachable.String()
			case len(w) == 3 && w[0] == "subsumed":
				if e.subsumed[w[1]], err = strconv.ParseInt(w[2], 10, 64); err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
			default:
				return nil, fmt.Errorf("%s: what does %q mean?", name, line)
			}
		}
		out = append(out, e)
	}
	return out, nil
}

// tableCases prints, for each example and mode, the verdict and how many states
// were subsumed.
func (b *bench) tableCases() error {
	es, err := examples()
	if err != nil {
		return err
	}
	b.heading("Cases of the text", "subsumed states; expected ones in brackets where the text says how many")
	b.row(append([]string{"case", "truth"}, b.modes...)...)
	b.rule(2 + len(b.modes))
	for _, e := range es {
		if !b.wanted(e.name) {
			continue
		}
		s, err := b.lab.add(e.program)
		if err != nil {
			return err
		}
		cells := []string{e.name, e.status}
		for _, mode := range b.modes {
			r := b.lab.ask(mode, s, 1, b.limit)
			b.judge(s, 1, mode, e.status, &r)
			cell := fmt.Sprintf("%s %d", short(&r), r.Subsumed)
			if want, ok := e.subsumed[mode]; ok {
				cell += fmt.Sprintf(" (%d)", want)
				if r.failed == "" && r.Subsumed != want {
					cell += " **differs**"
					b.differs = append(b.differs, fmt.Sprintf("%s, %s: %d states subsumed, the text says %d", e.name, mode, r.Subsumed, want))
				}
			}
			cells = append(cells, cell)
		}
		b.row(cells...)
	}
	return nil
}
