package project

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/targets/build"
)

// open takes over what is known to be missing from the program: into what the engine
// reads, unless --assume closed says that it does not matter, into the assumptions
// of every verdict, and into the notes.
func (p *Program) open(w *Workshop) {
	for i := range p.Missing {
		m := &p.Missing[i]
		name := m.Name(w.from)
		if w.closed {
			p.Assumptions = append(p.Assumptions, name+" is not part of the analysed program, and is taken to call no function of it, change no variable of it, and define nothing that it defines or declares as weak (--assume closed)")
			continue
		}
		p.IR.Lacks(name)
		p.Assumptions = append(p.Assumptions, name+" is not part of the analysed program: "+missingMay)
		p.missingNotes = append(p.missingNotes, fmt.Sprintf("%s is not part of the analysed program (%s): %s; %s", name, m.Why, missingMay, remedyFor(m)))
	}
	if names := p.Libraries(); len(names) > 0 && len(p.Undefined) > 0 {
		p.Assumptions = append(p.Assumptions, "functions that nothing defines are those of "+strings.Join(names, " ")+" or of the C library, which call and change nothing of the program but where it calls them")
	}
	p.Assumptions = append(p.Assumptions, p.Chosen...)
	if w.linkSet != "" {
		p.Assumptions = append(p.Assumptions, "the program is "+p.LinkSet+" (--link-set); others that its units may be part of are left out")
	}
}

// CopiedOf says that a file may be part of a missing unit as well, where nobody sees what
// its code does; "" if it cannot be. A file that is the source of a unit which is there is
// taken for no part of another one, of which it is not known what it reads.
func (p *Program) CopiedOf(path string) string {
	if len(p.IR.Missing) == 0 {
		return ""
	}
	path = filepath.Clean(path)
	isSource := slices.ContainsFunc(p.Units, func(u build.Unit) bool { return u.Source == path })
	for i := range p.Missing {
		if m := &p.Missing[i]; m.Source == path || m.MayRead(path) && (!isSource || m.Reads()) {
			return p.IR.Missing[i] + ", which is not part of the analysed program, may have the code of " + filepath.Base(path) + ", too"
		}
	}
	return ""
}

// CopiedSites says that the code at a target's sites may be part of a missing unit as well.
func (p *Program) CopiedSites(t *engine.Target) string {
	for _, s := range t.Sites {
		if loc := p.IR.LocOf(s.Point); loc.Line > 0 {
			if why := p.CopiedOf(p.IR.Files[loc.File]); why != "" {
				return why
			}
		}
	}
	return ""
}

// missingMay is what code that is missing may do.
const missingMay = "its code may call every function with external linkage, change every external variable, and take the place of weak definitions; it replaces no function of the C library"

// remedyFor says what can be done about a missing unit.
func remedyFor(m *build.MissingUnit) string {
	if m.Source == "" {
		return "add its source, its library (-lNAME), a --model or a --spec, or say --assume closed if it does neither"
	}
	return "say --assume closed if it does neither"
}
