package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A databaseEntry is one object of a compilation database
// (https://clang.llvm.org/docs/JSONCompilationDatabase.html).
type databaseEntry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
	Output    string   `json:"output"`
}

// databaseRemedy is what to do about a file that is no database.
const databaseRemedy = "make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson, or bear -- make"

// FromDatabase makes units from a compile_commands.json. A unit whose source
// is missing stays in the list and fails when it is compiled, so that the
// other units are still analysed. Entries that compile the same source in the
// same way are one unit.
func FromDatabase(path string) (*Input, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, &InputError{File: path, Problem: err.Error()}
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, &InputError{File: path, Problem: "the compilation database cannot be read: " + cause(err), Remedy: databaseRemedy}
	case info.IsDir():
		return nil, &InputError{File: path, Problem: "is a directory, not a compilation database",
			Remedy: "name the file, usually " + filepath.Join(path, "compile_commands.json")}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &InputError{File: path, Problem: "the compilation database cannot be read: " + cause(err)}
	}
	in, err := ParseDatabase(data, filepath.Dir(path))
	var inputErr *InputError
	if errors.As(err, &inputErr) && inputErr.File == "" {
		inputErr.File = path
	}
	return in, err
}

// ParseDatabase makes units from the text of a compilation database; base is
// the absolute directory that a relative "directory" is relative to.
func ParseDatabase(data []byte, base string) (*Input, error) {
	entries, err := decodeDatabase(data)
	if err != nil {
		return nil, err
	}
	in := &Input{}
	for i, entry := range entries {
		if err := in.addEntry(entry, base); err != nil {
			return nil, &InputError{Problem: fmt.Sprintf("entry %d (%s): %s", i+1, entry.File, err), Remedy: databaseRemedy}
		}
	}
	if len(in.Units) == 0 {
		return nil, &InputError{Problem: "the compilation database has no C units", Remedy: databaseRemedy}
	}
	in.noteReported()
	return in, nil
}

// decodeDatabase reads the array and nothing after it; a byte order mark is
// skipped. Errors name line and column.
func decodeDatabase(data []byte) ([]databaseEntry, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	dec := json.NewDecoder(bytes.NewReader(data))
	var entries []databaseEntry
	err := dec.Decode(&entries)
	if err == nil {
		if _, err := dec.Token(); err == io.EOF {
			return entries, nil
		}
		return nil, &InputError{Problem: "something follows the array of the compilation database", Remedy: databaseRemedy}
	}
	offset := int64(len(data))
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	offset = min(offset, int64(len(data)))
	line := 1 + bytes.Count(data[:offset], []byte("\n"))
	column := int(offset) - bytes.LastIndexByte(data[:offset], '\n') - 1
	return nil, &InputError{
		Problem: fmt.Sprintf("line %d, column %d: no compilation database: %v", line, column, err),
		Remedy:  databaseRemedy}
}

// addEntry adds the unit of one entry.
func (in *Input) addEntry(entry databaseEntry, base string) error {
	args := entry.Arguments
	if len(args) == 0 {
		words, err := SplitShell(entry.Command)
		if err != nil {
			return err
		}
		args = words
	}
	if entry.File == "" {
		return errors.New(`has no "file"`)
	}
	if len(args) == 0 {
		return errors.New(`has neither "command" nor "arguments"`)
	}
	dir := absolute(base, entry.Directory)
	driver, rest := splitDriver(args)
	rest, err := expandResponseFiles(rest, dir, 0)
	if err != nil {
		return err
	}
	line, err := parseLine(append(impliedFlags(driver), rest...))
	if err != nil {
		return err
	}
	source := absolute(dir, entry.File)
	in.link(line, dir)
	if isBinary(source) {
		in.binary(source)
		return nil
	}
	arg := inputArg{path: entry.File}
	var others []inputArg
	for _, candidate := range line.inputs {
		switch path := absolute(dir, candidate.path); {
		case path == source:
			arg = candidate
		case !isBinary(path) && !sameFile(path, source):
			others = append(others, candidate)
		}
	}
	if line.output == "" {
		line.output = entry.Output
	}
	for _, arg := range append([]inputArg{arg}, others...) { // one command may compile several
		u := newUnit(arg.path, dir, line, languageOf(arg, isCXXDriver(driver)))
		u.Compiler = driver
		in.add(u)
	}
	return nil
}

// cause is the last part of an error of package os, without operation and path.
func cause(err error) string {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}
