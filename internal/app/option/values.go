package option

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/report"
)

// The types below implement pflag.Value: each parses one kind of option and
// refuses what is outside its range with a message that names the range.

// durationValue is a span of time between two limits.
type durationValue struct {
	p        *time.Duration
	min, max time.Duration
}

func (v durationValue) Type() string   { return "duration" }
func (v durationValue) String() string { return ShortDuration(*v.p) }

func (v durationValue) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil {
		return fmt.Errorf("%q is no duration; write for example 90s, 30m or 2h", s)
	}
	if d < v.min || d > v.max {
		return fmt.Errorf("%s is outside %s", s, v.span())
	}
	*v.p = d
	return nil
}

func (v durationValue) span() string { return ShortDuration(v.min) + "…" + ShortDuration(v.max) }

// ShortDuration drops the zero parts that time.Duration prints.
func ShortDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// sizeValue is a number of bytes, written with a unit.
type sizeValue struct {
	p   *int64
	min int64
}

var sizeUnits = []struct {
	suffix string
	factor int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}

func (v sizeValue) Type() string { return "size" }

func (v sizeValue) String() string { return ShortSize(*v.p) }

func (v sizeValue) span() string { return "≥ " + ShortSize(v.min) }

func (v sizeValue) Set(s string) error {
	number, factor := s, int64(1)
	for _, u := range sizeUnits {
		if strings.HasSuffix(s, u.suffix) {
			number, factor = strings.TrimSuffix(s, u.suffix), u.factor
			break
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || n != n {
		return fmt.Errorf("%q is no size; write for example 512MiB or 4GiB", s)
	}
	bytes := n * float64(factor)
	if bytes < float64(v.min) || bytes > 1<<60 {
		return fmt.Errorf("%s is outside %s", s, v.span())
	}
	*v.p = int64(bytes)
	return nil
}

// ShortSize writes a number of bytes with the largest binary unit that divides
// it.
func ShortSize(n int64) string {
	for i := 3; i >= 0; i-- {
		if u := sizeUnits[i]; n >= u.factor && n%u.factor == 0 {
			return fmt.Sprintf("%d%s", n/u.factor, u.suffix)
		}
	}
	return strconv.FormatInt(n, 10)
}

// intValue is a whole number between two limits.
type intValue[T int | int64] struct {
	p        *T
	min, max T
}

func (v intValue[T]) Type() string   { return "number" }
func (v intValue[T]) String() string { return strconv.FormatInt(int64(*v.p), 10) }
func (v intValue[T]) span() string   { return fmt.Sprintf("%d…%d", v.min, v.max) }

func (v intValue[T]) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no whole number", s)
	}
	if n < int64(v.min) || n > int64(v.max) {
		return fmt.Errorf("%s is outside %s", s, v.span())
	}
	*v.p = T(n)
	return nil
}

// enumValue is one of several words.
type enumValue struct {
	p       *string
	choices []string
}

func (v enumValue) Type() string   { return "word" }
func (v enumValue) String() string { return *v.p }
func (v enumValue) span() string   { return strings.Join(v.choices, ", ") }

func (v enumValue) Set(s string) error {
	for _, c := range v.choices {
		if s == c {
			*v.p = s
			return nil
		}
	}
	return fmt.Errorf("%q is none of %s", s, v.span())
}

// listValue is a comma-separated list, of given words or of any; repeating the
// option adds to it.
type listValue struct {
	p       *[]string
	choices []string // empty: any word
}

func (v listValue) Type() string   { return "list" }
func (v listValue) String() string { return strings.Join(*v.p, ",") }

func (v listValue) span() string {
	if len(v.choices) == 0 {
		return "names, comma-separated"
	}
	return strings.Join(v.choices, ", ")
}

func (v listValue) Set(s string) error {
	for _, word := range strings.Split(s, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			return fmt.Errorf("%q has an empty entry", s)
		}
		one := ""
		if len(v.choices) > 0 {
			if err := (enumValue{&one, v.choices}).Set(word); err != nil {
				return err
			}
		}
		*v.p = append(*v.p, word)
	}
	return nil
}

// textValue is any text that is not empty: a path, a name.
type textValue struct {
	p    *string
	what string
}

func (v textValue) Type() string   { return v.what }
func (v textValue) String() string { return *v.p }
func (v textValue) span() string   { return "a " + v.what }

func (v textValue) Set(s string) error {
	if s == "" {
		return fmt.Errorf("the %s is empty", v.what)
	}
	*v.p = s
	return nil
}

// textsValue is a repeatable text, kept as it is (file names may hold commas).
type textsValue struct {
	p    *[]string
	what string
}

func (v textsValue) Type() string   { return v.what }
func (v textsValue) String() string { return strings.Join(*v.p, " ") }
func (v textsValue) span() string   { return "a " + v.what + ", repeatable" }

func (v textsValue) Set(s string) error {
	one := ""
	if err := (textValue{&one, v.what}).Set(s); err != nil {
		return err
	}
	*v.p = append(*v.p, s)
	return nil
}

// budgetsValue sets numbers of package budget.
type budgetsValue struct{ p *[]string }

func (v budgetsValue) Type() string   { return "NAME=N" }
func (v budgetsValue) String() string { return strings.Join(*v.p, " ") }
func (v budgetsValue) span() string   { return "NAME=N, repeatable" }

func (v budgetsValue) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	n, err := strconv.Atoi(value)
	if !ok || err != nil {
		return fmt.Errorf("%q is not of the form NAME=N", s)
	}
	if err := budget.Set(name, n); err != nil {
		return err
	}
	*v.p = append(*v.p, s)
	return nil
}

// boolValue is a switch.
type boolValue struct{ p *bool }

func (v boolValue) Type() string     { return "bool" }
func (v boolValue) String() string   { return strconv.FormatBool(*v.p) }
func (v boolValue) span() string     { return "true, false" }
func (v boolValue) IsBoolFlag() bool { return true }

func (v boolValue) Set(s string) error {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("%q is neither true nor false", s)
	}
	*v.p = b
	return nil
}

// pathMap replaces a leading part of the paths in the alarms.
type pathMap struct{ From, To string }

type pathMapsValue struct{ p *[]pathMap }

func (v pathMapsValue) Type() string { return "FROM=TO" }
func (v pathMapsValue) span() string { return "FROM=TO, repeatable" }

func (v pathMapsValue) String() string {
	var parts []string
	for _, m := range *v.p {
		parts = append(parts, m.From+"="+m.To)
	}
	return strings.Join(parts, " ")
}

func (v pathMapsValue) Set(s string) error {
	from, to, ok := strings.Cut(s, "=")
	if !ok || from == "" {
		return fmt.Errorf("%q is not of the form FROM=TO", s)
	}
	*v.p = append(*v.p, pathMap{from, to})
	return nil
}

// Output is one document to write: "-" is stdout.
type Output struct{ Format, Path string }

// outputsValue is a list of documents of the named formats, which are sorted.
type outputsValue struct {
	p       *[]Output
	formats []string
}

func (v outputsValue) Type() string { return "FORMAT=PATH" }
func (v outputsValue) span() string { return strings.Join(v.formats, ", ") }

func (v outputsValue) String() string {
	var parts []string
	for _, o := range *v.p {
		parts = append(parts, o.Format+"="+o.Path)
	}
	return strings.Join(parts, " ")
}

// Set accepts format=path, a bare path as SARIF, and a bare format for stdout.
func (v outputsValue) Set(s string) error {
	format, path, ok := strings.Cut(s, "=")
	switch {
	case !ok && v.has(s):
		path = "-"
	case !ok:
		format, path = report.FormatSARIF, s
	case !v.has(format):
		return fmt.Errorf("there is no format %q; there are %s", format, v.span())
	}
	if path == "" {
		return fmt.Errorf("%q names no path", s)
	}
	if path == "-" && format == report.FormatFindings {
		return fmt.Errorf("findings are written to a file only: -o findings=PATH")
	}
	*v.p = append(*v.p, Output{format, path})
	return nil
}

func (v outputsValue) has(format string) bool {
	i := sort.SearchStrings(v.formats, format)
	return i < len(v.formats) && v.formats[i] == format
}

// formatNames lists the formats of -o in alphabetical order.
func formatNames() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	sort.Strings(names)
	return names
}

// PerInput: the format is written once for each input.
func (o Output) PerInput() bool { return o.Format == "sarif" }

// PathFor is where the document of an input goes. A directory takes the
// inputs' own names.
func (o Output) PathFor(input string, inputs int) (string, error) {
	info, err := os.Stat(o.Path)
	isDir := err == nil && info.IsDir()
	if !o.PerInput() || !isDir && inputs == 1 && !strings.HasSuffix(o.Path, "/") {
		if isDir {
			return "", fault.BadInput("name a file in it", "-o %s=%s: is a directory", o.Format, o.Path)
		}
		return o.Path, nil
	}
	if !isDir {
		return "", fault.BadInput("make it: mkdir -p "+o.Path, "-o sarif=%s: %s", o.Path, map[bool]string{
			true:  "no such directory",
			false: "several inputs need a directory to be written to, and this is a file",
		}[errors.Is(err, fs.ErrNotExist)])
	}
	name := filepath.Base(input)
	if ext := filepath.Ext(name); ext != ".sarif" && ext != ".json" {
		name += ".sarif"
	}
	return filepath.Join(o.Path, name), nil
}
