package build

import (
	"os"
	"regexp"
	"strings"
)

// The compiler of a database need not be clang-14, which answers what code asks of its
// compiler: by the macros of its name and version, and by __has_feature and the like.

// asked matches what compilers answer differently; of __GNUC__, what is left by sameAnswer.
var asked = regexp.MustCompile(`\b(__clang\w*|__llvm__|__GNUC__|__GNUC_MINOR__|__GNUC_PATCHLEVEL__|__GNUC_PREREQ|__VERSION__|__INTEL_COMPILER\w*|__ICC|__TINYC__|` +
	`__has_(?:feature|extension|builtin|warning|attribute|c_attribute)|__SSP\w*|__CET__|__(?:PIC|PIE|pic|pie)__)\b`)

// askedOfClang is the same for another version of clang.
var askedOfClang = regexp.MustCompile(`\b(__clang_(?:major|minor|patchlevel|version)__|__VERSION__|__has_(?:feature|extension|builtin|warning|attribute|c_attribute))\b`)

// sameAnswer matches questions that clang, which says that it is GCC 4.2, answers as any
// GCC since does.
var sameAnswer = regexp.MustCompile(`(?:defined|ifdef|ifndef)\s*\(?\s*__GNUC__|\b__GNUC__\s*(?:>=\s*[0-4]|>\s*[0-3]|<\s*[0-4]|<=\s*[0-3])\b|#\s*(?:el)?if\s+__GNUC__\s*$|&&\s*__GNUC__\s*$`)

// asksCompiler says whether a file of a program asks what its compiler answers otherwise
// than clang-14. A file that cannot be read may.
func asksCompiler(path string, ofClang bool) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return true
	}
	text := strings.ReplaceAll(string(data), "\\\n", " ")
	if ofClang {
		return askedOfClang.MatchString(text)
	}
	if !asked.MatchString(text) {
		return false
	}
	for line := range strings.Lines(text) {
		if asked.MatchString(sameAnswer.ReplaceAllString(line, "")) {
			return true
		}
	}
	return false
}

// inPlaceOf are the assumptions of units whose compiler is another one, and whose own files
// ask it for what it answers otherwise.
func inPlaceOf(units []Unit) (assumed []string) {
	type question struct {
		path    string
		ofClang bool
	}
	known := map[question]bool{}
	for i := range units {
		u := &units[i]
		ofClang := strings.HasPrefix(driverKind(u.Compiler), "clang")
		if u.Compiler == "" || u.Compiler == "clang-"+LLVMVersion {
			continue
		}
		for _, dep := range u.Deps {
			q := question{dep, ofClang}
			if _, ok := known[q]; !ok {
				known[q] = asksCompiler(dep, ofClang)
			}
			if known[q] {
				assumed = append(assumed, "compiled by clang-14 in the place of "+u.Compiler+": what code asks of the compiler's macros is answered by clang")
				break
			}
		}
	}
	return assumed
}
