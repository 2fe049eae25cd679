package coverage

import (
	"bytes"
	"compress/zlib"
	"crypto/md5"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Kind says what a region of the source is.
type Kind uint8

// The kinds of region, numbered as llvm-cov exports them.
const (
	Code      Kind = iota // is executed as often as its Count says
	Expansion             // a use of a macro, whose text is the file Expanded
	Skipped               // left out by the preprocessor
	Gap                   // space between statements: colours lines, counts nothing
	Branch                // a condition: Count times true, False times false
)

// Pos is a position in a file, both from 1.
type Pos struct{ Line, Col int }

// Before orders positions.
func (p Pos) Before(q Pos) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }

// Region is a part of a function's source.
type Region struct {
	Kind     Kind
	File     int // index in Function.Files
	Expanded int // Expansion: index in Function.Files of the macro's text
	From, To Pos // To is behind the last character
	Count    Expr
	False    Expr // Branch only
}

// Folded reports whether clang knew the value of a branch's condition when it
// compiled: it then counts neither outcome.
func (r *Region) Folded() bool { return r.Kind == Branch && r.Count.Zero() && r.False.Zero() }

// Function is what the mapping says of one function. Files holds a file once
// for the function's own text and once for each expansion of a macro in it.
type Function struct {
	Name    string // as profiles have it: static functions with their file, `a.c:f`
	Hash    uint64 // of its structure, as profiles have it
	Used    bool   // clang made code for it
	Files   []string
	Regions []Region
}

// Expr is a count as a sum of counters with integer coefficients; the empty
// sum is what is never executed.
type Expr map[int]int64

// Zero reports whether no counter is left.
func (e Expr) Zero() bool { return len(e) == 0 }

// plus returns e + k·f.
func (e Expr) plus(f Expr, k int64) Expr {
	out := make(Expr, len(e)+len(f))
	for c, n := range e {
		out[c] = n
	}
	for c, n := range f {
		if out[c] += k * n; out[c] == 0 {
			delete(out, c)
		}
	}
	return out
}

// sectionBytes match the definitions that clang puts into the sections of the
// coverage mapping.
var (
	recordLine = regexp.MustCompile(`^@__covrec_[0-9A-F]+(u?) = .*<\{ i64 (-?\d+), i32 \d+, i64 (-?\d+), i64 (-?\d+), \[\d+ x i8\] c"((?:[^"])*)" \}>, section "__llvm_covfun"`)
	filesLine  = regexp.MustCompile(`^@__llvm_coverage_mapping\S* = .*\{ i32 0, i32 \d+, i32 0, i32 (\d+) \}, \[\d+ x i8\] c"((?:[^"])*)" \}, section "__llvm_covmap"`)
	nameLine   = regexp.MustCompile(`^(@__profn_\S+|@"__profn_[^"]+") = .* \[\d+ x i8\] c"((?:[^"])*)"`)
)

// mappingVersion is the version of the format that clang 14 writes, as stored.
const mappingVersion = "5"

// readMapping collects the functions from the text of a linked module, in the
// order of their records. A function compiled in several units (inline, in a
// header) has one record; one that some unit did not need has code if any has.
func readMapping(lines, known []string) ([]Function, error) {
	names := map[uint64]string{}
	for _, line := range lines {
		if m := nameLine.FindStringSubmatch(line); m != nil {
			name := string(unescape(m[2]))
			names[hash(name)] = name
		}
	}
	for _, name := range known {
		names[hash(name)] = name
	}
	files := map[uint64][]string{}
	for _, line := range lines {
		m := filesLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if m[1] != mappingVersion {
			return nil, fmt.Errorf("coverage mapping of version %s, want %s: compile with clang 14", m[1], mappingVersion)
		}
		blob := unescape(m[2])
		list, err := readFilenames(blob)
		if err != nil {
			return nil, fmt.Errorf("coverage mapping: file names: %w", err)
		}
		files[hash(string(blob))] = list
	}
	var out []Function
	at := map[string]int{}
	for _, line := range lines {
		m := recordLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		f := Function{Name: names[number(m[2])], Hash: number(m[3]), Used: m[1] != ""}
		if f.Name == "" && !f.Used && known == nil {
			continue // without code, and nobody asks for it
		}
		if f.Name == "" {
			return nil, errors.New("the coverage mapping has a function without a name")
		}
		if err := f.decode(unescape(m[5]), files[number(m[4])]); err != nil {
			return nil, fmt.Errorf("coverage mapping of %s: %w", f.Name, err)
		}
		if i, twice := at[f.Name]; twice {
			if !out[i].Used {
				out[i] = f
			}
			continue
		}
		at[f.Name] = len(out)
		out = append(out, f)
	}
	return out, nil
}

// number reads an i64 of the IR, which prints them signed.
func number(s string) uint64 {
	n, _ := strconv.ParseInt(s, 10, 64) // the pattern lets only digits in
	return uint64(n)
}

// hash is the low half of a text's MD5, by which records name their function
// and their list of files.
func hash(s string) uint64 {
	sum := md5.Sum([]byte(s))
	return binary.LittleEndian.Uint64(sum[:8])
}

// unescape undoes the \XX and \\ of a string in IR.
func unescape(s string) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], `\\`) {
			out = append(out, '\\')
			i++
			continue
		}
		if s[i] == '\\' && i+2 < len(s) {
			if b, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(b))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

// errTruncated: a record ends early.
var errTruncated = errors.New("the record ends early")

// reader reads LEB128 numbers; the first error sticks.
type reader struct {
	b   []byte
	err error
}

func (r *reader) num() int {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > 1<<40 {
		r.err = errTruncated
		r.b = nil
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

// count reads how many things follow, each of at least one byte.
func (r *reader) count() int {
	n := r.num()
	if n > len(r.b) {
		r.err = errTruncated
		return 0
	}
	return n
}

// maxNames bounds the uncompressed size of a list of files.
const maxNames = 64 << 20

// readFilenames decodes the list of a unit's files: the directory of the
// compilation first, the others relative to it or absolute.
func readFilenames(blob []byte) ([]string, error) {
	r := &reader{b: blob}
	n, size, packed := r.num(), r.num(), r.num()
	if r.err != nil || size > maxNames {
		return nil, errTruncated
	}
	text := r.b
	if packed > 0 {
		z, err := zlib.NewReader(bytes.NewReader(r.b))
		if err != nil {
			return nil, err
		}
		if text, err = io.ReadAll(io.LimitReader(z, int64(size))); err != nil {
			return nil, err
		}
	}
	r = &reader{b: text}
	var list []string
	if n > len(text) {
		return nil, errTruncated
	}
	for range n {
		length := r.num()
		if r.err != nil || length > len(r.b) {
			return nil, errTruncated
		}
		name := string(r.b[:length])
		r.b = r.b[length:]
		if len(list) > 0 && !filepath.IsAbs(name) {
			name = filepath.Join(list[0], name)
		}
		list = append(list, name)
	}
	return list, nil
}

// record decodes one function's mapping.
type record struct {
	reader
	pairs [][2]int     // operands of the expressions, encoded
	memo  map[int]Expr // by encoded expression
}

// decode reads the data of a record.
func (f *Function) decode(data []byte, files []string) error {
	r := &record{reader: reader{b: data}, memo: map[int]Expr{}}
	for range r.count() {
		i := r.num()
		if i >= len(files) {
			return fmt.Errorf("there is no file %d", i)
		}
		f.Files = append(f.Files, files[i])
	}
	for range r.count() {
		r.pairs = append(r.pairs, [2]int{r.num(), r.num()})
		if r.err != nil {
			return r.err
		}
	}
	for file := range f.Files {
		line := 0
		for range r.count() {
			reg, err := r.region(file, &line)
			if err != nil {
				return err
			}
			f.Regions = append(f.Regions, reg)
		}
	}
	f.countExpansions()
	return r.err
}

// The low bits of an encoded counter: its tag, and for the zero tag the kind
// of region.
const (
	tagZero = iota
	tagCounter
	tagSubtract
	tagAdd
)

const gapBit = 1 << 31

// region decodes one region; line is that of the one before it.
func (r *record) region(file int, line *int) (Region, error) {
	reg := Region{File: file}
	head := r.num()
	var err error
	switch {
	case head&3 != tagZero:
		reg.Count, err = r.expr(head, 0)
	case head&4 != 0:
		reg.Kind, reg.Expanded = Expansion, head>>3
	case head>>3 == int(Skipped):
		reg.Kind = Skipped
	case head>>3 == int(Branch):
		reg.Kind = Branch
		if reg.Count, err = r.expr(r.num(), 0); err == nil {
			reg.False, err = r.expr(r.num(), 0)
		}
	case head>>3 != int(Code):
		err = fmt.Errorf("unknown kind of region %d", head>>3)
	}
	if err != nil {
		return reg, err
	}
	*line += r.num()
	start, lines, end := r.num(), r.num(), r.num()
	if end&gapBit != 0 {
		reg.Kind, end = Gap, end&^gapBit
	}
	if start == 0 && end == 0 {
		start, end = 1, gapBit-1
	}
	reg.From, reg.To = Pos{*line, start}, Pos{*line + lines, end}
	return reg, r.err
}

// maxDepth bounds the nesting of expressions; clang simplifies them.
const maxDepth = 10_000

// expr decodes a counter.
func (r *record) expr(code, depth int) (Expr, error) {
	i := code >> 2
	switch code & 3 {
	case tagZero:
		return Expr{}, nil
	case tagCounter:
		return Expr{i: 1}, nil
	}
	if i >= len(r.pairs) || depth > maxDepth {
		return nil, fmt.Errorf("there is no expression %d", i)
	}
	if known, ok := r.memo[code]; ok {
		return known, nil
	}
	x, err := r.expr(r.pairs[i][0], depth+1)
	if err != nil {
		return nil, err
	}
	y, err := r.expr(r.pairs[i][1], depth+1)
	if err != nil {
		return nil, err
	}
	k := int64(1)
	if code&3 == tagSubtract {
		k = -1
	}
	r.memo[code] = x.plus(y, k)
	return r.memo[code], nil
}

// countExpansions gives the use of a macro the count of its text's first
// region.
func (f *Function) countExpansions() {
	first := map[int]int{}
	for i := range f.Regions {
		if _, ok := first[f.Regions[i].File]; !ok {
			first[f.Regions[i].File] = i
		}
	}
	for n := 0; n < len(f.Files); n++ { // a macro's text may begin with a macro
		for i := range f.Regions {
			if r := &f.Regions[i]; r.Kind == Expansion {
				if k, ok := first[r.Expanded]; ok {
					r.Count = f.Regions[k].Count
				}
			}
		}
	}
}

// sourceName is a function's name without the file of a static one.
func sourceName(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// Source is the function's name in C.
func (f *Function) Source() string { return sourceName(f.Name) }
