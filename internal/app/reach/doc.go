// Package reach decides targets of the command line, calls, lines and labels, in each program
// that has them, and writes witnesses as SV-COMP has them.
package reach
