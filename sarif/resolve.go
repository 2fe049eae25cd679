package sarif

import (
	"net/url"
	"path"
	"strings"
)

// resolveRun completes the results of a run once all of it has been read.
func resolveRun(r *Run, refs []pending) {
	tool := r.ToolKind()
	bases := map[string]string{}
	paths := map[ArtifactRef]string{}
	for i := range r.Results {
		res := &r.Results[i]
		rule := findRule(r, res, refs[i])
		if res.RuleID == "" && rule != nil {
			res.RuleID = rule.ID
		}
		resolveLevel(res, rule)
		if id := refs[i].messageID; id != "" && res.Message.Text == "" && rule != nil {
			res.Message.Text = rule.Messages[id]
		}
		res.Message.Text = fill(res.Message.Text, refs[i].arguments)
		res.Message.Markdown = fill(res.Message.Markdown, refs[i].arguments)
		for j := range res.Locations {
			l := &res.Locations[j]
			p, ok := paths[l.Artifact]
			if !ok {
				p = resolvePath(r, tool, l.Artifact, bases)
				paths[l.Artifact] = p
			}
			l.Path = p
			l.Region = l.Region.normalised(tool)
		}
	}
}

// findRule returns the rule a result refers to, nil if the document does not
// describe it. An index counts in the component that rule.toolComponent names,
// else in the driver; a driver without rules, as Frama-C's, has them in a
// taxonomy.
func findRule(r *Run, res *Result, ref pending) *Rule {
	home := &r.Tool
	if ref.component.given() {
		if c := findComponent(r, ref.component); c != nil {
			home = c
		}
	} else if len(home.Rules) == 0 && len(r.Taxonomies) > 0 {
		home = &r.Taxonomies[0]
	}
	if i := ref.ruleIndex; i >= 0 && i < len(home.Rules) {
		return &home.Rules[i]
	}
	for i := range home.Rules {
		id := home.Rules[i].ID
		// A result's id may add components to its rule's (§3.27.5).
		if id != "" && (id == res.RuleID || strings.HasPrefix(res.RuleID, id+"/")) {
			return &home.Rules[i]
		}
	}
	return nil
}

// findComponent looks a reference up among the extensions, which are what
// rules come from, then among driver and taxonomies.
func findComponent(r *Run, ref componentRef) *Component {
	if ref.index >= 0 && ref.index < len(r.Extensions) {
		return &r.Extensions[ref.index]
	}
	match := func(c *Component) bool {
		if ref.guid != "" {
			return strings.EqualFold(c.GUID, ref.guid)
		}
		return ref.name != "" && c.Name == ref.name
	}
	for i := range r.Extensions {
		if match(&r.Extensions[i]) {
			return &r.Extensions[i]
		}
	}
	for i := range r.Taxonomies {
		if match(&r.Taxonomies[i]) {
			return &r.Taxonomies[i]
		}
	}
	if match(&r.Tool) {
		return &r.Tool
	}
	return nil
}

// resolveLevel applies the defaults of §3.27.9 and §3.27.10.
func resolveLevel(res *Result, rule *Rule) {
	if res.Kind == "" {
		res.Kind = "fail"
	}
	switch {
	case res.Level != "":
	case res.Kind != "fail":
		res.Level = "none"
	case rule != nil && rule.Level != "":
		res.Level = rule.Level
	default:
		res.Level = "warning"
	}
}

// normalised makes lines and columns 1-based and 0 where not given. Frama-C
// counts columns from 0 and leaves a start column of 0 out; cppcheck writes 0
// for unknown lines and columns.
func (g Region) normalised(tool ToolKind) Region {
	if tool == FramaC && g.EndCol != unsetColumn {
		g.Col, g.EndCol = max(g.Col, 0)+1, g.EndCol+1
	} else if tool == FramaC && g.Col != unsetColumn {
		g.Col++
	}
	g.Line, g.Col = max(g.Line, 0), max(g.Col, 0)
	g.EndLine, g.EndCol = max(g.EndLine, g.Line), max(g.EndCol, 0)
	return g
}

// maxBases bounds chains of uriBaseIds, which may be circular.
const maxBases = 16

// resolvePath gives the path an artifactLocation means (§3.4, §3.14.14).
// bases caches the URIs of base ids.
func resolvePath(r *Run, tool ToolKind, a ArtifactRef, bases map[string]string) string {
	if a.URI == "" && a.HasIndex && a.Index < len(r.Artifacts) {
		a = r.Artifacts[a.Index]
	}
	if a.URI == "" {
		return ""
	}
	base, ok := bases[a.BaseID]
	if !ok {
		base = baseURI(r, a.BaseID)
		bases[a.BaseID] = base
	}
	p := uriPath(join(base, a.URI))
	if tool == FramaC && a.BaseID == "" && base == "" && !path.IsAbs(p) && !strings.Contains(p, ":") {
		// Frama-C strips the leading slash of files outside its base
		// directories and gives all others a base.
		return "/" + p
	}
	return p
}

// baseURI returns the URI of a base id, following bases of bases; empty if the
// document leaves it open.
func baseURI(r *Run, id string) string {
	uri := ""
	for range maxBases {
		b, ok := r.OriginalURIBaseIDs[id]
		if id == "" || !ok {
			return uri
		}
		uri = join(b.URI, uri)
		id = b.BaseID
	}
	return uri
}

// join puts a relative URI after a base. The base is a directory even where
// its final slash was forgotten.
func join(base, rel string) string {
	switch {
	case base == "" || hasScheme(rel) || strings.HasPrefix(rel, "/"):
		return rel
	case rel == "":
		return base
	}
	return strings.TrimSuffix(base, "/") + "/" + rel
}

// hasScheme reports whether a URI is absolute. A drive letter is no scheme.
func hasScheme(uri string) bool {
	i := strings.IndexByte(uri, ':')
	return i > 1 && !strings.ContainsAny(uri[:i], "/?#%\\")
}

// uriPath turns a URI into a slash-separated path. What does not decode is
// taken as a plain path: several analyzers write those.
func uriPath(uri string) string {
	rest := uri
	if strings.HasPrefix(strings.ToLower(uri), "file:") {
		rest = uri[len("file:"):]
		if host, ok := strings.CutPrefix(rest, "//"); ok {
			rest = strings.TrimPrefix(host, "localhost")
			if rest != "" && rest[0] != '/' {
				rest = "//" + rest
			}
		}
	} else if hasScheme(uri) {
		return uri
	}
	if p, err := url.PathUnescape(rest); err == nil {
		rest = p
	}
	rest = strings.ReplaceAll(rest, `\`, "/")
	if len(rest) > 2 && rest[0] == '/' && rest[2] == ':' {
		rest = rest[1:]
	}
	if strings.HasPrefix(rest, "//") {
		return "/" + path.Clean(rest)
	}
	return path.Clean(rest)
}
