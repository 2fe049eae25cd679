package github

import (
	"encoding/json"
	"fmt"
)

// The parts of a document that GitHub's rules speak of.
type (
	document struct {
		Version string `json:"version"`
		Runs    []struct {
			Tool struct {
				Driver     component   `json:"driver"`
				Extensions []component `json:"extensions"`
			} `json:"tool"`
			Automation struct {
				ID string `json:"id"`
			} `json:"automationDetails"`
			Results []result `json:"results"`
		} `json:"runs"`
	}
	component struct {
		Name  string `json:"name"`
		Rules []struct {
			ID         string `json:"id"`
			Properties struct {
				Tags []string `json:"tags"`
			} `json:"properties"`
		} `json:"rules"`
	}
	result struct {
		Message struct {
			Text string `json:"text"`
		} `json:"message"`
		Locations []struct {
			Physical *struct {
				Artifact struct {
					URI   string `json:"uri"`
					Index *int   `json:"index"`
				} `json:"artifactLocation"`
			} `json:"physicalLocation"`
		} `json:"locations"`
		Prints    map[string]any `json:"partialFingerprints"`
		CodeFlows []struct {
			ThreadFlows []struct {
				Locations []json.RawMessage `json:"locations"`
			} `json:"threadFlows"`
		} `json:"codeFlows"`
	}
)

// Problems says what of a document GitHub refuses or does not show, by its
// documentation of SARIF support.
func Problems(text string) []string {
	var d document
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return []string{"is no SARIF: " + err.Error()}
	}
	p := &problems{}
	if d.Version != "2.1.0" {
		p.add("SARIF %s: GitHub reads 2.1.0", d.Version)
	}
	p.most(len(d.Runs), MaxRuns, "runs", "one upload")
	if n := compressed(text); n > MaxBytes {
		p.add("%d bytes compressed: GitHub takes %d", n, MaxBytes)
	}
	seen := map[string]bool{}
	for i := range d.Runs {
		r := &d.Runs[i]
		where := fmt.Sprintf("runs[%d]", i)
		if id := r.Tool.Driver.Name + "\x00" + r.Automation.ID; seen[id] {
			p.add("%s has the tool and category of another run: GitHub refuses the upload", where)
		} else {
			seen[id] = true
		}
		p.most(len(r.Results), MaxResults, "results", where)
		p.most(len(r.Tool.Extensions), MaxExtension, "tool extensions", where)
		p.rules(where, append(r.Tool.Extensions, r.Tool.Driver))
		for k := range r.Results {
			p.result(fmt.Sprintf("%s.results[%d]", where, k), &r.Results[k])
		}
	}
	return p.list
}

// maxProblems is how many problems are worth telling.
const maxProblems = 20

type problems struct{ list []string }

func (p *problems) add(format string, args ...any) {
	if len(p.list) < maxProblems {
		p.list = append(p.list, fmt.Sprintf(format, args...))
	}
}

func (p *problems) most(n, limit int, what, where string) {
	if n > limit {
		p.add("%s: %d %s, GitHub takes %d", where, n, what, limit)
	}
}

func (p *problems) rules(where string, components []component) {
	n := 0
	for _, c := range components {
		n += len(c.Rules)
		for _, r := range c.Rules {
			p.most(len(r.Properties.Tags), MaxTags, "tags of rule "+r.ID, where)
		}
	}
	p.most(n, MaxRules, "rules", where)
}

func (p *problems) result(where string, r *result) {
	if r.Message.Text == "" {
		p.add("%s has no message.text, which GitHub shows", where)
	}
	p.most(len(r.Locations), MaxLocations, "locations", where)
	if len(r.Locations) == 0 || r.Locations[0].Physical == nil || r.Locations[0].Physical.Artifact.URI == "" && r.Locations[0].Physical.Artifact.Index == nil {
		p.add("%s has no file: GitHub shows no result without one", where)
	}
	steps := 0
	for _, f := range r.CodeFlows {
		for _, t := range f.ThreadFlows {
			steps += len(t.Locations)
		}
	}
	p.most(steps, MaxSteps, "thread flow locations", where)
	if h, ok := r.Prints["primaryLocationLineHash"]; ok {
		if s, isText := h.(string); !isText || s == "" {
			p.add("%s has a primaryLocationLineHash that is no text", where)
		}
	}
}
