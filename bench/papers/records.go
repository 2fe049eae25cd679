package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// records are the answers known so far. With a file, they are there for later
// runs, too, so that a long table can be made in pieces.
type records struct {
	mu    sync.Mutex
	by    map[string]record // by key of the question
	file  *os.File          // nil: kept in memory only
	until time.Time         // after it nothing is asked that is not known; zero: never
	build string            // of the engine that answers now
}

// questionID tells one question from every other one.
type questionID struct {
	Program, Tool string
	Plan          string
	Label         int
	Text          string // hash of the program
}

// record is an answer as a line of the file.
type record struct {
	questionID
	Limit  float64 // seconds
	Build  string  // of the engine; also of CBMC's answers, for which it does not matter
	Answer answer
	Time   time.Duration
	Memory int64
	Failed string `json:",omitempty"`
}

// openRecords reads a file of records, or begins it. The last line may be cut
// off: the run that wrote it was ended.
func openRecords(name, build string, until time.Time) (*records, error) {
	k := &records{by: map[string]record{}, until: until, build: build}
	if name == "" {
		return k, nil
	}
	old, err := os.Open(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err == nil {
		defer old.Close()
		lines := bufio.NewScanner(old)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var r record
			if json.Unmarshal(lines.Bytes(), &r) == nil {
				k.by[r.key()] = r
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	k.file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = k.file.WriteString("\n") // ends a line that was cut off
	}
	return k, err
}

func (q *questionID) key() string {
	return fmt.Sprintf("%s %s %s %d %s", q.Program, q.Tool, q.Plan, q.Label, q.Text)
}

// questionOf names a question. CBMC knows no plans.
func (l *lab) questionOf(tool string, s *subject, label int) questionID {
	q := questionID{Program: s.name, Tool: tool, Label: label, Text: fmt.Sprintf("%x", sha256.Sum256([]byte(s.text)))[:16]}
	if _, other := cbmcs[tool]; !other && label >= 0 {
		q.Plan = string(l.plan)
	}
	return q
}

// or is the known answer to a question, or the one that ask gives.
func (k *records) or(q questionID, limit time.Duration, ask func() result) result {
	k.mu.Lock()
	r, ok := k.by[q.key()]
	k.mu.Unlock()
	if ok && r.serves(limit) {
		return r.result()
	}
	if !k.until.IsZero() && time.Now().After(k.until) {
		return result{open: true}
	}
	out := ask()
	r = record{questionID: q, Limit: limit.Seconds(), Build: k.build, Answer: out.answer, Time: out.time, Memory: out.memory, Failed: out.failed}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.by[q.key()] = r
	if k.file == nil {
		return out
	}
	line, err := json.Marshal(r)
	if err == nil {
		_, err = k.file.Write(append(line, '\n'))
	}
	if err != nil && out.failed == "" {
		out.failed = err.Error()
	}
	return out
}

// serves tells that an answer is one for a time limit, too: it came in time, or
// did not come in more.
func (r *record) serves(limit time.Duration) bool {
	out := r.result()
	if out.failed != "" {
		return false
	}
	if out.decided() {
		return r.Time <= limit
	}
	return r.Limit >= limit.Seconds()
}

func (r *record) result() result {
	return result{answer: r.Answer, time: r.Time, memory: r.Memory, failed: r.Failed}
}

// buildOf names an executable by its contents.
func buildOf(file string) (string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))[:12], nil
}
