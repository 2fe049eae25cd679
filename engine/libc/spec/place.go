package spec

// A Place is a parameter, an argument that a clause named, or the result; or a
// member of the object that one of them points to.
type Place struct {
	Name   string // "result" for what is returned
	Member string // "" for the parameter itself
	Object *Type  // what Member belongs to
	Type   *Type  // of the parameter or member; of an array, the pointer to its first element
}

func (at Place) String() string {
	if at.Member != "" {
		return at.Name + "->" + at.Member
	}
	return at.Name
}

// value says that the place is a member that holds a value of its own, where a
// parameter points to what a call may write.
func (at Place) value() bool {
	if at.Member == "" {
		return false
	}
	return at.Object.member(at.Member).Count == 0
}

// c is C for the value of the place.
func (at Place) c() string {
	base := local(at.Name)
	if at.Name == "result" {
		base = "result"
	}
	if at.Member == "" {
		return base
	}
	return "((" + at.Object.C + " *)" + base + ")->" + at.Member
}

// place is the place of a name that was just read, with the member that may
// follow, or fails.
func (p *exprParser) place(name string) Place {
	at := Place{Name: name, Type: basics["int"]}
	switch {
	case p.err != nil:
		return at
	case name == "result":
		if !p.result {
			p.fail("put the `result` clause before", "`result` is not known yet")
		}
		at.Type = p.fn.Result
	default:
		at.Type = p.param(name)
	}
	if !p.accept("->") {
		return at
	}
	at.Member = p.name("a member", "write `P->member`")
	if p.err != nil {
		return at
	}
	if at.Type.Kind != Pointer || at.Type.Elem.Members == nil {
		p.fail("declare its members: `type struct NAME { char *text; int number; }`", "`%s` points to no object with known members", name)
		return at
	}
	at.Object = at.Type.Elem
	m := at.Object.member(at.Member)
	switch {
	case m == nil:
		p.fail("use a member of its type", "`%s` has no member `%s`", at.Object.Name, at.Member)
	case m.Count > 0 && at.Object.Const:
		at.Type = &Type{Kind: Pointer, Elem: m.Type.constant(), Size: [2]int{8, 4}}
	case m.Count > 0:
		at.Type = &Type{Kind: Pointer, Elem: m.Type, Size: [2]int{8, 4}}
	default:
		at.Type = m.Type
	}
	return at
}
