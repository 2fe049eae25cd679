package spec

import "strings"

// Kind says what values of a type are.
type Kind int

const (
	Void    Kind = iota
	Integer      // C's integers, enumerations, and _Bool
	Real         // floating-point and complex numbers
	Pointer
	Function
	Object // structures, unions, and types whose members nobody needs
	List   // va_list
)

// A Type is a C type.
type Type struct {
	Pos    // where a file declares it
	Kind   Kind
	C      string // how generated C spells it: of integers, reals, void, objects with members
	Name   string // as a file names it: "struct stat"
	Signed bool   // of integers
	Bool   bool   // _Bool
	Size   [2]int // bytes with 64-bit and 32-bit pointers; 0: unknown
	Const  bool
	Elem   *Type // what a pointer points to, what a function returns

	Members []Member // of an object
	Union   bool
}

// A Member of a structure or union.
type Member struct {
	Name  string
	Type  *Type
	Count int64 // of an array's elements; 0: no array
}

// constant is the type with const.
func (t *Type) constant() *Type {
	c := *t
	c.Const = true
	return &c
}

// Scalar says whether a value of the type is one number or address.
func (t *Type) Scalar() bool {
	return t.Kind == Integer || t.Kind == Real || t.Kind == Pointer
}

// Spelling is the type in generated C: every pointer is a void *.
func (t *Type) Spelling() string {
	if t.Kind == Pointer {
		return "void *"
	}
	return t.C
}

// complete says whether values of the type can be passed and returned.
func (t *Type) complete() bool { return t.C != "" || t.Kind == Pointer }

// wide says that the type is wchar_t or wint_t: characters of four bytes.
func (t *Type) wide() bool { return t.Kind == Integer && t.Size == [2]int{4, 4} }

// basics are C's types by their words in the order of C's grammar, with
// long int and the like written shortest.
var basics = map[string]*Type{
	"void":                 {Kind: Void, C: "void"},
	"_Bool":                {Kind: Integer, C: "_Bool", Bool: true, Size: [2]int{1, 1}},
	"char":                 {Kind: Integer, C: "char", Signed: true, Size: [2]int{1, 1}},
	"signed char":          {Kind: Integer, C: "signed char", Signed: true, Size: [2]int{1, 1}},
	"short":                {Kind: Integer, C: "short", Signed: true, Size: [2]int{2, 2}},
	"int":                  {Kind: Integer, C: "int", Signed: true, Size: [2]int{4, 4}},
	"long":                 {Kind: Integer, C: "long", Signed: true, Size: [2]int{8, 4}},
	"long long":            {Kind: Integer, C: "long long", Signed: true, Size: [2]int{8, 8}},
	"unsigned char":        {Kind: Integer, C: "unsigned char", Size: [2]int{1, 1}},
	"unsigned short":       {Kind: Integer, C: "unsigned short", Size: [2]int{2, 2}},
	"unsigned":             {Kind: Integer, C: "unsigned", Size: [2]int{4, 4}},
	"unsigned long":        {Kind: Integer, C: "unsigned long", Size: [2]int{8, 4}},
	"unsigned long long":   {Kind: Integer, C: "unsigned long long", Size: [2]int{8, 8}},
	"float":                {Kind: Real, C: "float", Size: [2]int{4, 4}},
	"double":               {Kind: Real, C: "double", Size: [2]int{8, 8}},
	"long double":          {Kind: Real, C: "long double", Size: [2]int{16, 12}},
	"float _Complex":       {Kind: Real, C: "float _Complex", Size: [2]int{8, 8}},
	"double _Complex":      {Kind: Real, C: "double _Complex", Size: [2]int{16, 16}},
	"long double _Complex": {Kind: Real, C: "long double _Complex", Size: [2]int{32, 24}},
	"va_list":              {Kind: List, C: "va_list", Size: [2]int{24, 4}},
}

// basicWords are the words that basics are written in.
var basicWords = map[string]bool{
	"void": true, "_Bool": true, "char": true, "short": true, "int": true, "long": true, "signed": true,
	"unsigned": true, "float": true, "double": true, "_Complex": true, "complex": true,
}

// basic is the type that words of C stand for, in any order, or nil.
func basic(words []string) *Type {
	count := map[string]int{}
	for _, w := range words {
		if w == "complex" {
			w = "_Complex"
		}
		count[w]++
	}
	var out []string
	add := func(w string) {
		for ; count[w] > 0; count[w]-- {
			out = append(out, w)
		}
	}
	char := count["char"] > 0
	other := count["short"]+count["long"]+count["unsigned"] > 0 || count["signed"] > 0 && !char
	if !char && other && count["double"] == 0 {
		count["int"] = max(0, count["int"]-1)
	}
	if count["signed"] > 0 && !char {
		count["signed"]--
		if len(words) == 1 {
			count["int"] = 1
		}
	}
	for _, w := range []string{"signed", "unsigned", "short", "long", "void", "_Bool", "char", "int", "float", "double", "_Complex"} {
		add(w)
	}
	return basics[strings.Join(out, " ")]
}

// Types are the names of types: typedefs, and tags with their keyword.
type Types map[string]*Type

// find is the type of a name. Every enumeration is an unsigned int, as C
// compilers have it where no constant is negative.
func (ts Types) find(name string) *Type {
	if t := ts[name]; t != nil {
		return t
	}
	if strings.HasPrefix(name, "enum ") {
		return basics["unsigned"]
	}
	return basics[name]
}
