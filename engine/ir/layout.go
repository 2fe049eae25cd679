package ir

import (
	"fmt"
	"math"
	"math/bits"
	"sort"
	"strconv"
	"strings"
)

// dataLayout is the part of LLVM's datalayout string that decides sizes and
// alignments (LLVM Language Reference, "Data Layout").
type dataLayout struct {
	bigEndian bool
	ptrBits   int
	ptrAlign  uint32
	aggAlign  uint32
	ints      []alignment // ascending by width
	floats    map[int]uint32
	vectors   map[int]uint32
}

// alignment is the ABI alignment in bytes of one width in bits.
type alignment struct {
	bits  int
	align uint32
}

// parseDataLayout reads a datalayout string; what it does not mention has
// LLVM's defaults.
func parseDataLayout(s string) (dataLayout, error) {
	dl := dataLayout{
		ptrBits: 64, ptrAlign: 8, aggAlign: 1,
		ints:    []alignment{{1, 1}, {8, 1}, {16, 2}, {32, 4}, {64, 4}},
		floats:  map[int]uint32{16: 2, 32: 4, 64: 8, 128: 16},
		vectors: map[int]uint32{64: 8, 128: 16},
	}
	for _, spec := range strings.Split(s, "-") {
		if err := dl.apply(spec); err != nil {
			return dl, fmt.Errorf("datalayout %q: %q: %w", s, spec, err)
		}
	}
	return dl, nil
}

// apply reads one specification, such as "i64:32:64".
func (dl *dataLayout) apply(spec string) error {
	if spec == "" {
		return nil
	}
	if spec == "E" || spec == "e" {
		dl.bigEndian = spec == "E"
		return nil
	}
	parts := strings.Split(spec[1:], ":")
	switch spec[0] {
	case 'p':
		return dl.applyPointer(parts)
	case 'i', 'f', 'v', 'a':
		width := 0
		if parts[0] != "" {
			var err error
			if width, err = strconv.Atoi(parts[0]); err != nil {
				return err
			}
		}
		if len(parts) < 2 {
			return fmt.Errorf("no alignment")
		}
		align, err := alignBytes(parts[1])
		if err != nil {
			return err
		}
		dl.set(spec[0], width, align)
	}
	return nil // mangling, native widths, stack alignment: no influence here
}

// applyPointer reads the pointer specification of address space 0; the others
// are not used by C.
func (dl *dataLayout) applyPointer(parts []string) error {
	if parts[0] != "" && parts[0] != "0" {
		return nil
	}
	if len(parts) < 3 {
		return fmt.Errorf("no size and alignment")
	}
	width, err := strconv.Atoi(parts[1])
	if err != nil {
		return err
	}
	if width != 32 && width != 64 {
		return fmt.Errorf("pointers of %d bits are not supported", width)
	}
	align, err := alignBytes(parts[2])
	if err != nil {
		return err
	}
	dl.ptrBits, dl.ptrAlign = width, align
	return nil
}

// alignBytes turns an alignment in bits into bytes; 0 means 1.
func alignBytes(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return 0, err
	}
	if n%8 != 0 {
		return 0, fmt.Errorf("alignment %d is no multiple of 8", n)
	}
	return max(uint32(n/8), 1), nil
}

// set records the alignment of one width of one class of types.
func (dl *dataLayout) set(class byte, width int, align uint32) {
	switch class {
	case 'a':
		dl.aggAlign = align
	case 'f':
		dl.floats[width] = align
	case 'v':
		dl.vectors[width] = align
	case 'i':
		for i := range dl.ints {
			if dl.ints[i].bits == width {
				dl.ints[i].align = align
				return
			}
		}
		dl.ints = append(dl.ints, alignment{width, align})
		sort.Slice(dl.ints, func(i, j int) bool { return dl.ints[i].bits < dl.ints[j].bits })
	}
}

// intAlign is the alignment of an integer type: that of the next wider width
// that is specified, else of the widest.
func (dl *dataLayout) intAlign(width int) uint32 {
	for _, a := range dl.ints {
		if a.bits >= width {
			return a.align
		}
	}
	return dl.ints[len(dl.ints)-1].align
}

// floatAlign is the alignment of a float type: as specified, else the power
// of two that holds it.
func (dl *dataLayout) floatAlign(width int) uint32 {
	if a, ok := dl.floats[width]; ok {
		return a
	}
	return uint32(ceilPow2(uint64(width+7) / 8))
}

// vectorAlign is the alignment of a vector of the given width: as specified,
// else natural.
func (dl *dataLayout) vectorAlign(width uint64) uint32 {
	if a, ok := dl.vectors[int(width)]; ok {
		return a
	}
	return uint32(ceilPow2((width + 7) / 8))
}

// scalar is the layout of an integer, pointer or float of the given width.
func scalar(kind Kind, width int, align uint32) Type {
	store := uint64(width+7) / 8
	return Type{Kind: kind, Bits: width, Size: alignUp(store, uint64(align)), Store: store, Align: align}
}

// arrayOf is the layout of n elements; the largest size stands for any that
// does not fit.
func arrayOf(n uint64, id TypeID, elem *Type) Type {
	over, size := bits.Mul64(n, elem.Size)
	if over != 0 {
		size = math.MaxUint64
	}
	return Type{Kind: Array, Elem: id, Len: n, Size: size, Store: size, Align: elem.Align}
}

// structOf lays the fields out in order.
func structOf(dl *dataLayout, types []Type, fields []TypeID, packed bool) Type {
	t := Type{Kind: Struct, Align: 1, Fields: make([]Field, len(fields))}
	if !packed {
		t.Align = dl.aggAlign
	}
	for i, id := range fields {
		f := &types[id]
		if !packed {
			t.Size = alignUp(t.Size, uint64(f.Align))
			t.Align = max(t.Align, f.Align)
		}
		t.Fields[i] = Field{Type: id, Offset: t.Size}
		t.Size += f.Size
	}
	t.Size = alignUp(t.Size, uint64(t.Align))
	t.Store = t.Size
	return t
}

func alignUp(n, a uint64) uint64 { return (n + a - 1) / a * a }

func ceilPow2(n uint64) uint64 {
	if n <= 1 {
		return 1
	}
	return 1 << bits.Len64(n-1)
}
