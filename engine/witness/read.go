package witness

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/assay-dev/assay/engine/op"
)

// maxFile bounds a witness file: 256 MiB.
const maxFile = 256 << 20

// Read parses a witness strictly: unknown members, missing ones, values out
// of range and trailing text are errors that name the member.
func Read(r io.Reader) (*Witness, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("witness: larger than %d bytes", maxFile)
	}
	if err := checkHead(data); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	w := &Witness{}
	if err := dec.Decode(w); err != nil {
		return nil, fmt.Errorf("witness: %w", position(data, err))
	}
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return w, nil
}

// checkHead looks at format and version before anything else, so that a
// newer file gets that message and not one about an unknown member. It also
// finds text after the object: Unmarshal takes the whole of data.
func checkHead(data []byte) error {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("witness: not JSON of a witness: %w", position(data, err))
	}
	if head.Format != FormatName {
		return fmt.Errorf("witness: member \"format\" is %q, want %q: this is no witness of assay", head.Format, FormatName)
	}
	if head.Version != FormatVersion {
		return fmt.Errorf("witness: version %d, this assay reads version %d: use the assay that wrote it", head.Version, FormatVersion)
	}
	return nil
}

// position adds line and column to errors of encoding/json.
func position(data []byte, err error) error {
	var syn *json.SyntaxError
	var typ *json.UnmarshalTypeError
	var off int64
	switch {
	case errors.As(err, &syn):
		off = syn.Offset
	case errors.As(err, &typ):
		off = typ.Offset
	default:
		return err
	}
	off = min(off, int64(len(data)))
	before := data[:off]
	line := 1 + bytes.Count(before, []byte("\n"))
	col := int(off) - (bytes.LastIndexByte(before, '\n') + 1)
	return fmt.Errorf("line %d, column %d: %w", line, col, err)
}

// Write writes the witness as indented JSON ending in a newline. The witness
// must be valid.
func (w *Witness) Write(out io.Writer) error {
	if err := w.Validate(); err != nil {
		return err
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(w); err != nil {
		return fmt.Errorf("witness: %w", err)
	}
	_, err := out.Write(buf.Bytes())
	return err
}

// Validate checks every member's range; the error names the member.
func (w *Witness) Validate() error {
	if w.Format != FormatName || w.Version != FormatVersion {
		return fmt.Errorf("witness: format %q version %d, want %q version %d", w.Format, w.Version, FormatName, FormatVersion)
	}
	for _, check := range []func() error{w.validProgram, w.validTarget, w.validInputs, w.validChoices} {
		if err := check(); err != nil {
			return fmt.Errorf("witness: %w", err)
		}
	}
	return nil
}

func (w *Witness) validProgram() error {
	p := &w.Program
	if len(p.Sources) == 0 {
		return errors.New("program.sources: empty")
	}
	for i, s := range p.Sources {
		if err := s.valid(); err != nil {
			return fmt.Errorf("program.sources[%d].%w", i, err)
		}
	}
	for i, s := range p.Models {
		if err := s.valid(); err != nil {
			return fmt.Errorf("program.models[%d].%w", i, err)
		}
	}
	if p.Entry == "" {
		return errors.New("program.entry: empty")
	}
	if p.DataModel != "LP64" && p.DataModel != "ILP32" {
		return fmt.Errorf("program.dataModel: %q, want LP64 or ILP32", p.DataModel)
	}
	for i, e := range p.Havoc {
		if !isIdent(e.Name) {
			return fmt.Errorf("program.havoc[%d].name: %q is no C identifier", i, e.Name)
		}
		if _, ok := externTypes[e.Returns]; !ok {
			return fmt.Errorf("program.havoc[%d].returns: %q, want void, pointer, float, double, i1, i8, i16, i32 or i64", i, e.Returns)
		}
	}
	return hashOK("program.irSha256", p.IRSHA256)
}

func (s *Source) valid() error {
	if s.Path == "" || strings.ContainsRune(s.Path, 0) {
		return fmt.Errorf("path: %q is no path", s.Path)
	}
	for i, f := range s.Flags {
		if strings.ContainsRune(f, 0) {
			return fmt.Errorf("flags[%d]: NUL byte", i)
		}
	}
	return hashOK("sha256", s.SHA256)
}

func hashOK(name, h string) error {
	if h == "" {
		return nil
	}
	if len(h) != 64 || strings.Trim(h, "0123456789abcdef") != "" {
		return fmt.Errorf("%s: %q is no SHA-256 in lower-case hexadecimal", name, h)
	}
	return nil
}

// isIdent reports whether s is a C identifier: such names are written into
// generated C and onto command lines.
func isIdent(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func (w *Witness) validTarget() error {
	t := &w.Target
	if c, ok := op.ParseClass(t.Class); !ok || c == op.NoClass {
		return fmt.Errorf("target.class: %q is no class of violation", t.Class)
	}
	if t.File == "" {
		return errors.New("target.file: empty")
	}
	if t.Line < 1 {
		return fmt.Errorf("target.line: %d, want ≥ 1", t.Line)
	}
	if t.EndLine != 0 && t.EndLine < t.Line {
		return fmt.Errorf("target.endLine: %d lies before line %d", t.EndLine, t.Line)
	}
	if t.Column < 0 {
		return fmt.Errorf("target.column: %d, want ≥ 0", t.Column)
	}
	if t.Operand < -1 {
		return fmt.Errorf("target.operand: %d, want ≥ -1", t.Operand)
	}
	if t.Side != "" && t.Side != "low" && t.Side != "high" {
		return fmt.Errorf("target.side: %q, want \"low\" or \"high\"", t.Side)
	}
	if t.Signedness != "" && t.Signedness != "signed" && t.Signedness != "unsigned" {
		return fmt.Errorf("target.signedness: %q, want \"signed\" or \"unsigned\"", t.Signedness)
	}
	return t.Site.valid("target.site")
}

func (s *Site) valid(name string) error {
	if s == nil {
		return nil
	}
	if s.Function == "" || s.Block < 0 || s.Instr < 0 {
		return fmt.Errorf("%s: function %q, block %d, instr %d: want a name and positions ≥ 0", name, s.Function, s.Block, s.Instr)
	}
	return nil
}

func (w *Witness) validInputs() error {
	in := &w.Inputs
	for i, a := range in.Argv {
		if bytes.IndexByte(a, 0) >= 0 {
			return fmt.Errorf("inputs.argv[%d]: a C string holds no NUL byte", i)
		}
	}
	seen := map[string]bool{}
	for i, e := range in.Env {
		if e.Name == "" || strings.ContainsAny(e.Name, "=\x00") {
			return fmt.Errorf("inputs.env[%d].name: %q is no name of a variable", i, e.Name)
		}
		if seen[e.Name] {
			return fmt.Errorf("inputs.env[%d].name: %q stands there twice", i, e.Name)
		}
		seen[e.Name] = true
		if e.Value != nil && bytes.IndexByte(*e.Value, 0) >= 0 {
			return fmt.Errorf("inputs.env[%d].value: a C string holds no NUL byte", i)
		}
	}
	for i, f := range in.Feeds {
		if f.Key == "" || strings.ContainsRune(f.Key, 0) {
			return fmt.Errorf("inputs.feeds[%d].key: %q is no key", i, f.Key)
		}
		if err := f.Value.valid(); err != nil {
			return fmt.Errorf("inputs.feeds[%d].value: %w", i, err)
		}
	}
	return nil
}

// maxBits is the widest integer a feed can hold.
const maxBits = 128

func (v *Value) valid() error {
	if (v.Int == "") == (v.Bytes == nil) {
		return errors.New("want exactly one of \"int\" and \"bytes\"")
	}
	if v.Int == "" {
		return nil
	}
	if len(v.Int) > 50 {
		return fmt.Errorf("int: longer than a %d-bit integer", maxBits)
	}
	n, ok := new(big.Int).SetString(v.Int, 0)
	if !ok {
		return fmt.Errorf("int: %q is no integer", v.Int)
	}
	if n.BitLen() > maxBits {
		return fmt.Errorf("int: %s needs more than %d bits", v.Int, maxBits)
	}
	return nil
}

var choiceKinds = map[string]bool{
	ChoiceShift: true, ChoiceFloatToInt: true, ChoiceVolatile: true, ChoiceBool: true, ChoiceCall: true,
	ChoiceUninit: true, ChoiceOverlap: true, ChoiceAddressOrder: true, ChoiceArgument: true, ChoiceHavoc: true,
}

func (w *Witness) validChoices() error {
	for i, c := range w.Choices {
		if !choiceKinds[c.Kind] {
			return fmt.Errorf("choices[%d].kind: %q is no kind of choice", i, c.Kind)
		}
		if c.Occurrence < 0 || c.Offset < 0 {
			return fmt.Errorf("choices[%d]: occurrence %d, offset %d: want ≥ 0", i, c.Occurrence, c.Offset)
		}
		if err := c.Site.valid(fmt.Sprintf("choices[%d].site", i)); err != nil {
			return err
		}
		if c.Unfed || c.Kind == ChoiceHavoc || c.Kind == ChoiceAddressOrder {
			continue
		}
		if err := c.Value.valid(); err != nil {
			return fmt.Errorf("choices[%d].value: %w", i, err)
		}
	}
	return nil
}
