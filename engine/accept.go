package engine

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/search"
	"github.com/assay-dev/assay/engine/term"
)

// accept replays a witness natively and settles the target accordingly
// (verdicts.md, rule 8). False: look for another one.
func (r *run) accept(ctx context.Context, t int, h search.Hit) bool {
	w := r.witness(h.Evidence)
	if site := &r.board.targets[t].Sites[h.Site]; w != nil {
		w.Side, w.Arg = site.Side, site.Arg
	}
	v := Verdict{Status: Reachable, Witness: w, Assumptions: r.assumptions(nil)}
	conf := Confirmation{Status: NotRun, Reason: "no native replay was asked for"}
	if r.opt.Confirm != nil {
		conf = r.opt.Confirm(ctx, w)
	}
	havoc := r.havocked(w)
	switch {
	case conf.Status == Confirmed:
		v.Confirmed, v.Reason = true, conf.Reason
	case havoc == exec.ByFloat:
		return r.refuse(t, because{FloatingPoint, "depends on " + havoc})
	case strings.HasSuffix(havoc, exec.ByOptimiser):
		return r.refuse(t, because{Optimiser, "depends on " + havoc})
	case havoc != "":
		return r.refuse(t, because{NoBody, "depends on " + havoc})
	case conf.Status == NotReproduced:
		why := "witness did not replay"
		if len(h.Evidence.Open) > 0 {
			why += "; it depends on values that no input determines: " + kinds(h.Evidence.Open)
		}
		if conf.Reason != "" {
			why += " (" + conf.Reason + ")"
		}
		return r.refuse(t, because{NotReplayed, why})
	default:
		v.Reason = conf.Reason
	}
	r.settle(t, v)
	return true
}

// refuse keeps a target open after a witness that did not replay, a few times.
func (r *run) refuse(t int, why because) bool {
	r.mu.Lock()
	b := &r.best[t]
	b.refused++
	b.verdict = undecided(why)
	b.verdict.Assumptions = r.assumptions(nil)
	done, v := b.refused >= budget.RefusedWitnesses.N, b.verdict
	r.mu.Unlock()
	if done {
		r.settle(t, v)
	}
	return done
}

// havocked names an unmodelled function that the witness depends on.
func (r *run) havocked(w *Witness) string {
	for _, c := range w.Choices {
		if c.Kind == "havoc" && c.What != "" {
			return c.What
		}
	}
	return ""
}

// witness puts evidence into the form that can be replayed.
func (r *run) witness(e *exec.Evidence) *Witness {
	if e == nil {
		return nil
	}
	w := &Witness{Point: e.Point, Class: e.Class, Arg: -1, Entry: r.prog.Funcs[r.entry].Name}
	var stdin bytes.Buffer
	argc := uint64(0)
	var argv [][]byte
	for _, in := range e.Inputs {
		switch in.Kind {
		case exec.StdinByte:
			stdin.WriteByte(byte(in.Value))
		case exec.StdinConv, exec.StdinReal:
			stdin.WriteString(" " + rendered(in))
		case exec.ArgCount:
			argc = in.Value
		case exec.ArgByte:
			for len(argv) <= in.Arg {
				argv = append(argv, nil)
			}
			argv[in.Arg] = append(argv[in.Arg], byte(in.Value))
		case exec.Fed:
			w.Feeds = append(w.Feeds, Feed{Key: in.Key, Value: r.answered(in), At: in.Point})
		case exec.FedBytes:
			w.Feeds = append(w.Feeds, Feed{Key: in.Key, Bytes: in.Bytes, At: in.Point})
		case exec.Choice:
			if in.Needed || in.Key == "parameter" {
				w.Choices = append(w.Choices, r.outside(in))
			}
		}
	}
	for i := range e.Open {
		w.Choices = append(w.Choices, r.choice(&e.Open[i]))
	}
	w.Stdin = stdin.Bytes()
	w.Argv = arguments(argv, argc)
	w.Path = r.steps(e)
	return w
}

// outside is what the environment chose: an unmodelled function's results, or
// the caller's arguments.
func (r *run) outside(in exec.Given) Choice {
	c := Choice{Kind: in.Key, At: r.prog.Where(in.Point), Value: in.Value}
	if in.Key == "havoc" {
		c.What = in.By
	}
	return c
}

// choice puts a value left open into the witness.
func (r *run) choice(o *exec.Open) Choice {
	c := Choice{Kind: o.Kind, What: o.Name, Value: o.Value, Bytes: o.Bytes, Site: o.Site, Heap: o.Heap,
		Occurrence: o.Occurrence, Offset: o.Offset, Tellable: o.Tellable}
	c.At = r.prog.Where(o.Site)
	if r.prog.At(o.Site).Op == ir.Alloca {
		c.At, c.What = r.declared(o)
	}
	return c
}

// declared is where an object on the stack is declared, and as what.
func (r *run) declared(o *exec.Open) (at, name string) {
	fn, slot := r.prog.FuncOf(o.Site), r.prog.At(o.Site).Dst
	for _, v := range fn.Vars {
		if v.Slot == slot && slot >= 0 {
			file := r.prog.Files[r.prog.Locs[fn.Loc].File]
			return fmt.Sprintf("%s:%d", file, v.Line), v.Name
		}
	}
	return r.prog.Where(o.Site), o.Name
}

// kinds names the kinds of open values.
func kinds(os []exec.Open) string {
	var ks []string
	for _, o := range os {
		ks = append(ks, o.Kind)
	}
	slices.Sort(ks)
	return strings.Join(slices.Compact(ks), ", ")
}

// arguments makes argc strings: those of argv, each up to its NUL, and empty
// ones where the path counted further than it read.
func arguments(argv [][]byte, argc uint64) [][]byte {
	n := int(min(argc, max(uint64(len(argv)), maxNative)))
	out := make([][]byte, n)
	for i := range out {
		if i < len(argv) {
			s, _, _ := bytes.Cut(argv[i], []byte{0})
			out[i] = append([]byte{}, s...)
		}
	}
	return out
}

// maxNative bounds the arguments that a native run is started with: systems
// limit their total size, pointers included.
const maxNative = 1 << 16

// rendered writes a number as the conversion that read it expects it.
func rendered(in exec.Given) string {
	bits := int(in.Index)
	switch in.Key {
	case "d", "i":
		return strconv.FormatInt(op.Signed(bits, in.Value), 10)
	case "x", "X":
		return strconv.FormatUint(in.Value, 16)
	case "o":
		return strconv.FormatUint(in.Value, 8)
	case "g":
		return renderedReal(in.Value, bits)
	}
	return strconv.FormatUint(in.Value, 10)
}

// renderedReal writes a floating-point number in full: what follows cannot go on with it, but
// for a digit.
func renderedReal(v uint64, bits int) string {
	x := op.FloatFrom(bits, v)
	switch {
	case math.IsNaN(x) && math.Signbit(x):
		return "-nan"
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 0):
		return strings.Replace(strconv.FormatFloat(x, 'e', -1, bits), "Inf", "infinity", 1)
	}
	return strconv.FormatFloat(x, 'e', -1, bits)
}

// steps tells the path in words; what happens inside library models is theirs.
func (r *run) steps(e *exec.Evidence) []Step {
	var out []Step
	for _, s := range e.Steps {
		if r.prog.FuncOf(s.Point).Model {
			continue
		}
		var text string
		switch s.Kind {
		case exec.Branch:
			text = r.branchText(s)
		case exec.Entered:
			text = "enters " + r.prog.Funcs[s.N].Source
		case exec.Read:
			text = r.readText(e.Inputs[s.N])
		}
		if text != "" {
			out = append(out, Step{Point: s.Point, Text: text})
		}
	}
	return append(out, Step{Point: e.Point, Text: e.Class.Text()})
}

func (r *run) branchText(s exec.Step) string {
	in, f := r.prog.At(s.Point), r.prog.FuncOf(s.Point)
	cond := r.prog.Expr(f, in.Args[0])
	if in.Op != ir.Switch {
		return cond + map[bool]string{true: " is true", false: " is false"}[s.Taken]
	}
	for _, c := range in.Switch {
		if uint64(in.Succs[c.Succ]) == s.N {
			bits := r.prog.Types[f.RegTypes[in.Args[0]]].Bits
			return fmt.Sprintf("%s is %d", cond, op.Signed(bits, c.Value))
		}
	}
	return cond + " is none of the cases"
}

// answered is the value of an answer in 64 bits, extended by its sign where the
// function that was called returns a signed type.
func (r *run) answered(in exec.Given) uint64 {
	call := r.prog.At(in.Point)
	if call.Op != ir.Call || !SignedNondet(in.Key) {
		return in.Value
	}
	if t := &r.prog.Types[call.Type]; t.Kind == ir.Int && t.Bits < 64 {
		return uint64(op.Signed(t.Bits, in.Value))
	}
	return in.Value
}

// SignedNondet tells whether a key is a __VERIFIER_nondet function of SV-COMP
// that returns a signed integer.
func SignedNondet(key string) bool {
	name, ok := strings.CutPrefix(key, "__VERIFIER_nondet_")
	return ok && !strings.HasPrefix(strings.ToLower(name), "u") && !slices.Contains([]string{"size_t", "sector_t", "bool", "_Bool"}, name)
}

// readText says what the environment answered; "" where that is not worth a
// step.
func (r *run) readText(in exec.Given) string {
	switch in.Kind {
	case exec.StdinByte:
		return fmt.Sprintf("reads %q from standard input", rune(in.Value))
	case exec.StdinEnd:
		return "standard input ends"
	case exec.StdinConv, exec.StdinReal:
		return "reads " + rendered(in) + " from standard input"
	case exec.Fed:
		if in.Input.Value == term.None { // may it fail? The usual answer is no news.
			return map[bool]string{true: in.Key + " fails"}[in.Known != 0]
		}
		return fmt.Sprintf("%s answers %d", in.Key, int64(r.answered(in)))
	case exec.FedBytes:
		return fmt.Sprintf("%s delivers % x", in.Key, in.Bytes)
	}
	return in.Key
}
