package budget

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/budgets.md anew")

func TestNumbersSayWhatTheyAre(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(\.[a-z]+(-[a-z]+)*)+$`)
	seen := map[string]bool{}
	for _, x := range All() {
		switch {
		case !name.MatchString(x.Name):
			t.Errorf("%q is no name of the form room.what-it-bounds", x.Name)
		case seen[x.Name]:
			t.Errorf("%s stands twice", x.Name)
		case x.Unit == "" || x.Meaning == "" || strings.ContainsAny(x.Unit+x.Meaning+x.Measured, "|\n"):
			t.Errorf("%s: unit and meaning must be there, and fit a table", x.Name)
		case x.N <= 0 || x.N != x.Default:
			t.Errorf("%s is %d, its default %d", x.Name, x.N, x.Default)
		}
		seen[x.Name] = true
	}
	if len(seen) < 150 {
		t.Errorf("%d numbers are left; is the table still used?", len(seen))
	}
}

func TestSet(t *testing.T) {
	defer func(n int) { Pairs.N = n }(Pairs.N)
	if err := Set("families.pairs", 7); err != nil || Pairs.N != 7 {
		t.Errorf("families.pairs is %d, %v; want 7", Pairs.N, err)
	}
	if c := Changed(); len(c) != 1 || !strings.Contains(c[0], "families.pairs is 7 (default: 1200)") {
		t.Errorf("changed: %q", c)
	}
	if err := Set("families.pears", 7); err == nil || !strings.Contains(err.Error(), `families.pears`) {
		t.Errorf("an unknown name: %v", err)
	}
	if err := Set("families.pairs", -1); err == nil {
		t.Error("a negative number was taken")
	}
}

func TestForGrowsWithTheProgram(t *testing.T) {
	usual := int64(Round.N)
	for cuts, want := range map[int]int64{0: usual, 20: usual, 40: 2 * usual} {
		if got := For(cuts, Round); got != want {
			t.Errorf("%d cutpoints: %d; want %d", cuts, got, want)
		}
	}
}

func TestDocIsCurrent(t *testing.T) {
	const path = "../../docs/budgets.md"
	if *update {
		if err := os.WriteFile(path, []byte(Doc()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != Doc() {
		t.Error("docs/budgets.md is not current: go test ./engine/budget -run TestDocIsCurrent -update")
	}
}
