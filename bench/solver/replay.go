package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/engine/term"
)

// readLog reads a query log as written by the solver under ASSAY_QUERY_LOG, or
// any other SMT-LIB 2 script without push and pop.
func readLog(name string) (*stream, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s := &stream{name: filepath.Base(name), pool: term.NewPool()}
	script, err := term.ParseSMT(s.pool, name, src)
	if err != nil {
		return nil, err
	}
	for _, c := range script.Commands {
		switch c.Kind {
		case term.CmdAssert:
			s.ops = append(s.ops, op{opPush, c.Terms[0]})
		case term.CmdCheckSat:
			for _, t := range c.Terms {
				s.ops = append(s.ops, op{opPush, t})
			}
			s.ops = append(s.ops, op{opQuery, term.True})
			for range c.Terms {
				s.ops = append(s.ops, op{kind: opPop})
			}
			s.queries++
		default:
			return nil, fmt.Errorf("%s:%d: push and pop are not supported: write assumptions", name, c.Line)
		}
	}
	return s, nil
}
