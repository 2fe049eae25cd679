// Package triage decides the alarms of analyzers: it reads them, maps them to targets in each
// program that has their unit, decides these, and writes the alarms back with their verdicts.
// A filter run (filter.go) has a verdict file in the journal's place, and compares with a
// baseline or a change.
//
//	err := triage.Run(ctx, app, settings, []string{"alarms.sarif"}, []string{"a.c"})
package triage
