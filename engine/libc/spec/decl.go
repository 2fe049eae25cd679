package spec

import "strings"

// A Param is a parameter of a function.
type Param struct {
	Name string
	Type *Type
}

// qualifiers say nothing that the specification needs, but for const.
var qualifiers = map[string]bool{
	"const": true, "volatile": true, "restrict": true, "__restrict": true,
}

// A declParser reads C declarations of a line with the types known so far.
type declParser struct {
	*line
	types Types
}

const declRemedy = "write a C prototype such as `int stat(const char *path, struct stat *buf)`"

// specifiers reads the type that a declaration begins with.
func (d *declParser) specifiers() *Type {
	var words []string
	var named string
	constant := false
	for d.err == nil {
		t := d.peek()
		if t.kind != word {
			break
		}
		switch {
		case t.text == "const":
			constant = true
		case t.text == "volatile":
		case t.text == "struct" || t.text == "union" || t.text == "enum":
			d.next()
			named = t.text + " " + d.name("a tag", declRemedy)
			d.at--
		case basicWords[t.text] && named == "":
			words = append(words, t.text)
		case named == "" && len(words) == 0:
			named = t.text
		default:
			return d.specified(words, named, constant)
		}
		d.next()
	}
	return d.specified(words, named, constant)
}

func (d *declParser) specified(words []string, named string, constant bool) *Type {
	var t *Type
	if named != "" {
		if t = d.types.find(named); t == nil {
			remedy := "`type " + named + "`, with its bytes if they are needed: `type " + named + " SIZE64 SIZE32`"
			if !strings.Contains(named, " ") {
				remedy += ", or `typedef C-TYPE " + named + "`"
			}
			d.fail("declare it before: "+remedy, "unknown type `%s`", named)
		}
	} else if t = basic(words); t == nil {
		d.fail(declRemedy, "`%s` is no type", strings.Join(words, " "))
	}
	if t == nil {
		return basics["int"]
	}
	if constant {
		return t.constant()
	}
	return t
}

// A declarator is a name with the layers of type around it, from the inside
// out: a function of parameters, an array, a pointer.
type declarator struct {
	name   string
	layers []layer
}

type layer struct {
	kind     Kind // Pointer, Function, or Object for an array
	constant bool
	count    int64
	params   []Param
	variadic bool
}

// deepest keeps declarations that are nested beyond sense off the stack.
const deepest = 32

// declarator reads `*name[3]`, `(*f)(int)`, or nothing.
func (d *declParser) declarator(depth int) declarator {
	var pointers []layer
	for d.accept("*") {
		p := layer{kind: Pointer}
		for d.peek().kind == word && qualifiers[d.peek().text] {
			p.constant = p.constant || d.next().text == "const"
		}
		pointers = append(pointers, p)
	}
	var out declarator
	switch {
	case depth > deepest:
		d.fail(declRemedy, "the declaration is nested too deeply")
	case d.peek().kind == word:
		out.name = d.next().text
	case d.peek().text == "(" && (d.ahead(1).text == "*" || d.ahead(1).text == "("):
		d.next()
		out = d.declarator(depth + 1)
		d.expect(")", declRemedy)
	}
	for d.err == nil {
		if d.accept("[") {
			a := layer{kind: Object}
			for d.peek().kind == word && qualifiers[d.peek().text] {
				d.next()
			}
			if d.peek().kind == number {
				a.count = d.next().value
			}
			d.expect("]", declRemedy)
			out.layers = append(out.layers, a)
		} else if d.accept("(") {
			f := layer{kind: Function}
			f.params, f.variadic = d.params(depth + 1)
			out.layers = append(out.layers, f)
		} else {
			break
		}
	}
	for i := len(pointers) - 1; i >= 0; i-- {
		out.layers = append(out.layers, pointers[i])
	}
	return out
}

// params reads parameters and the closing parenthesis.
func (d *declParser) params(depth int) (list []Param, variadic bool) {
	if d.accept(")") {
		return nil, false
	}
	if d.peek().text == "void" && d.ahead(1).text == ")" {
		d.next()
		d.next()
		return nil, false
	}
	for d.err == nil {
		if d.accept("...") {
			variadic = true
			break
		}
		base := d.specifiers()
		decl := d.declarator(depth)
		list = append(list, Param{decl.name, d.adjusted(base, decl.layers)})
		if !d.accept(",") {
			break
		}
	}
	d.expect(")", declRemedy)
	return list, variadic
}

// typed is the type of a declarator whose outermost layers stand last.
func (d *declParser) typed(base *Type, layers []layer) *Type {
	t := base
	for i := len(layers) - 1; i >= 0; i-- {
		switch l := layers[i]; l.kind {
		case Pointer:
			t = &Type{Kind: Pointer, Elem: t, Const: l.constant, Size: [2]int{8, 4}}
		case Function:
			t = &Type{Kind: Function, Elem: t}
		default:
			d.fail(declRemedy, "an array is not understood here")
		}
	}
	return t
}

// adjusted is the type of a parameter: arrays and functions are pointers.
func (d *declParser) adjusted(base *Type, layers []layer) *Type {
	if len(layers) > 0 && layers[0].kind == Object {
		return &Type{Kind: Pointer, Elem: d.inner(base, layers[1:]), Size: [2]int{8, 4}}
	}
	t := d.typed(base, layers)
	if t.Kind == Function {
		t = &Type{Kind: Pointer, Elem: t, Size: [2]int{8, 4}}
	}
	if !t.complete() {
		d.fail("give its members: `type "+t.Name+" { int a; int b; }`", "`%s` is passed by value, and its members are not known", t.Name)
	}
	return t
}

// inner is the element of an array parameter; of an array of arrays, the
// innermost one.
func (d *declParser) inner(base *Type, layers []layer) *Type {
	for len(layers) > 0 && layers[0].kind == Object {
		layers = layers[1:]
	}
	return d.typed(base, layers)
}

// prototype reads a function's declaration.
func (d *declParser) prototype() *Func {
	base := d.specifiers()
	decl := d.declarator(0)
	d.accept(";")
	d.done(declRemedy)
	if d.err == nil && (decl.name == "" || len(decl.layers) == 0 || decl.layers[0].kind != Function) {
		d.fail(declRemedy, "this declares no function")
	}
	if d.err != nil {
		return nil
	}
	f := &Func{Pos: d.pos, Name: decl.name, Params: decl.layers[0].params, Variadic: decl.layers[0].variadic}
	f.Result = d.typed(base, decl.layers[1:])
	if f.Result.Kind == Function {
		d.fail(declRemedy, "a function cannot return a function")
	} else if f.Result.Kind != Void && !f.Result.complete() {
		d.fail("give its members: `type "+f.Result.Name+" { int a; int b; }`",
			"`%s` is returned by value, and its members are not known", f.Result.Name)
	}
	seen := map[string]bool{}
	for i, p := range f.Params {
		switch {
		case p.Name == "":
			d.fail("name every parameter", "parameter %d of %s has no name", i+1, f.Name)
		case reserved[p.Name]:
			d.fail("rename the parameter; names in the header do not matter", "`%s` is a word of the format", p.Name)
		case seen[p.Name]:
			d.fail("rename one of them", "two parameters are named `%s`", p.Name)
		}
		seen[p.Name] = true
	}
	return f
}

// reserved are words that clauses use, so that no parameter can have them.
var reserved = map[string]bool{
	"result": true, "any": true, "null": true, "kept": true, "descriptor": true, "function": true, "static": true,
	"new": true, "or": true, "if": true, "with": true, "max": true, "min": true, "sizeof": true, "length": true,
	"text": true, "texts": true, "zero": true, "to": true, "later": true, "concurrently": true, "as": true,
}
