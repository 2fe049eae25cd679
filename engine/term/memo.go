package term

// memo maps terms to values for the length of an epoch, after which it forgets
// them all at once. It is paged: it never moves what it holds as the pool grows,
// and it holds pages only for the parts of the pool that were touched, so that
// work on a few terms of a large pool costs what those terms cost.
type memo[V any] struct {
	pages []*memoPage[V]
	epoch uint32 // of the cells that count; 0 only before the first reset
}

const (
	memoPageBits = 8
	memoPageSize = 1 << memoPageBits
)

type memoPage[V any] [memoPageSize]memoCell[V]

// memoCell is the value of a term in an epoch. Epoch 0 marks a cell never used.
type memoCell[V any] struct {
	epoch uint32
	value V
}

func newMemo[V any]() memo[V] { return memo[V]{epoch: 1} }

// reset forgets all values in constant time and keeps the pages.
func (m *memo[V]) reset() {
	m.epoch++
	if m.epoch == 0 { // wrapped around: old cells would count again
		for _, p := range m.pages {
			if p != nil {
				clear(p[:])
			}
		}
		m.epoch = 1
	}
}

// has reports whether t has a value.
func (m *memo[V]) has(t T) bool {
	i := int(t >> memoPageBits)
	return i < len(m.pages) && m.pages[i] != nil && m.pages[i][t%memoPageSize].epoch == m.epoch
}

// at returns the value of t, which must have one.
func (m *memo[V]) at(t T) V { return m.pages[t>>memoPageBits][t%memoPageSize].value }

// get returns the value of t if it has one.
func (m *memo[V]) get(t T) (v V, ok bool) {
	if !m.has(t) {
		return v, false
	}
	return m.at(t), true
}

// put gives t a value.
func (m *memo[V]) put(t T, v V) {
	i := int(t >> memoPageBits)
	if i >= len(m.pages) {
		m.pages = append(m.pages, make([]*memoPage[V], i+1-len(m.pages))...)
	}
	if m.pages[i] == nil {
		m.pages[i] = new(memoPage[V])
	}
	m.pages[i][t%memoPageSize] = memoCell[V]{m.epoch, v}
}
