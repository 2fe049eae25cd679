package term

import "testing"

// TestMemoGivesPagesUp: what each epoch touches elsewhere in a growing pool does
// not add up, and what is touched again and again stays.
func TestMemoGivesPagesUp(t *testing.T) {
	m := newMemo[uint64]()
	for epoch := range T(1000) {
		m.reset()
		for i := range T(10) {
			m.put(epoch*memoPageSize*10+i*memoPageSize, uint64(epoch))
		}
		if m.held > slackPages+(slackFactor+1)*10 {
			t.Fatalf("%d pages in epoch %d", m.held, epoch)
		}
		if v, ok := m.get(epoch * memoPageSize * 10); !ok || v != uint64(epoch) {
			t.Fatalf("%d, %v instead of %d", v, ok, epoch)
		}
		if epoch > 0 && m.has((epoch-1)*memoPageSize*10) {
			t.Fatal("a value of the epoch before")
		}
	}
	m = newMemo[uint64]()
	for range 3 {
		m.reset()
		for i := range T(500) {
			m.put(i*memoPageSize, 1)
		}
	}
	page := m.pages[0]
	if m.reset(); m.pages[0] != page {
		t.Error("pages in use are given up")
	}
}
