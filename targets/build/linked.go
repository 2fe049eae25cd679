package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isBinary tells the inputs of the linker, versions of shared libraries included.
func isBinary(path string) bool {
	return binaryExtensions[filepath.Ext(path)] || strings.Contains(filepath.Base(path), ".so.")
}

// link takes over what a command line has the linker read besides the units: object
// files and libraries by path, and those named by -l that lie in a directory of the
// project.
func (in *Input) link(line parsedLine, dir string) {
	words := linkerWords(line.link, true)
	shared := slices.ContainsFunc(line.dropped, isShared)
	for _, arg := range line.inputs {
		if isBinary(arg.path) {
			in.binary(absolute(dir, arg.path))
			if shared {
				in.Shared = append(in.Shared, absolute(dir, arg.path))
			}
		}
	}
	for i, w := range words {
		switch {
		case isBinary(w) && w[0] != '-' && (i == 0 || !takesFile(words[i-1])):
			in.binary(absolute(dir, w))
		case strings.HasPrefix(w, "-l"):
			if path := projectLibrary(w[2:], words, dir); path != "" {
				in.binary(path)
			}
		}
	}
}

// binary notes an object file or a library, once.
func (in *Input) binary(path string) {
	if !slices.Contains(in.Binaries, path) {
		in.Binaries = append(in.Binaries, path)
	}
}

// linkerWords are the words that the linker sees of flags of the driver: those that are
// passed to it, and with own also the driver's own. Libraries and their directories are one word
// each, -lNAME and -LDIR, however they are written.
func linkerWords(flags []string, own bool) []string {
	var words []string
	for i := 0; i < len(flags); i++ {
		f := flags[i]
		switch rest, passed := strings.CutPrefix(f, "-Wl,"); {
		case passed:
			words = append(words, strings.Split(rest, ",")...)
		case f == "-Xlinker" && i+1 < len(flags):
			i++
			words = append(words, flags[i])
		case own:
			words = append(words, f)
		}
	}
	return joined(words)
}

// libraryWords are the flags of a linker, without their dashes, that name a library or a
// directory of some, and how they are written in one word.
var libraryWords = map[string]string{"l": "-l", "library": "-l", "L": "-L", "library-path": "-L"}

// joined writes the flags that name libraries in one word.
func joined(words []string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		name, value, has := strings.Cut(strings.TrimLeft(words[i], "-"), "=")
		short := libraryWords[name]
		switch {
		case short == "" || words[i][0] != '-':
			out = append(out, words[i])
		case has:
			out = append(out, short+value)
		case i+1 < len(words):
			i++
			out = append(out, short+words[i])
		}
	}
	return out
}

// takesFile tells flags of the linker whose value names a file that is not linked.
func takesFile(flag string) bool {
	return strings.HasPrefix(flag, "-") && linkerFlags[strings.TrimLeft(flag, "-")]
}

// systemDirs hold libraries that are no part of the project.
var systemDirs = []string{"/usr/", "/lib/", "/lib64/", "/opt/"}

// projectLibrary is the file that -lNAME means if it lies in a directory of the project
// that a -L names, "" if not.
func projectLibrary(name string, words []string, dir string) string {
	names := []string{"lib" + name + ".so", "lib" + name + ".a"}
	if exact, ok := strings.CutPrefix(name, ":"); ok {
		names = []string{exact}
	}
	for _, w := range words {
		where, ok := strings.CutPrefix(w, "-L")
		if !ok {
			continue
		}
		where = absolute(dir, where)
		if slices.ContainsFunc(systemDirs, func(d string) bool { return strings.HasPrefix(where+"/", d) }) {
			continue
		}
		for _, n := range names {
			path := filepath.Join(where, n)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path
			}
		}
	}
	return ""
}
