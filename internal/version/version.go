// Package version says which build of assay this is.
package version

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// stamped is the version that `make` writes with -ldflags.
var stamped string

// Of is the stamped version, else what the Go tool recorded in the
// binary: the module's version for `go install`, the commit for `go build`.
func Of() string {
	if stamped != "" {
		return stamped
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return buildVersion(info)
}

func buildVersion(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-dirty"
		}
	}
	if commit == "" {
		return "unknown"
	}
	return commit + dirty
}

// Identity tells builds apart whose verdicts may differ: the version, and for a
// build that no commit describes also its contents.
var Identity = sync.OnceValues(func() (string, error) {
	v := Of()
	if v != "unknown" && !strings.HasSuffix(v, "-dirty") && !strings.HasSuffix(v, "+dirty") {
		return v, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %x", v, h.Sum(nil)), nil
})

// buildTags are the tags that the binary was built with.
func buildTags() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "-tags" && s.Value != "" {
				return s.Value
			}
		}
	}
	return "none"
}

func Line() string {
	return fmt.Sprintf("assay %s, %s, %s/%s, build tags: %s", Of(), runtime.Version(), runtime.GOOS, runtime.GOARCH, buildTags())
}
