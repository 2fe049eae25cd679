// Package expect reads what the C programs of the tests say of themselves: comments
// `// @status class …`, whose words mean what the tests of each package say.
//
//	for _, m := range expect.Marks(t, "loops.c") {
//		status, class := m.Words[0], m.Class(t, m.Words[1])
//		...
//	}
package expect

import (
	"os"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/op"
)

// Mark is a comment that begins with @.
type Mark struct {
	File  string
	Line  int
	Words []string // behind the @
}

// Marks reads those of a program, line by line.
func Marks(t testing.TB, file string) (marks []Mark) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range strings.Split(string(text), "\n") {
		if _, tail, ok := strings.Cut(l, "// @"); ok {
			marks = append(marks, Mark{file, i + 1, strings.Fields(tail)})
		}
	}
	return marks
}

// Class is the class of violation that a word of a mark names.
func (m Mark) Class(t testing.TB, name string) op.Class {
	t.Helper()
	c, ok := op.ParseClass(name)
	if !ok {
		t.Fatalf("%s:%d: unknown class %q", m.File, m.Line, name)
	}
	return c
}
