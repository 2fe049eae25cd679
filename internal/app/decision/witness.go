package decision

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/internal/version"
)

// File puts a witness of the engine, which speaks in dense ids, into the form
// that is written to disk and replayed.
func (r *Replayer) File(w *engine.Witness) *witness.Witness {
	return &witness.Witness{
		Format: witness.FormatName, Version: witness.FormatVersion,
		Tool:    witness.Tool{Name: "assay", Version: version.Of()},
		Program: r.programOf(w),
		Target:  r.targetOf(w),
		Inputs:  inputsOf(w),
		Choices: r.choicesOf(w),
		Path:    r.pathOf(w),
	}
}

func (r *Replayer) programOf(w *engine.Witness) witness.Program {
	p := r.Part.Program
	out := witness.Program{
		Entry: w.Entry, DataModel: string(p.DataModel), Triple: p.Triple, Havoc: Havocked(p),
	}
	if out.Entry == "" {
		out.Entry = "main"
	}
	for _, u := range p.Units {
		mark := r.Mark
		if u.Semantic.Trapv {
			mark = append([]string{"-ftrapv"}, mark...)
		}
		out.Sources = append(out.Sources, witness.Source{
			Path: u.Written, Dir: u.Dir, Flags: slices.Concat(u.Flags, u.Macros, u.Link, mark), SHA256: r.Hashes[u.Source],
		})
	}
	for _, m := range r.models {
		out.Models = append(out.Models, witness.Source{Path: m, SHA256: r.Hashes[m]})
	}
	return out
}

// Havocked are the functions that nothing defines, with their result types:
// a native run gets them from the shim.
func Havocked(p *project.Program) []witness.Extern {
	var out []witness.Extern
	for _, name := range p.Undefined {
		id, ok := p.IR.FuncByName[name]
		if !ok || reserved(name) {
			continue
		}
		if t := resultType(p.IR, p.IR.Funcs[id].Ret); t != "" {
			out = append(out, witness.Extern{Name: name, Returns: t})
		}
	}
	return out
}

// reserved names are answered by feeds of their own.
func reserved(name string) bool {
	for _, prefix := range []string{"llvm.", "__VERIFIER_", "klee_", "__assay_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// resultType spells a type as witness.Extern does, "" if it cannot.
func resultType(p *ir.Program, id ir.TypeID) string {
	switch t := p.Types[id]; {
	case t.Kind == ir.Void:
		return "void"
	case t.Kind == ir.Ptr:
		return "pointer"
	case t.Kind == ir.Float && t.Bits == 32:
		return "float"
	case t.Kind == ir.Float && t.Bits == 64:
		return "double"
	case t.Kind == ir.Int && slices.Contains([]int{1, 8, 16, 32, 64}, t.Bits):
		return fmt.Sprintf("i%d", t.Bits)
	}
	return ""
}

func (r *Replayer) targetOf(w *engine.Witness) witness.Target {
	p := r.Part.Program.IR
	loc := p.LocOf(w.Point)
	fn := p.FuncOf(w.Point)
	in := p.At(w.Point)
	out := witness.Target{
		Class: w.Class.String(), Name: r.Part.Tell.Place(w.Point) + ": " + w.Class.String(),
		Line: max(int(loc.Line), 1), Column: int(loc.Col), Function: fn.Source, Site: r.siteAt(w.Point),
		Side: [...]string{op.AnySide: "", op.Low: "low", op.High: "high"}[w.Side], Operand: operand(in, w.Arg),
	}
	if out.File = p.Files[loc.File]; out.File == "" {
		out.File = fn.Source
	}
	return out
}

// operand is the position among the LLVM instruction's operands of what
// Site.Arg means.
func operand(in *ir.Instr, arg int32) int {
	if arg < 0 || in.Gep == nil {
		return int(arg)
	}
	for i, s := range in.Gep.Steps {
		if s.Field < 0 && s.Arg == arg {
			return i + 1 // operand 0 is the base
		}
	}
	return -1
}

func inputsOf(w *engine.Witness) witness.Inputs {
	in := witness.Inputs{Stdin: w.Stdin}
	for _, a := range w.Argv {
		in.Argv = append(in.Argv, a)
	}
	feeds, env := environment(w.Feeds)
	for _, e := range env {
		v := witness.EnvVar{Name: e.name}
		if e.set {
			b := witness.Bytes(e.value)
			v.Value = &b
		}
		in.Env = append(in.Env, v)
	}
	for _, f := range feeds {
		value := witness.IntValue(int64(f.Value))
		if f.Bytes != nil {
			value = witness.BytesValue(f.Bytes)
		}
		in.Feeds = append(in.Feeds, witness.Feed{Key: f.Key, Value: value})
	}
	return in
}

// variable is what a path wants of an environment variable.
type variable struct {
	name  string
	set   bool // it exists, with this value
	value []byte
}

// envKey begins the keys under which getenv's model (engine/libc/src/env.c)
// asks: first whether the variable is missing, then for the bytes of its value.
const envKey = "getenv:"

// environment separates the answers to getenv, which a native run is told by
// its real environment, from the other feeds.
func environment(feeds []engine.Feed) (rest []engine.Feed, env []variable) {
	at := map[string]int{}
	ended := map[string]bool{}
	for _, f := range feeds {
		name, ok := strings.CutPrefix(f.Key, envKey)
		if !ok {
			rest = append(rest, f)
			continue
		}
		i, known := at[name]
		switch {
		case !known:
			at[name] = len(env)
			env = append(env, variable{name: name, set: f.Value == 0})
		case f.Value == 0:
			ended[name] = true
		case !ended[name]:
			env[i].value = append(env[i].value, byte(f.Value))
		}
	}
	return rest, env
}

// choiceKinds translates the engine's names of what is left open. Results of
// instructions keep theirs.
var choiceKinds = map[string]string{
	"unwritten": witness.ChoiceUninit, "undef": witness.ChoiceUninit, "address": witness.ChoiceAddressOrder,
	"parameter": witness.ChoiceArgument,
}

// choicesOf are the choices that the path depends on.
func (r *Replayer) choicesOf(w *engine.Witness) []witness.Choice {
	var out []witness.Choice
	for i := range w.Choices {
		c := &w.Choices[i]
		at := r.Part.Tell.relativePlace(c.At)
		if c.Kind == "havoc" {
			out = append(out, witness.Choice{Kind: witness.ChoiceHavoc, Function: c.What, At: at})
			continue
		}
		kind := choiceKinds[c.Kind]
		if kind == "" {
			kind = c.Kind
		}
		choice := witness.Choice{Kind: kind, Value: choiceValue(c), Occurrence: c.Occurrence, Offset: int(c.Offset),
			Variable: c.What, Unfed: !c.Tellable, At: at}
		if c.Tellable && !c.Heap {
			choice.Site = r.siteAt(c.Site)
		}
		out = append(out, choice)
	}
	return out
}

// choiceValue is the value chosen; bytes that have the size of an integer can
// be read as one.
func choiceValue(c *engine.Choice) witness.Value {
	if c.Bytes == nil {
		return witness.IntValue(int64(c.Value))
	}
	v := witness.BytesValue(c.Bytes)
	switch b := c.Bytes; len(b) {
	case 1:
		v.Text = fmt.Sprint(b[0])
	case 2:
		v.Text = fmt.Sprint(int16(binary.LittleEndian.Uint16(b)))
	case 4:
		v.Text = fmt.Sprint(int32(binary.LittleEndian.Uint32(b)))
	case 8:
		v.Text = fmt.Sprint(int64(binary.LittleEndian.Uint64(b)))
	}
	return v
}

// siteAt is a point of the program as the text of its IR has it.
func (r *Replayer) siteAt(pt ir.Point) *witness.Site {
	p := r.Part.Program.IR
	return &witness.Site{Function: p.FuncOf(pt).Name, Block: int(p.Blocks[pt.Block].Index), Instr: int(p.At(pt).Src),
		Key: fmt.Sprintf("%x", p.PointKey(pt))}
}

func (r *Replayer) pathOf(w *engine.Witness) []witness.Step {
	var out []witness.Step
	for _, s := range r.Part.Tell.Path(w) {
		out = append(out, witness.Step{File: s.File, Line: s.Line, Function: s.Function, Text: s.Text})
	}
	return out
}
