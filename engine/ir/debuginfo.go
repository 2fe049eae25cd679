package ir

import (
	"path"
	"strconv"
	"strings"
)

// modelPrefix starts the file names of assay's own library models.
const modelPrefix = "<assay-model>/"

// debugInfo answers questions about positions and C types from metadata. All
// results are cached by metadata number.
type debugInfo struct {
	md     *metadata
	p      *Program
	files  map[int64]FileID // DIFile
	byName map[string]FileID
	scopes map[int64]FileID // scope → its file
	locs   map[int64]LocID  // DILocation
	byLoc  map[Loc]LocID
	types  map[int64]string
	ctypes map[int64]CTypeID
}

func newDebugInfo(p *Program, md *metadata) *debugInfo {
	d := &debugInfo{
		md: md, p: p,
		files: map[int64]FileID{}, byName: map[string]FileID{}, scopes: map[int64]FileID{},
		locs: map[int64]LocID{}, byLoc: map[Loc]LocID{}, types: map[int64]string{}, ctypes: map[int64]CTypeID{},
	}
	p.CTypes = []CType{{}}
	d.fileNamed("") // file 0 and location 0 are "unknown"
	d.intern(Loc{})
	return d
}

// intern returns the number of a position.
func (d *debugInfo) intern(l Loc) LocID {
	id, ok := d.byLoc[l]
	if !ok {
		id = LocID(len(d.p.Locs))
		d.p.Locs = append(d.p.Locs, l)
		d.byLoc[l] = id
	}
	return id
}

func (d *debugInfo) fileNamed(name string) FileID {
	id, ok := d.byName[name]
	if !ok {
		id = FileID(len(d.p.Files))
		d.p.Files = append(d.p.Files, name)
		d.byName[name] = id
	}
	return id
}

// file returns the file of a DIFile.
func (d *debugInfo) file(id int64) FileID {
	if f, ok := d.files[id]; ok {
		return f
	}
	f := FileID(0)
	if n := d.md.kind(id, "DIFile"); n != nil {
		f = d.fileNamed(joinFile(n.str("directory"), n.str("filename")))
	}
	d.files[id] = f
	return f
}

// joinFile puts the directory of the compilation before a relative name.
// Names of library models stay as they are.
func joinFile(dir, name string) string {
	switch {
	case name == "" || path.IsAbs(name) || dir == "" || strings.HasPrefix(name, modelPrefix):
		return name
	default:
		return path.Join(dir, name)
	}
}

// scopeFile finds the file of a scope: its own, else its parent's.
func (d *debugInfo) scopeFile(id int64) FileID {
	if f, ok := d.scopes[id]; ok {
		return f
	}
	d.scopes[id] = 0 // ends cycles of malformed metadata
	f := FileID(0)
	if n := d.md.node(id); n != nil {
		if ref := n.ref("file"); ref != noRef {
			f = d.file(ref)
		} else if up := n.ref("scope"); up != noRef {
			f = d.scopeFile(up)
		}
	}
	d.scopes[id] = f
	return f
}

// loc returns the position of a DILocation. Inlined positions are where the
// inlined code was written.
func (d *debugInfo) loc(id int64) LocID {
	if l, ok := d.locs[id]; ok {
		return l
	}
	l := LocID(0)
	if n := d.md.kind(id, "DILocation"); n != nil {
		l = d.intern(Loc{File: d.scopeFile(n.ref("scope")), Line: int32(n.num("line")), Col: int32(n.num("column"))})
	}
	d.locs[id] = l
	return l
}

// declLoc is the position of a declaration (variable, subprogram).
func (d *debugInfo) declLoc(n *mdNode) LocID {
	if n == nil {
		return 0
	}
	file := FileID(0)
	if ref := n.ref("file"); ref != noRef {
		file = d.file(ref)
	} else {
		file = d.scopeFile(n.ref("scope"))
	}
	return d.intern(Loc{File: file, Line: int32(n.num("line"))})
}

// function fills in what the DISubprogram says.
func (d *debugInfo) function(f *Func, id int64) {
	n := d.md.kind(id, "DISubprogram")
	if n == nil {
		return
	}
	if name := n.str("name"); name != "" {
		f.Source = name
	}
	f.Loc = d.declLoc(n)
	f.File, f.Line = d.p.Locs[f.Loc].File, d.p.Locs[f.Loc].Line
	f.Model = strings.HasPrefix(d.p.Files[f.File], modelPrefix)
	f.Unit = int32(n.ref("unit"))
	if ref := n.ref("type"); ref != noRef {
		f.CType = d.typeText(ref)
	}
}

// global fills in what the DIGlobalVariable says.
func (d *debugInfo) global(g *Global, id int64) {
	n := d.md.node(id)
	if n != nil && n.Kind == "DIGlobalVariableExpression" {
		n = d.md.node(n.ref("var"))
	}
	if n == nil || n.Kind != "DIGlobalVariable" {
		return
	}
	if name := n.str("name"); name != "" {
		g.Source = name
	}
	g.Loc = d.declLoc(n)
	g.CType = d.typeText(n.ref("type"))
	g.Signed, g.Bits = d.integer(n.ref("type"))
	g.Of = d.ctype(n.ref("type"))
	g.Static = n.get("isLocal") == "true"
	if scope := d.md.node(n.ref("scope")); scope != nil {
		g.Nested = scope.Kind != "DICompileUnit"
	}
}

// variable makes a Var from a DILocalVariable.
func (d *debugInfo) variable(id int64, slot Reg) (Var, bool) {
	n := d.md.kind(id, "DILocalVariable")
	if n == nil {
		return Var{}, false
	}
	v := Var{Name: n.str("name"), Slot: slot, Line: int32(n.num("line")), Arg: int(n.num("arg"))}
	v.Type = d.typeText(n.ref("type"))
	v.Signed, v.Bits = d.integer(n.ref("type"))
	v.Of = d.ctype(n.ref("type"))
	return v, true
}

// integer says whether a type is an integer (through typedefs, qualifiers
// and enumerations), its signedness and width; width 0 for other types.
func (d *debugInfo) integer(id int64) (signed bool, width int) {
	for range 64 { // longer chains exist in malformed metadata only
		n := d.md.node(id)
		switch {
		case n == nil:
			return false, 0
		case n.Kind == "DIBasicType":
			return basicInteger(n)
		case n.Kind == "DICompositeType" && n.get("tag") == "DW_TAG_enumeration_type":
			if n.ref("baseType") == noRef {
				return false, int(n.num("size"))
			}
		case n.Kind != "DIDerivedType" || n.get("tag") == "DW_TAG_pointer_type":
			return false, 0
		}
		id = n.ref("baseType")
	}
	return false, 0
}

func basicInteger(n *mdNode) (signed bool, width int) {
	switch n.get("encoding") {
	case "DW_ATE_signed", "DW_ATE_signed_char":
		return true, int(n.num("size"))
	case "DW_ATE_unsigned", "DW_ATE_unsigned_char", "DW_ATE_boolean":
		return false, int(n.num("size"))
	}
	return false, 0
}

// typeText writes a type as C does in a cast: "struct job *",
// "unsigned char[64]", "int (*)(char *)".
func (d *debugInfo) typeText(id int64) string {
	if s, ok := d.types[id]; ok {
		return s
	}
	s := d.declarator(id, "", 0)
	d.types[id] = s
	return s
}

// maxTypeDepth bounds nesting of declarators in malformed metadata.
const maxTypeDepth = 64

// declarator writes a type around an abstract declarator.
func (d *debugInfo) declarator(id int64, inner string, depth int) string {
	if id == noRef {
		return spaced("void", inner)
	}
	n := d.md.node(id)
	if n == nil || depth > maxTypeDepth {
		return ""
	}
	switch n.Kind {
	case "DIBasicType":
		return spaced(n.str("name"), inner)
	case "DISubroutineType":
		return d.declarator(d.returnType(n), inner+"("+d.parameters(n, depth)+")", depth+1)
	case "DICompositeType":
		return d.composite(n, inner, depth)
	case "DIDerivedType":
		return d.derived(n, inner, depth)
	}
	return ""
}

func (d *debugInfo) derived(n *mdNode, inner string, depth int) string {
	base := n.ref("baseType")
	switch n.get("tag") {
	case "DW_TAG_typedef":
		return spaced(n.str("name"), inner)
	case "DW_TAG_pointer_type":
		inner = "*" + inner
		if b := d.md.node(base); b != nil && (b.Kind == "DISubroutineType" || b.get("tag") == "DW_TAG_array_type") {
			inner = "(" + inner + ")"
		}
		return d.declarator(base, inner, depth+1)
	case "DW_TAG_const_type":
		return d.qualified("const", base, inner, depth)
	case "DW_TAG_volatile_type":
		return d.qualified("volatile", base, inner, depth)
	case "DW_TAG_restrict_type":
		return d.qualified("restrict", base, inner, depth)
	case "DW_TAG_atomic_type":
		return d.qualified("_Atomic", base, inner, depth)
	}
	return d.declarator(base, inner, depth+1)
}

// qualified puts a qualifier before a plain type and behind a pointer's star.
func (d *debugInfo) qualified(q string, base int64, inner string, depth int) string {
	if b := d.md.node(base); b != nil && b.get("tag") == "DW_TAG_pointer_type" {
		return d.declarator(base, spaced(q, inner), depth+1)
	}
	return q + " " + d.declarator(base, inner, depth+1)
}

func (d *debugInfo) composite(n *mdNode, inner string, depth int) string {
	name := n.str("name")
	if name == "" {
		name = "<anonymous>"
	}
	switch n.get("tag") {
	case "DW_TAG_structure_type":
		return spaced("struct "+name, inner)
	case "DW_TAG_union_type":
		return spaced("union "+name, inner)
	case "DW_TAG_enumeration_type":
		return spaced("enum "+name, inner)
	case "DW_TAG_array_type":
		return d.declarator(n.ref("baseType"), inner+d.dimensions(n), depth+1)
	}
	return spaced(name, inner)
}

// dimensions writes the "[4][n]" of an array type; lengths that are no
// constants are left out.
func (d *debugInfo) dimensions(n *mdNode) string {
	list := d.md.node(n.ref("elements"))
	if list == nil {
		return "[]"
	}
	var b strings.Builder
	for _, f := range list.Fields {
		count := d.md.kind(parseRef(f.Val), "DISubrange").get("count")
		if _, err := strconv.ParseUint(count, 10, 64); err != nil {
			count = ""
		}
		b.WriteString("[" + count + "]")
	}
	return b.String()
}

// signature returns the list of result and parameter types.
func (d *debugInfo) signature(n *mdNode) []mdField {
	if list := d.md.node(n.ref("types")); list != nil {
		return list.Fields
	}
	return nil
}

func (d *debugInfo) returnType(n *mdNode) int64 {
	if sig := d.signature(n); len(sig) > 0 {
		return parseRef(sig[0].Val)
	}
	return noRef
}

func (d *debugInfo) parameters(n *mdNode, depth int) string {
	sig := d.signature(n)
	if len(sig) <= 1 {
		return "void"
	}
	var params []string
	for _, f := range sig[1:] {
		if f.Val == "null" {
			params = append(params, "...")
			continue
		}
		params = append(params, d.declarator(parseRef(f.Val), "", depth+1))
	}
	if len(params) == 1 && params[0] == "..." {
		return ""
	}
	return strings.Join(params, ", ")
}

// spaced joins a type's name and a declarator.
func spaced(name, inner string) string {
	if inner == "" || inner[0] == '[' {
		return name + inner
	}
	return name + " " + inner
}
