package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/solver"
)

// axis is one respect in which runs of the engine may differ and must agree.
// The first value is that of the baseline.
type axis struct {
	name   string
	values []setting
	of     string // the axis before it that must not be "none" for this one to matter; "": none
}

// setting is a value of an axis and what it does to the options. Those that
// cost the most are drawn the least: weight is their share of the axis.
type setting struct {
	name   string
	weight int
	set    func(*engine.Options)
}

// axes is the space of configurations. A value that this build does not have
// (a backend behind a build tag) is left out by init.
var axes = []axis{
	{"backend", []setting{
		{"cdcl", 11, func(o *engine.Options) { o.Solver.Backend = solver.BackendCDCL }},
		{"z3", 1, func(o *engine.Options) { o.Solver.Backend = solver.BackendZ3 }},
	}, ""},
	{"caches", []setting{
		{"on", 5, func(*engine.Options) {}},
		{"off", 1, func(o *engine.Options) { o.Solver.Disable = solver.AllLayers }},
		{"no models", 2, func(o *engine.Options) { o.Solver.Disable = solver.LayerModels }},
	}, ""},
	{"workers", []setting{
		{"1", 1, func(o *engine.Options) { o.Workers = 1 }},
		{"2", 1, func(o *engine.Options) { o.Workers = 2 }},
	}, ""},
	{"interpolation", []setting{
		{"none", 1, func(o *engine.Options) { o.Interpolation = engine.InterpolationNone }},
		{"deletion", 2, func(o *engine.Options) { o.Interpolation = engine.InterpolationDeletion }},
		{"wp", 4, func(o *engine.Options) { o.Interpolation = engine.InterpolationWP }},
	}, ""},
	{"clauses", []setting{
		{"on", 2, func(*engine.Options) {}},
		{"off", 1, func(o *engine.Options) { o.Literals = -1 }},
		{"1 literal", 1, func(o *engine.Options) { o.Literals = 1 }},
	}, "interpolation"},
	{"slackening", []setting{
		{"on", 2, func(*engine.Options) {}},
		{"off", 1, func(o *engine.Options) { o.NoSlackening = true }},
	}, "interpolation"},
	{"plan", []setting{
		{"portfolio", 1, func(*engine.Options) {}},
		{"depth-first", 6, func(o *engine.Options) { o.Plan = engine.PlanDepthFirst }},
		{"shallow", 1, func(o *engine.Options) { o.Plan = engine.PlanShallow }},
		{"coarse", 2, func(o *engine.Options) { o.Plan = engine.PlanCoarse }},
	}, ""},
	{"order", []setting{
		{"seed 0", 1, func(*engine.Options) {}},
		{"seed 1", 1, func(o *engine.Options) { o.Seed = 1 }},
	}, ""},
}

func init() {
	for i := range axes {
		axes[i].values = slices.DeleteFunc(axes[i].values, func(s setting) bool {
			var o engine.Options
			s.set(&o)
			return o.Solver.Check() != nil
		})
	}
}

// Mode is a configuration of the engine: by axis, the index of its value. The
// zero Mode is the baseline.
type Mode [maxAxes]uint8

const maxAxes = 16

// options are those of a run in this mode.
func (m Mode) options() engine.Options {
	var o engine.Options
	for i, a := range axes {
		a.values[m[i]].set(&o)
	}
	return o
}

// value is the name of the mode's value of an axis.
func (m Mode) value(name string) string {
	for i, a := range axes {
		if a.name == name {
			return a.values[m[i]].name
		}
	}
	return ""
}

// String names what differs from the baseline.
func (m Mode) String() string {
	var s []string
	for i, a := range axes {
		if m[i] != 0 {
			s = append(s, a.name+"="+a.values[m[i]].name)
		}
	}
	if len(s) == 0 {
		return "baseline"
	}
	return strings.Join(s, " ")
}

// ParseMode reads what String writes.
func ParseMode(text string) (Mode, error) {
	var m Mode
	if text == "baseline" || text == "" {
		return m, nil
	}
next:
	for _, part := range strings.Split(text, ",") {
		for i, a := range axes {
			for j, v := range a.values {
				if strings.TrimSpace(part) == a.name+"="+v.name {
					m[i] = uint8(j)
					continue next
				}
			}
		}
		return m, fmt.Errorf("%q is no value of an axis; there are %s", part, axisNames())
	}
	return m, nil
}

// draw is the index of a value.
func (a *axis) draw(r *rand.Rand) uint8 {
	total := 0
	for _, v := range a.values {
		total += v.weight
	}
	k, i := r.IntN(total), 0
	for k >= a.values[i].weight {
		k -= a.values[i].weight
		i++
	}
	return uint8(i)
}

func axisNames() string {
	var s []string
	for _, a := range axes {
		for _, v := range a.values {
			s = append(s, a.name+"="+v.name)
		}
	}
	return strings.Join(s, ", ")
}

// drawnModes is how many configurations a program is tried in besides the
// baseline.
const drawnModes = 6

// Modes draws how the engine is run on the program of a seed: the baseline and
// drawnModes others, all different.
func Modes(seed uint64) []Mode {
	r := rand.New(rand.NewPCG(seed, 0x6d6f646573))
	ms := []Mode{{}}
	for len(ms) <= drawnModes {
		var m Mode
		for i, a := range axes {
			if m[i] = a.draw(r); a.of != "" && m.value(a.of) == "none" {
				m[i] = 0
			}
		}
		if !slices.Contains(ms, m) {
			ms = append(ms, m)
		}
	}
	return ms
}
