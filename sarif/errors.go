package sarif

import (
	"errors"
	"fmt"
	"strings"
)

// Error is a defect of the user's input: which file, where in it, what is
// wrong and what to do about it.
type Error struct {
	// File is the document's name as the user gave it.
	File string
	// Offset is the byte offset of the defect from the start of the file, -1
	// if the defect has no place. A byte order mark counts.
	Offset int
	// Line and Col are the 1-based place of Offset; Col counts bytes. Both are
	// 0 if the defect has no place.
	Line, Col int
	// Problem says what is wrong, Remedy what the user can do.
	Problem, Remedy string
	// Err is the underlying error, if any.
	Err error
}

// Error implements error: "file:line:col: problem (byte n); remedy".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Col)
	}
	b.WriteString(": ")
	b.WriteString(e.Problem)
	if e.Line > 0 {
		fmt.Fprintf(&b, " (byte %d)", e.Offset)
	}
	if e.Remedy != "" {
		b.WriteString("; ")
		b.WriteString(e.Remedy)
	}
	return b.String()
}

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

// ErrSelfCheck is wrapped by the error of [Document.Annotate] when the
// annotated text, with the annotations taken off, is not the input. Nothing is
// written then. It is a defect of this package.
var ErrSelfCheck = errors.New("the annotated document differs from its input outside the annotations")

// ErrorAt returns an Error at a byte offset of the text of a file.
func ErrorAt(file, text string, offset int, problem, remedy string) *Error {
	return placed(file, text, offset, 0, problem, remedy)
}

// placed returns an Error at a byte offset of text. bom is the number of bytes
// that stood before text in the file.
func placed(file, text string, offset, bom int, problem, remedy string) *Error {
	before := text[:min(offset, len(text))]
	return &Error{
		File: file, Offset: offset + bom,
		Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndexByte(before, '\n'),
		Problem: problem, Remedy: remedy,
	}
}

// unplaced returns an Error that concerns the file as a whole.
func unplaced(file, problem, remedy string, err error) *Error {
	return &Error{File: file, Offset: -1, Problem: problem, Remedy: remedy, Err: err}
}
