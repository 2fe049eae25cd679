package sarif

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	gosarif "github.com/owenrumney/go-sarif/v2/sarif"
)

// findingsCategory keeps findings apart from the analyzer's own alerts, on
// GitHub and wherever automationDetails.id is heeded.
const findingsCategory = "assay/findings/"

// SchemaURI is where SARIF 2.1.0 publishes its schema.
const SchemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// Finding is a failure met on the way to other alarms, which no alarm of the
// input stands for.
type Finding struct {
	// RuleID is the class of failure, e.g. "division_by_zero"; Rule describes
	// it in a sentence.
	RuleID, Rule string
	// Message is the text for people.
	Message string
	// Status is Reachable with a witness, which makes the finding an error,
	// or else what is known, which makes it a note.
	Status    Status
	Confirmed bool
	// Artifact, Region and Function are the place. Artifact needs its URI: an
	// index would refer to the analyzer's run.
	Artifact ArtifactRef
	Region   Region
	Function string
	// Flow is the path of the witness, nil if there is none; Witness is the
	// witness's URI.
	Flow    *Flow
	Witness string
}

// WriteFindings writes findings as a SARIF log of assay's own, with its own
// category, to path. Findings are sorted by place and rule. version is assay's.
func WriteFindings(path string, findings []Finding, version string) error {
	text, err := findingsText(findings, version)
	if err != nil {
		return unplaced(path, "cannot express the findings: "+err.Error(), "please report this", err)
	}
	return WriteFile(path, text)
}

func findingsText(findings []Finding, version string) (string, error) {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.Artifact.URI, b.Artifact.URI),
			cmp.Compare(a.Region.Line, b.Region.Line), cmp.Compare(a.Region.Col, b.Region.Col),
			cmp.Compare(a.RuleID, b.RuleID), cmp.Compare(a.Message, b.Message))
	})
	driver := gosarif.NewDriver("assay").WithRules([]*gosarif.ReportingDescriptor{})
	if version != "" {
		driver.WithVersion(version)
	}
	run := gosarif.NewRun(*gosarif.NewTool(driver)).
		WithAutomationDetails(gosarif.NewRunAutomationDetails().WithID(findingsCategory)).
		WithColumnKind("unicodeCodePoints")
	for i := range sorted {
		f := &sorted[i]
		if rule := run.AddRule(f.RuleID); rule.ShortDescription == nil {
			rule.WithShortDescription(gosarif.NewMultiformatMessageString(cmp.Or(f.Rule, f.RuleID)))
		}
		run.AddResult(findingResult(f))
	}
	log := gosarif.Report{Version: Version, Schema: SchemaURI, Runs: []*gosarif.Run{run}}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(log); err != nil {
		return "", err
	}
	return b.String(), nil
}

func findingResult(f *Finding) *gosarif.Result {
	level := "note"
	if f.Status == Reachable && f.Witness != "" {
		level = "error"
	}
	r := gosarif.NewRuleResult(f.RuleID).WithLevel(level).WithMessage(gosarif.NewTextMessage(f.Message))
	r.Locations = []*gosarif.Location{findingLocation(f.Artifact, f.Region, f.Function, "")}
	r.Properties = gosarif.Properties{"assay/status": string(f.Status), "assay/confirmed": f.Confirmed}
	if f.Flow != nil && len(f.Flow.Steps) > 0 { // the schema wants a step
		t := gosarif.NewThreadFlow()
		t.InitialState, t.ImmutableState = findingState(f.Flow.Initial), findingState(f.Flow.Immutable)
		t.Locations = []*gosarif.ThreadFlowLocation{}
		for i := range f.Flow.Steps {
			t.Locations = append(t.Locations, findingStep(i, &f.Flow.Steps[i]))
		}
		r.CodeFlows = []*gosarif.CodeFlow{gosarif.NewCodeFlow().WithThreadFlows([]*gosarif.ThreadFlow{t})}
	}
	if f.Witness != "" {
		r.Attachments = []*gosarif.Attachment{{
			ArtifactLocation: gosarif.NewSimpleArtifactLocation(f.Witness),
			Description:      gosarif.NewTextMessage("witness"),
		}}
	}
	return r
}

func findingStep(i int, s *Step) *gosarif.ThreadFlowLocation {
	order, depth := i+1, s.Depth
	l := &gosarif.ThreadFlowLocation{
		ExecutionOrder: &order, NestingLevel: &depth,
		Location: findingLocation(s.Artifact, s.Region, s.Function, s.Text), State: findingState(s.State),
	}
	if s.Essential {
		l.Importance = "essential"
	}
	return l
}

func findingLocation(a ArtifactRef, g Region, function, text string) *gosarif.Location {
	l := &gosarif.Location{}
	if a.URI != "" {
		at := gosarif.NewSimpleArtifactLocation(a.URI)
		if a.BaseID != "" {
			at.WithUriBaseId(a.BaseID)
		}
		l.PhysicalLocation = &gosarif.PhysicalLocation{ArtifactLocation: at, Region: findingRegion(g)}
	}
	if function != "" {
		l.LogicalLocations = []*gosarif.LogicalLocation{gosarif.NewLogicalLocation().WithName(function).WithKind("function")}
	}
	if text != "" {
		l.Message = gosarif.NewTextMessage(text)
	}
	return l
}

// findingRegion leaves out what is not given: the schema wants 1 or more.
func findingRegion(g Region) *gosarif.Region {
	if g.Line <= 0 {
		return nil
	}
	r := &gosarif.Region{}
	for _, m := range []struct {
		to    **int
		value int
	}{{&r.StartLine, g.Line}, {&r.StartColumn, g.Col}, {&r.EndLine, g.EndLine}, {&r.EndColumn, g.EndCol}} {
		if m.value > 0 {
			*m.to = &m.value
		}
	}
	return r
}

func findingState(ps []Pair) map[string]*gosarif.MultiformatMessageString {
	if len(ps) == 0 {
		return nil
	}
	m := make(map[string]*gosarif.MultiformatMessageString, len(ps))
	for _, p := range ps {
		m[p.Name] = gosarif.NewMultiformatMessageString(p.Value)
	}
	return m
}
