// Command solver measures engine/solver on query streams of depth-first
// symbolic execution: every candidate replays the same streams, the answers are
// compared, and a table of CPU times is printed.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/bench/solver/satlib"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// candidate is a solver configuration that is measured.
type candidate struct {
	name string
	opts solver.Options
}

var candidates = []candidate{
	{"layers", solver.Options{}},
	{"core alone", solver.Options{Disable: solver.AllLayers}},
	{"no slices", solver.Options{Disable: solver.LayerSlices}},
	{"no intervals", solver.Options{Disable: solver.LayerIntervals}},
	{"z3 assume", solver.Options{Backend: solver.BackendZ3, Disable: solver.AllLayers}},
	{"z3 push", solver.Options{Backend: solver.BackendZ3Push, Disable: solver.AllLayers}},
	{"z3 layers", solver.Options{Backend: solver.BackendZ3}},
}

func main() {
	only := flag.String("w", "", "comma-separated workloads to run (default all)")
	cand := flag.String("c", "", "comma-separated candidates to run (default all)")
	cut := flag.Duration("cut", 20*time.Second, "stop a candidate on a stream after this CPU time")
	scale := flag.Float64("scale", 1, "multiply the number of queries of each stream")
	cores := flag.Bool("sat", false, "only compare the SAT solvers compiled in (see satlib) on the increments of our backend")
	age := flag.Int("age", 0, "only measure the first candidate by deciles of each workload, summed over this many seeds, and a fresh solver on the last decile")
	rounds := flag.Int("rounds", 1, "measure every candidate this many times, in turn, and print the run of median time")
	seed := flag.Int64("seed", 42, "seed of the order in which the workloads are explored")
	cancels := flag.Bool("cancel", false, "only measure how soon a cancelled query ends")
	verbose := flag.Bool("v", false, "print the statistics of every run")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: solver [flags] [log.smt2 …]\n\n"+
			"Replays the query logs given (see ASSAY_QUERY_LOG), or else the generated\n"+
			"workloads w1 to w4 and the recordings %s.\n\n", strings.Join(recorded, ", "))
		flag.PrintDefaults()
	}
	flag.Parse()
	if *cancels {
		cancellation()
		return
	}
	b := &bench{cut: *cut, verbose: *verbose, cores: *cores, age: *age, seed: *seed, rounds: max(1, *rounds)}
	for _, c := range candidates {
		if picked(*cand, c.name) {
			b.candidates = append(b.candidates, c)
		}
	}
	if err := b.all(flag.Args(), *only, *scale); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// picked reports whether a comma-separated list, if not empty, has name.
func picked(list, name string) bool {
	return list == "" || slices.Contains(strings.Split(list, ","), name)
}

// bench is a run of the command.
type bench struct {
	candidates []candidate
	cut        time.Duration
	verbose    bool
	cores      bool
	age        int // seeds; 0 = no measurement of deciles
	seed       int64
	rounds     int
}

// all measures the logs, or the picked workloads and recordings if there are
// none.
func (b *bench) all(logs []string, only string, scale float64) error {
	for _, name := range logs {
		s, err := readLog(name)
		if err != nil {
			return err
		}
		if err := b.compare(s); err != nil {
			return err
		}
	}
	if len(logs) > 0 {
		return nil
	}
	for _, w := range workloads {
		if !picked(only, w.name) {
			continue
		}
		queries := int(float64(w.queries) * scale)
		if b.age > 0 {
			b.aging(w, queries)
		} else if err := b.compare(w.generate(queries, b.seed)); err != nil {
			return err
		}
	}
	for _, name := range recorded {
		if b.age > 0 || !picked(only, name) {
			continue
		}
		s, err := readRecorded(name)
		if err != nil {
			return err
		}
		if err := b.compare(s); err != nil {
			return err
		}
	}
	return nil
}

// compare measures all candidates on one stream and compares their answers.
func (b *bench) compare(s *stream) error {
	fmt.Printf("%s: %d queries, %d terms\n", s.name, s.queries, s.pool.Len())
	if s.queries == 0 {
		return nil
	}
	if b.cores || len(satlib.Libraries) > 0 {
		if err := b.compareCores(s); err != nil || b.cores {
			return err
		}
	}
	var usable []candidate
	for _, c := range b.candidates {
		if err := c.opts.Check(); err != nil {
			fmt.Printf("  %-12s %v\n", c.name, err)
			continue
		}
		usable = append(usable, c)
	}
	runs := make([][]*run, len(usable))
	for range b.rounds {
		for i, c := range usable {
			runs[i] = append(runs[i], measure(s, c, b.cut, 0))
		}
	}
	var first *run
	for i, c := range usable {
		r := median(runs[i], (*run).cost)
		r.print(c.name, first)
		if first == nil {
			first = r
		}
		for _, r := range runs[i] {
			if at := r.disagrees(first); at >= 0 {
				return fmt.Errorf("%s: %s answers query %d with %v, not %v", s.name, c.name, at+1, r.answers[at], first.answers[at])
			}
		}
		if b.verbose {
			fmt.Print(r.stats)
		}
	}
	return nil
}

// median returns the element of median cost, the lower one of two.
func median[T any](list []T, cost func(T) time.Duration) T {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b T) int { return cmp.Compare(cost(a), cost(b)) })
	return sorted[(len(sorted)-1)/2]
}

// run is one measurement.
type run struct {
	answers []solver.Status
	times   []time.Duration
	total   time.Duration
	stats   solver.Stats
	heap    uint64 // live bytes of the Go heap at the end, pool and stream included
}

// measure replays a stream, without its first queries, against a candidate.
func measure(s *stream, c candidate, cut time.Duration, skip int) *run {
	own := s.copyTo()
	sv := solver.New(own.pool, c.opts)
	defer sv.Close()
	r := &run{}
	own.replay(func(as []term.T) bool {
		if skip > 0 {
			skip--
			return true
		}
		start := cpuTime()
		// The context ends a query that alone would take longer than is left.
		ctx, cancel := context.WithTimeout(context.Background(), 2*(cut-r.total))
		res := sv.Check(ctx, as, solver.Limits{})
		d := cpuTime() - start
		cancel()
		r.answers = append(r.answers, res.Status)
		r.times = append(r.times, d)
		r.total += d
		return r.total < cut
	})
	r.stats = sv.Stats()
	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	r.heap = mem.HeapAlloc
	return r
}

// cost is the time per query: runs that were cut off at the same time did
// different numbers of them.
func (r *run) cost() time.Duration { return r.total / time.Duration(max(1, len(r.times))) }

// print shows the run, with the ratio to the first candidate over the queries
// that both did.
func (r *run) print(name string, first *run) {
	sorted := slices.Clone(r.times)
	slices.SortFunc(sorted, cmp.Compare[time.Duration])
	at := func(q float64) time.Duration { return sorted[int(q*float64(len(sorted)-1))].Round(time.Microsecond) }
	ratio := ""
	if first != nil {
		n := min(len(r.times), len(first.times))
		ratio = fmt.Sprintf("%6.1f×", float64(sum(r.times[:n]))/float64(sum(first.times[:n])))
	}
	count := [3]int{}
	for _, a := range r.answers {
		count[a]++
	}
	tenth := max(1, len(r.times)/10)
	growth := float64(sum(r.times[len(r.times)-tenth:])) / float64(max(1, sum(r.times[:tenth])))
	fmt.Printf("  %-12s %6d q (%d sat, %d unsat, %d unknown) %8.2f s  median %8v  p99 %8v  last/first decile %5.2f  heap %d MB %s\n",
		name, len(r.times), count[solver.Sat], count[solver.Unsat], count[solver.Unknown],
		r.total.Seconds(), at(0.5), at(0.99), growth, r.heap>>20, ratio)
}

// cpuTime returns the CPU time of the process, garbage collection included.
func cpuTime() time.Duration { return readClock(unix.CLOCK_PROCESS_CPUTIME_ID) }

func readClock(id int32) time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(id, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

func sum(ds []time.Duration) time.Duration {
	var t time.Duration
	for _, d := range ds {
		t += d
	}
	return t
}

// disagrees returns the first query that both runs decided and answered
// differently, or −1.
func (r *run) disagrees(o *run) int {
	for i := range min(len(r.answers), len(o.answers)) {
		if r.answers[i] != o.answers[i] && r.answers[i] != solver.Unknown && o.answers[i] != solver.Unknown {
			return i
		}
	}
	return -1
}
