package families

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// PointsTo is the family of points-to sets: an address names one of the objects that the
// construction of the segments found for its location, or for a field of the
// blocks of a site, and is at one of the offsets that it found there. The segments are built on
// these sets, which are inductive by construction; here they become facts that are proved like
// others.
//
//	p = in() ? &x : &y;
//	while (in()) *p = 1;   // p names x or y
//	for (link = &table[i]; *link; link = &(*link)->next) ;   // link is at a multiple of 8 in table
var PointsTo = &Family{
	ID: "points-to", Title: "points-to sets",
	Says:   "an address names one of the objects found for its location or field, at one of the offsets found there",
	Loop:   "pointers that are chosen by a condition",
	Test:   "traps.c",
	Built:  true,
	passes: []pass{each((*proposer).objectSets)},
}

// objectSets are the templates of the family at a cutpoint.
func (pr *proposer) objectSets(c *system.Cutpoint, _ *invariant.Relevance) []invariant.Template {
	b, p := pr.Sys, pr.Sys.Pool
	var ts []invariant.Template
	for i, s := range c.Slots {
		id := c.Rep[i]
		if s.Key.Part != system.PartObject || id == term.None || b.Fixed(id) || c.First[id] != i {
			continue
		}
		at := id
		if p.IsArray(id) {
			at = p.Select(id, b.AnyOf(id))
		}
		in := term.False
		var names []string
		for _, k := range b.IDs(id) {
			in = p.Or(in, p.Eq(at, b.IDConst(k)))
			if k < system.IDFirst {
				names = append(names, idName(k))
			} else {
				names = append(names, b.Objects[k].Name)
			}
		}
		ts = append(ts, &invariant.Candidate{Term: in, Text: b.SlotName(c, i) + " is " + strings.Join(names, ", or in ")})
	}
	return append(ts, pr.offsetSets(c)...)
}

// offsetSets are those of offsets.
func (pr *proposer) offsetSets(c *system.Cutpoint) (ts []invariant.Template) {
	for _, o := range pr.Sys.OffsetsAt(c) {
		ts = append(ts, &invariant.Candidate{Term: o.Holds, Text: fmt.Sprintf("%s is at offset %v in %s", pr.Sys.SlotName(c, o.Slot), o.In, pr.Sys.Objects[o.Object].Name)})
	}
	return ts
}
