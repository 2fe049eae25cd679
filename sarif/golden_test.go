package sarif

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden pins the format that users and their tools read. Rewrite with
// go test ./sarif -run Golden -update.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		in      string
		profile Profile
	}{
		{"framac/p5.ring.sarif", ProfileAnnotate}, {"framac/p5.ring.sarif", ProfileVerdict}, {"framac/p5.ring.sarif", ProfileGitHub},
		{"cppcheck217/tlv.sarif", ProfileAnnotate}, {"gcc14/list.sarif", ProfileAnnotate}, {"clang14/checksum.sarif", ProfileVerdict},
	} {
		d := mustRead(t, filepath.Join(corpus, "alarms", c.in))
		got := mustAnnotate(t, d, c.profile, sampleAll(d)).Text
		golden := filepath.Join(testdata, "golden", filepath.Dir(c.in)+"."+filepath.Base(c.in)+"."+string(c.profile))
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", golden, diff)
		}
	}
}
