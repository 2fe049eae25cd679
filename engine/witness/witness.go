// Package witness holds the evidence behind a `reachable` verdict: the inputs
// that drive a program into a violation, their file format, and the native
// replay that confirms them (docs/witness.md).
//
// Replay compiles the same sources with the same flags and observes the
// failure in one of three ways: (a) the sanitizer of the violation's class,
// matched by class and line; (b) a build of the same linked IR with an
// explicit check at the candidate instruction, for what no sanitizer reports
// at the right place; (c) the location simply hit. The package knows nothing
// of search or execution: it is the judge of their models.
package witness

import "math/big"

// FormatName and FormatVersion identify the file format.
const (
	FormatName    = "assay-witness"
	FormatVersion = 1
)

// Witness is one input of a program with the violation it leads to.
type Witness struct {
	Format  string   `json:"format"`  // FormatName
	Version int      `json:"version"` // FormatVersion
	Tool    Tool     `json:"tool"`
	Program Program  `json:"program"`
	Target  Target   `json:"target"`
	Inputs  Inputs   `json:"inputs"`
	Choices []Choice `json:"choices,omitempty"`
	Path    []Step   `json:"path,omitempty"`
}

// Tool names the program that made the witness.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Program says what the inputs are for.
type Program struct {
	Sources []Source `json:"sources"`
	// Models are the user's C stubs, compiled and linked like sources.
	Models []Source `json:"models,omitempty"`
	// Entry is the function execution starts in; only main can be replayed.
	Entry string `json:"entry"`
	// DataModel is LP64 or ILP32 (-m32).
	DataModel string `json:"dataModel"`
	Triple    string `json:"triple,omitempty"`
	// IRSHA256 is the hash of the linked IR's text that Target.Site and the
	// sites of choices index; empty when no site is given.
	IRSHA256 string `json:"irSha256,omitempty"`
	// Havoc lists the undefined external functions whose results were
	// chosen freely (--extern havoc).
	Havoc []Extern `json:"havoc,omitempty"`
}

// Source is a translation unit.
type Source struct {
	Path   string   `json:"path"`             // absolute or relative to Dir
	Dir    string   `json:"dir,omitempty"`    // directory the compiler runs in
	Flags  []string `json:"flags,omitempty"`  // compiler flags, without -c, -o and the source
	SHA256 string   `json:"sha256,omitempty"` // of the source's bytes, lower-case hex
}

// Extern is an undefined function and the type of its result: void, pointer,
// float, double or iN with N one of 1, 8, 16, 32, 64.
type Extern struct {
	Name    string `json:"name"`
	Returns string `json:"returns"`
}

// Target is the violation looked for, at one instruction.
type Target struct {
	Class    string `json:"class"` // op.Class's stable name
	Name     string `json:"name"`  // "file:line: rule"
	File     string `json:"file"`
	Line     int    `json:"line"`              // 1-based first line of the statement
	EndLine  int    `json:"endLine,omitempty"` // last line of the statement; 0: Line
	Column   int    `json:"column,omitempty"`  // 1-based; 0: unknown
	Function string `json:"function"`          // as C names it
	Site     *Site  `json:"site,omitempty"`    // the instruction in the linked IR
	// Operand is the position of the operand concerned among the LLVM
	// instruction's operands (getelementptr: 0 is the base); -1: any.
	Operand int `json:"operand"`
	// Side is the end of the range the value leaves by: "", "low" or "high".
	Side string `json:"side,omitempty"`
	// Signedness is that of a downcast's result: "", "signed", "unsigned".
	Signedness string `json:"signedness,omitempty"`
}

// Site is an instruction of the linked IR's text.
type Site struct {
	Function string `json:"function"` // linkage name
	Block    int    `json:"block"`    // position of the block in the function, from 0
	Instr    int    `json:"instr"`    // position in the block, phis counted, from 0
	Key      string `json:"key,omitempty"`
}

// Inputs is everything a native run can be told.
type Inputs struct {
	// Argv is the whole argument vector, argv[0] included; empty means one
	// argument, the program's name.
	Argv []Bytes `json:"argv,omitempty"`
	// Stdin is the text on standard input up to its end, formatted
	// conversions already rendered.
	Stdin Bytes `json:"stdin,omitempty"`
	// Env is the whole environment: variables not named are unset.
	Env []EnvVar `json:"env,omitempty"`
	// Feeds are the results of input functions in the order the path
	// consumed them.
	Feeds []Feed `json:"feeds,omitempty"`
}

// EnvVar is an environment variable; a null value says that the path depends
// on its absence.
type EnvVar struct {
	Name  string `json:"name"`
	Value *Bytes `json:"value"`
}

// Feed is one result of an input function. The n-th feed of a key answers the
// n-th request of that key. Keys: the name of the function
// (`__VERIFIER_nondet_int`, `rand`, `time`, `fopen`, `read`, a havocked
// function …), `klee_make_symbolic:NAME`, `malloc` for the whole allocation
// family (1: this call fails).
type Feed struct {
	Key   string `json:"key"`
	Value Value  `json:"value"`
	At    string `json:"at,omitempty"` // file:line of the request
}

// Value is an integer (any width, decimal or 0x…; a float's bits) or bytes in
// memory order. Exactly one of the two is set.
type Value struct {
	Int   string `json:"int,omitempty"`
	Bytes *Bytes `json:"bytes,omitempty"`
	// Text is the value as C would print it, for readers only.
	Text string `json:"text,omitempty"`
}

// IntValue makes an integer value.
func IntValue(v int64) Value { return Value{Int: big.NewInt(v).String()} }

// BigValue makes an integer value of any width.
func BigValue(v *big.Int) Value { return Value{Int: v.String()} }

// BytesValue makes a value of bytes in memory order; b is not copied.
func BytesValue(b []byte) Value {
	v := Bytes(b)
	return Value{Bytes: &v}
}

// The kinds of choice: what verdicts.md leaves open and no native run can be
// told.
const (
	ChoiceShift        = "shift"         // result of an out-of-range shift
	ChoiceFloatToInt   = "float-to-int"  // result of an out-of-range conversion
	ChoiceVolatile     = "volatile"      // result of a volatile read
	ChoiceBool         = "bool"          // result of reading a _Bool byte above 1
	ChoiceCall         = "call"          // result of a call at a site
	ChoiceUninit       = "uninitialised" // bytes never written, of an object
	ChoiceOverlap      = "overlap"       // bytes left by an overlapping copy
	ChoiceAddressOrder = "address-order" // order or identity of addresses
	ChoiceArgument     = "argument"      // what a caller other than main's passed
	ChoiceHavoc        = "havoc"         // a havocked function was called
)

// Choice is one free choice of the path.
type Choice struct {
	Kind string `json:"kind"`
	// Site is the instruction whose result is chosen; for ChoiceUninit the
	// alloca, or nil for an object of the allocation family.
	Site *Site `json:"site,omitempty"`
	// Occurrence counts executions of the site (allocations, when there is
	// none) from 0.
	Occurrence int    `json:"occurrence"`
	Offset     int    `json:"offset,omitempty"` // ChoiceUninit: first byte in the object
	Value      Value  `json:"value"`
	Function   string `json:"function,omitempty"` // ChoiceHavoc: which
	// Variable is the name of the object whose bytes are chosen.
	Variable string `json:"variable,omitempty"`
	// Unfed: no build can be told to make this choice.
	Unfed bool   `json:"unfed,omitempty"`
	At    string `json:"at"` // file:line
}

// feedable tells the choices that a build is told.
func (c *Choice) feedable() bool {
	switch c.Kind {
	case ChoiceAddressOrder, ChoiceArgument, ChoiceOverlap, ChoiceHavoc:
		return false
	}
	return !c.Unfed
}

// Step is one step of the path, as reports show it.
type Step struct {
	File     string    `json:"file"`
	Line     int       `json:"line"`
	Function string    `json:"function"`
	Text     string    `json:"text"`
	Values   []Binding `json:"values,omitempty"`
}

// Binding is a C expression with its value, both as text.
type Binding struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
