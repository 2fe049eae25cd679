package term

import (
	"fmt"
	"maps"
	"math/big"
)

// Model assigns values to variables. A variable without a value reads as 0, an
// array variable as 0 at every index.
type Model struct {
	scalars values
	wide    map[T]*big.Int
	arrays  map[T]arrayValue
}

// arrayValue is a total array: the values set, and one for every other index.
type arrayValue struct {
	values map[uint64]uint64
	rest   uint64
}

// NewModel returns a model in which every variable is 0.
func NewModel() *Model {
	return &Model{wide: map[T]*big.Int{}, arrays: map[T]arrayValue{}}
}

// Set gives variable v the value x. Bits of x beyond v's width are ignored when
// v is evaluated; a Bool is true if the lowest bit of x is 1.
func (m *Model) Set(v T, x uint64) {
	delete(m.wide, v)
	m.scalars.put(v, x)
}

// SetBig gives variable v the value x modulo 2^Width(v). x is copied.
func (m *Model) SetBig(v T, x *big.Int) {
	if x.IsUint64() {
		m.Set(v, x.Uint64())
		return
	}
	m.scalars.remove(v)
	m.wide[v] = new(big.Int).Set(x)
}

// SetArray gives array variable v the elements values and rest everywhere else.
// The map is copied. Elements wider than 64 bits are zero-extended.
func (m *Model) SetArray(v T, values map[uint64]uint64, rest uint64) {
	m.arrays[v] = arrayValue{maps.Clone(values), rest}
}

// Get returns the value of v; ok is false if none was set, or only one of more
// than 64 bits.
func (m *Model) Get(v T) (x uint64, ok bool) {
	return m.scalars.get(v)
}

// GetBig returns the value of v, of any width, as set; ok is false if none was.
// The caller must not change it.
func (m *Model) GetBig(v T) (x *big.Int, ok bool) {
	if x, ok = m.wide[v]; ok {
		return x, true
	}
	if s, ok := m.scalars.get(v); ok {
		return new(big.Int).SetUint64(s), true
	}
	return new(big.Int), false
}

// GetArray returns the content of array variable v; ok is false if none was
// set. The caller must not change the map.
func (m *Model) GetArray(v T) (values map[uint64]uint64, rest uint64, ok bool) {
	a, ok := m.arrays[v]
	return a.values, a.rest, ok
}

// String lists the values, for debugging.
func (m *Model) String() string {
	scalars := map[T]uint64{}
	m.scalars.each(func(v T, x uint64) { scalars[v] = x })
	return fmt.Sprint(scalars, m.wide, m.arrays)
}

// Clone returns an independent copy.
func (m *Model) Clone() *Model {
	c := &Model{m.scalars.share(), maps.Clone(m.wide), make(map[T]arrayValue, len(m.arrays))}
	for v, a := range m.arrays {
		c.arrays[v] = arrayValue{maps.Clone(a.values), a.rest}
	}
	return c
}
