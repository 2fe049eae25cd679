package ir

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
)

// entryOf is the first point of a function.
func entryOf(t testing.TB, p *Program, name string) Point {
	return Point{Block: funcNamed(t, p, name).Blocks[0].ID}
}

func TestDistanceFacts(t *testing.T) {
	p := load(t, filepath.Join(sources, "graphs.c"))
	target := NewDistance(p, []Point{entryOf(t, p, "target")})
	other := NewDistance(p, []Point{entryOf(t, p, "other_target")})
	for name, reaches := range map[string]bool{
		"main": true, "target": true, "calls_target": true, "recursive": true, "endless_but_target": true,
		"through_pointer": true, "before_target": true,
		// A call without arguments of functions with one parameter is not Compatible.
		"wrong_arity": false,
		"leaf":        false, "die": false, "never_returns": false, "endless": false, "after_die": false,
		"diamond": false, "nested": false, "tangled": false, "at_end": false,
	} {
		id := funcNamed(t, p, name).ID
		got := target.Func(id)
		if (got != Unreached) != reaches {
			t.Errorf("target from %s: %d, want reached %t", name, got, reaches)
		}
	}
	if target.Func(funcNamed(t, p, "target").ID) != 0 {
		t.Error("a target is not at distance 0 from itself")
	}
	if d := target.Func(funcNamed(t, p, "__VERIFIER_nondet_int").ID); d != Unreached {
		t.Errorf("an external function reaches the target: %d", d)
	}
	if other.Exit() == Unreached {
		t.Error("a handler of atexit is not seen at the end of the program")
	}
	for name, returns := range map[string]bool{
		"leaf": true, "recursive": true, "diamond": true, "endless": false, "never_returns": false,
		"die": false, "after_die": false, "endless_but_target": false, "main": true, "__VERIFIER_nondet_int": true, "exit": false,
	} {
		if got := p.MayReturn(funcNamed(t, p, name).ID); got != returns {
			t.Errorf("%s may return: %t", name, got)
		}
	}
}

// TestDistanceInsideBlock: what lies before the point does not count.
func TestDistanceInsideBlock(t *testing.T) {
	p := loadText(t, "int g; void f(int x) { g = x; g = 2; } int main(void) { f(1); return g; }")
	b := funcNamed(t, p, "f").Blocks[0]
	var stores []int32
	for i := range b.Instrs {
		if b.Instrs[i].Op == Store {
			stores = append(stores, int32(i))
		}
	}
	at := Point{b.ID, stores[1]}
	d := NewDistance(p, []Point{at})
	if got := d.From(at); got != 0 {
		t.Errorf("at the target: %d", got)
	}
	if got := d.From(Point{b.ID, at.Instr + 1}); got != Unreached {
		t.Errorf("behind the target: %d", got)
	}
	main := Point{Block: funcNamed(t, p, "main").Blocks[0].ID}
	if got := d.From(main); got <= 0 {
		t.Errorf("from main: %d", got)
	}
	if got := d.Stack([]Point{{b.ID, at.Instr + 1}, main}); got == Unreached {
		t.Error("the caller's way to the target is not seen")
	}
}

func TestCallGraph(t *testing.T) {
	p := load(t, filepath.Join(sources, "graphs.c"))
	names := func(ids []FuncID) (list []string) {
		for _, id := range ids {
			list = append(list, p.Funcs[id].Name)
		}
		slices.Sort(list)
		return list
	}
	for fn, want := range map[string][]string{
		"calls_target":    {"target"},
		"recursive":       {"calls_target", "recursive"},
		"through_pointer": {"calls_target", "leaf", "at_end"},
		"die":             {"exit"},
		"exit":            {"at_end"},
		"wrong_arity":     {"at_end"},
	} {
		slices.Sort(want)
		if got := names(p.Callees(funcNamed(t, p, fn).ID)); !slices.Equal(got, want) {
			t.Errorf("callees of %s: %v, want %v", fn, got, want)
		}
	}
	if got, want := names(p.Callers(funcNamed(t, p, "target").ID)), []string{"after_die", "before_target", "calls_target", "endless_but_target"}; !slices.Equal(got, want) {
		t.Errorf("callers of target: %v, want %v", got, want)
	}
}

// walker executes a program with arbitrary choices at branches and indirect
// calls: it visits what any run could visit, and more.
type walker struct {
	p     *Program
	rnd   *rand.Rand
	stack []Point // innermost last; each is the next point of its frame
}

// step executes one instruction; false when the program has ended.
func (w *walker) step() bool {
	top := &w.stack[len(w.stack)-1]
	b := w.p.Blocks[top.Block]
	in := &b.Instrs[top.Instr]
	switch {
	case in.Op == Call:
		top.Instr++
		targets := w.p.CallTargets(in)
		if len(targets) > 0 {
			f := w.p.Funcs[targets[w.rnd.IntN(len(targets))]]
			if len(f.Blocks) > 0 {
				w.stack = append(w.stack, Point{Block: f.Blocks[0].ID})
				return len(w.stack) < 60
			}
			return !f.NoReturn
		}
	case in.Op == Ret:
		w.stack = w.stack[:len(w.stack)-1]
		return len(w.stack) > 0 && !w.behindEnd()
	case len(in.Succs) > 0:
		s := in.Succs[w.rnd.IntN(len(in.Succs))]
		*top = Point{Block: w.p.Funcs[b.Func].Blocks[s].ID}
	case in.IsTerminator():
		return false
	default:
		top.Instr++
	}
	return true
}

// behindEnd tells that the innermost frame is behind a call that does not come back,
// which called something back.
func (w *walker) behindEnd() bool {
	at := w.stack[len(w.stack)-1]
	c := w.p.Blocks[at.Block].Instrs[at.Instr-1].Call
	return c.NoReturn || c.Callee >= 0 && w.p.Funcs[c.Callee].NoReturn
}

func (w *walker) frames() []Point {
	s := slices.Clone(w.stack)
	slices.Reverse(s)
	return s
}

// TestDistanceIsSound walks at random and demands of each state that is left
// for a target later on that its distance was finite and at most the number
// of segments that were really left.
func TestDistanceIsSound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	all := samples(t)
	hits, positive := 0, 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		if _, ok := p.FuncByName["main"]; !ok {
			continue
		}
		for range 40 {
			b := p.Blocks[rnd.IntN(len(p.Blocks))]
			target := Point{b.ID, int32(rnd.IntN(len(b.Instrs)))}
			d := NewDistance(p, []Point{target})
			for range 20 {
				w := &walker{p: p, rnd: rnd, stack: []Point{entryOf(t, p, "main")}}
				var trail []int32
				for range 3000 {
					frames := w.frames()
					trail = append(trail, d.Stack(frames))
					if frames[0] == target {
						hits++
						checkTrail(t, name, trail)
						for _, x := range trail {
							if x > 0 {
								positive++
							}
						}
						break
					}
					if !w.step() {
						break
					}
				}
			}
		}
	}
	if hits < 500 || positive < 500 {
		t.Errorf("%d walks met a target, %d states before it: the test sees too little", hits, positive)
	}
}

// checkTrail gets the distances of the states up to a target.
func checkTrail(t *testing.T, name string, trail []int32) {
	t.Helper()
	for i, d := range trail {
		left := len(trail) - 1 - i // instructions; never fewer than segments
		if d == Unreached || int(d) > 2*left {
			t.Fatalf("%s: distance %d, %d instructions before the target", name, d, left)
		}
	}
}

// TestStopsInModels: where a model says that it does not know what a call does, the
// function may return, through all parts of the model, and call back what it calls
// back.
func TestStopsInModels(t *testing.T) {
	p := loadText(t, `
void target(void) {}
void handled(int n) { target(); }
void compared(void) { target(); }
void *taken[] = {handled, compared};
void __assay_undecided(const char *) __attribute__((noreturn));
void __assay_bound(const char *, long) __attribute__((noreturn));
void __assay_exit(int) __attribute__((noreturn));
#line 1 "<assay-model>/m.c"
static void part(void) { __assay_bound("x", 3); }
static __attribute__((noreturn)) void end(void) { __assay_undecided(""); }
void raises(void) { __assay_exit(1); }
void parts(void) { part(); raises(); }
void ends(void) { end(); }
void signal(int n) { if (n) part(); }
void plain(int n) { if (n) __assay_undecided(""); }
#line 1 "t.c"
static void stub(void) { __assay_undecided(""); }
void behind_parts(void) { parts(); target(); }
void behind_ends(void) { ends(); target(); }
void behind_raises(void) { raises(); target(); }
void behind_plain(void) { plain(1); target(); }
void behind_stub(void) { stub(); target(); }
void signals(int n) { signal(n); }
void plains(int n) { plain(n); }
int main(void) { return 0; }`)
	d := NewDistance(p, []Point{entryOf(t, p, "target")})
	for name, reaches := range map[string]bool{
		"behind_parts": true, "behind_ends": true, "behind_raises": false, "behind_plain": true, "behind_stub": true,
		"signals": true, "plains": false,
	} {
		if got := d.Func(funcNamed(t, p, name).ID); (got != Unreached) != reaches {
			t.Errorf("target from %s: %d, want reached %t", name, got, reaches)
		}
	}
	stop := func(name string, caller string) []Point {
		for _, b := range funcNamed(t, p, name).Blocks {
			for i := range b.Instrs {
				if p.isStop(&b.Instrs[i]) {
					call := funcNamed(t, p, caller).Blocks[0]
					at := slices.IndexFunc(call.Instrs, func(in Instr) bool { return in.Op == Call })
					return []Point{{b.ID, int32(i)}, {call.ID, int32(at) + 1}}
				}
			}
		}
		t.Fatalf("no stop in %s", name)
		return nil
	}
	if d.Stack(stop("plain", "behind_plain")) == Unreached {
		t.Error("from a stop the caller's way on is not seen")
	}
	before, behind := stop("part", "parts"), stop("part", "behind_parts")[1]
	before[1].Instr-- // parts is about to call the part that may stop
	if d.Stack([]Point{before[1], behind}) == Unreached || !d.Returns([]Point{before[1], behind}) {
		t.Error("a model does not return from before a part of it that may stop")
	}
	if within := append(stop("part", "parts"), behind); d.Stack(within) == Unreached || !d.Returns(within) {
		t.Error("a model does not return from a part of it that stops")
	}
	if again := stop("part", "parts")[1:]; d.Returns(append(again, behind)) {
		t.Error("a model returns though what is left of it never does")
	}
	if d.Stack(stop("plain", "plains")) != Unreached {
		t.Error("a model that calls nothing back leads to a function from its stop")
	}
}
