// Package sums writes numbers as sums of multiples, so that equal ones become the same terms.
//
// It knows terms and nothing else: which numbers of a program they stand for, and what is
// asked of them, is the business of package system, whose terms are Sums, too.
//
//	s := sums.Sums{Pool: pool}
//	s.Ordered(equation)     // x + 2 = y + 2 + x becomes y = 0
//	s.StrideOf(24·i + 8, …) // every 24th number, from 8 on
package sums
