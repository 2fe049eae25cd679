package reach

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/report/svcomp"
)

// checkSVComp refuses runs whose question a witness of SV-COMP cannot name.
func checkSVComp(s *option.Settings) error {
	switch {
	case s.SvcompWitness == "":
	case len(s.Calls) != 1 || len(s.Lines)+len(s.Labels) > 0:
		return fault.BadInput("give one --call FUNC, and no --line or --label", "--svcomp-witness is about one function that must not be called")
	case len(s.Entry) > 0 && !slices.Equal(s.Entry, []string{"main"}):
		return fault.BadInput("leave out --entry", "--svcomp-witness is about runs from main")
	}
	return nil
}

// svcompWriter writes the witness of one verdict.
type svcompWriter struct {
	prog    *ir.Program
	part    *decision.Part
	call    string
	sources []*svcomp.Source
	meta    svcomp.Metadata
	left    []string // what the witness does not say, for the user
}

// writeSVComp writes the witness of a verdict, or says why there is none.
func writeSVComp(a *console.App, s *option.Settings, p *decision.Part, v *engine.Verdict) error {
	w := &svcompWriter{prog: p.Program.IR, part: p, call: s.Calls[0]}
	if err := w.read(); err != nil {
		return err
	}
	var text []byte
	var err error
	switch v.Status {
	case engine.Unreachable:
		text, err = w.correctness(v)
	case engine.Reachable:
		text, err = w.violation(v.Witness)
	default:
		w.leave("the verdict is %s, which is no proof", v.Status)
	}
	if err != nil {
		return fault.InternalError{Err: fmt.Errorf("SV-COMP witness: %w", err)}
	}
	a.NoteAll("SV-COMP witness: ", w.left, s.VerboseLog)
	if text == nil {
		a.Notice("no SV-COMP witness was written")
		return nil
	}
	return a.WriteText(s.SvcompWitness, string(text))
}

// read reads the sources and says what the witness is about.
func (w *svcompWriter) read() error {
	p := w.part.Program
	w.meta = svcomp.Metadata{Tool: "assay", Version: version.Of(), CommandLine: commandLine(), Created: time.Now(),
		Task: svcomp.Task{Call: w.call, DataModel: string(p.DataModel)}}
	for _, u := range p.Units {
		text, err := os.ReadFile(u.Source)
		if err != nil {
			return fault.BadInput("keep the sources while assay runs", "a source cannot be read again: %v", err)
		}
		name := decision.Relative(w.part.Tell.Dir, u.Source)
		w.meta.Task.Files = append(w.meta.Task.Files, svcomp.File{Name: name, SHA256: witness.HashOf(text)})
		w.sources = append(w.sources, svcomp.NewSource(name, u.Source, u.Dir, text))
	}
	return nil
}

// leave notes what the witness does not say.
func (w *svcompWriter) leave(format string, args ...any) {
	w.left = append(w.left, fmt.Sprintf(format, args...))
}

// correctness writes a witness of a proof: all loop statements of the program,
// with what the proof says of them.
func (w *svcompWriter) correctness(v *engine.Verdict) ([]byte, error) {
	said := map[int32]*engine.LoopInvariant{}
	for i := range v.Invariants {
		said[v.Invariants[i].Head.Block] = &v.Invariants[i]
	}
	var all []svcomp.Invariant
	for _, b := range w.prog.Blocks {
		if f := w.prog.Funcs[b.Func]; b.Stmt != nil && !f.Model {
			all = append(all, w.loop(f, b, said[b.ID])...)
		}
	}
	if v.Invariants == nil && len(all) > 0 {
		w.leave("of no loop anything is said: the proof follows all its turns, or needs none")
	}
	return svcomp.Correctness(&w.meta, all)
}

// loop says what is known of a loop statement.
func (w *svcompWriter) loop(f *ir.Func, b *ir.Block, inv *engine.LoopInvariant) []svcomp.Invariant {
	l := w.prog.Locs[b.Stmt.At]
	at := w.part.Tell.File(l) + fmt.Sprintf(":%d", l.Line)
	for _, s := range w.sources {
		keyword, place, ok := s.Keyword(w.prog.Files[l.File], int(l.Line), int(l.Col), f.Source)
		if !ok {
			continue
		}
		if inv == nil {
			return []svcomp.Invariant{{Place: place, Value: "1"}}
		}
		for _, text := range inv.Left {
			w.leave("of the loop at %s no C expression says: %s", at, text)
		}
		if keyword != "do" {
			return []svcomp.Invariant{{Place: place, Value: inv.Value}}
		}
		// The head is where the body begins; an invariant of the loop would speak of
		// its condition.
		out := []svcomp.Invariant{{Place: place, Value: "1"}}
		body, ok := s.Body(w.prog.Files[l.File], int(l.Line), int(l.Col), f.Source)
		switch {
		case inv.Value == "1":
		case ok:
			out = append(out, svcomp.Invariant{Place: body, Value: inv.Value, AtStatement: true})
		default:
			w.leave("of the do at %s nothing is said: no plain statement begins its body, where what is proved holds", at)
		}
		return out
	}
	w.leave("the loop at %s is left out: its keyword does not stand in an input file", at)
	return nil
}

// violation writes a witness of a run.
func (w *svcompWriter) violation(run *engine.Witness) ([]byte, error) {
	l := w.prog.LocOf(run.Point)
	at, ok := svcomp.Place{}, false
	for _, s := range w.sources {
		if at, ok = s.Statement(w.prog.Files[l.File], int(l.Line), int(l.Col), w.prog.FuncOf(run.Point).Source, w.call); ok {
			break
		}
	}
	if !ok {
		w.leave("the call at %s does not stand in an input file by its name", w.part.Tell.Place(run.Point))
		return nil, nil
	}
	var answers []svcomp.Answer
	for i := range run.Feeds {
		if a, ok := w.answer(&run.Feeds[i]); ok {
			answers = append(answers, a)
		} else if text := decision.FeedText(&run.Feeds[i]); text != "" {
			w.leave("no waypoint says: %s", text)
		}
	}
	if len(run.Argv) > 1 {
		w.leave("no waypoint says the arguments of the program")
	}
	if len(run.Stdin) > 0 {
		w.leave("no waypoint says what is read from standard input")
	}
	for i := range run.Choices {
		w.leave("no waypoint says: %s", w.part.Tell.Choice(&run.Choices[i]))
	}
	return svcomp.Violation(&w.meta, answers, at)
}

// answer is a value of __VERIFIER_nondet as the call returns it.
func (w *svcompWriter) answer(f *engine.Feed) (svcomp.Answer, bool) {
	in := w.prog.At(f.At)
	if !strings.HasPrefix(f.Key, "__VERIFIER_nondet_") || f.Bytes != nil || in.Op != ir.Call {
		return svcomp.Answer{}, false
	}
	t := &w.prog.Types[in.Type]
	if t.Kind != ir.Int || t.Bits > 64 {
		return svcomp.Answer{}, false
	}
	value := fmt.Sprint(f.Value)
	switch signed := op.Signed(t.Bits, f.Value); {
	case !engine.SignedNondet(f.Key):
		if signed < 0 && t.Bits == 64 {
			value += "ULL"
		}
	case signed == -1<<63:
		value = fmt.Sprintf("(%dLL - 1)", signed+1)
	default:
		value = fmt.Sprint(signed)
	}
	l := w.prog.LocOf(f.At)
	for _, s := range w.sources {
		if p, ok := s.Closing(w.prog.Files[l.File], int(l.Line), int(l.Col), w.prog.FuncOf(f.At).Source, f.Key); ok {
			return svcomp.Answer{Place: p, Value: value}, true
		}
	}
	return svcomp.Answer{}, false
}

// commandLine is how assay was called, for a shell.
func commandLine() string {
	var words []string
	for _, a := range os.Args {
		words = append(words, report.ShellWord(a))
	}
	return strings.Join(words, " ")
}
