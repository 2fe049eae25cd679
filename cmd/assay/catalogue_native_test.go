package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// judge runs a program of the catalogue once for each of many lists of answers of the
// environment, each in a process of its own: the first answer chooses the function, some
// of the others are the one that commits the violation.
const judge = `#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int program_main(void);
static unsigned seed;
static int number, kind, blocks[100];
int __VERIFIER_nondet_int(void)
{
    static const int some[] = {5, 5, 0, 1, 2, 3, 4, 7, 9, 10, 12, 31, 32, -1, 100, 2147483647};
    seed = seed * 1103515245u + 12345u;
    return number++ == 0 ? kind : some[(seed >> 16) % 16];
}
void *counted_malloc(size_t n) { void *p = malloc(n); blocks[n % 100] += p != NULL; return p; }
void counted_free(void *p) { blocks[malloc_usable_size(p) % 100] -= p != NULL; free(p); }
int main(void)
{
    for (int run = 0; run < 480; run++) {
        fflush(NULL);
        if (fork() == 0) {
            seed = run * 7919u;
            kind = run % 40;
            program_main();
            for (int n = 0; n < 100; n++)
                if (blocks[n] > 0)
                    fprintf(stderr, "lost: %d\n", n);
            _exit(0);
        }
        wait(NULL);
    }
    return 0;
}
`

var (
	undefined = regexp.MustCompile(`(?m)^(?:.*/)?(\w+\.c):(\d+):\d+: runtime error: (.*)$`)
	addressed = regexp.MustCompile(`(?s)ERROR: AddressSanitizer: ([\w-]+).*?#\d+ 0x\w+ in \w+ [^\n]*?(\w+\.c):(\d+)`)
)

// TestCatalogueNatively: what the programs of the catalogue say to be false no native run
// commits. What they say to be true, the replays of TestCatalogue commit.
func TestCatalogueNatively(t *testing.T) {
	programs, err := filepath.Glob(filepath.Join(catalogueDir, "*.c"))
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	dir := t.TempDir()
	harness := filepath.Join(dir, "judge.c")
	if err := os.WriteFile(harness, []byte(judge), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, source := range programs {
		name := strings.TrimSuffix(filepath.Base(source), ".c")
		t.Run(name, func(t *testing.T) {
			said := judged(t, dir, harness, source)
			if sizes := [2]bool{strings.Contains(said, "lost: 4\n"), strings.Contains(said, "lost: 8\n")}; strings.HasPrefix(name, "leak") &&
				sizes != [2]bool{name == "leak_true", name == "leak_false"} {
				t.Errorf("runs lose the blocks of 4 and 8 bytes: %t", sizes)
			}
			lines := map[int][]string{}
			for _, m := range undefined.FindAllStringSubmatch(said, -1) {
				n, _ := strconv.Atoi(m[2])
				lines[n] = append(lines[n], m[3])
			}
			for _, m := range addressed.FindAllStringSubmatch(said, -1) {
				n, _ := strconv.Atoi(m[3])
				lines[n] = append(lines[n], m[1])
			}
			someTrue := false
			all := marks(t, name)
			alsoTrue := map[int]bool{} // lines where something else is true
			for mark, at := range all {
				for _, n := range at {
					alsoTrue[n] = alsoTrue[n] || strings.HasPrefix(mark, "T ")
				}
			}
			for mark, at := range all {
				for _, n := range at {
					if found := lines[n]; strings.HasPrefix(mark, "F ") && len(found) > 0 && !alsoTrue[n] {
						t.Errorf("line %d, %s: a native run says %s", n, mark, found[0])
					}
					someTrue = someTrue || strings.HasPrefix(mark, "T ") && len(lines[n]) > 0
				}
			}
			if !someTrue && !strings.HasPrefix(name, "leak") && name != "ends" && name != "uninitialised" && name != "wrapped" && name != "numbered" {
				t.Error("no run commits any of what the program says to be true")
			}
		})
	}
}

// judged compiles a program with the sanitizers, runs it, and returns what they say.
func judged(t *testing.T, dir, harness, source string) string {
	t.Helper()
	binary := filepath.Join(dir, "judged")
	flags := []string{"-g", "-O0", "-w", "-fsanitize=address,undefined,float-cast-overflow", "-Dmain=program_main", "-Dmalloc=counted_malloc", "-Dfree=counted_free"}
	object := binary + ".o"
	for _, args := range [][]string{
		append(flags, "-c", "-o", object, source),
		{"-g", "-w", "-fsanitize=address,undefined", "-o", binary, harness, object, "-lm"},
	} {
		if out, err := exec.Command("clang-14", args...).CombinedOutput(); err != nil {
			t.Fatalf("clang-14 %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	cmd := exec.Command(binary)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2", "UBSAN_OPTIONS=print_stacktrace=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the harness: %v\n%.400s", err, out)
	}
	return string(out)
}
