// Package premerge compares the alarms of a change with those from before it:
// by an older SARIF file (Match), or by the lines that the change touches
// (ParseDiff). That an alarm moved to another line does not make it new.
package premerge
