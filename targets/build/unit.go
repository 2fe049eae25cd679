package build

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"
)

// Language is what a source file is compiled as.
type Language string

// The languages a unit can have. Only C, preprocessed C and LLVM IR are
// compiled and linked; a unit in any other language is kept in the list, so
// that an alarm in it can be answered with "not C".
const (
	LangC        Language = "c"
	LangCPP      Language = "cpp-output" // preprocessed C (.i)
	LangIR       Language = "ir"         // .ll or .bc, taken as it is
	LangCXX      Language = "c++"
	LangObjC     Language = "objective-c"
	LangAssembly Language = "assembler"
	LangOther    Language = "other"
)

// IsC says whether units of the language become part of a program.
func (l Language) IsC() bool { return l == LangC || l == LangCPP || l == LangIR }

// A DroppedFlag is a flag of the user's command line that clang-14 is not
// given, or not in that form.
type DroppedFlag struct {
	Flag   string // as the user wrote it, its value included
	Reason string // from the flag table, or clang's own refusal
	Report bool   // it can change what the program does: the user has to be told
	// Assumed: the flag is not honoured, so that verdicts rest on that it changes nothing.
	Assumed bool
}

// Semantics is what the flags of a unit say about the meaning of its code.
// The last flag of a group wins, as in gcc.
type Semantics struct {
	Wrapv           bool     // signed overflow wraps (-fwrapv): compiled so, there is nothing to violate
	Trapv           bool     // signed overflow aborts (-ftrapv): not compiled in, the executor ends the path
	M32             bool     // -m32: ILP32
	Optimised       bool     // -O1 and above: the answers of __builtin_constant_p and __builtin_object_size are open
	Std             string   // value of -std= as the user wrote it, empty for the default (gnu17)
	UnsignedChar    bool     // -funsigned-char
	Freestanding    bool     // -ffreestanding
	ShortWchar      bool     // -fshort-wchar: honoured; the C library has the wide one
	FastMath        bool     // -ffast-math or a part of it was asked for; compiled as IEEE arithmetic
	NullValid       bool     // -fno-delete-null-pointer-checks was asked for; null stays an invalid address
	OpenMP          bool     // -fopenmp was asked for; compiled without, the pragmas are ignored
	Sanitizers      []string // -fsanitize= groups asked for, sorted; compiled without
	OverflowChecked bool     // a sanitizer checks signed overflow
	OverflowEnds    bool     // … and ends the run at it, if it checks; both together are Trapv
	OverflowPartly  bool     // … in some functions only
	AutoInit        string   // value of -ftrivial-auto-var-init= asked for; compiled without
}

// A Unit is one translation unit with the flags it is compiled with.
type Unit struct {
	Source   string        // absolute path, cleaned
	Dir      string        // absolute path of the directory the compiler runs in
	Flags    []string      // after the filter, without Source and without our own flags
	RawFlags []string      // as given, without the compiler's name and Source
	Link     []string      // flags of the linker that a native build needs (-lm, -pthread)
	Output   string        // absolute path of the object file of the database, or empty
	Language Language      // by -x, by the driver's name, or by the file's extension
	Dropped  []DroppedFlag // in command-line order
	Semantic Semantics     // honoured or reported, never ignored silently
	Isa      []string      // instruction-set flags left out; tried again if the unit needs them
	Written  string        // path of the source as the compiler is given it, relative to Dir or absolute
	Compiler string        // name of the compiler in the database, "" where it is not told
	// Predefining are the flags that say which macros the user's compiler predefines, if
	// some of them are not in Flags.
	Predefining []string

	// Filled by Builder.Compile.
	Deps []string // files the unit read outside the system's headers, absolute, sorted, Source included
	// Macros are -D and -U by which the unit sees the macros that Predefining predefines.
	Macros []string
	Hash   string // SHA-256 over flags, language and the contents of Deps, hexadecimal
}

// NotC says why a unit is no part of any program, or returns "".
func (u *Unit) NotC() string {
	if u.Language.IsC() {
		return ""
	}
	return fmt.Sprintf("not C: %s is %s", filepath.Base(u.Source), u.Language)
}

// Input is what FromArgs and FromDatabase make of a command line or database.
type Input struct {
	Units []Unit
	Notes []string // what was left out and why, for the user
	// Binaries are object files and libraries by path: code without source.
	Binaries []string
	// Shared are those of the object files that become parts of shared libraries.
	Shared []string

	seen map[string]int // Units by identity
}

// DataModel names the widths of int, long and pointers.
type DataModel string

// The two data models of the supported targets.
const (
	LP64  DataModel = "LP64"
	ILP32 DataModel = "ILP32"
)

// A UnitFailure is a unit that could not be compiled. The other units are
// still linked, and the alarms of this one are undecided.
type UnitFailure struct {
	Unit   Unit
	Stderr string // clang's own message, without our flags
}

// Error gives the source and the first error line of clang.
func (f UnitFailure) Error() string {
	return fmt.Sprintf("%s does not compile: %s", f.Unit.Source, firstError(f.Stderr))
}

// An ExcludedUnit is a unit that is not in the linked program.
type ExcludedUnit struct {
	Unit   Unit
	Reason string // "not C: ...", "not in program a/main.c"
}

// A Program is one linked program as textual LLVM IR.
type Program struct {
	Units        []Unit // linked, in input order
	IRPath       string // textual IR (.ll), inside the builder's temporary directory
	LinkSet      string // name of the link set that was linked
	DataModel    DataModel
	Triple       string // LLVM's, as in the IR
	Semantic     Semantics
	Failed       []UnitFailure
	Excluded     []ExcludedUnit
	Undefined    []string // functions and variables that nothing defines, sorted
	Missing      []MissingUnit
	Assumed      []string // what verdicts rest on because of flags, sorted
	Implicit     []string // functions of the program that code may call which compilers make, sorted
	Chosen       []string // LinkSet.Chosen
	Models       []string // model files that were offered to the link, in order
	ModelDeps    []string // files that the models were compiled from, absolute, sorted
	ClangVersion string   // first line of clang --version
	Notes        []string // for the user, one line each
}

// Failure returns the failure of the unit whose source is path; ok is false if
// no such unit failed.
func (p *Program) Failure(path string) (f UnitFailure, ok bool) {
	for _, f := range p.Failed {
		if sameFile(f.Unit.Source, path) {
			return f, true
		}
	}
	return UnitFailure{}, false
}

// An InputError is a mistake in what the user gave: which file, what is wrong
// with it and what to do about it.
type InputError struct {
	File    string // may be empty
	Problem string
	Remedy  string // may be empty
}

// Error formats the three parts on one line (the problem may hold several).
func (e *InputError) Error() string {
	s := e.Problem
	if e.File != "" {
		s = e.File + ": " + s
	}
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}

// ChangedSince returns the files of the units, headers included where a
// compilation has listed them, whose modification time is after t: the time
// at which the SARIF was written. The result is sorted and free of duplicates.
// A file that no longer exists counts as changed.
func ChangedSince(units []Unit, t time.Time) []string {
	seen := map[string]bool{}
	var changed []string
	for _, u := range units {
		for _, path := range append([]string{u.Source}, u.Deps...) {
			if seen[path] {
				continue
			}
			seen[path] = true
			info, err := os.Stat(path)
			if err != nil || info.ModTime().After(t) {
				changed = append(changed, path)
			}
		}
	}
	sort.Strings(changed)
	return changed
}

// sameFile compares two paths by name first and by identity of the file on
// disk second, so that a symbolic link in either does not matter.
func sameFile(a, b string) bool {
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ia, err := os.Stat(a)
	if err != nil {
		return false
	}
	ib, err := os.Stat(b)
	return err == nil && os.SameFile(ia, ib)
}
