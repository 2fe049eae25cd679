package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The statuses of a verdict, in the order of the table; statusNone is a result
// without one.
const (
	statusReachable   = "reachable"
	statusUnreachable = "unreachable"
	statusBounded     = "bounded"
	statusUndecided   = "undecided"
	statusNone        = "none"
)

var statuses = []string{statusReachable, statusUnreachable, statusBounded, statusUndecided, statusNone}

// log is the part of a SARIF log that is counted. It is decoded here, and not
// by package sarif, so that the count does not share its mistakes.
type log struct {
	Runs []struct {
		Results []json.RawMessage `json:"results"`
	} `json:"runs"`
}

// result is the part of a result that is counted.
type result struct {
	Kind    string `json:"kind"`
	RuleID  string `json:"ruleId"`
	Message struct {
		Markdown string `json:"markdown"`
	} `json:"message"`
	Locations []struct {
		PhysicalLocation struct {
			ArtifactLocation struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region struct {
				StartLine int `json:"startLine"`
			} `json:"region"`
		} `json:"physicalLocation"`
	} `json:"locations"`
	Properties struct {
		Triage *verdict `json:"assay/triage"`
	} `json:"properties"`
}

// verdict is the part of an annotation that is counted.
type verdict struct {
	Status    string   `json:"status"`
	Confirmed bool     `json:"confirmed"`
	Reason    string   `json:"reason"`
	Seconds   *float64 `json:"seconds"`
	Bounds    []bound  `json:"bounds"`
}

// bound is a limit that exploration met.
type bound struct {
	Kind  string `json:"kind"`
	At    string `json:"at"`
	Limit int64  `json:"limit"`
}

// judged is a labelled result with its verdict.
type judged struct {
	verdict
	key       key
	class     class
	predicate string // normalised, as the analyzer gave it
	// coarse: a false alarm was called reachable where another alarm of the
	// same line and rule does happen; the predicates were not told apart.
	coarse bool
}

// wrong: the verdict contradicts the truth.
func (j *judged) wrong() bool {
	return j.class == classTrue && j.Status == statusUnreachable ||
		j.class == classFalse && j.Status == statusReachable && !j.coarse
}

func (j *judged) String() string {
	s := j.key.String()
	if _, p, ok := strings.Cut(j.predicate, ":"); ok {
		s += " `" + p + "`"
	}
	return s + ": " + j.Status
}

// count is what was counted of some results.
type count struct {
	in, out int // results of the analyzer, and after triage
	judged  []judged
	lost    []missing
	touched []string // results that had to stay as they were, and did not
}

// add unites two counts.
func (c *count) add(d *count) {
	c.in += d.in
	c.out += d.out
	c.judged = append(c.judged, d.judged...)
	c.lost = append(c.lost, d.lost...)
	c.touched = append(c.touched, d.touched...)
}

// number counts the judged results for which is holds.
func (c *count) number(is func(*judged) bool) int {
	n := 0
	for i := range c.judged {
		if is(&c.judged[i]) {
			n++
		}
	}
	return n
}

// cell is one cell of the table of classes and statuses.
func (c *count) cell(of class, status string) int {
	return c.number(func(j *judged) bool { return j.class == of && j.Status == status })
}

func (c *count) total(of class) int {
	return c.number(func(j *judged) bool { return j.class == of })
}

func (c *count) confirmed() int {
	return c.number(func(j *judged) bool {
		return j.class == classTrue && j.Status == statusReachable && j.Confirmed
	})
}

func (c *count) missed() int {
	return c.cell(classTrue, statusBounded) + c.cell(classTrue, statusUndecided)
}

func (c *count) wrong() int  { return c.number((*judged).wrong) }
func (c *count) coarse() int { return c.number(func(j *judged) bool { return j.coarse }) }

// bad says that something happened that must never happen.
func (c *count) bad() bool {
	lost := slices.ContainsFunc(c.lost, func(m missing) bool { return !m.placeless() })
	return c.wrong() > 0 || lost || len(c.touched) > 0 || c.in != c.out
}

// String is the table of classes and statuses and the line of sums.
func (c *count) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "class  %s\n", strings.Join(statuses, "  "))
	var classes []class
	for i := range c.judged {
		if !slices.Contains(classes, c.judged[i].class) {
			classes = append(classes, c.judged[i].class)
		}
	}
	slices.Sort(classes)
	for _, k := range classes {
		var cells []string
		for _, s := range statuses {
			cells = append(cells, fmt.Sprintf("%*d", len(s), c.cell(k, s)))
		}
		fmt.Fprintf(&b, "%-6s %s\n", k, strings.Join(cells, "  "))
	}
	fmt.Fprintf(&b, "alarms %d, T reachable %d/%d (confirmed %d, missed %d), F unreachable %d/%d (bounded %d), D %d (reachable %d), lost %d, coarse %d, wrong %d\n",
		len(c.judged), c.cell(classTrue, statusReachable), c.total(classTrue), c.confirmed(), c.missed(),
		c.cell(classFalse, statusUnreachable), c.total(classFalse), c.cell(classFalse, statusBounded),
		c.total(classAfter), c.cell(classAfter, statusReachable), len(c.lost), c.coarse(), c.wrong())
	return b.String()
}

var acsl = regexp.MustCompile("(?s)```acsl\\s*(?:assert|requires|ensures)?\\s*(.*?)```")

// predicateOf is the normalised ACSL predicate of a Frama-C result, or "".
func predicateOf(r *result) string {
	if m := acsl.FindStringSubmatch(r.Message.Markdown); m != nil {
		return normalise(m[1])
	}
	return ""
}

// score counts the results of an enriched SARIF document about a program.
func score(l *labels, program string, enriched []byte) (*count, error) {
	raw, err := resultsOf(enriched)
	if err != nil {
		return nil, err
	}
	c := &count{out: len(raw)}
	for i, text := range raw {
		var r result
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("result %d: %w", i, err)
		}
		if skipped(&r) {
			continue
		}
		k, ok := l.keyOf(&r)
		if !ok {
			continue
		}
		p := predicateOf(&r)
		hit := l.take(k, p)
		j := judged{key: k, class: hit.class, predicate: p, verdict: verdict{Status: statusNone}}
		if t := r.Properties.Triage; t != nil {
			j.verdict = *t
		}
		j.coarse = j.class == classFalse && j.Status == statusReachable && l.mayHappen(k)
		c.judged = append(c.judged, j)
	}
	c.lost = l.unseen(program)
	return c, nil
}

// skipped: the analyzer itself says that there is no defect.
func skipped(r *result) bool { return r.Kind == "pass" || r.Kind == "notApplicable" }

// keyOf is the labelled key of a result: of the last of its locations that has
// one.
func (l *labels) keyOf(r *result) (key, bool) {
	for _, loc := range slices.Backward(r.Locations) {
		p := loc.PhysicalLocation
		k := key{path.Base(p.ArtifactLocation.URI), p.Region.StartLine, r.RuleID}
		if l.by[k] != nil {
			return k, true
		}
	}
	return key{}, false
}

// resultsOf lists the results of all runs of a SARIF log.
func resultsOf(text []byte) ([]json.RawMessage, error) {
	var doc log
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\ufeff")), &doc); err != nil {
		return nil, err
	}
	var out []json.RawMessage
	for _, run := range doc.Runs {
		out = append(out, run.Results...)
	}
	return out, nil
}
