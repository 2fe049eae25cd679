package version

import (
	"runtime/debug"
	"testing"
)

func TestBuildVersion(t *testing.T) {
	setting := func(k, v string) debug.BuildSetting { return debug.BuildSetting{Key: k, Value: v} }
	for _, c := range []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{"go install", debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3"},
		{"go build", debug.BuildInfo{Main: debug.Module{Version: "(devel)"},
			Settings: []debug.BuildSetting{setting("vcs.revision", "0123456789abcdef"), setting("vcs.modified", "false")}}, "0123456789ab"},
		{"go build, changed", debug.BuildInfo{
			Settings: []debug.BuildSetting{setting("vcs.revision", "0123"), setting("vcs.modified", "true")}}, "0123-dirty"},
		{"a tarball", debug.BuildInfo{}, "unknown"},
	} {
		if got := buildVersion(&c.info); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
