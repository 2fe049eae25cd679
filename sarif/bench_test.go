package sarif

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// writeLarge writes a log of n results of about 2 kB each, as an analyzer with
// code flows makes them, and returns its size.
func writeLarge(b *testing.B, path string, n int) int64 {
	b.Helper()
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprint(w, `{
  "version": "2.1.0",
  "runs": [
    {
      "tool": {"driver": {"name": "clang", "rules": [{"id": "core.DivideZero"}, {"id": "core.NullDereference"}]}},
      "results": [`)
	for i := range n {
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, `
        {
          "ruleIndex": %d,
          "message": {"text": "Dereference of pointer number %d, \"p\""},
          "partialFingerprints": {"primaryLocationLineHash": "%x:1"},
          "locations": [{"physicalLocation": {"artifactLocation": {"uri": "file:///src/dir%d/file.c"}, "region": {"startLine": %d, "startColumn": 7}}}],
          "codeFlows": [{"threadFlows": [{"locations": [`, i%2, i, i*7919, i%100, i%5000+1)
		for s := range 7 {
			if s > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprintf(w, `
            {"importance": "important", "location": {"message": {"text": "Assuming 'x%d' is not equal to %d"},
              "physicalLocation": {"artifactLocation": {"uri": "file:///src/dir%d/file.c"}, "region": {"startLine": %d, "startColumn": 7}}}}`, s, i, i%100, s+1)
		}
		fmt.Fprint(w, "\n          ]}]}]\n        }")
	}
	fmt.Fprint(w, "\n      ]\n    }\n  ]\n}\n")
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return info.Size()
}

// peakMB is the peak resident set of this process in MB since the last call
// with reset, 0 where the system does not tell.
func peakMB(reset bool) float64 {
	if reset {
		debug.FreeOSMemory()
		// "5" resets the peak (proc(5)); where that fails, the peak is that of
		// the whole process, an upper bound.
		if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
			return 0
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kb, err := strconv.ParseFloat(strings.Fields(rest + " 0")[0], 64)
	if err != nil {
		return 0
	}
	return kb / 1024
}

// BenchmarkLarge reads, annotates and writes 25,000 results, 50 MB.
func BenchmarkLarge(b *testing.B) {
	dir := b.TempDir()
	in, out := filepath.Join(dir, "in.sarif"), filepath.Join(dir, "out.sarif")
	size := writeLarge(b, in, 25000)
	b.SetBytes(size)
	peakMB(true)
	for b.Loop() {
		d := mustRead(b, in)
		if err := WriteFile(out, mustAnnotate(b, d, ProfileAnnotate, sampleAll(d)).Text); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/1e6, "MB-in")
	b.ReportMetric(peakMB(false), "MB-peak")
}

// BenchmarkRead is the reading part of BenchmarkLarge.
func BenchmarkRead(b *testing.B) {
	in := filepath.Join(b.TempDir(), "in.sarif")
	b.SetBytes(writeLarge(b, in, 25000))
	for b.Loop() {
		mustRead(b, in)
	}
}
