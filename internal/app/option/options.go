// Package option has the options of the commands: one table, from which flags, configuration
// files, docs/options.md and the description in each verdict are made, and the Settings that
// hold their values.
//
//	s := option.AddFlags(cmd, option.OnTriage)   // s.Timeout is what --timeout says, once cmd runs
package option

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets"
)

// Settings holds the value of every option. Which command heeds which option
// is said by the option table.
type Settings struct {
	// What goes in and comes out.
	Outputs      []Output
	Profile      string
	Given        string
	FailOn       []string
	DryRun       bool
	Reproducible bool
	SourceRoot   string
	DeadOutputs  []Output
	DeadFailOn   []string
	PathMaps     []pathMap

	// The program.
	CompileCommands string
	LinkSet         string
	Models, Specs   []string
	Entry           []string

	// What the alarms are compared with.
	Baseline, NewFromRev, Diff string
	Verdicts                   string

	// Targets without alarms.
	Calls, Lines, Labels []string
	SvcompWitness        string

	// What the environment may do.
	extern   string
	Assume   []string
	volatile string

	// Bounds.
	maxArgc, maxArgLen, maxStdin, maxLoop, maxDepth int

	// Effort.
	TimeoutPerAlarm time.Duration
	Timeout         time.Duration
	Memory          int64
	Workers         int
	seed            int64
	Interpolation   string
	Prover, Facts   string
	budgets         []string

	// The run and what it leaves behind.
	Resume     bool
	StateDir   string
	config     string
	Replay     bool
	VerboseLog bool
	Trace      string

	// Proofs.
	Certificates      string
	checkCertificates bool
	solver            string
}

// Commands says which commands have an option.
type Commands uint8

const (
	OnTriage Commands = 1 << iota
	OnReach
	OnReplay
	OnFilter
	OnDeadcode
	OnCheck
	OnList

	onAlarms = OnTriage | OnFilter
	OnSearch = onAlarms | OnReach | OnDeadcode
	onAll    = OnSearch | OnReplay | OnCheck | OnList
)

// OptionCommands are the commands that have options.
var OptionCommands = []struct {
	Bit  Commands
	Name string
}{{OnTriage, "triage"}, {OnFilter, "filter"}, {OnReach, "reach"}, {OnReplay, "replay"}, {OnDeadcode, "deadcode"}, {OnCheck, "check"}, {OnList, "spec list"}}

// flagValue is a pflag.Value that knows the range of what it accepts.
type flagValue interface {
	pflag.Value
	span() string
}

// An option is one row of the option table: flags, docs/options.md and the
// description in the verdict are made from it.
type Row struct {
	Name, short string
	def         string // set through the same parser as a user's value; "" is the zero value
	group       string
	On          Commands
	doc         string
	Value       func(*Settings) flagValue
	// meaning marks options that can change a verdict: they are part of the
	// key under which the journal keeps it.
	meaning bool
}

// The groups of the option table, in the order of the documentation.
const (
	groupOut     = "Alarms in, verdicts out"
	groupChange  = "What a change is compared with"
	groupProgram = "The program"
	groupTarget  = "Targets of `reach`"
	groupWorld   = "What the environment may do"
	groupBounds  = "Bounds"
	groupEffort  = "Effort"
	groupRun     = "The run"
)

var groups = []string{groupOut, groupChange, groupProgram, groupTarget, groupWorld, groupBounds, groupEffort, groupRun}

var statuses = []string{
	engine.Reachable.String(), engine.Bounded.String(), engine.Undecided.String(), engine.Unreachable.String(),
}

// failures are what --assume can switch off: library calls that fail, and that code which
// is not in the program calls functions of it, or that missing units do anything to it.
var failures = []string{"malloc", "fopen", "getenv", "read", "write", engine.NoCallback, engine.Closed}

const maxTime = 7 * 24 * time.Hour

// Table is the option table.
var Table = []Row{
	{Name: "output", short: "o", group: groupOut, On: onAlarms,
		doc:   "write a document; repeatable, `-` is stdout, a bare path is SARIF. Without it the table goes to stdout",
		Value: func(s *Settings) flagValue { return outputsValue{&s.Outputs, formatNames()} }},
	{Name: "profile", def: "annotate", group: groupOut, On: onAlarms,
		doc: "how verdicts are written into SARIF: as suppressions and properties, as kind and level, or for GitHub code scanning, which heeds neither: unreachable results are left out and listed in PATH.dropped.json",
		Value: func(s *Settings) flagValue {
			return enumValue{&s.Profile, []string{"annotate", "verdict", "github"}}
		}},
	{Name: "given", def: "visible", group: groupOut, On: onAlarms,
		doc:   "what a suppressed alarm's proof may rest on: earlier checks that stay visible in the output, or none (strict)",
		Value: func(s *Settings) flagValue { return enumValue{&s.Given, []string{"visible", "strict"}} }},
	{Name: "output", short: "o", group: groupOut, On: OnDeadcode,
		doc:   "write a report; repeatable, `-` is stdout, a bare path is SARIF. Without it the table goes to stdout",
		Value: func(s *Settings) flagValue { return outputsValue{&s.DeadOutputs, report.DeadFormatNames()} }},
	{Name: "fail-on", group: groupOut, On: onAlarms | OnReach,
		doc:   "exit with 1 if an alarm has one of these statuses",
		Value: func(s *Settings) flagValue { return listValue{&s.FailOn, statuses} }},
	{Name: "fail-on", group: groupOut, On: OnDeadcode,
		doc: "exit with 1 if a point has one of these statuses",
		Value: func(s *Settings) flagValue {
			return listValue{&s.DeadFailOn, []string{report.Dead, report.Bounded, report.Undecided}}
		}},
	{Name: "dry-run", def: "false", group: groupOut, On: OnTriage,
		doc:   "only show which instructions the alarms mean, and why not for the rest",
		Value: func(s *Settings) flagValue { return boolValue{&s.DryRun} }},
	{Name: "reproducible", def: "false", group: groupOut, On: onAlarms | OnDeadcode,
		doc:   "leave wall-clock times out, so that equal runs write equal bytes",
		Value: func(s *Settings) flagValue { return boolValue{&s.Reproducible} }},
	{Name: "source-root", group: groupOut, On: onAlarms,
		doc:   "directory that relative paths in the alarms start from (default: where they are found by name)",
		Value: func(s *Settings) flagValue { return textValue{&s.SourceRoot, "directory"} }},
	{Name: "path-map", group: groupOut, On: onAlarms,
		doc:   "replace a leading FROM of the alarms' paths by TO",
		Value: func(s *Settings) flagValue { return pathMapsValue{&s.PathMaps} }},

	{Name: "baseline", group: groupChange, On: OnFilter,
		doc:   "alarms of the same analyzer from before the change, best with the verdicts of a triage; an alarm is known if it is there, on whatever line",
		Value: func(s *Settings) flagValue { return textValue{&s.Baseline, "file"} }},
	{Name: "new-from-rev", group: groupChange, On: OnFilter,
		doc:   "revision of git from before the change: compare with what a filter run on it recorded, else with the lines changed since",
		Value: func(s *Settings) flagValue { return textValue{&s.NewFromRev, "revision"} }},
	{Name: "diff", group: groupChange, On: OnFilter,
		doc:   "the change as a unified diff; `-` is stdin. An alarm is new if it is on an added line or if what it depends on is touched",
		Value: func(s *Settings) flagValue { return textValue{&s.Diff, "file"} }},
	{Name: "verdicts", group: groupChange, On: OnFilter,
		doc:   "file that keeps verdicts from run to run (default: verdicts in the directory of --state-dir)",
		Value: func(s *Settings) flagValue { return textValue{&s.Verdicts, "file"} }},

	{Name: "compile-commands", group: groupProgram, On: OnSearch | OnCheck | OnList,
		doc:   "compile_commands.json of the program, instead of sources and flags after --",
		Value: func(s *Settings) flagValue { return textValue{&s.CompileCommands, "file"} }},
	{Name: "link-set", group: groupProgram, On: OnSearch | OnCheck | OnList,
		doc:   "the one program of the database to look at, by its main's source file (an assumption); without it alarms are judged in each that has their unit",
		Value: func(s *Settings) flagValue { return textValue{&s.LinkSet, "name"} }},
	{Name: "model", group: groupProgram, On: OnSearch | OnCheck | OnList, meaning: true,
		doc:   "C file with definitions that stand in for functions the program does not define",
		Value: func(s *Settings) flagValue { return textsValue{&s.Models, "file"} }},
	{Name: "spec", group: groupProgram, On: OnSearch | OnCheck | OnList, meaning: true,
		doc:   "file that says what functions do which the program does not define (docs/spec.md); they win over assay's own models, and each verdict names them as assumptions",
		Value: func(s *Settings) flagValue { return textsValue{&s.Specs, "file"} }},
	{Name: "entry", group: groupProgram, On: OnSearch, meaning: true,
		doc:   "where runs start: main (the default), functions by name, or `exported` for every function that other units could call",
		Value: func(s *Settings) flagValue { return listValue{&s.Entry, nil} }},

	{Name: "call", group: groupTarget, On: OnReach,
		doc:   "is this function called?",
		Value: func(s *Settings) flagValue { return textsValue{&s.Calls, "function"} }},
	{Name: "line", group: groupTarget, On: OnReach,
		doc:   "is this line executed? FILE:LINE",
		Value: func(s *Settings) flagValue { return textsValue{&s.Lines, "place"} }},
	{Name: "label", group: groupTarget, On: OnReach,
		doc:   "is this C label reached?",
		Value: func(s *Settings) flagValue { return textsValue{&s.Labels, "label"} }},
	{Name: "svcomp-witness", group: groupTarget, On: OnReach,
		doc:   "write a verification witness in SV-COMP's format 2.0 for the one --call: loop invariants in C where it is unreachable, inputs where it is reachable; `-` is stdout",
		Value: func(s *Settings) flagValue { return textValue{&s.SvcompWitness, "file"} }},

	{Name: "extern", def: "havoc", group: groupWorld, On: OnSearch, meaning: true,
		doc: "what a call of a function without definition or model does: any effect on what it can reach, the same and frees what it was given, no effect, or an end of the path as undecided",
		Value: func(s *Settings) flagValue {
			return enumValue{&s.extern, []string{
				string(engine.ExternHavoc), string(engine.ExternHavocFree), string(engine.ExternPure), string(engine.ExternStop),
			}}
		}},
	{Name: "assume", group: groupWorld, On: OnSearch, meaning: true,
		doc:   "library calls that are assumed never to fail or to be short; nocallback: that code which is not there calls no function of the program; closed: that units which are missing call no function and change no variable of it (nocallback included)",
		Value: func(s *Settings) flagValue { return listValue{&s.Assume, failures} }},
	{Name: "volatile", def: "any", group: groupWorld, On: OnSearch, meaning: true,
		doc:   "what a volatile read gives: any value, or what was written last (an assumption)",
		Value: func(s *Settings) flagValue { return enumValue{&s.volatile, []string{"any", "memory"}} }},

	{Name: "max-argc", def: "6", group: groupBounds, On: OnSearch, meaning: true,
		doc:   "largest argc, the program's name counted",
		Value: func(s *Settings) flagValue { return intValue[int]{&s.maxArgc, 1, 1 << 16} }},
	{Name: "max-arg-len", def: "16", group: groupBounds, On: OnSearch, meaning: true,
		doc:   "longest argument, in bytes without the terminator",
		Value: func(s *Settings) flagValue { return intValue[int]{&s.maxArgLen, 0, 131071} }},
	{Name: "max-stdin", def: "0", group: groupBounds, On: OnSearch, meaning: true,
		doc:   "most bytes on standard input; 0: no bound",
		Value: func(s *Settings) flagValue { return intValue[int]{&s.maxStdin, 0, 1 << 30} }},
	{Name: "max-loop", def: "0", group: groupBounds, On: OnSearch, meaning: true,
		doc:   "most turns of a loop of the program, each time it is entered; turns that do not depend on input do not count; 0: no bound",
		Value: func(s *Settings) flagValue { return intValue[int]{&s.maxLoop, 0, 1 << 30} }},
	{Name: "max-depth", def: "1000", group: groupBounds, On: OnSearch, meaning: true,
		doc:   "most functions that are active at a time",
		Value: func(s *Settings) flagValue { return intValue[int]{&s.maxDepth, 1, 1 << 20} }},

	{Name: "timeout-per-alarm", def: "60s", group: groupEffort, On: OnSearch,
		doc:   "most time spent on one alarm, over all its turns",
		Value: func(s *Settings) flagValue { return durationValue{&s.TimeoutPerAlarm, time.Millisecond, maxTime} }},
	{Name: "timeout", def: "30m", group: groupEffort, On: OnSearch | OnCheck,
		doc:   "most time of the run; what is known by then is written, and the exit code is 4",
		Value: func(s *Settings) flagValue { return durationValue{&s.Timeout, time.Millisecond, maxTime} }},
	{Name: "memory", def: "4GiB", group: groupEffort, On: OnSearch,
		doc:   "memory of all searches together; kept by giving searches up",
		Value: func(s *Settings) flagValue { return sizeValue{&s.Memory, 64 << 20} }},
	{Name: "workers", def: defaultWorkers, group: groupEffort, On: OnSearch,
		doc:   "searches at a time; changes no verdict (default: the number of processors)",
		Value: func(s *Settings) flagValue { return intValue[int]{&s.Workers, 1, 1024} }},
	{Name: "seed", def: "1", group: groupEffort, On: OnSearch, meaning: true,
		doc:   "seed of everything that is chosen at random",
		Value: func(s *Settings) flagValue { return intValue[int64]{&s.seed, 0, 1<<62 - 1} }},
	{Name: "interpolation", def: "wp", group: groupEffort, On: OnSearch, meaning: true,
		doc: "how searches prune states that cannot reach their target: by weakest preconditions, by unsatisfiable cores over facts, or not at all",
		Value: func(s *Settings) flagValue {
			return enumValue{&s.Interpolation, []string{
				string(engine.InterpolationWP), string(engine.InterpolationDeletion), string(engine.InterpolationNone),
			}}
		}},

	{Name: "prover", def: "on", group: groupEffort, On: OnSearch, meaning: true,
		doc: "proofs by loop invariants, which need no bound: tried after the first searches, or not at all (docs/loops.md)",
		Value: func(s *Settings) flagValue {
			return enumValue{&s.Prover, []string{"on", "off"}}
		}},
	{Name: "facts", def: "on", group: groupEffort, On: OnSearch,
		doc: "keep the facts about loops that proofs rest on in the directory of --state-dir, and try them first in later runs; they are proved again before they are used",
		Value: func(s *Settings) flagValue {
			return enumValue{&s.Facts, []string{"on", "off"}}
		}},

	{Name: "budget", group: groupEffort, On: OnSearch, meaning: true,
		doc:   "another value for one of the numbers that bound what the engine tries, for measurements (docs/budgets.md)",
		Value: func(s *Settings) flagValue { return budgetsValue{&s.budgets} }},

	{Name: "replay", def: "true", group: groupRun, On: OnSearch, meaning: true,
		doc:   "run the natively compiled program on every witness; without it nothing is confirmed",
		Value: func(s *Settings) flagValue { return boolValue{&s.Replay} }},
	{Name: "resume", def: "false", group: groupRun, On: OnTriage,
		doc:   "take the verdicts that an earlier, interrupted run with the same program, alarms and options left in the journal",
		Value: func(s *Settings) flagValue { return boolValue{&s.Resume} }},
	{Name: "state-dir", def: ".assay", group: groupRun, On: OnSearch,
		doc:   "directory for the journal and for witness files",
		Value: func(s *Settings) flagValue { return textValue{&s.StateDir, "directory"} }},
	{Name: "config", group: groupRun, On: onAll,
		doc:   "file with values for options, instead of .assay.yaml in the working directory",
		Value: func(s *Settings) flagValue { return textValue{&s.config, "file"} }},
	{Name: "trace", group: groupRun, On: OnTriage | OnReach,
		doc:   "write a page with the tree of the last depth-first search of each target: path conditions, interpolants, why each path was cut",
		Value: func(s *Settings) flagValue { return textValue{&s.Trace, "file"} }},
	{Name: "certificates", group: groupRun, On: onAlarms | OnReach,
		doc:   "directory for certificates of the proofs that depth-first searches find; `assay check` checks them",
		Value: func(s *Settings) flagValue { return textValue{&s.Certificates, "directory"} }},
	{Name: "check-certificates", def: "false", group: groupRun, On: onAlarms | OnReach, meaning: true,
		doc:   "check the certificate of every proof that has one; a proof that is refused becomes undecided",
		Value: func(s *Settings) flagValue { return boolValue{&s.checkCertificates} }},
	{Name: "solver", group: groupRun, On: onAlarms | OnReach | OnCheck,
		doc:   "command line of an SMT-LIB solver that confirms what the check of a certificate rests on, like `z3 -in` (default: the Z3 that is built in, if it is)",
		Value: func(s *Settings) flagValue { return textValue{&s.solver, "command"} }},
	{Name: "verbose", short: "v", def: "false", group: groupRun, On: onAll,
		doc:   "print every note on stderr; with replay, the story of every build and run",
		Value: func(s *Settings) flagValue { return boolValue{&s.VerboseLog} }},
}

// defaultWorkers stands for the number of processors in the documentation,
// which must not depend on the machine.
const defaultWorkers = "processors"

// AddFlags gives cmd the options of the table that it heeds, and returns the
// settings they fill, holding the defaults. Before the command runs, what the
// command line left out comes from the environment and the configuration.
func AddFlags(cmd *cobra.Command, on Commands) *Settings {
	s := &Settings{}
	flags := cmd.Flags()
	flags.SortFlags = false
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return s.configure(cmd) }
	for i := range Table {
		o := &Table[i]
		v := o.Value(s)
		if def := o.defaultValue(); def != "" {
			if err := v.Set(def); err != nil {
				panic(fmt.Sprintf("default of --%s: %v", o.Name, err))
			}
		}
		if o.On&on == 0 {
			continue
		}
		doc := strings.ReplaceAll(o.doc, "`", "") // pflag would take quoted words for the value's name
		f := flags.VarPF(v, o.Name, o.short, doc+" ["+v.span()+"]")
		if _, ok := v.(boolValue); ok {
			f.NoOptDefVal = "true"
		}
	}
	return s
}

func (o *Row) defaultValue() string {
	if o.def == defaultWorkers {
		return fmt.Sprint(runtime.NumCPU())
	}
	return o.def
}

// Meaning is the part of the settings that a verdict depends on, as text.
func (s *Settings) Meaning() string {
	var b strings.Builder
	for i := range Table {
		if o := &Table[i]; o.meaning {
			fmt.Fprintf(&b, "%s=%s\n", o.Name, o.Value(s))
		}
	}
	return b.String()
}

// EngineOptions hands the settings to the engine; trapv: the flags of the program have signed overflow
// trap. Confirm and Progress are the caller's.
func (s *Settings) EngineOptions(trapv bool) engine.Options {
	return engine.Options{
		Trapv:            trapv,
		Entry:            s.Entry,
		Extern:           engine.Extern(s.extern),
		Assume:           s.assumed(),
		VolatileMemory:   s.volatile == "memory",
		MaxArgc:          s.maxArgc,
		MaxArgLen:        s.maxArgLen,
		MaxStdin:         s.maxStdin,
		MaxLoop:          s.maxLoop,
		MaxDepth:         s.maxDepth,
		TimeoutPerTarget: s.TimeoutPerAlarm,
		Timeout:          s.Timeout,
		Memory:           s.Memory,
		Workers:          s.Workers,
		Seed:             s.seed,
		Interpolation:    engine.Interpolation(s.Interpolation),
		NoProver:         s.Prover == "off",

		Invariants: s.SvcompWitness != "", Certificates: s.Certificates != "", CheckCertificates: s.checkCertificates, Second: s.SecondSolver(),
	}
}

// assumed are the assumptions for the engine. That missing units call nothing says of
// the functions they define that they call nothing back.
func (s *Settings) assumed() []string {
	if slices.Contains(s.Assume, engine.Closed) && !slices.Contains(s.Assume, engine.NoCallback) {
		return append(slices.Clone(s.Assume), engine.NoCallback)
	}
	return s.Assume
}

// formatsDoc describes the formats of -o.
func formatsDoc() string {
	var b strings.Builder
	b.WriteString("| format | what it is |\n|---|---|\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.Doc)
	}
	return b.String()
}

// optionsDoc is docs/options.md.
func optionsDoc() string {
	var b strings.Builder
	b.WriteString("# Options\n\nMade from the option table in `internal/app/option/options.go` by\n" +
		"`go test ./internal/app/option -run TestOptionsDoc -update`; do not edit.\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n\n| option | default | range | on | what it does |\n|---|---|---|---|---|\n", g)
		for i := range Table {
			if o := &Table[i]; o.group == g {
				o.docRow(&b)
			}
		}
	}
	b.WriteString("\n## Formats of -o\n\n" + formatsDoc())
	b.WriteString("\n## Formats of deadcode -o\n\n| format | what it is |\n|---|---|\n")
	for _, f := range report.DeadFormats() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.Name, f.Doc)
	}
	b.WriteString(configDoc())
	return b.String()
}

func (o *Row) docRow(b *strings.Builder) {
	name := "`--" + o.Name + "`"
	if o.short != "" {
		name = "`-" + o.short + "`, " + name
	}
	var on []string
	for _, c := range OptionCommands {
		if o.On&c.Bit != 0 {
			on = append(on, c.Name)
		}
	}
	def := o.def
	if def != "" {
		def = "`" + def + "`"
	}
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", name, def, o.Value(&Settings{}).span(), strings.Join(on, ", "), o.doc)
}

// SecondSolver is who confirms the answers on which the check of a certificate
// rests, nil if nobody does.
func (s *Settings) SecondSolver() engine.SecondSolver {
	if s.solver != "" {
		return cert.Process(s.solver)
	}
	return cert.BuiltIn()
}

// MapOptions hands the settings to the mapper.
func (s *Settings) MapOptions() targets.Options {
	opt := targets.Options{SourceRoot: s.SourceRoot, Entry: s.SingleEntry()}
	for _, m := range s.PathMaps {
		opt.PathMaps = append(opt.PathMaps, targets.PathMap{From: m.From, To: m.To})
	}
	return opt
}

// Exported is the value of --entry that stands for every function that
// other units could call.
const Exported = "exported"

// SingleEntry is the function runs start in if there is one named, else "".
func (s *Settings) SingleEntry() string {
	if len(s.Entry) == 1 && s.Entry[0] != Exported {
		return s.Entry[0]
	}
	return ""
}
