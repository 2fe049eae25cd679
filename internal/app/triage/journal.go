package triage

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/report"
)

// A journal keeps every verdict from the moment it falls: one JSON object a
// line, appended and synced, so that neither a kill -9 nor a crash loses one.
// A line cut in half by a kill is ignored when it is read, and the next line
// starts on a line of its own.
type journal struct {
	mu   sync.Mutex
	file *os.File
	run  string // runKey of this run
	now  func() time.Time
}

// JournalEntry is one line. A verdict belongs to a run (tool, program,
// options) and to a target in it (Alarm.Target); alarms that mean the same
// have a line each, with the same verdict.
type JournalEntry struct {
	Run    string       `json:"run"`
	Time   time.Time    `json:"time"`
	Budget float64      `json:"budget"` // --timeout-per-alarm in seconds
	Alarm  report.Alarm `json:"alarm"`
}

const JournalName = "journal.jsonl"

// runKey identifies what a verdict depends on besides its target: the version
// of assay, the program's IR, and the options that change verdicts.
func runKey(tool, programHash, options string) string {
	return decision.ShortHash(tool, programHash, options)
}

// openJournal opens the journal in dir for appending, alone: two runs in one
// directory would take each other's place. Without resume an older journal is
// set aside as journal.jsonl.old.
func openJournal(dir string, resume bool) (*journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fault.BadInput("give a writable directory with --state-dir", "no journal in %s: %v", dir, errors.Unwrap(err))
	}
	path := filepath.Join(dir, JournalName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fault.BadInput("give a writable directory with --state-dir", "no journal: %v", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, fault.BadInput("wait for it, or give this run a directory of its own with --state-dir",
			"%s is in use by another run of assay", path)
	}
	if !resume {
		if err := setAside(f, path); err != nil {
			f.Close()
			return nil, fault.BadInput("give a writable directory with --state-dir", "%v", err)
		}
	}
	return &journal{file: f, now: time.Now}, nil
}

// setAside copies a journal that is not empty to path.old and empties it. The
// locked file itself stays, or another run could lock a new one.
func setAside(f *os.File, path string) error {
	text, err := io.ReadAll(f)
	if err != nil || len(text) == 0 {
		return err
	}
	if err := os.WriteFile(path+".old", text, 0o644); err != nil {
		return err
	}
	return f.Truncate(0)
}

// load returns the verdicts of this run's key by target, the last one of each,
// and the number of lines that could not be read.
func (j *journal) load() (map[string]JournalEntry, int, error) {
	if _, err := j.file.Seek(0, io.SeekStart); err != nil {
		return nil, 0, err
	}
	entries, bad := map[string]JournalEntry{}, 0
	in := bufio.NewReader(j.file)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var e JournalEntry
			if json.Unmarshal(line, &e) != nil || e.Alarm.Outcome.Status == "" {
				bad++
			} else if e.Run == j.run {
				entries[e.Alarm.Target] = e
			}
		}
		if err == io.EOF {
			return entries, bad, j.endLine(line)
		}
		if err != nil {
			return nil, bad, err
		}
	}
}

// endLine ends a last line that a kill cut off.
func (j *journal) endLine(last []byte) error {
	if len(last) == 0 {
		return nil
	}
	_, err := j.file.Write([]byte("\n"))
	return err
}

// add appends a verdict and waits until it is on the disk.
func (j *journal) add(e JournalEntry) error {
	e.Run, e.Time = j.run, j.now().UTC()
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) close() error { return j.file.Close() }

// settled says whether a resumed run keeps the verdict: all but those that
// more time could improve.
func (e *JournalEntry) settled(budget time.Duration) bool {
	return settled(e.Alarm.Outcome.Status, e.Budget, budget.Seconds())
}
