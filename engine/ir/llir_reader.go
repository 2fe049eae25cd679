package ir

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	llmd "github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
)

// reader converts one llir module. Everything that knows llir is in the
// llir_*.go files and in read.go.
type reader struct {
	p   *Program
	m   *lir.Module
	di  *debugInfo
	dl  dataLayout
	tys typeTable

	consts  map[constKey]Operand
	globals map[*lir.Global]GlobalID
	funcs   map[*lir.Func]FuncID
	open    map[*lir.Alias]bool // aliases being evaluated
	bodies  []*lir.Func         // definition per FuncID, nil for declarations
	tbaa    map[int32]bool
	noted   map[string]bool
	names   map[string]string
	// backEdges and varScopes are, by function, the branches that end turns of
	// loop statements and the scopes of Func.Vars.
	backEdges map[FuncID][]backEdge
	varScopes map[FuncID][]int64
	// ctors and dtors are what runs before main and at the end, as it is read.
	ctors, dtors []structor
	err          error // the first error met below a place that cannot return one
}

func newReader(m *lir.Module, md *metadata) (*reader, error) {
	dl, err := parseDataLayout(m.DataLayout)
	if err != nil {
		return nil, err
	}
	r := &reader{
		p: &Program{
			Triple: strings.Clone(m.TargetTriple), PtrBits: dl.ptrBits, BigEnd: dl.bigEndian,
			FuncByName: map[string]FuncID{}, GlobalByName: map[string]GlobalID{},
		},
		m: m, dl: dl,
		consts: map[constKey]Operand{}, globals: map[*lir.Global]GlobalID{},
		funcs: map[*lir.Func]FuncID{},
		open:  map[*lir.Alias]bool{}, tbaa: map[int32]bool{}, noted: map[string]bool{},
		names:     map[string]string{},
		backEdges: map[FuncID][]backEdge{}, varScopes: map[FuncID][]int64{},
	}
	if r.dl.bigEndian {
		return nil, fmt.Errorf("big-endian target %q is not supported", m.TargetTriple)
	}
	r.di = newDebugInfo(r.p, md)
	r.tys.init(r)
	return r, nil
}

// run converts the module: names first, then what refers to them.
func (r *reader) run() error {
	r.declareFuncs()
	r.declareGlobals()
	r.declareAliases()
	r.share()
	if r.err != nil {
		return r.err
	}
	r.initGlobals()
	r.hideStreams()
	r.orderStructors()
	r.findTBAA()
	for id, body := range r.bodies {
		if body == nil {
			continue
		}
		if err := r.convertFunc(r.p.Funcs[id], body); err != nil {
			return fmt.Errorf("function %s: %w", r.p.Funcs[id].Name, err)
		}
	}
	if len(r.m.ModuleAsms) > 0 {
		r.note("module-level assembly is ignored: functions defined in it count as external")
	}
	for _, n := range r.di.md.notes {
		r.note("%s", n)
	}
	for _, f := range r.p.Funcs {
		buildCFG(f)
		r.loopStatements(f)
	}
	return r.err
}

// fail records the first error about the module as a whole.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// note records an oddity once.
func (r *reader) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !r.noted[s] {
		r.noted[s] = true
		r.p.Notes = append(r.p.Notes, s)
	}
}

// isIntrinsic tells functions of LLVM itself.
func isIntrinsic(name string) bool { return strings.HasPrefix(name, "llvm.") }

// endsRun is a function that ends the program, though programs that use it do
// not declare it so.
const endsRun = "__VERIFIER_error"

func (r *reader) declareFuncs() {
	for _, lf := range r.m.Funcs {
		if isIntrinsic(lf.Name()) {
			continue
		}
		f := r.newFunc(r.symbol(lf.Name()), lf.Sig)
		r.funcs[lf] = f.ID
		f.NoReturn = hasAttr(lf.FuncAttrs, enum.FuncAttrNoReturn) || len(lf.Blocks) == 0 && lf.Name() == endsRun
		f.ReturnsTwice = hasAttr(lf.FuncAttrs, enum.FuncAttrReturnsTwice)
		f.Internal = isPrivate(lf.Linkage)
		f.Weak, f.Replaceable = r.mayBeAbsent(lf.Linkage, f.Name), isReplaceable(lf.Linkage)
		for i, p := range lf.Params {
			f.Params[i] = r.param(p)
		}
		if ref := dbgRef(lf.Metadata); ref != noRef {
			r.di.function(f, ref)
		}
		if len(lf.Blocks) > 0 {
			r.bodies[f.ID] = lf
		}
	}
}

// newFunc adds a function with the parameters of a signature.
func (r *reader) newFunc(name string, sig *types.FuncType) *Func {
	f := &Func{
		ID: FuncID(len(r.p.Funcs)), Name: name, Source: name, Unit: -1,
		Ret: r.typ(sig.RetType), Variadic: sig.Variadic, Params: make([]Param, len(sig.Params)),
		Key: hashString(name), Signature: r.name(sig.LLString()),
	}
	for i, t := range sig.Params {
		f.Params[i] = Param{Type: r.typ(t), ByVal: -1}
	}
	f.NumRegs = int32(len(f.Params))
	r.p.Funcs = append(r.p.Funcs, f)
	r.bodies = append(r.bodies, nil)
	r.p.FuncByName[name] = f.ID
	return f
}

func (r *reader) param(p *lir.Param) Param {
	q := Param{Type: r.typ(p.Typ), Name: r.localName(p), ByVal: -1}
	q.ByVal, q.SRet = r.paramAttrs(p.Attrs)
	if ptr, ok := p.Typ.(*types.PointerType); ok {
		if code, ok := ptr.ElemType.(*types.FuncType); ok {
			q.Code = r.name(code.LLString())
		}
	}
	return q
}

// paramAttrs extracts the attributes that change what a parameter means.
func (r *reader) paramAttrs(attrs []lir.ParamAttribute) (byval TypeID, sret bool) {
	byval = -1
	for _, a := range attrs {
		switch a := a.(type) {
		case lir.Byval:
			byval = r.typ(a.Typ)
		case *lir.Byval:
			byval = r.typ(a.Typ)
		case lir.SRet, *lir.SRet:
			sret = true
		}
	}
	return byval, sret
}

// hasAttr looks an attribute up, also in attribute groups.
func hasAttr(attrs []lir.FuncAttribute, want enum.FuncAttr) bool {
	for _, a := range attrs {
		switch a := a.(type) {
		case enum.FuncAttr:
			if a == want {
				return true
			}
		case *lir.AttrGroupDef:
			if hasAttr(a.FuncAttrs, want) {
				return true
			}
		}
	}
	return false
}

// name returns a copy of a name, one for all its occurrences: what the parser
// returns are parts of the module's text, which is not to stay in memory.
func (r *reader) name(s string) string {
	if c, ok := r.names[s]; ok {
		return c
	}
	c := strings.Clone(s)
	r.names[c] = c
	return c
}

// symbol is the name by which the linker knows a global: \01 tells LLVM to
// take the rest as it is.
func (r *reader) symbol(s string) string { return r.name(strings.TrimPrefix(s, "\x01")) }

// localName is the name of a local as written, "" when it has only a number.
func (r *reader) localName(v interface {
	IsUnnamed() bool
	Name() string
}) string {
	if v.IsUnnamed() {
		return ""
	}
	return r.name(v.Name())
}

func (r *reader) declareGlobals() {
	for _, lg := range r.m.Globals {
		name := r.symbol(lg.Name())
		if isIntrinsic(name) {
			continue
		}
		g := Global{
			Name: name, Source: name, Type: r.typ(lg.ContentType),
			Const: lg.Immutable, External: lg.Init == nil || isSetAtStart(lg),
			Thread:  lg.TLSModel != enum.TLSModelNone,
			Private: lg.Linkage == enum.LinkagePrivate,
			Weak:    r.mayBeAbsent(lg.Linkage, name), Replaceable: isReplaceable(lg.Linkage),
			Merged: lg.Immutable && lg.UnnamedAddr == enum.UnnamedAddrUnnamedAddr,
		}
		t := &r.p.Types[g.Type]
		g.Size, g.Align = t.Size, max(t.Align, uint32(lg.Align))
		if lg.Align != 0 {
			g.Align = uint32(lg.Align)
		}
		if t.Kind == Opaque && !g.External {
			r.note("global %s has a type without layout", name)
		}
		if ref := dbgRef(lg.Metadata); ref != noRef {
			r.di.global(&g, ref)
		}
		id := GlobalID(len(r.p.Globals))
		r.p.Globals = append(r.p.Globals, g)
		r.globals[lg] = id
		r.p.GlobalByName[name] = id
	}
	r.uniteSynonyms()
}

// isPrivate tells that a name is of its unit alone.
func isPrivate(l enum.Linkage) bool { return l == enum.LinkageInternal || l == enum.LinkagePrivate }

// isReplaceable tells that a definition gives way to another one.
func isReplaceable(l enum.Linkage) bool {
	switch l {
	case enum.LinkageWeak, enum.LinkageWeakODR, enum.LinkageLinkOnce, enum.LinkageLinkOnceODR, enum.LinkageCommon:
		return true
	}
	return false
}

// declareAliases gives alias names to what they stand for. A weak alias leaves no trace of
// its own where it is used, so that what it stands for counts as weak. What has a name that
// is not private is not private either.
func (r *reader) declareAliases() {
	for _, la := range r.m.Aliases {
		a, ok := r.evalAddr(la.Aliasee)
		switch {
		case ok && a.kind == CFunc:
			f := r.p.Funcs[a.id]
			r.p.FuncByName[r.symbol(la.Name())] = f.ID
			f.Replaceable = f.Replaceable || isReplaceable(la.Linkage)
			f.Internal = f.Internal && isPrivate(la.Linkage)
		case ok && a.kind == CGlobal:
			g := &r.p.Globals[a.id]
			g.Replaceable = g.Replaceable || isReplaceable(la.Linkage)
			g.Static = g.Static && isPrivate(la.Linkage)
			if a.off == 0 {
				r.p.GlobalByName[r.symbol(la.Name())] = GlobalID(a.id)
			}
		case !ok:
			r.note("alias %s has a target that is not understood", la.Name())
		}
	}
}

// share finds private code and data that other units can get at all the same: between the
// bounds of the section that it is put into, or by assembly of the unit.
func (r *reader) share() {
	named := map[string]bool{}
	for _, text := range r.m.ModuleAsms {
		for _, name := range symbolName.FindAllString(text, -1) {
			named[name] = true
		}
	}
	for lf, id := range r.funcs {
		if named[lf.Name()] || inBoundedSection(lf.Section) {
			r.p.Funcs[id].Internal = false
		}
		if inBoundedSection(lf.Section) { // a bound may be its address
			r.p.Funcs[id].AddressTaken = true
		}
	}
	for lg, id := range r.globals {
		if named[lg.Name()] || inBoundedSection(lg.Section) {
			r.p.Globals[id].Static = false
		}
	}
}

// symbolName is a name that assembly may use for a symbol.
var symbolName = regexp.MustCompile(`[A-Za-z_.$][\w.$]*`)

// nameInC is the name of a section of which the linker defines the bounds.
var nameInC = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// inBoundedSection tells that the linker defines the bounds of a section, for its name is one
// in C, so that code which names nothing in it can go through all of it.
func inBoundedSection(name string) bool {
	return nameInC.MatchString(name)
}

// mayBeAbsent tells that a symbol is declared as weak, so that nothing need define it, and the
// linker does not.
func (r *reader) mayBeAbsent(linkage enum.Linkage, symbol string) bool {
	return linkage == enum.LinkageExternWeak && !r.boundsSection(symbol) && !slices.Contains(linkerSymbols, symbol)
}

// boundsSection tells that the linker defines a symbol: the beginning or the end of a section
// that something of the program is put into (GNU ld manual, Input Section Example).
func (r *reader) boundsSection(symbol string) bool {
	name, start := strings.CutPrefix(symbol, "__start_")
	if !start {
		var stop bool
		if name, stop = strings.CutPrefix(symbol, "__stop_"); !stop {
			return false
		}
	}
	return slices.ContainsFunc(r.m.Globals, func(g *lir.Global) bool { return g.Section == name }) ||
		slices.ContainsFunc(r.m.Funcs, func(f *lir.Func) bool { return f.Section == name })
}

// initGlobals makes the initial images, after all names are known.
func (r *reader) initGlobals() {
	for _, lg := range r.m.Globals {
		id, ok := r.globals[lg]
		if !ok {
			r.specialGlobal(lg)
			continue
		}
		if lg.Init == nil {
			continue
		}
		img := image{r: r, name: lg.Name()}
		img.put(lg.Init, 0)
		g := &r.p.Globals[id]
		g.Init, g.Relocs = img.trimmed(), img.relocs
		g.Size = max(g.Size, uint64(len(g.Init)))
		r.sectionStructors(lg.Section, g)
	}
}

// findTBAA tells which compilation units carry !tbaa at all: only there does
// its absence mean something (user-supplied IR and -fno-strict-aliasing units
// have none).
func (r *reader) findTBAA() {
	for id, body := range r.bodies {
		if body == nil || r.tbaa[r.p.Funcs[id].Unit] {
			continue
		}
		for _, b := range body.Blocks {
			for _, inst := range b.Insts {
				if m, ok := inst.(attached); ok && hasMD(m.MDAttachments(), "tbaa") {
					r.tbaa[r.p.Funcs[id].Unit] = true
				}
			}
		}
	}
}

// attached is anything that carries metadata.
type attached interface {
	MDAttachments() []*llmd.Attachment
}

func hasMD(list []*llmd.Attachment, name string) bool {
	for _, a := range list {
		if a.Name == name {
			return true
		}
	}
	return false
}

// dbgRef is the number of the !dbg attachment, or noRef.
func dbgRef(list []*llmd.Attachment) int64 { return mdRef(list, "dbg") }

// hashString is the 64-bit FNV-1a hash, stable across runs and versions.
func hashString(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
