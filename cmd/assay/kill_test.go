package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/triage"
)

// killProgram has an alarm that falls at once and one whose search takes longer
// than this test.
const killProgram = `extern unsigned __VERIFIER_nondet_uint(void);
int main(int argc, char **argv) {
	unsigned x = __VERIFIER_nondet_uint(), h = x;
	int easy = 10 / (argc - 1);
	for (int i = 0; i < 64; i++)
		h = h * 2654435761u ^ (h >> 13) ^ h % 1000003;
	return h == 0x12345678 ? easy / (int)(h - 0x12345678) : 0;
}
`

const killAlarms = `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "frama-c"}}, "results": [
 {"ruleId": "division_by_zero", "message": {"text": "easy"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": 4}}}]},
 {"ruleId": "division_by_zero", "message": {"text": "hard"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": 7}}}]}]}]}
`

// startTriage runs the real thing as a process of its own and waits until the
// first verdict stands in its journal.
func startTriage(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command("assay", append([]string{"triage", "a.sarif", "-o", "out.sarif"}, args...)...)
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	journal := filepath.Join(".assay", triage.JournalName)
	for range 600 {
		if text, err := os.ReadFile(journal); err == nil && bytes.Count(text, []byte("\n")) == 1 {
			return cmd, &stderr
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("no verdict in the journal\n%s", stderr.String())
	return nil, nil
}

func killDir(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.c": killProgram, "a.sarif": killAlarms} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// kill -9 loses no verdict that fell.
func TestKillLosesNothing(t *testing.T) {
	killDir(t)
	cmd, _ := startTriage(t, "--timeout-per-alarm", "10m", "--", "a.c")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if _, err := os.Stat("out.sarif"); err == nil {
		t.Error("a killed run left an output")
	}
	out, err := exec.Command("assay", "triage", "a.sarif", "--resume", "--timeout-per-alarm", "1s", "--", "a.c").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !strings.Contains(string(out), "1 of 2 targets were decided before") || !strings.Contains(string(out), "1 reachable") {
		t.Errorf("resumed:\n%s", out)
	}
}

// Ctrl-C ends the run soon and writes what is known.
func TestInterruptWritesWhatIsKnown(t *testing.T) {
	killDir(t)
	cmd, stderr := startTriage(t, "--timeout-per-alarm", "10m", "--", "a.c")
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != fault.Partial || !strings.Contains(stderr.String(), "ended early: interrupted") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
	text, err := os.ReadFile("out.sarif")
	if err != nil || strings.Count(string(text), `"status"`) < 2 || !strings.Contains(string(text), `"reachable"`) {
		t.Errorf("output: %v\n%s", err, text)
	}
}
