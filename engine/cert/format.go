package cert

import (
	"encoding/json"
	"fmt"
	"io"
)

// Format and Version name what this package reads and writes.
const (
	Format  = "assay certificate"
	Version = 1
)

// Certificate is a proof that no run violates a target.
type Certificate struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Tool    string   `json:"tool,omitempty"`
	Program Program  `json:"program"`
	Target  Target   `json:"target"`
	Options Settings `json:"options"`
	Claim   Claim    `json:"claim"`
	// Nodes are the tree of a search, in the order in which they closed: children
	// before parents.
	Nodes []Node `json:"nodes,omitempty"`
	// Loops are the invariants of a proof without a search; nil: there was one.
	Loops *Loops `json:"loops,omitempty"`
}

// Program identifies what the certificate is about.
type Program struct {
	IR     string `json:"ir,omitempty"` // SHA-256 of the linked LLVM IR
	Triple string `json:"triple"`
	Entry  string `json:"entry"` // linkage name of the entry function
}

// Target is what no run violates: any of the sites.
type Target struct {
	Name  string `json:"name"`
	Sites []Site `json:"sites"`
}

// Site is an instruction with the violations looked for there.
type Site struct {
	Point
	Classes []string `json:"classes"`
	Side    uint8    `json:"side"`
	Arg     int32    `json:"arg"`
	Made    *Point   `json:"made,omitempty"` // leaks of what is allocated there only
}

// Point is a place in the program that keeps its name from run to run.
type Point struct {
	Block    string `json:"block"` // hash of function and block, in hexadecimal
	Instr    int32  `json:"instr"` // ordinal in the block
	Function string `json:"function,omitempty"`
}

// Settings are the options on which the meaning of the program depends.
type Settings struct {
	Extern         string   `json:"extern"`
	NoFail         []string `json:"noFail,omitempty"`
	VolatileMemory bool     `json:"volatileMemory,omitempty"`
	Trapv          bool     `json:"trapv,omitempty"`
	MaxArgc        int      `json:"maxArgc"`
	MaxArgLen      int      `json:"maxArgLen"`
	MaxStdin       int      `json:"maxStdin,omitempty"`
	MaxLoop        int      `json:"maxLoop,omitempty"`
	MaxDepth       int      `json:"maxDepth"`
}

// Claim is the verdict that the certificate proves.
type Claim struct {
	Status      string   `json:"status"` // "unreachable" or "bounded"
	Assumptions []string `json:"assumptions"`
	Given       []Given  `json:"given,omitempty"`
	Bounds      []Bound  `json:"bounds,omitempty"`
}

// Given is a path-ending check that the proof takes as passed.
type Given struct {
	Error string `json:"error"`
	At    string `json:"at"`
}

// Bound is a limit that paths met.
type Bound struct {
	Kind  string `json:"kind"`
	At    string `json:"at"`
	Limit int64  `json:"limit"`
}

// The kinds of node.
const (
	Root     = "root"     // a start of the program
	Fork     = "fork"     // the path condition grew: one child or two
	Join     = "join"     // paths may join
	End      = "end"      // a leaf: the path ended
	Subsumed = "subsumed" // a leaf: it satisfies the annotation of node By
	Cut      = "cut"      // a leaf: no target can be reached from its call stack
)

// Node is a node or a leaf of the tree.
type Node struct {
	ID     int    `json:"id"`
	Parent int    `json:"parent"` // -1: a root
	Kind   string `json:"kind"`
	// Decision is what a fork decided; Other marks its child behind the answer
	// that the path did not go on with.
	Decision string `json:"decision,omitempty"`
	Other    bool   `json:"other,omitempty"`
	// Reason tells how the path of a leaf ended.
	Reason string `json:"reason,omitempty"`
	By     int    `json:"by,omitempty"`
	// Bounded: proved under the bounds of this node only. Half: nothing is
	// proved of it, it was explored.
	Bounded bool    `json:"bounded,omitempty"`
	Half    bool    `json:"half,omitempty"`
	Stack   []Frame `json:"stack,omitempty"` // outermost first
	Stdin   int     `json:"stdin,omitempty"` // bytes of standard input read, of bounded nodes
	// Psi is the annotation of a join that is not half.
	Psi *Psi `json:"psi,omitempty"`
}

// Frame is an activation.
type Frame struct {
	Point            // the instruction under way: below another frame, its call
	Chained  bool    `json:"chained,omitempty"` // started by the engine: a constructor
	Turns    []Turn  `json:"turns,omitempty"`   // taken so far, of bounded nodes
	Variadic *VarArg `json:"variadic,omitempty"`
}

// Turn counts turns of a loop.
type Turn struct {
	Head int32 `json:"head"` // index of the loop's head among the function's blocks
	N    int32 `json:"n"`
	// Forked: the turn under way will count.
	Forked bool `json:"forked,omitempty"`
}

// VarArg is where the variadic arguments of a frame lie.
type VarArg struct {
	Saved uint32 `json:"saved,omitempty"` // the register save area, where there is one
	Stack uint32 `json:"stack"`
}

// Psi is a predicate over states: objects exist, one to one, such that the
// holders hold their addresses and the conditions are true.
type Psi struct {
	Variables []Variable `json:"variables,omitempty"`
	// Conditions is an SMT-LIB 2 script that declares the variables and asserts
	// the conditions.
	Conditions string   `json:"conditions,omitempty"`
	Holders    []Holder `json:"holders,omitempty"`
	Objects    []Object `json:"objects,omitempty"` // those that are not static
}

// Place is a register (Object 0), an element of the aggregate in one, or bytes
// of an object.
type Place struct {
	Object  uint32 `json:"object,omitempty"`
	At      uint64 `json:"at,omitempty"`    // first byte
	Bytes   int32  `json:"bytes,omitempty"` // how many
	Depth   int32  `json:"depth,omitempty"` // of the register's frame, 0 being the outermost
	Reg     int32  `json:"reg,omitempty"`
	Element int32  `json:"element,omitempty"` // i+1: element i of the aggregate
}

// The roles of variables.
const (
	Number  = "number"  // the value; width 0: a Bool
	Offset  = "offset"  // the offset of the address
	Size    = "size"    // of the object
	Written = "written" // Bool: all bytes were written
)

// Variable is a state variable of the conditions.
type Variable struct {
	Name string `json:"name"`
	Place
	Role  string `json:"role"`
	Width int32  `json:"width,omitempty"`
}

// Holder demands that a place holds an address in an object; Target 0: in none.
type Holder struct {
	Place
	Target uint32 `json:"target"`
}

// Object is an object of a predicate with what a match preserves.
type Object struct {
	ID       uint32 `json:"id"`
	Origin   string `json:"origin"`
	Size     uint64 `json:"size,omitempty"`
	AnySize  bool   `json:"anySize,omitempty"` // Size is not known
	Constant bool   `json:"constant,omitempty"`
	Dead     bool   `json:"dead,omitempty"`
	Begun    bool   `json:"begun,omitempty"` // its life began at a marker
	Owner    int    `json:"owner"`           // depth of the frame with which it dies; -1: none
	Site     *Point `json:"site,omitempty"`  // of stack objects: the instruction that made it
}

// Write writes a certificate as JSON.
func (c *Certificate) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(c)
}

// Read reads a certificate. Errors say what is wrong with it.
func Read(r io.Reader) (*Certificate, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	c := &Certificate{}
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("not a certificate: %w", err)
	}
	if c.Format != Format || c.Version != Version {
		return nil, fmt.Errorf("format %q, version %d: this is for %q, version %d", c.Format, c.Version, Format, Version)
	}
	return c, nil
}
