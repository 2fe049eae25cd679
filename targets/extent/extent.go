package extent

import "slices"

// Node is an expression in a line. Columns count bytes, from 1.
type Node struct {
	From, To int     // the text, To behind its end
	At       int     // where clang places the operation
	Kids     []*Node // operands, from left to right
	Parent   *Node   // nil: the whole expression
	Leaf     bool    // a name or a literal
	Call     bool    // Kids[0] is called
	Stores   bool    // an assignment, or ++ and --: clang places the store at the operator
}

// Line is what could be read of a line.
type Line struct {
	roots  []*Node
	owners map[int]*Node // by column: whose token stands there
}

// Owner is the expression that a token belongs to: a name, or the operation of which it is an
// operator or a bracket; nil where nothing was read.
func (l *Line) Owner(col int) *Node { return l.owners[col] }

// Spanning is the outermost expression that has exactly this text, without brackets around
// it; nil if none has.
func (l *Line) Spanning(from, to int) *Node {
	var found *Node
	l.each(func(n *Node) {
		if n.From == from && n.To == to && (found == nil || found.within(n)) {
			found = n
		}
	})
	return found
}

// Placed is the outermost expression whose operation clang places at a column, nil if
// there is none.
func (l *Line) Placed(col int) *Node {
	var found *Node
	l.each(func(n *Node) {
		if n.At == col && (found == nil || found.within(n)) {
			found = n
		}
	})
	return found
}

// Holds tells that an expression is another one, or a part of it.
func (n *Node) Holds(part *Node) bool { return part.within(n) }

func (n *Node) within(outer *Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}

func (l *Line) each(visit func(*Node)) {
	todo := slices.Clone(l.roots)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Kids...)
		visit(n)
	}
}
