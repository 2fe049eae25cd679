package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-dev/assay/engine/term"
)

// recordings are streams kept as they were recorded.
//
//go:embed testdata/*.smt2.gz
var recordings embed.FS

// recorded names the recordings: one search each of assay in programs of the
// corpus, from a triage of Eva's alarms with 3 s per alarm; and the stream of the
// prototype's generator for w2, which takes another way through the same program
// than ours.
var recorded = []string{"tlv", "expr", "checksum", "date", "w2-prototype"}

// readRecorded returns a recording.
func readRecorded(name string) (*stream, error) {
	src, err := recordings.ReadFile("testdata/" + name + ".smt2.gz")
	if err != nil {
		return nil, err
	}
	return parseLog(name, src)
}

// readLog reads a query log as written by the solver under ASSAY_QUERY_LOG, or
// any other SMT-LIB 2 script without push and pop, compressed by gzip or not.
func readLog(name string) (*stream, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parseLog(strings.TrimSuffix(filepath.Base(name), ".smt2"), src)
}

func parseLog(name string, src []byte) (*stream, error) {
	if bytes.HasPrefix(src, []byte("\x1f\x8b")) {
		r, err := gzip.NewReader(bytes.NewReader(src))
		if err == nil {
			src, err = io.ReadAll(r)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	s := &stream{name: name, pool: term.NewPool()}
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
