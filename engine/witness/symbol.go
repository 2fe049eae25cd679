package witness

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
)

// lineTable maps addresses of a linked program to source lines. It stands in
// for llvm-symbolizer, which need not be installed and would have to run
// inside the sandbox.
type lineTable struct {
	data  *dwarf.Data
	units []*dwarf.Entry
}

func newLineTable(file string) (*lineTable, error) {
	f, err := elf.Open(file)
	if err != nil {
		return nil, fmt.Errorf("debug information of %s: %w", file, err)
	}
	defer f.Close()
	d, err := f.DWARF()
	if err != nil {
		return nil, fmt.Errorf("debug information of %s: %w", file, err)
	}
	t := &lineTable{data: d}
	r := d.Reader()
	for {
		e, err := r.Next()
		if err != nil {
			return nil, fmt.Errorf("debug information of %s: %w", file, err)
		}
		if e == nil {
			return t, nil
		}
		if e.Tag == dwarf.TagCompileUnit {
			t.units = append(t.units, e)
		}
		r.SkipChildren()
	}
}

// at returns the position of an address relative to the program's base.
func (t *lineTable) at(pc uint64) (file string, line, col int, ok bool) {
	for _, u := range t.units {
		lr, err := t.data.LineReader(u)
		if err != nil || lr == nil {
			continue
		}
		var e dwarf.LineEntry
		if lr.SeekPC(pc, &e) == nil && e.File != nil && e.Line > 0 {
			return e.File.Name, e.Line, e.Column, true
		}
	}
	return "", 0, 0, false
}

// definedSymbols lists the global symbols an object file defines.
func definedSymbols(file string) (map[string]bool, error) {
	f, err := elf.Open(file)
	if err != nil {
		return nil, fmt.Errorf("symbols of %s: %w", file, err)
	}
	defer f.Close()
	syms, err := f.Symbols()
	if err != nil {
		return nil, fmt.Errorf("symbols of %s: %w", file, err)
	}
	out := map[string]bool{}
	for _, s := range syms {
		if elf.ST_BIND(s.Info) != elf.STB_LOCAL && s.Section != elf.SHN_UNDEF {
			out[s.Name] = true
		}
	}
	return out, nil
}
