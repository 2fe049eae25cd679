package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/sarif"
)

// deadCategory keeps the report apart from other analyses of the same tool
// (automationDetails.id).
const deadCategory = "assay/deadcode/"

// deadRule is a rule of the SARIF report.
type deadRule struct{ id, cwe, text string }

// The rules by what is dead.
var (
	ruleDead  = deadRule{"dead-code", "561", "No input executes this code"}
	ruleFalse = deadRule{"condition-always-false", "570", "No input makes the condition true where it is evaluated"}
	ruleTrue  = deadRule{"condition-always-true", "571", "No input makes the condition false where it is evaluated"}
)

func (p *CodePoint) rule() deadRule {
	switch {
	case p.Kind != KindBranch:
		return ruleDead
	case p.Taken:
		return ruleFalse
	}
	return ruleTrue
}

// DeadSARIF writes dead points as results of kind fail, bounded and undecided
// ones as kind open. Parts of larger dead things are left out.
func DeadSARIF(w io.Writer, d *DeadCode, _ Style) error {
	driver := gosarif.NewDriver("assay").WithRules([]*gosarif.ReportingDescriptor{}).
		WithInformationURI("https://github.com/assay-dev/assay")
	if v, ok := strings.CutPrefix(d.Tool, "assay "); ok {
		driver.WithVersion(v)
	}
	run := gosarif.NewRun(*gosarif.NewTool(driver)).
		WithAutomationDetails(gosarif.NewRunAutomationDetails().WithID(deadCategory)).
		WithColumnKind("unicodeCodePoints")
	run.Properties = gosarif.Properties{"assay/summary": map[string]CodeCounts{
		"functions": d.Count(KindFunction), "regions": d.Count(KindRegion), "branches": d.Count(KindBranch), "lines": d.CountLines(),
	}, "assay/configuration": d.configuration()}
	run.Results = []*gosarif.Result{}
	for _, p := range d.Reported() {
		rule := p.rule()
		descriptor := run.AddRule(rule.id)
		descriptor.WithShortDescription(gosarif.NewMultiformatMessageString(rule.text))
		descriptor.Properties = gosarif.Properties{"tags": []string{"external/cwe/cwe-" + rule.cwe}, "cwe": "CWE-" + rule.cwe}
		run.AddResult(p.result(rule))
	}
	log := gosarif.Report{Version: sarif.Version, Schema: sarif.SchemaURI, Runs: []*gosarif.Run{run}}
	return log.PrettyWrite(w)
}

func (p *CodePoint) result(rule deadRule) *gosarif.Result {
	r := gosarif.NewRuleResult(rule.id).WithMessage(gosarif.NewTextMessage(p.message()))
	if p.Status == Dead {
		r.WithLevel("warning").WithKind("fail")
	} else {
		r.WithLevel("none").WithKind("open")
	}
	region := gosarif.NewRegion().WithStartLine(p.Line).WithStartColumn(p.Col).WithEndLine(p.EndLine).WithEndColumn(p.EndCol)
	r.Locations = []*gosarif.Location{{
		PhysicalLocation: gosarif.NewPhysicalLocation().WithRegion(region).
			WithArtifactLocation(gosarif.NewSimpleArtifactLocation(p.uri())),
		LogicalLocations: []*gosarif.LogicalLocation{gosarif.NewLogicalLocation().WithName(p.Function).WithKind("function")},
	}}
	r.PartialFingerprints = map[string]any{"assay/deadcode/v1": p.fingerprint()}
	r.Properties = gosarif.Properties{
		"assay/status": p.Status, "assay/compiled": p.Compiled, "assay/kind": p.Kind,
		"assay/assumptions": p.Outcome.Assumptions, "assay/given": givenLines(p.Outcome.Given), "assay/bounds": engine.BoundTexts(p.Outcome.Bounds),
	}
	return r
}

// uri is the point's file as a URI: relative as the path is.
func (p *CodePoint) uri() string {
	u := url.URL{Path: filepath.ToSlash(p.File)}
	if filepath.IsAbs(p.File) {
		u.Scheme = "file"
	}
	return u.String()
}

// message is the text for people; what it quotes of the program is plain text.
func (p *CodePoint) message() string {
	text := fmt.Sprintf("%s: %s", p.Verdict(), p.What())
	if why := p.Detail(); why != "" {
		text += ": " + why
	}
	return clean(text)
}

// fingerprint names a point without its line, so that moved code keeps its
// history.
func (p *CodePoint) fingerprint() string {
	return clean(fmt.Sprintf("%s:%s:%s:%t:%s", p.File, p.Function, p.Kind, p.Taken, p.Text))
}
