package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
)

// family is programs in which interpolation has nothing to prune.
type family struct {
	name   string
	truth  string
	values map[string]any
}

func families() []family {
	u, r := engine.Unreachable.String(), engine.Reachable.String()
	rnd := rand.New(rand.NewPCG(1, 1))
	table := make([]int, 1<<14)
	for i := range table {
		table[i] = rnd.IntN(255)
	}
	return []family{
		{"tree", u, map[string]any{"Depth": 12}},
		{"recursion", u, map[string]any{"Depth": 14}},
		{"paths", u, map[string]any{"Depth": 14, "Table": table}},
		{"concrete", u, map[string]any{"Length": 100000, "Sorted": 1300}},
		{"formula", u, map[string]any{"Primes": []int{7919, 10007, 12289, 14387, 15401, 16063, 17389, 18521, 19423, 20113}}},
		{"buffer", u, map[string]any{"Length": 64, "Rounds": 4000}},
		{"found", r, map[string]any{"Length": 4000000}},
	}
}

// treeOf is a tree of branches, each of whose leaves knows its own sum.
func treeOf(depth int) string {
	var b strings.Builder
	var node func(depth, sum int)
	node = func(depth, sum int) {
		if depth == 0 {
			fmt.Fprintf(&b, "sum += %d; if (sum < 0) ERROR(1);", sum)
			return
		}
		b.WriteString("if (__VERIFIER_nondet_int()) { sum += 1;\n")
		node(depth-1, 2*sum)
		b.WriteString(" } else { sum += 2;\n")
		node(depth-1, 2*sum+1)
		b.WriteString(" }\n")
	}
	node(depth, 0)
	return b.String()
}

func (f *family) program() (program, error) {
	text, err := fill("overhead/"+f.name, f.values)
	return program{name: "overhead_" + f.name, text: text, unwind: 2}, err
}

// tableOverhead compares the search times of the modes where nothing can be
// pruned.
func (b *bench) tableOverhead() error {
	b.heading("Overhead where nothing can be pruned", fmt.Sprintf("processor time of the search without loading, best of %d", b.rounds))
	b.row(append([]string{"family"}, b.modes...)...)
	b.rule(1 + len(b.modes))
	total := make([]time.Duration, len(b.modes))
	for _, f := range families() {
		if !b.wanted("overhead_" + f.name) {
			continue
		}
		p, err := f.program()
		if err != nil {
			return err
		}
		s, err := b.lab.add(p)
		if err != nil {
			return err
		}
		best := make([]result, len(b.modes))
		for round := range b.rounds {
			for i, mode := range b.modes {
				r := b.lab.measure(mode, s, 1, b.limit)
				if round == 0 {
					b.judge(s, 1, mode, f.truth, &r)
				}
				if round == 0 || r.Search < best[i].Search {
					best[i] = r
				}
			}
		}
		cells := []string{f.name}
		for i := range best {
			total[i] += best[i].Search
			cells = append(cells, fmt.Sprintf("%s %s s%s, %d nodes", short(&best[i]), seconds(best[i].Search),
				times(best[i].Search, best[0].Search, i), best[i].Nodes))
		}
		b.row(cells...)
	}
	cells := []string{"**total**"}
	for i := range total {
		cells = append(cells, seconds(total[i])+" s"+times(total[i], total[0], i))
	}
	b.row(cells...)
	return nil
}

// times is how many times the first mode's time a time is.
func times(d, first time.Duration, i int) string {
	if i == 0 || first == 0 {
		return ""
	}
	return fmt.Sprintf(" (×%.2f)", d.Seconds()/first.Seconds())
}
