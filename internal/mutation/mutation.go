// Package mutation checks that the tests bite: each soundness rule of the
// design is switched off in turn, by an edit of the source that only one build
// sees, and the named tests must fail.
package mutation

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Mutation breaks one rule.
type Mutation struct {
	Rule string // the rule that is switched off, as the design words it
	File string // relative to the module's root
	Old  string // occurs exactly once in the file
	New  string
	// Package and Run name the tests that must notice.
	Package, Run string
}

// Survives runs the mutation's tests against the mutated source and reports
// whether they pass all the same. An error means that the mutation itself does
// not apply or does not compile.
func (m Mutation) Survives(root, tmp string) (bool, error) {
	path := filepath.Join(root, m.File)
	text, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	if n := strings.Count(string(text), m.Old); n != 1 {
		return false, fmt.Errorf("%s: the text to mutate occurs %d times: %q", m.File, n, m.Old)
	}
	mutant := filepath.Join(tmp, "mutant.go")
	if err := os.WriteFile(mutant, []byte(strings.Replace(string(text), m.Old, m.New, 1)), 0o644); err != nil {
		return false, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{path: mutant}})
	if err != nil {
		return false, err
	}
	list := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		return false, err
	}
	if out, err := m.goTool(root, "vet", "-overlay", list, m.Package); err != nil {
		return false, fmt.Errorf("%s: the mutant does not compile:\n%s", m.Rule, out)
	}
	_, err = m.goTool(root, "test", "-overlay", list, "-run", m.Run, "-timeout", "120s", m.Package)
	return err == nil, nil
}

func (m Mutation) goTool(root string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	return string(out), err
}
