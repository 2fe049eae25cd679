package main

import (
	"strings"
	"testing"
	"time"
)

// TestGenerate checks that the programs are many, never change, and have no
// template left in them.
func TestGenerate(t *testing.T) {
	first, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	again, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	if len(first) < 20 {
		t.Errorf("%d programs, want at least 20", len(first))
	}
	for i, p := range first {
		if again[i] != p {
			t.Errorf("%s is not the same twice", p.name)
		}
		if strings.Contains(p.text, "{{") {
			t.Errorf("%s has a template left", p.name)
		}
	}
}

// TestConfigurationsExploreTheSame runs a program that every configuration
// explores to the end: all must see the same paths.
func TestConfigurationsExploreTheSame(t *testing.T) {
	programs, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		if p.name != "base64" && p.name != "links" {
			continue
		}
		r, err := measure(p, time.Minute, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range r.outcomes {
			if !o.finished || o.nodes != r.outcomes[0].nodes {
				t.Errorf("%s, %s: %d nodes (finished: %v), want %d", p.name, configs[i].name, o.nodes, o.finished, r.outcomes[0].nodes)
			}
		}
	}
}

func TestAverages(t *testing.T) {
	if got := averages([]float64{4, 1, 1}); got != "2.00 / 1.00 / 1.59" {
		t.Errorf("averages %s", got)
	}
	if got := averages([]float64{1, 4}); got != "2.50 / 2.50 / 2.00" {
		t.Errorf("averages %s", got)
	}
}
