package ir

import (
	"slices"

	llmd "github.com/llir/llvm/ir/metadata"
)

// LoopStmt is a loop statement of the source: for, while or do.
type LoopStmt struct {
	At LocID // of its keyword
	// Vars are the variables that a name means at the keyword, as indices in
	// Func.Vars. One whose name might mean another variable there is left out.
	Vars []int32
}

// backEdge is a branch that clang marks as the end of a turn of a loop statement.
type backEdge struct {
	from int32 // index in Func.Blocks
	node int64 // metadata of the loop
}

// mdRef is the number of an attachment of the given name, or noRef.
func mdRef(list []*llmd.Attachment, name string) int64 {
	for _, a := range list {
		if a.Name == name {
			if t, ok := a.Node.(*llmd.Tuple); ok {
				return t.ID()
			}
		}
	}
	return noRef
}

// loopStatements gives loop heads their statements. A head to which the
// branches of two statements lead gets none.
func (r *reader) loopStatements(f *Func) {
	seen := map[int32]int64{}
	for _, e := range r.backEdges[f.ID] {
		h := f.headOf(e.from)
		if h < 0 {
			continue
		}
		if node, again := seen[h]; again && node != e.node {
			f.Blocks[h].Stmt = nil
		} else if !again {
			f.Blocks[h].Stmt = r.loopStatement(f, e.node)
		}
		seen[h] = e.node
	}
}

// headOf is the innermost loop head that a block branches back to, -1 if there
// is none.
func (f *Func) headOf(from int32) int32 {
	for h := f.Blocks[from].Loop; h >= 0; h = f.Blocks[h].Outer {
		if slices.Contains(f.Blocks[from].Succs, h) {
			return h
		}
	}
	return -1
}

// loopStatement reads the metadata of a loop: itself, the position of its
// keyword, that of its end.
func (r *reader) loopStatement(f *Func, node int64) *LoopStmt {
	n := r.di.md.node(node)
	if n == nil || len(n.Fields) < 2 {
		return nil
	}
	at := r.di.md.kind(parseRef(n.Fields[1].Val), "DILocation")
	if at == nil {
		return nil
	}
	s := &LoopStmt{At: r.di.loc(parseRef(n.Fields[1].Val))}
	open := r.di.scopesAt(at)
	found := map[string]int32{}
	for i := range f.Vars {
		v := &f.Vars[i]
		if !open[r.varScopes[f.ID][i]] {
			continue
		}
		if _, again := found[v.Name]; again {
			found[v.Name] = -1
			continue
		}
		found[v.Name] = int32(i)
		if v.Arg == 0 && v.Line >= r.p.Locs[s.At].Line {
			found[v.Name] = -1 // declared in the head of a for, or behind the loop, perhaps
		}
	}
	for _, i := range found {
		if i >= 0 {
			s.Vars = append(s.Vars, i)
		}
	}
	slices.Sort(s.Vars)
	return s
}

// scopesAt lists the scopes of declarations that a position is in.
func (d *debugInfo) scopesAt(at *mdNode) map[int64]bool {
	open := map[int64]bool{}
	for id := at.ref("scope"); id != noRef && !open[id]; {
		n := d.md.node(id)
		if n == nil {
			break
		}
		open[id] = true
		id = n.ref("scope")
	}
	return open
}
