// Package extent tells which text of a line of C belongs to which operation.
//
// An analyzer names a place by columns: those of an operand, of an operator, or of a whole
// expression. Debug information has one column for each instruction. Parse reads the
// expressions of a line, as far as it can, and gives each its extent and the column that
// clang gives its operation (Expr::getExprLoc), so that one can be told from the other.
//
// The package knows no types and no macros; what it cannot read is no expression.
//
//	l := extent.Parse("y = a[i] + p->n;")
//	l.Owner(6).At       // 5: the bracket is that of a[i], which clang places at a
//	l.Spanning(12, 16)  // p->n
package extent
