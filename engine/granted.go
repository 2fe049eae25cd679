package engine

import (
	"path/filepath"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
)

// takenForGranted are the assumptions that the program itself calls for.
func (r *run) takenForGranted() (as []string) {
	as = append(r.ofEntry(), r.ofUnknownCode()...)
	as = append(as, r.ofAddresses()...)
	if name := r.prog.Overridable(); name != "" && len(r.prog.Missing) == 0 {
		as = append(as, "nothing is linked that defines "+name+" otherwise, which gives way to that, or others like it")
	}
	if list := r.prog.KeptLiterals(); len(list) > 0 {
		as = append(as, "compound literals live as long as the call of their function, as at "+filepath.Base(r.prog.Where(list[0])))
	}
	if list := r.prog.FallsThrough(); len(list) > 0 {
		as = append(as, "code that is declared never to be executed is not, as at "+filepath.Base(r.prog.Where(list[0])))
	}
	if r.uses("gmtime", "gmtime_r", "localtime", "localtime_r", "mktime", "timegm", "timelocal", "asctime", "asctime_r", "ctime", "ctime_r", "strftime") {
		as = append(as, "the time zone counts no leap seconds")
	}
	if r.uses("mmap", "mmap64") {
		as = append(as, "a file that is mapped privately does not change")
	}
	if r.uses("setlocale", "uselocale") {
		as = append(as, "locales that the program sets treat characters, numbers and texts as the C locale does")
	}
	return as
}

// ofEntry is what is assumed of how an entry function other than main is called.
func (r *run) ofEntry() (as []string) {
	entry := r.prog.Funcs[r.entry]
	if entry.Source == "main" {
		return nil
	}
	as = append(as, entry.Source+" is entered in the C locale, and with the floating-point environment that a program begins in")
	for _, name := range []string{"atexit", "on_exit", "at_quick_exit"} {
		if r.uses(name) {
			as = append(as, "no function is registered with "+name+" before "+entry.Source+" is entered")
		}
	}
	if r.uses("__assay_concurrently", "signal", "sigaction", "sigset", "bsd_signal", "sysv_signal", "__sysv_signal", "ssignal") {
		as = append(as, "no thread or handler that the program starts runs while "+entry.Source+" does, unless it was started there")
	}
	if r.uses("mmap", "mmap64", "shmat") {
		as = append(as, "no memory is shared with another process when "+entry.Source+" is entered")
	}
	if slices.ContainsFunc(entry.Params, func(p ir.Param) bool { return r.prog.Types[p.Type].Kind == ir.Ptr }) {
		as = append(as, "pointers that "+entry.Source+" is given are null or lead into objects, and none of the library's")
	}
	return as
}

// ofUnknownCode is what is assumed of code that is not there (docs/verdicts.md, "Code that is
// not there").
func (r *run) ofUnknownCode() (as []string) {
	p := r.prog
	if !p.ExecutesUnknown() {
		return nil
	}
	as = append(as, "code that is not there starts no thread that changes memory behind the call")
	if slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return f.ReturnsTwice && p.Used(f.ID) }) {
		as = append(as, "code that is not there jumps to no place that setjmp has noted, and ends no thread")
	}
	return as
}

// ofAddresses is what is assumed of the addresses of objects and functions.
func (r *run) ofAddresses() (as []string) {
	p := r.prog
	var undefined, library []string
	for id := range p.OwnGlobals() {
		if g := &p.Globals[id]; g.External {
			undefined = append(undefined, g.Source)
		}
	}
	for _, f := range p.Funcs {
		switch outside := f.Model || len(f.Blocks) == 0; {
		case !outside || !p.Used(f.ID):
		case f.AddressTaken && f.Model:
			library = append(library, f.Source)
		case f.AddressTaken:
			undefined = append(undefined, f.Source)
		}
	}
	if len(undefined) > 1 {
		slices.Sort(undefined)
		as = append(as, "what is declared and not defined, as "+undefined[0]+" and "+undefined[1]+", are different objects and functions")
	}
	if len(library) > 1 {
		as = append(as, "no function of the library has the address of another one")
	}
	if p.MakesEmptyObjects() {
		as = append(as, "objects of size 0 are at addresses of their own")
	}
	return as
}
