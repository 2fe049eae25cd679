package sarif

import (
	"fmt"
	"strings"
)

// The JSON shapes of what is spliced in. encoding/json keeps the order of
// struct fields and sorts the keys of maps, so the output is deterministic.

type textJSON struct {
	Text string `json:"text"`
}

type artifactJSON struct {
	URI       string `json:"uri,omitempty"`
	URIBaseID string `json:"uriBaseId,omitempty"`
	Index     *int   `json:"index,omitempty"`
}

type regionJSON struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

type physicalJSON struct {
	ArtifactLocation artifactJSON `json:"artifactLocation"`
	Region           *regionJSON  `json:"region,omitempty"`
}

type logicalJSON struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type locationJSON struct {
	PhysicalLocation *physicalJSON `json:"physicalLocation,omitempty"`
	LogicalLocations []logicalJSON `json:"logicalLocations,omitempty"`
	Message          *textJSON     `json:"message,omitempty"`
}

type stepJSON struct {
	Location       locationJSON        `json:"location"`
	State          map[string]textJSON `json:"state,omitempty"`
	NestingLevel   int                 `json:"nestingLevel,omitempty"`
	ExecutionOrder int                 `json:"executionOrder"`
	Importance     string              `json:"importance,omitempty"`
}

type threadFlowJSON struct {
	InitialState   map[string]textJSON `json:"initialState,omitempty"`
	ImmutableState map[string]textJSON `json:"immutableState,omitempty"`
	Locations      []stepJSON          `json:"locations"`
}

type evidenceJSON struct {
	Evidence string `json:"assay/evidence"`
}

type codeFlowJSON struct {
	Message     *textJSON        `json:"message,omitempty"`
	ThreadFlows []threadFlowJSON `json:"threadFlows"`
	Properties  evidenceJSON     `json:"properties"`
}

type attachmentJSON struct {
	Description      *textJSON    `json:"description,omitempty"`
	ArtifactLocation artifactJSON `json:"artifactLocation"`
	Properties       evidenceJSON `json:"properties"`
}

type suppressionJSON struct {
	GUID          string `json:"guid"`
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

type componentRefJSON struct {
	Name string `json:"name"`
	GUID string `json:"guid"`
}

type taxonJSON struct {
	ID            Status           `json:"id"`
	ToolComponent componentRefJSON `json:"toolComponent"`
}

type taxonDefJSON struct {
	ID               Status   `json:"id"`
	ShortDescription textJSON `json:"shortDescription"`
}

type taxonomyJSON struct {
	Name             string         `json:"name"`
	GUID             string         `json:"guid"`
	ShortDescription textJSON       `json:"shortDescription"`
	Contents         []string       `json:"contents"`
	IsComprehensive  bool           `json:"isComprehensive"`
	Taxa             []taxonDefJSON `json:"taxa"`
}

// taxonomy classifies alarms by verdict (§3.19.3).
var taxonomy = taxonomyJSON{
	Name: "assay", GUID: taxonomyGUID,
	ShortDescription: textJSON{"Verdicts on the alarms of static analyzers"},
	Contents:         []string{"localizedData", "nonLocalizedData"},
	IsComprehensive:  true,
	Taxa: []taxonDefJSON{
		{Reachable, textJSON{"An input makes execution arrive here with the alarm's condition violated."}},
		{Unreachable, textJSON{"No input does; exploration was exhausted and no bound was hit."}},
		{Bounded, textJSON{"No input within the named bounds does."}},
		{Undecided, textJSON{"Neither was shown, for the reason given."}},
	},
}

func taxonOf(s Status) taxonJSON {
	return taxonJSON{ID: s, ToolComponent: componentRefJSON{taxonomy.Name, taxonomyGUID}}
}

func suppressionOf(fingerprint string, an *Annotation) suppressionJSON {
	j := an.Justification
	if j == "" {
		j = justify(&an.Triage)
	}
	if !strings.HasPrefix(j, justificationPrefix) {
		j = justificationPrefix + j
	}
	return suppressionJSON{guidOf("suppression " + fingerprint), "external", "accepted", j}
}

// justify words the proof of an unreachable alarm.
func justify(t *Triage) string {
	var b strings.Builder
	b.WriteString("unreachable: no input makes execution arrive here with the alarm's condition violated")
	if len(t.Assumptions) > 0 {
		fmt.Fprintf(&b, "; assuming %s", strings.Join(t.Assumptions, ", "))
	}
	for i, g := range t.Given {
		fmt.Fprintf(&b, "%s %s at %s", [...]string{"; given that no earlier failure is", ","}[min(i, 1)], g.Error, g.At)
	}
	if t.Certificate != "" {
		fmt.Fprintf(&b, "; certificate %s", t.Certificate)
	}
	if t.Checked != "" {
		fmt.Fprintf(&b, ", checked by %s", t.Checked)
	}
	return b.String()
}

// verdictWord opens the message of an alarm with its verdict.
func verdictWord(an *Annotation) string {
	s := string(an.Triage.Status)
	if an.Triage.Confirmed {
		s += ", confirmed"
	}
	return "[assay: " + s + "] "
}

// verdictText words the rest of a verdict for a message.
func verdictText(an *Annotation) string {
	t := &an.Triage
	s := ""
	if an.Inputs != "" {
		s += " Input: " + an.Inputs + "."
	}
	switch {
	case t.Confirmed:
		s += " The natively compiled program failed this way on it."
	case t.Reason != "":
		s += " Why: " + strings.TrimSuffix(t.Reason, ".") + "."
	}
	if t.Next != "" {
		s += " Next step: " + t.Next + "."
	}
	// In a message "](" would make a link of what stands around it (§3.11.6).
	return strings.ReplaceAll(s, "](", "] (")
}

func optionalText(s string) *textJSON {
	if s == "" {
		return nil
	}
	return &textJSON{s}
}

func artifactOf(a ArtifactRef) artifactJSON {
	j := artifactJSON{URI: a.URI, URIBaseID: a.BaseID}
	if a.HasIndex {
		j.Index = &a.Index
	}
	return j
}

func stateOf(ps []Pair) map[string]textJSON {
	if len(ps) == 0 {
		return nil
	}
	m := make(map[string]textJSON, len(ps))
	for _, p := range ps {
		m[p.Name] = textJSON{p.Value}
	}
	return m
}

func stepOf(i int, s Step) stepJSON {
	j := stepJSON{State: stateOf(s.State), NestingLevel: s.Depth, ExecutionOrder: i + 1}
	if s.Artifact.URI != "" || s.Artifact.HasIndex {
		p := &physicalJSON{ArtifactLocation: artifactOf(s.Artifact)}
		if s.Region.Line > 0 {
			p.Region = &regionJSON{s.Region.Line, s.Region.Col, s.Region.EndLine, s.Region.EndCol}
		}
		j.Location.PhysicalLocation = p
	}
	if s.Function != "" {
		j.Location.LogicalLocations = []logicalJSON{{s.Function, "function"}}
	}
	j.Location.Message = optionalText(s.Text)
	if s.Essential {
		j.Importance = "essential"
	}
	return j
}

func codeFlowOf(f Flow) codeFlowJSON {
	t := threadFlowJSON{InitialState: stateOf(f.Initial), ImmutableState: stateOf(f.Immutable), Locations: []stepJSON{}}
	for i, s := range f.Steps {
		t.Locations = append(t.Locations, stepOf(i, s))
	}
	return codeFlowJSON{optionalText(f.Message), []threadFlowJSON{t}, evidenceJSON{"path"}}
}

func attachmentOf(a Attachment) attachmentJSON {
	return attachmentJSON{optionalText(a.Description), artifactJSON{URI: a.URI}, evidenceJSON{"file"}}
}
