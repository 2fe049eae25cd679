package witness

import (
	"testing"

	"github.com/assay-dev/assay/engine/op"
)

// corpusCase is an input of the corpus that reaches a violation.
type corpusCase struct {
	line     int
	class    op.Class
	instr    string // candidate instruction on the line
	nth      int
	argv     []string
	stdin    string
	nondet   []int64 // answers of __VERIFIER_nondet_int
	observer string
}

var corpusCases = map[string][]corpusCase{
	"tlv.c": {
		{50, op.OutOfBounds, `^load i8,`, 0, nil, rep("\x04", 63) + "\x02", nil, ObserverSanitizer},
		{65, op.IndexBound, `^getelementptr .*\[12 x i8\]`, 0, nil, "\x01\x0cAAAAAAAAAAAA\x00", nil, ObserverSanitizer},
		{111, op.DivByZero, `^[us](div|rem)`, 0, nil, "\x02\x02\x01\x01\x00\x00", nil, ObserverSanitizer},
	},
	"ring.c": {
		{28, op.SignedOverflow, `^sub nsw`, 1, nil, "p 1 b -2147483648", nil, ObserverSanitizer},
		{59, op.IndexBound, `^getelementptr .*\[`, 0, nil, "p 1 b -100", nil, ObserverSanitizer},
		{66, op.SignedOverflow, `^add nsw`, 0, nil, "p 2147483647 p 1 a", nil, ObserverSanitizer},
		{67, op.DivByZero, `^sdiv`, 0, nil, "a", nil, ObserverSanitizer},
	},
	"list.c": {
		{64, op.NullAccess, `^load i32`, 0, nil, "u 5", nil, ObserverSanitizer},
		{64, op.SignedOverflow, `^add nsw`, 0, nil, "a 1 2147483647 u 1", nil, ObserverSanitizer},
		{83, op.DeadAccess, `^load i32`, 1, nil, "a 1 1 d 1 l", nil, ObserverSanitizer},
		{79, op.DanglingRead, `^load %struct.job\*`, 0, nil, "a 1 1 d 1 l", nil, ObserverCheck},
	},
	"checksum.c": {
		{46, op.SignedOverflow, `^shl`, 0, []string{"checksum", "1"}, "\xff\x01\x01\x01", nil, ObserverSanitizer},
		{55, op.ShiftRange, `^lshr`, 0, []string{"checksum", "0"}, "\x01\x01\x01\x01", nil, ObserverSanitizer},
		{98, op.DivByZero, `^[us](div|rem)`, 0, []string{"checksum", "3"}, "\x00\x00\x00\x00", nil, ObserverSanitizer},
	},
	"date.c": {
		{52, op.SignedOverflow, `^add nsw`, 1, nil, "", []int64{2000, 1, 1, 2000, 1, 1, 2147483647}, ObserverSanitizer},
		{55, op.IndexBound, `^getelementptr .*\[`, 0, nil, "", []int64{1, 1, 1, 1, 1, 1, -50}, ObserverSanitizer},
		{67, op.DivByZero, `^sdiv`, 0, nil, "", []int64{2000, 1, 1, 2000, 1, 5, 0}, ObserverSanitizer},
	},
	"expr.c": {
		{59, op.IndexBound, `^getelementptr .*\[8 x i8\]`, 0, []string{"expr", "(((((((((("}, "", nil, ObserverSanitizer},
		{92, op.SignedOverflow, `^add nsw`, 0, []string{"expr", "a+b", "2147483647", "1"}, "", nil, ObserverSanitizer},
		{93, op.SignedOverflow, `^sub nsw`, 0, []string{"expr", "a-b", "-2147483648", "1"}, "", nil, ObserverSanitizer},
		{95, op.DivByZero, `^sdiv`, 0, []string{"expr", "1/0"}, "", nil, ObserverSanitizer},
		{95, op.DivOverflow, `^sdiv`, 0, []string{"expr", "a/b", "-2147483648", "-1"}, "", nil, ObserverSanitizer},
		{96, op.DivOverflow, `^srem`, 0, []string{"expr", "a%b", "-2147483648", "-1"}, "", nil, ObserverSanitizer},
	},
}

func rep(s string, n int) string {
	out := ""
	for range n {
		out += s
	}
	return out
}

func (c *corpusCase) witness(f *fixture) *Witness {
	site, col := f.site(c.line, c.instr, c.nth)
	w := f.witness(c.class, c.line, site)
	w.Target.Column = col
	w.Inputs.Stdin = Bytes(c.stdin)
	for _, a := range c.argv {
		w.Inputs.Argv = append(w.Inputs.Argv, Bytes(a))
	}
	for _, v := range c.nondet {
		w.Inputs.Feeds = append(w.Inputs.Feeds, Feed{Key: "__VERIFIER_nondet_int", Value: IntValue(v)})
	}
	return w
}

// TestCorpus replays every input of the corpus; each must be confirmed, and
// must not be once its input is taken away or its target moved to another
// line.
func TestCorpus(t *testing.T) {
	for name, cases := range corpusCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := corpus(t, name)
			for _, c := range cases {
				w := c.witness(f)
				o := f.replay(w)
				if o.Status != Confirmed || !o.Ran || !o.Observed || o.Observer != c.observer {
					t.Errorf("line %d %s: %s%s", c.line, c.class, Describe(o), o.Log)
				}
				if c.observer == ObserverCheck {
					continue
				}
				moved := *w
				moved.Target.Line, moved.Target.Site = c.line-1, nil
				if o := f.replay(&moved); o.Status != NotReproduced || o.Observed {
					t.Errorf("line %d %s: moved one line: %s", c.line, c.class, Describe(o))
				}
			}
		})
	}
}

// TestCorpusHarmlessInput: without its input no target is confirmed.
func TestCorpusHarmlessInput(t *testing.T) {
	f := corpus(t, "list.c")
	for _, c := range corpusCases["list.c"] {
		c.stdin = "a 1 1 u 1 l d 1"
		if o := f.replay(c.witness(f)); o.Status != NotReproduced || o.Observed || !o.Ran {
			t.Errorf("line %d %s: %s%s", c.line, c.class, Describe(o), o.Log)
		}
	}
}
