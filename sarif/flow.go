package sarif

// Flows reads the code flows of runs[run].results[i]: the analyzer's, and
// those of an earlier run of assay. They are not part of the view because they
// make up most of a large document.
func (d *Document) Flows(run, i int) []Flow {
	r := &d.Runs[run]
	p := &viewer{scanner: scanner{text: d.given, pos: r.Results[i].given.start, loose: true}}
	var flows []Flow
	p.members(func(key string) {
		if key == "codeFlows" {
			p.elements(func(int) { flows = append(flows, p.codeFlow()...) })
		}
	})
	if p.err != nil {
		return nil // of a shape that is no code flow
	}
	tool := r.ToolKind()
	bases := map[string]string{}
	for f := range flows {
		for s := range flows[f].Steps {
			st := &flows[f].Steps[s]
			st.Path = resolvePath(r, tool, st.Artifact, bases)
			if !flows[f].Assay {
				st.Region = st.Region.normalised(tool)
			} else {
				st.Region = st.Region.normalised(Other)
			}
		}
	}
	return flows
}

// codeFlow reads one codeFlow, which gives one Flow for each of its threads.
func (p *viewer) codeFlow() (flows []Flow) {
	message, assay := "", false
	p.members(func(key string) {
		switch key {
		case "message":
			message = p.textOf()
		case "threadFlows":
			p.elements(func(int) { flows = append(flows, p.threadFlow()) })
		case "properties":
			p.members(func(key string) { assay = assay || key == keyEvidence })
		}
	})
	for i := range flows {
		flows[i].Assay = assay
		if flows[i].Message == "" {
			flows[i].Message = message
		}
	}
	return flows
}

func (p *viewer) threadFlow() (f Flow) {
	p.members(func(key string) {
		switch key {
		case "message":
			f.Message = p.textOf()
		case "initialState":
			f.Initial = p.texts()
		case "immutableState":
			f.Immutable = p.texts()
		case "locations":
			p.elements(func(int) { f.Steps = append(f.Steps, p.step()) })
		}
	})
	return f
}

func (p *viewer) step() Step {
	var s Step
	p.members(func(key string) {
		switch key {
		case "location":
			l := p.location()
			s.Artifact, s.Region, s.Function, s.Text = l.Artifact, l.Region, l.Function, l.Message
		case "state":
			s.State = p.texts()
		case "nestingLevel":
			s.Depth = p.integer(0)
		case "importance":
			s.Essential = p.str() == "essential"
		}
	})
	return s
}

// texts reads an object of multiformatMessageStrings.
func (p *viewer) texts() (ps []Pair) {
	p.members(func(key string) { ps = append(ps, Pair{key, p.textOf()}) })
	return ps
}
