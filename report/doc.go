// Package report presents what a triage found: as a table for people and as
// JSON for programs. It also decides which alarms the output may suppress
// (Suppress), since that is a property of the output as a whole.
//
// The package works on Triage, a description of the outcome in terms of the
// sources: no program, no arena, nothing that dies with the run. It is what
// the journal keeps, so a resumed run reports exactly as an uninterrupted one.
package report
