package main

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/assay-dev/assay/bench/papers/eca"
	"github.com/assay-dev/assay/engine"
)

// ecaPlan says which event-condition-action programs are measured.
type ecaPlan struct {
	kinds                []eca.Kind
	rules, bounds, seeds []int
	labels, sample       int
}

func (p *ecaPlan) configs() []eca.Config {
	var out []eca.Config
	for _, k := range p.kinds {
		for _, r := range p.rules {
			for _, b := range p.bounds {
				for _, s := range p.seeds {
					out = append(out, eca.Config{Kind: k, Rules: r, Labels: p.labels, Bound: b, Seed: uint64(s)})
				}
			}
		}
	}
	return out
}

// reactive is the program of a configuration with its truth, by label.
func reactive(c eca.Config) (program, []string, error) {
	p, err := eca.Generate(c)
	if err != nil {
		return program{}, nil, err
	}
	truth, err := p.Truth()
	if err != nil {
		return program{}, nil, err
	}
	status := make([]string, len(truth.Depth))
	for i, d := range truth.Depth {
		status[i] = engine.Unreachable.String()
		if d > 0 {
			status[i] = engine.Reachable.String()
		}
	}
	prelude, err := sources.ReadFile("programs/prelude.h")
	return program{name: c.Name(), text: string(prelude) + "\n" + p.C(), unwind: c.Bound + 1}, status, err
}

// question is a label with what every tool says of it.
type question struct {
	label int
	truth string
	by    []result // by tool
}

// hard reports that the plain search, which knows static reachability, left it
// open.
func (q *question) hard(b *bench) bool {
	i := slices.Index(b.tools, "none")
	return i >= 0 && !q.by[i].decided()
}

// tableECA is the experiment of section 6.1 of TracerX.
func (b *bench) tableECA() error {
	b.heading("Event-condition-action programs (TracerX, 6.1)", fmt.Sprintf(
		"one target at a time; per tool: unreachable + reachable decided, seconds for all. Hard: not decided by none in %v. #W: decided by %s and by no other tool; #L: the other way round", b.limitOf("none"), b.champion()))
	head := append([]string{"program", "targets (U + R)", "hard"}, append(slices.Clone(b.tools), "#W", "#L")...)
	if b.once {
		head = append(head, fmt.Sprintf("cbmc, all %d at once", b.eca.labels))
	}
	b.row(head...)
	b.rule(len(head))
	var every []question
	planned := 0
	for _, c := range b.eca.configs() {
		if !b.wanted(c.Name()) {
			continue
		}
		p, truth, err := reactive(c)
		if err != nil {
			return err
		}
		qs, err := b.askAll(p, truth)
		if err != nil {
			return err
		}
		planned += len(qs)
		qs = slices.DeleteFunc(qs, func(q question) bool {
			return slices.ContainsFunc(q.by, func(r result) bool { return r.open })
		})
		if len(qs) == 0 {
			continue
		}
		last := ""
		if b.once {
			last = b.askOnce(p, truth)
		}
		b.printProgram(c.Name(), qs, last)
		every = append(every, qs...)
	}
	var hard []question
	for _, q := range every {
		if q.hard(b) {
			hard = append(hard, q)
		}
	}
	if len(every) < planned {
		fmt.Printf("\nTime was over: %d of %d targets were put to every tool.\n", len(every), planned)
	}
	b.printTotals("All targets", every)
	b.printTotals("Hard targets", hard)
	return nil
}

// askOnce asks CBMC about all labels in one run, which gets the time for each.
func (b *bench) askOnce(p program, truth []string) string {
	s, err := b.lab.add(p)
	if err != nil {
		return err.Error()
	}
	limit := time.Duration(len(truth)) * b.limit
	r := b.lab.askCBMCOnce(s, limit)
	switch {
	case r.open:
		return "not asked"
	case r.failed != "":
		b.failed = append(b.failed, p.name+", cbmc-once: "+r.failed)
		return "crash"
	case len(r.Labels) != len(truth):
		return fmt.Sprintf("– %.1f s", r.time.Seconds())
	}
	reachable := 0
	for l, status := range r.Labels {
		b.judge(s, l, "cbmc-once", truth[l], &result{answer: answer{Status: status}})
		if status == engine.Reachable.String() {
			reachable++
		}
	}
	return fmt.Sprintf("%d + %d, %.1f s", len(truth)-reachable, reachable, r.time.Seconds())
}

// champion is the tool that the others are compared with: the last mode.
func (b *bench) champion() string { return b.modes[len(b.modes)-1] }

// askAll puts the sampled labels of a program to all tools.
func (b *bench) askAll(p program, truth []string) ([]question, error) {
	s, err := b.lab.add(p)
	if err != nil {
		return nil, err
	}
	if err := b.lab.load(s); err != nil {
		return nil, err
	}
	n := len(truth)
	if b.eca.sample > 0 {
		n = min(n, b.eca.sample)
	}
	qs := make([]question, n)
	slots := make(chan struct{}, b.jobs)
	var wg sync.WaitGroup
	for i := range qs {
		label := i * len(truth) / n
		qs[i] = question{label, truth[label], make([]result, len(b.tools))}
		for j, tool := range b.tools {
			slots <- struct{}{}
			wg.Go(func() {
				qs[i].by[j] = b.lab.ask(tool, s, label, b.limitOf(tool))
				<-slots
			})
		}
	}
	wg.Wait()
	for i := range qs {
		for j, tool := range b.tools {
			b.judge(s, qs[i].label, tool, qs[i].truth, &qs[i].by[j])
		}
	}
	return qs, nil
}

func (b *bench) printProgram(name string, qs []question, last string) {
	hard, reachable := 0, 0
	for _, q := range qs {
		if q.hard(b) {
			hard++
		}
		if q.truth == engine.Reachable.String() {
			reachable++
		}
	}
	cells := []string{name, fmt.Sprintf("%d + %d", len(qs)-reachable, reachable), fmt.Sprint(hard)}
	for i := range b.tools {
		u, r, sum := score(qs, i)
		cells = append(cells, fmt.Sprintf("%d + %d, %.1f s", u, r, sum))
	}
	won, lost := duel(qs, b.winner(), b.others())
	cells = append(cells, fmt.Sprint(won), fmt.Sprint(lost))
	if b.once {
		cells = append(cells, last)
	}
	b.row(cells...)
}

func (b *bench) winner() int { return slices.Index(b.tools, b.champion()) }

// others are the tools without the champion.
func (b *bench) others() []int {
	var out []int
	for i := range b.tools {
		if i != b.winner() {
			out = append(out, i)
		}
	}
	return out
}

// score is how many targets a tool decided, and its seconds for all of them.
func score(qs []question, tool int) (unreachable, reachable int, sum float64) {
	for _, q := range qs {
		r := &q.by[tool]
		sum += r.time.Seconds()
		switch {
		case !r.decided():
		case r.Status == engine.Reachable.String():
			reachable++
		default:
			unreachable++
		}
	}
	return unreachable, reachable, sum
}

// duel counts the targets that one tool decided and none of the others, and the
// other way round.
func duel(qs []question, one int, others []int) (won, lost int) {
	for _, q := range qs {
		other := slices.ContainsFunc(others, func(i int) bool { return q.by[i].decided() })
		switch {
		case q.by[one].decided() && !other:
			won++
		case !q.by[one].decided() && other:
			lost++
		}
	}
	return won, lost
}

// speedup compares two tools on what both decide: the ratio of their total
// times, and the geometric mean of the ratios.
func speedup(qs []question, one, other int) (both int, total, mean float64) {
	var a, b, logs float64
	for _, q := range qs {
		if !q.by[one].decided() || !q.by[other].decided() {
			continue
		}
		both++
		x, y := q.by[one].time.Seconds(), q.by[other].time.Seconds()
		a, b = a+x, b+y
		logs += math.Log(y / x)
	}
	if both == 0 {
		return 0, 0, 0
	}
	return both, b / a, math.Exp(logs / float64(both))
}

// printTotals prints what each tool decided, and the champion against each.
func (b *bench) printTotals(title string, qs []question) {
	fmt.Printf("\n%s: %d\n\n", title, len(qs))
	b.row("tool", "decided (U + R)", "only by it", "seconds", b.champion()+": #W", "#L", "win ratio", "both decide", "speed-up in total", "geometric mean")
	b.rule(10)
	for i, tool := range b.tools {
		u, r, sum := score(qs, i)
		rest := slices.DeleteFunc(slices.Clone(b.tools), func(t string) bool { return t == tool })
		indices := make([]int, len(rest))
		for j, t := range rest {
			indices[j] = slices.Index(b.tools, t)
		}
		alone, _ := duel(qs, i, indices)
		cells := []string{tool, fmt.Sprintf("%d (%d + %d)", u+r, u, r), fmt.Sprint(alone), fmt.Sprintf("%.1f", sum)}
		if i == b.winner() {
			b.row(append(cells, "", "", "", "", "", "")...)
			continue
		}
		won, lost := duel(qs, b.winner(), []int{i})
		both, total, mean := speedup(qs, b.winner(), i)
		b.row(append(cells, fmt.Sprint(won), fmt.Sprint(lost), ratio(won, won+lost), fmt.Sprint(both), factor(both, total), factor(both, mean))...)
	}
}

func ratio(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d %%", 100*n/of)
}

func factor(n int, x float64) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", x)
}

// writePrograms writes one program of each kind and size into the lab's folder,
// and the truth of the event-condition-action programs beside them.
func (b *bench) writePrograms() error {
	var out []program
	keep := func(p program, err error) error {
		if err == nil && b.wanted(p.name) {
			out = append(out, p)
		}
		return err
	}
	es, err := examples()
	if err != nil {
		return err
	}
	for _, e := range es {
		out = append(out, e.program)
	}
	for _, n := range b.pick(20) {
		for _, how := range []string{"sum", "loop", "array"} {
			if err := keep(signs(how, n)); err != nil {
				return err
			}
		}
		g := randomGraph(n, 1, 1)
		if err := keep(g.program(fmt.Sprintf("path_%d", n), g.shortest())); err != nil {
			return err
		}
		for _, inc := range []int{1, 2} {
			if err := keep(increments(n, inc)); err != nil {
				return err
			}
		}
		if err := keep(matcher(n)); err != nil {
			return err
		}
	}
	for _, f := range families() {
		if err := keep(f.program()); err != nil {
			return err
		}
	}
	for _, p := range out {
		if _, err := b.lab.add(p); err != nil {
			return err
		}
	}
	return b.writeReactive()
}

func (b *bench) writeReactive() error {
	for _, c := range b.eca.configs() {
		if !b.wanted(c.Name()) {
			continue
		}
		p, truth, err := reactive(c)
		if err != nil {
			return err
		}
		for i, t := range truth {
			p.text += fmt.Sprintf("/* truth: label %d is %s */\n", i, t)
		}
		if _, err := b.lab.add(p); err != nil {
			return err
		}
	}
	return nil
}
