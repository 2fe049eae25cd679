// Package mutation checks that the tests bite: each soundness rule of the
// design is switched off in turn, by an edit of the source that only one build
// sees, and the named tests must fail.
//
// One build holds all the edits, as mutant schemata do (Untch, Offutt and
// Harrold, "Mutation analysis using mutant schemata", ISSTA 1993): each
// function to mutate stands there once as it is and once for each of its
// mutations, and an environment variable says which one runs. So the tests are
// compiled and linked once, and not once for each rule.
package mutation

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Mutation breaks one rule.
type Mutation struct {
	Rule string // the rule that is switched off, as the design words it
	File string // relative to the module's root, with slashes
	Old  string // occurs exactly once in the file, in the body of a function
	New  string
	// Package and Run name the tests that must notice, and no others: what they
	// take is paid for each mutation, and all must pass when none is on.
	Package, Run string
}

// timeout ends a mutant that does not end by itself, which is one way to be
// caught. It is far above what the tests take on a slow machine: a test that
// is merely slow must not count as one that notices.
const timeout = "10m"

// A Schema is a module's tests with all mutations in them, and none on.
type Schema struct {
	root      string
	mutations []Mutation
	bin       string // where the test binaries are
}

// Build compiles the tests that the mutations name; tmp is a folder for what
// it makes. An error says which mutation does not apply or does not compile.
func Build(root, tmp string, mutations []Mutation) (*Schema, error) {
	files, err := weaveAll(root, mutations)
	if err != nil {
		return nil, err
	}
	replace := map[string]string{}
	for name, text := range files {
		copied := filepath.Join(tmp, strings.ReplaceAll(name, "/", "__"))
		if err := os.WriteFile(copied, []byte(text), 0o644); err != nil {
			return nil, err
		}
		replace[filepath.Join(root, name)] = copied
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	list := filepath.Join(tmp, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		return nil, err
	}
	s := &Schema{root: root, mutations: mutations, bin: filepath.Join(tmp, "bin")}
	cmd := exec.Command("go", append([]string{"test", "-c", "-overlay", list, "-o", s.bin + "/"}, s.Packages()...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s\n%s", s.blame(string(out)), out)
	}
	return s, nil
}

// Packages are those whose tests the mutations name.
func (s *Schema) Packages() []string {
	var all []string
	for _, m := range s.mutations {
		all = append(all, m.Package)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lineOfMutant finds the names that weave gives to the copies, in messages.
var lineOfMutant = regexp.MustCompile(`\bmutant(\d+)/`)

// blame names the mutations that the compiler complains about.
func (s *Schema) blame(out string) string {
	var rules []string
	for _, found := range lineOfMutant.FindAllStringSubmatch(out, -1) {
		if k, err := strconv.Atoi(found[1]); err == nil && k <= len(s.mutations) {
			rules = append(rules, s.mutations[k-1].Rule)
		}
	}
	if len(rules) == 0 {
		return "the tests do not compile:"
	}
	return "the mutant does not compile: " + strings.Join(slices.Compact(rules), "; ")
}

// Control runs tests of a package with no mutant switched on, those of its first mutation: in a
// build that is broken as a whole, every rule would seem to be caught. That no test fails anyway
// is shown where the packages' tests run by themselves.
func (s *Schema) Control(pkg string) error {
	first := slices.IndexFunc(s.mutations, func(m Mutation) bool { return m.Package == pkg })
	passed, out, err := s.run(0, pkg, s.mutations[first].Run)
	if err == nil && !passed {
		err = fmt.Errorf("%s: the tests fail with no rule switched off:\n%s", pkg, out)
	}
	return err
}

// Survives switches on the mutation of an index and reports whether its tests
// pass all the same. A mutant that panics or does not end is caught.
func (s *Schema) Survives(i int) (bool, error) {
	m := s.mutations[i]
	passed, _, err := s.run(i+1, m.Package, m.Run)
	return passed, err
}

// anchored has a pattern that names a part of a test name this test alone, not those whose names
// begin with it, too: they would run for each mutation anew.
func anchored(pattern string) string {
	test, part, found := strings.Cut(pattern, "/")
	if !found {
		return pattern
	}
	return "^" + test + "$/" + part
}

// run runs tests of a package with a mutant switched on, 0 being none, in the
// folder where the go tool would run them.
func (s *Schema) run(number int, pkg, pattern string) (passed bool, out string, err error) {
	cmd := exec.Command(filepath.Join(s.bin, path.Base(pkg)+".test"), "-test.run", anchored(pattern), "-test.failfast", "-test.timeout", timeout)
	cmd.Dir = filepath.Join(s.root, pkg)
	cmd.Env = append(os.Environ(), switchEnv+"="+strconv.Itoa(number))
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return false, string(text), nil
	}
	return err == nil, string(text), err // that it was killed, or not started, says nothing
}
