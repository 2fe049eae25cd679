package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
)

// countInput counts the results in an analyzer's own output, whose format is
// known by its extension.
func countInput(name string, text []byte) (int, error) {
	switch path.Ext(name) {
	case ".xml":
		return bytes.Count(text, []byte("<error ")), nil
	case ".json":
		var list []json.RawMessage
		err := json.Unmarshal(text, &list)
		return len(list), err
	}
	raw, err := resultsOf(text)
	return len(raw), err
}

// touched lists the results that triage had to leave alone and did not: those
// of a style rule, and those in which the analyzer itself sees no defect. Only
// the empty list of suppressions, which SARIF may demand, can come in. in is
// the analyzer's output; where that is no SARIF there is nothing to compare
// with, and only a verdict is noticed.
func touched(l *labels, name string, in, enriched []byte) ([]string, error) {
	after, err := resultsOf(enriched)
	if err != nil {
		return nil, err
	}
	var before []json.RawMessage
	if path.Ext(name) == ".sarif" {
		if before, err = resultsOf(in); err != nil {
			return nil, err
		}
	}
	var out []string
	for i, text := range after {
		var r result
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		k, ok := l.keyOf(&r)
		if !skipped(&r) && !(ok && l.by[k][0].class == classStyle) {
			continue
		}
		same := r.Properties.Triage == nil
		if i < len(before) {
			same, err = sameResult(before[i], text)
			if err != nil {
				return nil, err
			}
		}
		if !same {
			out = append(out, fmt.Sprintf("%s, result %d: %s", path.Base(name), i, r.RuleID))
		}
	}
	return out, nil
}

// sameResult compares two results, an empty list of suppressions aside.
func sameResult(before, after []byte) (bool, error) {
	var a, b map[string]any
	if err := json.Unmarshal(before, &a); err != nil {
		return false, err
	}
	if err := json.Unmarshal(after, &b); err != nil {
		return false, err
	}
	if _, had := a["suppressions"]; !had {
		if list, ok := b["suppressions"].([]any); ok && len(list) == 0 {
			delete(b, "suppressions")
		}
	}
	return reflect.DeepEqual(a, b), nil
}
