package sarif

import (
	"fmt"
	"strconv"
	"strings"
)

// viewer builds the view of a document in one pass over its text. Everything
// that refers to another part of a run (rules, artifacts, URI bases, message
// strings) is resolved at the run's end, since writers order the members as
// they like: cppcheck puts the tool after the results.
type viewer struct {
	scanner
	run  int
	refs []pending // of the current run's results
}

// pending is what a result refers to by index or id.
type pending struct {
	ruleIndex int
	component componentRef
	messageID string
	arguments []string
}

// componentRef is a toolComponentReference (§3.54).
type componentRef struct {
	index      int
	name, guid string
}

func (c componentRef) given() bool { return c.index >= 0 || c.name != "" || c.guid != "" }

// log reads the whole text (§3.13).
func (p *viewer) log() []Run {
	if c := p.peek(); c != '{' {
		p.unexpected(`"{" (a SARIF log is a JSON object)`)
		return nil
	}
	var runs []Run
	version, versionAt, hasRuns := "", -1, false
	p.object(func(key string, at int) {
		switch key {
		case "version":
			versionAt = p.pos
			if version = p.str(); version != Version {
				p.fail(versionAt, remedyVersion(version), "is SARIF %s; only %s is read", version, Version)
			}
		case "runs":
			hasRuns = true
			if p.null() {
				return
			}
			p.array(func(i int) {
				p.run = i
				runs = append(runs, p.readRun())
			})
		}
	})
	if p.err == nil && p.peek() != 0 {
		p.fail(p.pos, "keep one SARIF log in each file", "something follows the end of the SARIF log")
	}
	switch {
	case p.err != nil:
	case versionAt < 0:
		p.fail(0, "check that this is the SARIF output of an analyzer", `has no "version": not a SARIF log`)
	case !hasRuns:
		p.fail(0, "check that the analyzer ran to its end", `has no "runs": nothing was analyzed`)
	}
	return runs
}

func (p *viewer) readRun() Run {
	r := Run{}
	p.refs = nil
	p.space()
	r.span.start = p.pos
	p.object(func(key string, at int) {
		it := item{key: key, at: at, val: span{start: p.pos}}
		p.runMember(&r, key)
		it.val.end = p.pos
		r.items = append(r.items, it)
	})
	r.span.end = p.pos
	if p.err == nil {
		resolveRun(&r, p.refs)
	}
	return r
}

// runMember consumes the value of one member of a run.
func (p *viewer) runMember(r *Run, key string) {
	switch key {
	case "tool":
		p.tool(r)
	case "taxonomies":
		r.Taxonomies = p.components()
	case "originalUriBaseIds":
		p.uriBases(r)
	case "artifacts":
		p.artifacts(r)
	case "automationDetails":
		p.members(func(key string) {
			if key == "id" {
				r.AutomationID = p.str()
			}
		})
	case "columnKind":
		r.ColumnKind = p.str()
	case "results":
		p.elements(func(i int) { r.Results = append(r.Results, p.result(i)) })
	case "properties":
		p.shaped('{')
	case "externalPropertyFileReferences":
		p.members(p.external)
	default:
		p.skip()
	}
}

// external refuses results that are in another file (§3.14.2, §3.15): they
// would be missing without a word.
func (p *viewer) external(key string) {
	if key != "results" || p.null() {
		return
	}
	if at := p.pos; len(p.container().items) > 0 {
		p.fail(at, "have the analyzer write its results into one file", "the results of this run are in other files")
	}
}

// shaped skips a value that annotations may be merged into: null, or an object
// or array as the opening byte says.
func (p *viewer) shaped(open byte) {
	if p.null() {
		return
	}
	if p.peek() != open {
		p.unexpected(strconv.QuoteRune(rune(open)))
		return
	}
	p.skip()
}

// members is object for a value that may be null, with callbacks that do not
// need the key's offset.
func (p *viewer) members(member func(key string)) {
	if p.null() {
		return
	}
	p.object(func(key string, _ int) { member(key) })
}

// elements is array for a value that may be null.
func (p *viewer) elements(element func(i int)) {
	if p.null() {
		return
	}
	p.array(element)
}

func (p *viewer) tool(r *Run) {
	p.members(func(key string) {
		switch key {
		case "driver":
			r.Tool = p.component()
		case "extensions":
			r.Extensions = p.components()
		}
	})
}

func (p *viewer) components() (cs []Component) {
	p.elements(func(int) { cs = append(cs, p.component()) })
	return cs
}

func (p *viewer) component() (c Component) {
	p.members(func(key string) {
		switch key {
		case "name":
			c.Name = p.str()
		case "fullName":
			c.FullName = p.str()
		case "version":
			c.Version = p.str()
		case "semanticVersion":
			c.SemanticVersion = p.str()
		case "guid":
			c.GUID = p.str()
		case "rules", "taxa":
			p.elements(func(int) { c.Rules = append(c.Rules, p.rule()) })
		}
	})
	return c
}

func (p *viewer) rule() (r Rule) {
	p.members(func(key string) {
		switch key {
		case "id":
			r.ID = p.str()
		case "guid":
			r.GUID = p.str()
		case "name":
			r.Name = p.str()
		case "shortDescription":
			r.Short = p.textOf()
		case "defaultConfiguration":
			p.members(func(key string) {
				if key == "level" {
					r.Level = p.str()
				}
			})
		case "messageStrings":
			r.Messages = map[string]string{}
			p.members(func(id string) { r.Messages[id] = p.textOf() })
		}
	})
	return r
}

// textOf reads the text of a message or a multiformatMessageString.
func (p *viewer) textOf() (text string) {
	p.members(func(key string) {
		if key == "text" {
			text = p.str()
		}
	})
	return text
}

func (p *viewer) uriBases(r *Run) {
	r.OriginalURIBaseIDs = map[string]URIBase{}
	p.members(func(id string) { r.OriginalURIBaseIDs[id] = p.artifactLocation() })
}

func (p *viewer) artifacts(r *Run) {
	p.elements(func(int) {
		var a ArtifactRef
		p.members(func(key string) {
			if key == "location" {
				a = p.artifactLocation()
			}
		})
		r.Artifacts = append(r.Artifacts, a)
	})
}

func (p *viewer) artifactLocation() ArtifactRef {
	var a ArtifactRef
	p.members(func(key string) {
		switch key {
		case "uri":
			a.URI = p.str()
		case "uriBaseId":
			a.BaseID = p.str()
		case "index":
			if i := p.integer(-1); i >= 0 {
				a.Index, a.HasIndex = i, true
			}
		}
	})
	return a
}

func (p *viewer) result(index int) Result {
	r := Result{Run: p.run, Index: index}
	ref := pending{ruleIndex: -1, component: componentRef{index: -1}}
	p.space()
	r.span.start = p.pos
	p.object(func(key string, _ int) {
		switch key {
		case "ruleId":
			r.RuleID = p.str()
		case "ruleIndex":
			ref.ruleIndex = p.integer(-1)
		case "rule":
			p.ruleRef(&r, &ref)
		case "level":
			r.Level = p.str()
		case "kind":
			r.Kind = p.str()
		case "message":
			p.message(&r.Message, &ref)
		case "locations":
			p.elements(func(int) { r.Locations = append(r.Locations, p.location()) })
		case "fingerprints":
			r.Fingerprints = p.pairs()
		case "partialFingerprints":
			r.PartialFingerprints = p.pairs()
		case "properties":
			p.shaped('{')
		case "codeFlows", "attachments", "taxa":
			p.shaped('[')
		case "suppressions":
			p.elements(func(int) { r.Suppressions = append(r.Suppressions, p.suppression()) })
		}
	})
	r.span.end = p.pos
	p.refs = append(p.refs, ref)
	return r
}

// ruleRef reads result.rule (§3.52). ruleId, if it comes too, is the more
// specific of the two and wins.
func (p *viewer) ruleRef(r *Result, ref *pending) {
	p.members(func(key string) {
		switch key {
		case "id":
			if id := p.str(); r.RuleID == "" {
				r.RuleID = id
			}
		case "index":
			if i := p.integer(-1); ref.ruleIndex < 0 {
				ref.ruleIndex = i
			}
		case "toolComponent":
			p.members(func(key string) {
				switch key {
				case "index":
					ref.component.index = p.integer(-1)
				case "name":
					ref.component.name = p.str()
				case "guid":
					ref.component.guid = p.str()
				}
			})
		}
	})
}

func (p *viewer) message(m *Message, ref *pending) {
	p.members(func(key string) {
		switch key {
		case "text":
			m.Text = p.str()
		case "markdown":
			m.Markdown = p.str()
		case "id":
			ref.messageID = p.str()
		case "arguments":
			p.elements(func(int) { ref.arguments = append(ref.arguments, p.str()) })
		}
	})
}

// pairs reads an object of strings; other values are kept as written.
func (p *viewer) pairs() (ps []Pair) {
	p.members(func(key string) {
		if p.peek() == '"' {
			ps = append(ps, Pair{key, p.str()})
			return
		}
		ps = append(ps, Pair{key, p.skip().of(p.text)})
	})
	return ps
}

func (p *viewer) suppression() (s Suppression) {
	p.members(func(key string) {
		switch key {
		case "guid":
			s.GUID = p.str()
		case "kind":
			s.Kind = p.str()
		case "status":
			s.Status = p.str()
		case "justification":
			s.Justification = p.str()
		}
	})
	return s
}

// unsetColumn marks a column that the region does not give, until the tool is
// known: Frama-C leaves a column of 0 out.
const unsetColumn = -1

func (p *viewer) location() Location {
	var l Location
	p.members(func(key string) {
		switch key {
		case "physicalLocation":
			p.members(func(key string) {
				switch key {
				case "artifactLocation":
					l.Artifact = p.artifactLocation()
				case "region":
					l.Region = p.region()
				}
			})
		case "logicalLocations":
			p.elements(func(i int) {
				p.members(func(key string) {
					if key == "name" && i == 0 {
						l.Function = p.str()
					}
				})
			})
		case "message":
			l.Message = p.textOf()
		}
	})
	return l
}

func (p *viewer) region() Region {
	r := Region{Col: unsetColumn, EndCol: unsetColumn}
	p.members(func(key string) {
		switch key {
		case "startLine":
			r.Line = p.integer(0)
		case "startColumn":
			r.Col = p.integer(unsetColumn)
		case "endLine":
			r.EndLine = p.integer(0)
		case "endColumn":
			r.EndCol = p.integer(unsetColumn)
		}
	})
	return r
}

// fill replaces {0}, {1} … by the arguments, and {{ by { (§3.11.5).
func fill(text string, arguments []string) string {
	if len(arguments) == 0 || !strings.Contains(text, "{") {
		return text
	}
	pairs := []string{"{{", "{", "}}", "}"}
	for i, a := range arguments {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", a)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// String names the result in messages: runs[r].results[i].
func (r *Result) String() string { return fmt.Sprintf("runs[%d].results[%d]", r.Run, r.Index) }
