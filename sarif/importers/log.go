package importers

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/assay-dev/assay/sarif"
)

// log is one run of an analyzer, on its way to SARIF.
type log struct {
	tool, version string
	results       []result
}

// result is one record.
type result struct {
	rule, ruleText string
	kind, level    string // as SARIF has them; kind may be empty
	text, markdown string
	at             *place
	related        []place // notes that belong to it
	flow           []place // the path to it, in the order of execution
	cwe            int
}

// place is a location; numbers of 0 are unknown, columns are 1-based and
// endCol is the column after the last character.
type place struct {
	base, file                 string // base is a uriBaseId, usually empty
	line, col, endLine, endCol int
	function, text             string
}

// sarif renders the log.
func (l *log) sarif() []byte {
	driver := gosarif.NewDriver(l.tool)
	if l.version != "" {
		driver.WithVersion(l.version)
	}
	run := gosarif.NewRun(*gosarif.NewTool(driver)).WithColumnKind("unicodeCodePoints")
	index := map[string]int{}
	for i := range l.results {
		r := &l.results[i]
		if _, ok := index[r.rule]; !ok {
			index[r.rule] = len(driver.Rules)
			rule := gosarif.NewRule(r.rule)
			if r.ruleText == "" {
				r.ruleText = r.rule
			}
			driver.Rules = append(driver.Rules, rule.WithShortDescription(gosarif.NewMultiformatMessageString(r.ruleText)))
		}
		run.Results = append(run.Results, r.sarif().WithRuleIndex(index[r.rule]))
	}
	report := gosarif.Report{Version: sarif.Version, Schema: sarif.SchemaURI, Runs: []*gosarif.Run{run}}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(report); err != nil {
		panic("importers: " + err.Error()) // only strings and numbers went in
	}
	return b.Bytes()
}

func (r *result) sarif() *gosarif.Result {
	message := gosarif.NewTextMessage(r.text)
	if r.markdown != "" {
		message.WithMarkdown(r.markdown)
	}
	res := gosarif.NewRuleResult(r.rule).WithLevel(r.level).WithMessage(message)
	if r.kind != "" {
		res.WithKind(r.kind)
	}
	if r.at != nil {
		res.Locations = []*gosarif.Location{r.at.sarif()}
	}
	for i := range r.related {
		res.RelatedLocations = append(res.RelatedLocations, r.related[i].sarif())
	}
	if len(r.flow) > 0 {
		thread := gosarif.NewThreadFlow()
		for i := range r.flow {
			thread.Locations = append(thread.Locations, &gosarif.ThreadFlowLocation{Location: r.flow[i].sarif()})
		}
		res.CodeFlows = []*gosarif.CodeFlow{gosarif.NewCodeFlow().WithThreadFlows([]*gosarif.ThreadFlow{thread})}
	}
	if r.cwe > 0 {
		res.Properties = gosarif.Properties{"cwe": r.cwe}
	}
	return res
}

func (p *place) sarif() *gosarif.Location {
	l := &gosarif.Location{}
	if p.file != "" {
		at := gosarif.NewSimpleArtifactLocation(fileURI(p.file))
		if p.base != "" {
			at.WithUriBaseId(p.base)
		}
		l.PhysicalLocation = &gosarif.PhysicalLocation{ArtifactLocation: at}
		if p.line > 0 {
			l.PhysicalLocation.Region = p.region()
		}
	}
	if p.function != "" {
		l.LogicalLocations = []*gosarif.LogicalLocation{gosarif.NewLogicalLocation().WithName(p.function).WithKind("function")}
	}
	if p.text != "" {
		l.Message = gosarif.NewTextMessage(p.text)
	}
	return l
}

func (p *place) region() *gosarif.Region {
	r := gosarif.NewRegion().WithStartLine(p.line)
	if p.col > 0 {
		r.WithStartColumn(p.col)
	}
	if p.endLine >= p.line {
		r.WithEndLine(p.endLine)
	}
	if p.endCol > 0 {
		r.WithEndColumn(p.endCol)
	}
	return r
}

// fileURI makes a URI reference of a path: file:///… of an absolute one.
func fileURI(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	drive := len(path) > 2 && path[1] == ':' && path[2] == '/'
	if drive {
		path = "/" + path
	}
	u := (&url.URL{Path: path}).EscapedPath()
	switch {
	case drive || strings.HasPrefix(path, "/"):
		return "file://" + u
	case strings.Contains(strings.SplitN(u, "/", 2)[0], ":"):
		return "./" + u // else it would look like a scheme
	}
	return u
}
