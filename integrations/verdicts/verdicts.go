// Package verdicts keeps verdicts from one run for the next, each with what it
// depended on (package deps): it is used again only on a program that is equal
// in all of that.
//
// The file has one entry a line, each with a checksum in front. Whatever is
// damaged, of another format, or about another program, tool or options is
// passed over: a verdict that is not used costs time, one that is used wrongly
// would cost trust. The file is replaced as a whole, under a lock, after what
// another process has added meanwhile was taken over.
package verdicts

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/integrations/deps"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/sarif"
)

// FormatName and FormatVersion identify the file format.
const (
	FormatName    = "assay-verdicts"
	FormatVersion = 2
)

// Entry is a verdict with what it was reached under: on an alarm's target, or
// on an error that was met on the way.
type Entry struct {
	// Key names what was asked: report.Alarm.Target, or the key of a check.
	Key string `json:"key"`
	// Run is a digest of what all verdicts of a run depend on: version of
	// assay, options, flags of the compiler.
	Run string `json:"run"`
	// Deps is the digest of the set of functions and variables.
	Deps string `json:"deps"`
	// Budget is --timeout-per-alarm in seconds: a larger one asks again what
	// was not settled.
	Budget float64 `json:"budget"`
	// Outcome is the verdict on an alarm, Met an error met; one of them is nil.
	Outcome *report.Outcome `json:"outcome,omitempty"`
	Met     *report.Met     `json:"met,omitempty"`
	// Witness is the witness's file, null without one.
	Witness json.RawMessage `json:"witness,omitempty"`
	// Places are the lines that the functions had which the texts speak of.
	Places []deps.Lines `json:"places,omitempty"`
}

// Seen is what a run on a commit's own sources said of its alarms.
type Seen struct {
	Commit string `json:"commit"`
	Run    string `json:"run"`
	Tool   string `json:"tool"` // of the alarms
	// Alarms are the statuses by the alarm's identity (package premerge).
	Alarms map[string]string `json:"alarms"`
}

// Program is what a run saw of the programs and of its alarms: enough for the
// next run on equal ones to find their verdicts without compiling anything.
type Program struct {
	// Key is a digest of what was asked: version of assay, options, units with
	// their flags, and alarms.
	Key string `json:"key"`
	// Units digests what the units are compiled from (build.Fingerprint).
	Units string `json:"units"`
	// Files are what the models are compiled from, FilesSum a digest of them
	// (build.FilesPrint).
	Files    []string `json:"files,omitempty"`
	FilesSum string   `json:"filesSum"`
	Parts    []Part   `json:"parts"`
	Alarms   []Alarm  `json:"alarms"` // all of the run, in order
}

// Part is one linked program.
type Part struct {
	Info report.ProgramInfo `json:"info"`
	Run  string             `json:"run"` // Entry.Run of its verdicts
	// Notes are what the user was told of it.
	Notes []string `json:"notes,omitempty"`
	// Functions and Variables are where these are defined, by linkage name.
	Functions []deps.Lines      `json:"functions"`
	Variables map[string]string `json:"variables"`
	// Readers are the sources of the units that read a file.
	Readers map[string][]string `json:"readers"`
	Sources []string            `json:"sources"` // of the units
	// Targets are the questions, with the digest of what each answer depends on.
	Targets []Question `json:"targets"`
	// Checks holds this digest for each error met in runs like this, "" where the
	// program does not have the check any more.
	Checks map[string]string `json:"checks,omitempty"`
}

// Question is a target.
type Question struct {
	Key  string `json:"key"`
	Deps string `json:"deps"`
}

// Alarm is what became of an alarm on the way to its target.
type Alarm struct {
	File  string       `json:"file,omitempty"` // absolute, as the program names it
	Alarm report.Alarm `json:"alarm"`          // its verdict only where it has no target
}

// line is one line of the file; one of the fields is set.
type line struct {
	Format  string `json:"format,omitempty"`
	Version int    `json:"version,omitempty"`

	Set     *deps.Set `json:"set,omitempty"`
	Verdict *Entry    `json:"verdict,omitempty"`
	Seen    *Seen     `json:"seen,omitempty"`
	Program *Program  `json:"program,omitempty"`
}

// File is the verdict file in memory.
type File struct {
	path    string
	known   contents
	added   contents // in this run
	foreign bool     // the file is not ours: it is not overwritten
	// Notice tells what of the file could not be used; "" for nothing.
	Notice string
}

// contents are the entries of a file.
type contents struct {
	sets    map[string]*deps.Set
	entries []Entry // oldest first
	seen    []Seen  // oldest first
	// programs are the newest of each key, oldest first.
	programs []Program
}

// Open reads the file at path; one that does not exist is empty. The error is
// that of the file system.
func Open(path string) (*File, error) {
	f := &File{path: path, added: contents{sets: map[string]*deps.Set{}}}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f.known, f.Notice, f.foreign = parse(path, text)
	return f, nil
}

// parse reads the text of a file. The notice says what could not be used.
func parse(path string, text []byte) (c contents, notice string, foreign bool) {
	c.sets = map[string]*deps.Set{}
	lines := bytes.Split(text, []byte("\n"))
	if len(bytes.TrimSpace(text)) == 0 {
		return c, "", false
	}
	head, ok := decode(lines[0])
	if !ok || head.Format != FormatName {
		return c, fmt.Sprintf("%s is no verdict file of assay; it is neither used nor changed: remove it to have verdicts kept there", path), true
	}
	if head.Version != FormatVersion {
		return c, fmt.Sprintf("%s was written by another version of assay (format %d, this one has %d); its verdicts are not used",
			path, head.Version, FormatVersion), false
	}
	bad := 0
	for _, l := range lines[1:] {
		if len(l) == 0 {
			continue
		}
		if e, ok := decode(l); !ok || !c.take(e) {
			bad++
		}
	}
	c.entries = slices.DeleteFunc(c.entries, func(e Entry) bool {
		if c.sets[e.Deps] == nil {
			bad++
			return true
		}
		return false
	})
	if bad > 0 {
		notice = fmt.Sprintf("%d entries of %s are damaged and were ignored", bad, path)
	}
	return c, notice, false
}

// take adds an entry that was read; false if it makes no sense.
func (c *contents) take(l *line) bool {
	switch {
	case l.Set != nil:
		c.sets[l.Set.Digest()] = l.Set
	case l.Verdict != nil:
		e := l.Verdict
		if (e.Outcome == nil) == (e.Met == nil) || e.Outcome != nil && !validStatus(e.Outcome.Status) {
			return false
		}
		c.entries = append(c.entries, *e)
	case l.Seen != nil:
		c.seen = append(c.seen, *l.Seen)
	case l.Program != nil:
		c.programs = append(c.programs, *l.Program)
	default:
		return false
	}
	return true
}

func validStatus(s string) bool {
	switch sarif.Status(s) {
	case sarif.Reachable, sarif.Unreachable, sarif.Bounded, sarif.Undecided:
		return true
	}
	return false
}

// sumLength is the number of hexadecimal digits of a line's checksum.
const sumLength = 16

func sum(text []byte) string {
	h := sha256.Sum256(text)
	return hex.EncodeToString(h[:sumLength/2])
}

// decode reads a line; false if it is damaged.
func decode(text []byte) (*line, bool) {
	check, rest, ok := bytes.Cut(text, []byte(" "))
	if !ok || string(check) != sum(rest) {
		return nil, false
	}
	l := &line{}
	return l, json.Unmarshal(rest, l) == nil
}

func (l *line) encode(b *bytes.Buffer) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "%s %s\n", sum(text), text)
	return nil
}

// Find returns the newest verdict on an alarm's target that was reached on equal
// dependencies in an equal run, nil if there is none.
func (f *File) Find(key, run, digest string) *Entry {
	for i := len(f.known.entries) - 1; i >= 0; i-- {
		if e := &f.known.entries[i]; e.Outcome != nil && e.Key == key && e.Run == run && e.Deps == digest {
			return e
		}
	}
	return nil
}

// Latest returns what the newest verdict on a target depended on, nil if there
// was never one.
func (f *File) Latest(key, run string) *deps.Set {
	for i := len(f.known.entries) - 1; i >= 0; i-- {
		if e := &f.known.entries[i]; e.Outcome != nil && e.Key == key && e.Run == run {
			return f.known.sets[e.Deps]
		}
	}
	return nil
}

// Met returns the errors met in equal runs, the newest entry of each key and
// set of dependencies. Whether these are equal is for the caller to check.
func (f *File) Met(run string) []*Entry {
	var out []*Entry
	for i := range f.known.entries {
		if e := &f.known.entries[i]; e.Met != nil && e.Run == run {
			out = append(out, e)
		}
	}
	return out
}

// SeenAt returns what was said of a tool's alarms on a commit in an equal run.
func (f *File) SeenAt(commit, run, tool string) (alarms map[string]string, ok bool) {
	for i := len(f.known.seen) - 1; i >= 0; i-- {
		if s := &f.known.seen[i]; s.Commit == commit && s.Run == run && s.Tool == tool {
			return s.Alarms, true
		}
	}
	return nil, false
}

// Set is the set of functions and variables with a digest, nil if no verdict
// depends on it.
func (f *File) Set(digest string) *deps.Set { return f.known.sets[digest] }

// Program returns what a run saw that was asked the same, nil if there was none.
func (f *File) Program(key string) *Program {
	for i := range f.known.programs {
		if p := &f.known.programs[i]; p.Key == key {
			return p
		}
	}
	return nil
}

// AddProgram keeps what a run saw.
func (f *File) AddProgram(p Program) { f.added.programs = append(f.added.programs, p) }

// Add keeps a verdict.
func (f *File) Add(e Entry, set *deps.Set) {
	f.added.sets[e.Deps] = set
	f.added.entries = append(f.added.entries, e)
}

// AddSeen keeps what was said on a commit, unless it is there already.
func (f *File) AddSeen(s Seen) {
	if known, ok := f.SeenAt(s.Commit, s.Run, s.Tool); ok && maps.Equal(known, s.Alarms) {
		return
	}
	f.added.seen = append(f.added.seen, s)
}

// Save writes the file with what was added, and with what other processes have
// added since it was read. Without additions it writes nothing.
func (f *File) Save() error {
	if f.foreign || len(f.added.entries)+len(f.added.seen)+len(f.added.programs) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	lock, err := os.OpenFile(f.path+".lock", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return err
	}
	text, err := os.ReadFile(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	now, _, foreign := parse(f.path, text)
	if foreign {
		return fmt.Errorf("%s is no verdict file of assay any more", f.path)
	}
	now.merge(&f.added)
	out, err := now.text()
	if err != nil {
		return err
	}
	return sarif.WriteFile(f.path, out)
}

// The most that a file keeps: verdicts on one question (for branches that are
// worked on in turns), verdicts in all, commits, programs.
const (
	maxPerKey   = 8
	maxEntries  = 50_000
	maxSeen     = 50
	maxPrograms = 16
)

// merge adds newer contents and lets the oldest go where there is too much.
func (c *contents) merge(newer *contents) {
	type id struct {
		key, run, deps string
		met            bool
	}
	idOf := func(e *Entry) id { return id{e.Key, e.Run, e.Deps, e.Met != nil} }
	type question struct {
		key string
		met bool
	}
	all := append(c.entries, newer.entries...)
	kept, seen, perKey := []Entry{}, map[id]bool{}, map[question]int{}
	for i := len(all) - 1; i >= 0 && len(kept) < maxEntries; i-- {
		e := &all[i]
		q := question{e.Key, e.Met != nil}
		if seen[idOf(e)] || perKey[q] == maxPerKey {
			continue
		}
		seen[idOf(e)] = true
		perKey[q]++
		kept = append(kept, *e)
	}
	slices.Reverse(kept)
	c.entries = kept
	for d, s := range newer.sets {
		c.sets[d] = s
	}
	for _, s := range newer.seen {
		c.seen = slices.DeleteFunc(c.seen, func(o Seen) bool { return o.Commit == s.Commit && o.Run == s.Run && o.Tool == s.Tool })
		c.seen = append(c.seen, s)
	}
	c.seen = c.seen[max(0, len(c.seen)-maxSeen):]
	for _, p := range newer.programs {
		c.programs = slices.DeleteFunc(c.programs, func(o Program) bool { return o.Key == p.Key })
		c.programs = append(c.programs, p)
	}
	c.programs = c.programs[max(0, len(c.programs)-maxPrograms):]
}

// text is the file with these contents. Sets come before the verdicts that
// refer to them; those nobody refers to are left out.
func (c *contents) text() (string, error) {
	var b bytes.Buffer
	lines := []line{{Format: FormatName, Version: FormatVersion}}
	written := map[string]bool{}
	for i := range c.entries {
		e := &c.entries[i]
		if !written[e.Deps] {
			written[e.Deps] = true
			lines = append(lines, line{Set: c.sets[e.Deps]})
		}
		lines = append(lines, line{Verdict: e})
	}
	for i := range c.seen {
		lines = append(lines, line{Seen: &c.seen[i]})
	}
	for i := range c.programs {
		lines = append(lines, line{Program: &c.programs[i]})
	}
	for i := range lines {
		if err := lines[i].encode(&b); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
