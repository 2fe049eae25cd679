package built

import (
	"flag"
	"strconv"
	"time"
)

// Limits are the options of assay triage by which measurements bound a run.
type Limits struct {
	PerAlarm time.Duration
	Timeout  time.Duration // of one run
	Workers  int
}

// Flags adds flags for the limits, whose defaults are what they are now; of says what one run is
// about.
func (l *Limits) Flags(fs *flag.FlagSet, of string) {
	fs.DurationVar(&l.PerAlarm, "timeout-per-alarm", l.PerAlarm, "as for assay triage")
	fs.DurationVar(&l.Timeout, "timeout", l.Timeout, "as for assay triage, for "+of)
	fs.IntVar(&l.Workers, "workers", l.Workers, "as for assay triage")
}

// Options are the limits as assay triage takes them.
func (l *Limits) Options() []string {
	return []string{"--timeout-per-alarm", l.PerAlarm.String(), "--timeout", l.Timeout.String(), "--workers", strconv.Itoa(l.Workers)}
}
