package spec

import "fmt"

// has says whether the function has a clause of that name.
func (f *Func) has(name string) bool { return f.find(name) != nil }

// find is the first clause of a name, or nil.
func (f *Func) find(name string) *Clause {
	for i := range f.Clauses {
		if f.Clauses[i].Verb == name {
			return &f.Clauses[i]
		}
	}
	return nil
}

// ends says that no call returns.
func (f *Func) ends() bool {
	for _, name := range []string{"noreturn", "exits", "aborts", "stops"} {
		if c := f.find(name); c != nil && c.If == nil {
			return true
		}
	}
	return false
}

// contradictions are what is wrong with the clauses of a function as a whole.
func (f *Func) contradictions() []*Problem {
	var out []*Problem
	bad := func(pos Pos, remedy, format string, args ...any) {
		out = append(out, &Problem{pos, f.Name + ": " + fmt.Sprintf(format, args...), remedy})
	}
	once := map[string]bool{}
	errno := map[string]Pos{}
	for _, c := range f.Clauses {
		switch c.Verb {
		case "result", "fails", "model", "anything", "noreturn", "aborts":
			if once[c.Verb] {
				bad(c.Pos, "remove one of them", "two clauses `%s`", c.Verb)
			}
			once[c.Verb] = true
		case "errno":
			errno[c.Mode] = c.Pos
		}
	}
	if c := f.find("model"); c != nil {
		f.Model = c.Text
	}
	if pos, ok := errno["kept"]; ok && len(errno) > 1 {
		bad(pos, "leave one out", "`errno kept` and another clause on errno")
	}
	if pos, ok := errno["any"]; ok && len(errno) > 1 {
		bad(pos, "leave one out", "`errno any` and another clause on errno")
	}
	result := f.find("result")
	switch {
	case result != nil && f.ends():
		bad(result.Pos, "leave one out", "a result, and a clause by which no call returns")
	case result == nil && f.Result.Kind != Void && !f.ends() && f.Model == "":
		bad(f.Pos, "say what it returns: `result any` if anything", "no result")
	}
	if c := f.find("fails"); c != nil && !splits(result) {
		bad(c.Pos, "let its result be -1 or null among others", "`fails %s`, and no result tells the failure", c.Text)
	}
	return out
}

// splits says whether a result has alternatives for failure, -1 or null, and
// others.
func splits(result *Clause) bool {
	if result == nil {
		return false
	}
	failing := 0
	for i := range result.Alts {
		if result.Alts[i].failure() {
			failing++
		}
	}
	return failing > 0 && failing < len(result.Alts)
}

// failure says whether an alternative is what functions return that fail.
func (a *Alt) failure() bool {
	if a.Kind == Null {
		return true
	}
	if a.Kind != Value {
		return false
	}
	v, ok := a.From.constant()
	return a.From.Op == "null" || ok && v == -1
}
