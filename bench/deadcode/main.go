// Command deadcode measures the dead-code report: what share of the regions of
// a program it settles in a given time, whether its totals are llvm-cov's, and
// whether a native fuzz run of the same length executes anything that it calls
// dead.
//
// Every program of testdata/build/corpus and testdata/deadcode is measured alone, and
// then all of them together, several copies each, as one program of about 2,000
// lines whose first argument chooses the copy.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/report"
)

var (
	tool    = flag.String("assay", "", "binary to measure; without it one is built of this checkout")
	small   = flag.Duration("small", 30*time.Second, "time for each program; 0 leaves them out")
	large   = flag.Duration("large", 10*time.Minute, "time for the large program; 0 leaves it out")
	copies  = flag.Int("copies", 3, "copies of each program in the large one")
	sources = flag.String("sources", "testdata/build/corpus/*.c,testdata/deadcode/*.c", "the programs, as patterns")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "deadcode:", err)
		os.Exit(1)
	}
}

func run() error {
	bin, remove, err := built.Assay(*tool)
	if err != nil {
		return err
	}
	defer remove()
	dir, err := os.MkdirTemp("", "assay-bench-deadcode-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var files []string
	for _, pattern := range strings.Split(*sources, ",") {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return fmt.Errorf("no sources %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	fmt.Println("program   lines  regions   live  dead  bounded  undecided  settled  totals  seconds  fuzz runs  dead and hit")
	big := &program{name: "all", dir: filepath.Join(dir, "all"), time: *large}
	for i, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		p := &program{name: name, dir: filepath.Join(dir, name), time: *small}
		p.add(name, string(text), "")
		if *small > 0 {
			if err := p.measure(bin); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		for k := range *copies {
			big.add(fmt.Sprintf("%s%d", name, k), string(text), string(rune('a'+i*(*copies)+k)))
		}
	}
	if *large == 0 {
		return nil
	}
	big.drive()
	return big.measure(bin)
}

// program is a program to measure, unit by unit.
type program struct {
	name, dir string
	time      time.Duration
	units     []unit
	lines     int
}

type unit struct {
	file, text string
	flags      []string
	choice     string // the argument that chooses it
	args       bool   // main has parameters
}

var mainParameters = regexp.MustCompile(`int main\s*\(([^)]*)\)`)

func (p *program) add(name, text, choice string) {
	u := unit{file: name + ".c", text: text, choice: choice}
	if choice != "" {
		u.flags = []string{"-Dmain=main_" + name}
	}
	if m := mainParameters.FindStringSubmatch(text); m != nil {
		u.args = strings.Contains(m[1], "argc")
	}
	p.units = append(p.units, u)
	p.lines += strings.Count(text, "\n")
}

// drive adds the main that chooses a unit.
func (p *program) drive() {
	var declared, cases strings.Builder
	for _, u := range p.units {
		name := strings.TrimPrefix(u.flags[0], "-Dmain=")
		parameters, call := "void", ""
		if u.args {
			parameters, call = "int, char **", "argc - 1, argv + 1"
		}
		fmt.Fprintf(&declared, "int %s(%s);\n", name, parameters)
		fmt.Fprintf(&cases, "    case '%s':\n        return %s(%s);\n", u.choice, name, call)
	}
	p.add("driver", declared.String()+"int main(int argc, char **argv)\n{\n    if (argc < 2)\n        return 2;\n    switch (argv[1][0]) {\n"+
		cases.String()+"    }\n    return 1;\n}\n", "")
}

// measure runs assay and the fuzzer, and prints a row.
func (p *program) measure(bin string) error {
	if err := p.write(); err != nil {
		return err
	}
	start := time.Now()
	cmd := exec.Command(bin, "deadcode", "--timeout", p.time.String(), "-o", "json=out.json", "--compile-commands", "compile_commands.json")
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 4 {
		return fmt.Errorf("assay: %w\n%s", err, out)
	}
	took := time.Since(start)
	text, err := os.ReadFile(filepath.Join(p.dir, "out.json"))
	if err != nil {
		return err
	}
	var d report.DeadCode
	if err := json.Unmarshal(text, &d); err != nil {
		return err
	}
	runs, hit, err := p.fuzz(&d)
	if err != nil {
		return err
	}
	c := d.Count(report.KindRegion)
	settled := 100 * float64(c.Total-c.Undecided) / float64(c.Total)
	fmt.Printf("%-9s %5d  %7d  %5d  %4d  %7d  %9d  %6.1f%%  %6t  %7.0f  %9d  %12d\n",
		p.name, p.lines, c.Total, c.Live, c.Dead, c.Bounded, c.Undecided, settled, sameTotals(&d), took.Seconds(), runs, hit)
	return nil
}

func sameTotals(d *report.DeadCode) bool {
	return d.Count(report.KindFunction).Total == d.Mapped["functions"] && d.Count(report.KindRegion).Total == d.Mapped["regions"] &&
		d.Count(report.KindBranch).Total == d.Mapped["branches"] && d.CountLines().Total == d.Mapped["lines"]
}

func (p *program) write() error {
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return err
	}
	type entry struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Arguments []string `json:"arguments"`
	}
	var db []entry
	for _, u := range p.units {
		if err := os.WriteFile(filepath.Join(p.dir, u.file), []byte(u.text), 0o644); err != nil {
			return err
		}
		db = append(db, entry{p.dir, u.file, slices.Concat([]string{"cc"}, u.flags, []string{"-c", u.file})})
	}
	text, err := json.Marshal(db)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.dir, "compile_commands.json"), text, 0o644)
}

// nondet answers the questions of the verifier's interface at random: small
// numbers mostly, sometimes any.
const nondet = `#include <stdlib.h>
#include <unistd.h>
static long any(void)
{
    static int seeded;
    if (!seeded++)
        srandom(getpid());
    return random() % 4 ? random() % 64 - 8 : random() * 4 - random();
}
#define DEFINE(type, name) __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)any(); }
DEFINE(int, int) DEFINE(unsigned, uint) DEFINE(char, char) DEFINE(unsigned char, uchar) DEFINE(_Bool, bool)
DEFINE(short, short) DEFINE(unsigned short, ushort) DEFINE(long, long) DEFINE(unsigned long, ulong)
__attribute__((weak)) void __VERIFIER_assume(int ok) { if (!ok) _exit(0); }
`

// fuzz runs the program, built with clang's coverage, on random inputs for as
// long as assay had. It returns how many runs ended and how
// many regions they executed that the report calls dead. A run that
// AddressSanitizer complains of leaves no profile.
func (p *program) fuzz(d *report.DeadCode) (runs, hit int, err error) {
	cc := func(args ...string) error {
		cmd := exec.Command("clang-14", args...)
		cmd.Dir = p.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("clang-14: %w\n%s", err, out)
		}
		return nil
	}
	var objects []string
	for _, u := range p.units {
		o := u.file + ".o"
		objects = append(objects, o)
		args := slices.Concat(u.flags, []string{"-w", "-g", "-O0", "-fwrapv", "-fsanitize=address", "-fprofile-instr-generate", "-fcoverage-mapping", "-c", "-o", o, u.file})
		if err := cc(args...); err != nil {
			return 0, 0, err
		}
	}
	if err := os.WriteFile(filepath.Join(p.dir, "nondet.c"), []byte(nondet), 0o644); err != nil {
		return 0, 0, err
	}
	if err := cc(slices.Concat([]string{"-fsanitize=address", "-fprofile-instr-generate", "-o", "fuzzed", "nondet.c"}, objects)...); err != nil {
		return 0, 0, err
	}
	if runs, err = p.runs(); err != nil || runs == 0 {
		return runs, 0, err
	}
	covered, err := p.covered()
	if err != nil {
		return runs, 0, err
	}
	for i := range d.Points {
		q := &d.Points[i]
		if q.Kind == report.KindRegion && q.Status == report.Dead && q.Macro == "" && covered[spot{filepath.Base(q.File), q.Line, q.Col}] {
			hit++
			fmt.Printf("  executed, and called dead: %s: %s\n", q.Place(), q.What())
		}
	}
	return runs, hit, nil
}

// runs feeds random arguments and input.
func (p *program) runs() (int, error) {
	rng := rand.New(rand.NewPCG(1, 2))
	words := func(n int, letters string) string {
		var b strings.Builder
		for range rng.IntN(n) {
			b.WriteByte(letters[rng.IntN(len(letters))])
		}
		return b.String()
	}
	profiles := filepath.Join(p.dir, "profiles")
	if err := os.MkdirAll(profiles, 0o755); err != nil {
		return 0, err
	}
	n := 0
	for end := time.Now().Add(p.time); time.Now().Before(end); n++ {
		var args []string
		if choice := p.units[rng.IntN(len(p.units))].choice; choice != "" {
			args = append(args, choice)
		}
		for range rng.IntN(5) {
			args = append(args, words(10, "0123456789+-*/()abcdqx. "))
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		cmd := exec.CommandContext(ctx, filepath.Join(p.dir, "fuzzed"), args...)
		cmd.Dir = p.dir
		cmd.Env = []string{fmt.Sprintf("LLVM_PROFILE_FILE=%s/%d.profraw", profiles, n%64), "ASAN_OPTIONS=detect_leaks=0"}
		cmd.Stdin = strings.NewReader(words(60, "0123456789 -\npabcdefgq"))
		_ = cmd.Run() // how it ends is its own affair
		cancel()
		if n%64 == 63 {
			if err := p.merge(profiles); err != nil {
				return n, err
			}
		}
	}
	return n, p.merge(profiles)
}

// merge adds the profiles of the last runs to all.profdata.
func (p *program) merge(dir string) error {
	raw, err := filepath.Glob(filepath.Join(dir, "*.profraw"))
	if err != nil || len(raw) == 0 {
		return err
	}
	all := filepath.Join(p.dir, "all.profdata")
	args := append([]string{"merge", "-failure-mode=all", "-o", all + ".new"}, raw...)
	if _, err := os.Stat(all); err == nil {
		args = append(args, all)
	}
	if out, err := exec.Command("llvm-profdata-14", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("llvm-profdata-14: %w\n%s", err, out)
	}
	for _, r := range raw {
		if err := os.Remove(r); err != nil {
			return err
		}
	}
	return os.Rename(all+".new", all)
}

// spot is where a region begins.
type spot struct {
	file      string
	line, col int
}

// covered are the regions that the fuzz run executed, as llvm-cov counts them.
func (p *program) covered() (map[spot]bool, error) {
	if _, err := os.Stat(filepath.Join(p.dir, "all.profdata")); err != nil {
		return nil, nil // no run ended by itself
	}
	out, err := exec.Command("llvm-cov-14", "export", "-instr-profile="+filepath.Join(p.dir, "all.profdata"), filepath.Join(p.dir, "fuzzed")).Output()
	if err != nil {
		return nil, fmt.Errorf("llvm-cov-14: %w", err)
	}
	var doc struct {
		Data []struct {
			Functions []struct {
				Filenames []string
				Regions   [][8]uint64
			}
		}
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		return nil, err
	}
	covered := map[spot]bool{}
	for _, f := range doc.Data[0].Functions {
		for _, r := range f.Regions {
			if r[4] > 0 && r[7] == 0 && r[5] == 0 {
				covered[spot{filepath.Base(f.Filenames[0]), int(r[0]), int(r[1])}] = true
			}
		}
	}
	return covered, nil
}
