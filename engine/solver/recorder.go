package solver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/engine/term"
)

// QueryLogVariable is the environment variable that names the directory of
// query logs when Options.QueryLog does not.
const QueryLogVariable = "ASSAY_QUERY_LOG"

// recorder is a Solver that writes the stream of queries to a file, as an
// SMT-LIB 2 script of check-sat-assuming commands, with limits and answers as
// comments. Any solver can replay it, bench/solver does.
type recorder struct {
	Solver
	file *os.File
	w    *term.SMTWriter
	n    int
	err  error // the first write error; recording ends with it
}

// newRecorder starts the log of a solver in a new file of dir.
func newRecorder(inner Solver, pool *term.Pool, dir string) (*recorder, error) {
	f, err := createNext(dir)
	if err != nil {
		return nil, err
	}
	return &recorder{Solver: inner, file: f, w: term.NewSMTWriter(f, pool)}, nil
}

// createNext creates the first of the files solver-00000.smt2, solver-00001.smt2
// … that does not exist yet.
func createNext(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("query log: %w", err)
	}
	for i := 0; ; i++ {
		name := filepath.Join(dir, fmt.Sprintf("solver-%05d.smt2", i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("query log: %w", err)
		}
	}
}

// Check records the query before it is asked, so that a query that never
// returns is the last one in the log.
func (r *recorder) Check(ctx context.Context, assumptions []term.T, lim Limits) Result {
	r.n++
	if r.err == nil {
		r.w.Comment(fmt.Sprintf("query %d, limits: conflicts %d, propagations %d", r.n, lim.Conflicts, lim.Propagations))
		r.w.CheckSat(assumptions...)
		r.err = r.w.Flush()
	}
	res := r.Solver.Check(ctx, assumptions, lim)
	if r.err == nil {
		r.w.Comment(fmt.Sprintf("answer: %v %s", res.Status, res.Reason))
	}
	return res
}

// Stats adds the error that ended the recording, if any.
func (r *recorder) Stats() Stats {
	st := r.Solver.Stats()
	st.QueryLogError = r.err
	return st
}

// Close ends the log.
func (r *recorder) Close() {
	if r.err == nil {
		r.err = r.w.Flush()
	}
	if err := r.file.Close(); r.err == nil {
		r.err = err
	}
	r.Solver.Close()
}
