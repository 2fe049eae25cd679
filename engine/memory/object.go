package memory

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/term"
)

// Origin tells what made an object.
type Origin uint8

// The origins.
const (
	Static Origin = iota // a global
	Stack                // an alloca, or a byval copy
	Heap                 // malloc family
	Code                 // a function; it has no bytes
	Input                // argv strings and the like, given by the environment
)

// Object is a region of memory with one lifetime. It is immutable for readers;
// Space copies it on write.
type Object struct {
	epoch uint64

	Origin Origin
	Size   uint64 // bytes; the largest possible size when SizeT is set
	SizeT  term.T // symbolic size of pointer width, or None
	Align  uint64
	Const  bool // writing to it is an error
	Dead   bool // freed, or out of scope
	// Begun: its life began at a lifetime marker, not where it was made.
	Begun bool
	// Site is the instruction that made it, Occ counts the objects made
	// there before on this path: together they name it across runs.
	Site ir.Point
	Occ  uint32
	Name string      // for people: the variable, "malloc@file:line", …
	Func ir.FuncID   // Code; Heap: the library function that made it
	Glob ir.GlobalID // Static
	// FreedIf, if set, is the condition under which unknown code has ended its life.
	FreedIf term.T
	// loosed is the clock reading at which it may first have ended so; 0: never.
	loosed uint32
	// Foreign: unknown code made it, and it may be code, also of the program.
	Foreign bool
	// Library: a library model has it for itself. The program may have its address.
	Library bool
	// Lent: the program's own malloc gave it to the library, from memory of the program's.
	Lent bool
	// Shared: code that runs at the same time may change it at any time.
	Shared bool
	// Merged, if set, is the constant that it is, which the linker may put where another
	// one is (ir.MayMerge).
	Merged *ir.Global
	// Extent is what it takes in memory, where that is less or more than what is modelled
	// of it (argv strings), and After what lies right before it.
	Extent term.T
	After  ObjID
	// Born and Died are clock readings; Died is 0 while alive.
	Born, Died uint32
	// Base is the address variable, made when the address is first looked
	// at as a number.
	Base term.T
	// Bound, if set, is the offset from which a read meets an input bound
	// of this kind (argv strings).
	BoundAt   uint64
	BoundKind string

	zero  bool // bytes without page are zero, not unwritten
	pages []*page
	// arr and written take over from pages once a symbolic offset hits a
	// large object: arrays from offset to byte, and to 1 where written.
	arr, written term.T
}

// pageSize balances copying on write against the number of pages.
const pageSize = 256

// state says what a byte holds.
type state uint8

const (
	unwritten state = iota
	known           // data
	symbolic        // cell
)

// page is a run of pageSize bytes (fewer at the end of a small object).
type page struct {
	epoch uint64
	data  []byte
	st    []state
	cells []cell // nil until the first symbolic byte
}

// cell is a byte that is part of a stored value.
type cell struct {
	v *stored
	i uint16 // which byte of it, little-endian
	// unwritten is the condition under which the byte was never written:
	// None for never, True for always.
	unwritten term.T
}

// stored is a value as it was stored over n bytes.
type stored struct {
	v Value
	n int
}

func newPage(n int, epoch uint64, zero bool) *page {
	p := &page{epoch: epoch, data: make([]byte, n), st: make([]state, n)}
	if zero {
		for i := range p.st {
			p.st[i] = known
		}
	}
	return p
}

func (p *page) clone(epoch uint64) *page {
	q := &page{epoch: epoch, data: append([]byte(nil), p.data...), st: append([]state(nil), p.st...)}
	if p.cells != nil {
		q.cells = append([]cell(nil), p.cells...)
	}
	return q
}

// pageLen is the number of bytes of page i of an object of the given size.
func pageLen(size uint64, i int) int {
	return int(min(pageSize, size-uint64(i)*pageSize))
}
