package main

import (
	"fmt"
	"time"
)

// rareQuery is the time from which a query is counted as rare: a handful of
// these per decile, of the streams that have them, decide what a decile costs.
const rareQuery = 10 * time.Millisecond

// deciles are processor times of the tenths of streams, summed over streams.
type deciles struct {
	all, usual [10]time.Duration // usual: without rare queries
	rare       [10]int           // number of rare queries
	fresh      time.Duration     // of the last tenths, by solvers made for them
	freshUsual time.Duration
}

// aging prints what the tenths of a workload cost the first candidate: does a
// query cost more late in a search than early? A fresh solver answers the last
// tenth as well, which tells how much of a difference lies in the queries.
func (b *bench) aging(w workload, queries int) {
	var d deciles
	for k := range b.age {
		s := w.generate(queries, b.seed+int64(k))
		r := measure(s, b.candidates[0], b.cut, 0)
		d.add(r.times)
		last := len(r.times) - len(r.times)/10
		fresh := measure(s, b.candidates[0], b.cut, last)
		for _, t := range fresh.times {
			d.fresh += t
			if t < rareQuery {
				d.freshUsual += t
			}
		}
	}
	fmt.Printf("%s: %d queries, seeds %d to %d, %s, seconds per decile\n", w.name, queries, b.seed, b.seed+int64(b.age)-1, b.candidates[0].name)
	line := func(what string, ts [10]time.Duration, fresh time.Duration) {
		fmt.Printf("  %-8s", what)
		for _, t := range ts {
			fmt.Printf(" %7.3f", t.Seconds())
		}
		fmt.Printf("  last/first %.2f, last/fresh %.2f\n", float64(ts[9])/float64(ts[0]), float64(ts[9])/float64(fresh))
	}
	line("all", d.all, d.fresh)
	line("usual", d.usual, d.freshUsual)
	fmt.Printf("  rare    ")
	for _, n := range d.rare {
		fmt.Printf(" %7d", n)
	}
	fmt.Printf("  queries of %v and more\n", rareQuery)
}

// add adds the times of one stream.
func (d *deciles) add(times []time.Duration) {
	tenth := max(1, len(times)/10)
	for i, t := range times {
		k := min(i/tenth, 9)
		d.all[k] += t
		if t < rareQuery {
			d.usual[k] += t
		} else {
			d.rare[k]++
		}
	}
}
