package term

// memo maps terms to values for the length of an epoch, after which it forgets
// them all at once. It is paged: it never moves what it holds as the pool grows,
// and it holds pages only for the parts of the pool that were touched, so that
// work on a few terms of a large pool costs what those terms cost.
type memo[V any] struct {
	pages []*memoPage[V]
	epoch uint32 // of the cells that count; 0 only before the first reset
	held  int    // pages there are
	used  int    // of them, those with a cell of this epoch
}

const (
	memoPageBits = 8
	memoPageSize = 1 << memoPageBits
)

// Pages that an epoch leaves are given up if they are more than slackPages and
// slackFactor times what it used: of a pool that grows, epoch by epoch, other
// parts are touched.
const (
	slackPages  = 32
	slackFactor = 4
)

type memoPage[V any] struct {
	epoch uint32 // the last one in which a cell was written
	cells [memoPageSize]memoCell[V]
}

// memoCell is the value of a term in an epoch. Epoch 0 marks a cell never used.
type memoCell[V any] struct {
	epoch uint32
	value V
}

func newMemo[V any]() memo[V] { return memo[V]{epoch: 1} }

// reset forgets all values, in constant time unless most pages were of no use.
func (m *memo[V]) reset() {
	if m.held > slackPages+slackFactor*m.used {
		clear(m.pages)
		m.held = 0
	}
	m.used = 0
	m.epoch++
	if m.epoch == 0 { // wrapped around: old cells would count again
		for _, p := range m.pages {
			if p != nil {
				*p = memoPage[V]{}
			}
		}
		m.epoch = 1
	}
}

// has reports whether t has a value.
func (m *memo[V]) has(t T) bool {
	i := int(t >> memoPageBits)
	return i < len(m.pages) && m.pages[i] != nil && m.pages[i].cells[t%memoPageSize].epoch == m.epoch
}

// at returns the value of t, which must have one.
func (m *memo[V]) at(t T) V { return m.pages[t>>memoPageBits].cells[t%memoPageSize].value }

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
	p := m.pages[i]
	if p == nil {
		p = new(memoPage[V])
		m.pages[i] = p
		m.held++
	}
	if p.epoch != m.epoch {
		p.epoch = m.epoch
		m.used++
	}
	p.cells[t%memoPageSize] = memoCell[V]{m.epoch, v}
}
