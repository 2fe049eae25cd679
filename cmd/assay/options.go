package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/report"
)

// settings holds the value of every option. Which command heeds which option
// is said by the option table.
type settings struct {
	// What goes in and comes out.
	outputs      []output
	profile      string
	given        string
	failOn       []string
	dryRun       bool
	reproducible bool
	sourceRoot   string
	deadOutputs  []output
	deadFailOn   []string
	pathMaps     []pathMap

	// The program.
	compileCommands string
	linkSet         string
	models, specs   []string
	entry           []string

	// What the alarms are compared with.
	baseline, newFromRev, diff string
	verdicts                   string

	// Targets without alarms.
	calls, lines, labels []string
	svcompWitness        string

	// What the environment may do.
	extern   string
	assume   []string
	volatile string

	// Bounds.
	maxArgc, maxArgLen, maxStdin, maxLoop, maxDepth int

	// Effort.
	timeoutPerAlarm time.Duration
	timeout         time.Duration
	memory          int64
	workers         int
	seed            int64
	interpolation   string
	prover, facts   string

	// The run and what it leaves behind.
	resume     bool
	stateDir   string
	config     string
	replay     bool
	verboseLog bool
	trace      string

	// Proofs.
	certificates      string
	checkCertificates bool
	solver            string
}

// commandSet says which commands have an option.
type commandSet uint8

const (
	onTriage commandSet = 1 << iota
	onReach
	onReplay
	onFilter
	onDeadcode
	onCheck
	onList

	onAlarms = onTriage | onFilter
	onSearch = onAlarms | onReach | onDeadcode
	onAll    = onSearch | onReplay | onCheck | onList
)

// optionCommands are the commands that have options.
var optionCommands = []struct {
	bit  commandSet
	name string
}{{onTriage, "triage"}, {onFilter, "filter"}, {onReach, "reach"}, {onReplay, "replay"}, {onDeadcode, "deadcode"}, {onCheck, "check"}, {onList, "spec list"}}

// flagValue is a pflag.Value that knows the range of what it accepts.
type flagValue interface {
	pflag.Value
	span() string
}

// An option is one row of the option table: flags, docs/options.md and the
// description in the verdict are made from it.
type option struct {
	name, short string
	def         string // set through the same parser as a user's value; "" is the zero value
	group       string
	on          commandSet
	doc         string
	value       func(*settings) flagValue
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

// options is the option table.
var options = []option{
	{name: "output", short: "o", group: groupOut, on: onAlarms,
		doc:   "write a document; repeatable, `-` is stdout, a bare path is SARIF. Without it the table goes to stdout",
		value: func(s *settings) flagValue { return outputsValue{&s.outputs, formatNames()} }},
	{name: "profile", def: "annotate", group: groupOut, on: onAlarms,
		doc: "how verdicts are written into SARIF: as suppressions and properties, as kind and level, or for GitHub code scanning, which heeds neither: unreachable results are left out and listed in PATH.dropped.json",
		value: func(s *settings) flagValue {
			return enumValue{&s.profile, []string{"annotate", "verdict", "github"}}
		}},
	{name: "given", def: "visible", group: groupOut, on: onAlarms,
		doc:   "what a suppressed alarm's proof may rest on: earlier checks that stay visible in the output, or none (strict)",
		value: func(s *settings) flagValue { return enumValue{&s.given, []string{"visible", "strict"}} }},
	{name: "output", short: "o", group: groupOut, on: onDeadcode,
		doc:   "write a report; repeatable, `-` is stdout, a bare path is SARIF. Without it the table goes to stdout",
		value: func(s *settings) flagValue { return outputsValue{&s.deadOutputs, report.DeadFormatNames()} }},
	{name: "fail-on", group: groupOut, on: onAlarms | onReach,
		doc:   "exit with 1 if an alarm has one of these statuses",
		value: func(s *settings) flagValue { return listValue{&s.failOn, statuses} }},
	{name: "fail-on", group: groupOut, on: onDeadcode,
		doc: "exit with 1 if a point has one of these statuses",
		value: func(s *settings) flagValue {
			return listValue{&s.deadFailOn, []string{report.Dead, report.Bounded, report.Undecided}}
		}},
	{name: "dry-run", def: "false", group: groupOut, on: onTriage,
		doc:   "only show which instructions the alarms mean, and why not for the rest",
		value: func(s *settings) flagValue { return boolValue{&s.dryRun} }},
	{name: "reproducible", def: "false", group: groupOut, on: onAlarms | onDeadcode,
		doc:   "leave wall-clock times out, so that equal runs write equal bytes",
		value: func(s *settings) flagValue { return boolValue{&s.reproducible} }},
	{name: "source-root", group: groupOut, on: onAlarms,
		doc:   "directory that relative paths in the alarms start from (default: where they are found by name)",
		value: func(s *settings) flagValue { return textValue{&s.sourceRoot, "directory"} }},
	{name: "path-map", group: groupOut, on: onAlarms,
		doc:   "replace a leading FROM of the alarms' paths by TO",
		value: func(s *settings) flagValue { return pathMapsValue{&s.pathMaps} }},

	{name: "baseline", group: groupChange, on: onFilter,
		doc:   "alarms of the same analyzer from before the change, best with the verdicts of a triage; an alarm is known if it is there, on whatever line",
		value: func(s *settings) flagValue { return textValue{&s.baseline, "file"} }},
	{name: "new-from-rev", group: groupChange, on: onFilter,
		doc:   "revision of git from before the change: compare with what a filter run on it recorded, else with the lines changed since",
		value: func(s *settings) flagValue { return textValue{&s.newFromRev, "revision"} }},
	{name: "diff", group: groupChange, on: onFilter,
		doc:   "the change as a unified diff; `-` is stdin. An alarm is new if it is on an added line or if what it depends on is touched",
		value: func(s *settings) flagValue { return textValue{&s.diff, "file"} }},
	{name: "verdicts", group: groupChange, on: onFilter,
		doc:   "file that keeps verdicts from run to run (default: verdicts in the directory of --state-dir)",
		value: func(s *settings) flagValue { return textValue{&s.verdicts, "file"} }},

	{name: "compile-commands", group: groupProgram, on: onSearch | onCheck | onList,
		doc:   "compile_commands.json of the program, instead of sources and flags after --",
		value: func(s *settings) flagValue { return textValue{&s.compileCommands, "file"} }},
	{name: "link-set", group: groupProgram, on: onSearch | onCheck | onList,
		doc:   "which program of the database, by its main's source file, where an alarm's unit belongs to several",
		value: func(s *settings) flagValue { return textValue{&s.linkSet, "name"} }},
	{name: "model", group: groupProgram, on: onSearch | onCheck | onList, meaning: true,
		doc:   "C file with definitions that stand in for functions the program does not define",
		value: func(s *settings) flagValue { return textsValue{&s.models, "file"} }},
	{name: "spec", group: groupProgram, on: onSearch | onCheck | onList, meaning: true,
		doc:   "file that says what functions do which the program does not define (docs/spec.md); they win over assay's own models, and each verdict names them as assumptions",
		value: func(s *settings) flagValue { return textsValue{&s.specs, "file"} }},
	{name: "entry", group: groupProgram, on: onSearch, meaning: true,
		doc:   "where runs start: main (the default), functions by name, or `exported` for every function that other units could call",
		value: func(s *settings) flagValue { return listValue{&s.entry, nil} }},

	{name: "call", group: groupTarget, on: onReach,
		doc:   "is this function called?",
		value: func(s *settings) flagValue { return textsValue{&s.calls, "function"} }},
	{name: "line", group: groupTarget, on: onReach,
		doc:   "is this line executed? FILE:LINE",
		value: func(s *settings) flagValue { return textsValue{&s.lines, "place"} }},
	{name: "label", group: groupTarget, on: onReach,
		doc:   "is this C label reached?",
		value: func(s *settings) flagValue { return textsValue{&s.labels, "label"} }},
	{name: "svcomp-witness", group: groupTarget, on: onReach,
		doc:   "write a verification witness in SV-COMP's format 2.0 for the one --call: loop invariants in C where it is unreachable, inputs where it is reachable; `-` is stdout",
		value: func(s *settings) flagValue { return textValue{&s.svcompWitness, "file"} }},

	{name: "extern", def: "havoc", group: groupWorld, on: onSearch, meaning: true,
		doc: "what a call of a function without definition or model does: any effect on what it can reach, the same and frees what it was given, no effect, or an end of the path as undecided",
		value: func(s *settings) flagValue {
			return enumValue{&s.extern, []string{
				string(engine.ExternHavoc), string(engine.ExternHavocFree), string(engine.ExternPure), string(engine.ExternStop),
			}}
		}},
	{name: "assume", group: groupWorld, on: onSearch, meaning: true,
		doc:   "library calls that are assumed never to fail or to be short; nocallback: that code which is not there calls no function of the program; closed: that units which are missing call no function and change no variable of it (nocallback included)",
		value: func(s *settings) flagValue { return listValue{&s.assume, failures} }},
	{name: "volatile", def: "any", group: groupWorld, on: onSearch, meaning: true,
		doc:   "what a volatile read gives: any value, or what was written last (an assumption)",
		value: func(s *settings) flagValue { return enumValue{&s.volatile, []string{"any", "memory"}} }},

	{name: "max-argc", def: "6", group: groupBounds, on: onSearch, meaning: true,
		doc:   "largest argc, the program's name counted",
		value: func(s *settings) flagValue { return intValue[int]{&s.maxArgc, 1, 1 << 16} }},
	{name: "max-arg-len", def: "16", group: groupBounds, on: onSearch, meaning: true,
		doc:   "longest argument, in bytes without the terminator",
		value: func(s *settings) flagValue { return intValue[int]{&s.maxArgLen, 0, 131071} }},
	{name: "max-stdin", def: "0", group: groupBounds, on: onSearch, meaning: true,
		doc:   "most bytes on standard input; 0: no bound",
		value: func(s *settings) flagValue { return intValue[int]{&s.maxStdin, 0, 1 << 30} }},
	{name: "max-loop", def: "0", group: groupBounds, on: onSearch, meaning: true,
		doc:   "most turns of a loop of the program, each time it is entered; turns that do not depend on input do not count; 0: no bound",
		value: func(s *settings) flagValue { return intValue[int]{&s.maxLoop, 0, 1 << 30} }},
	{name: "max-depth", def: "1000", group: groupBounds, on: onSearch, meaning: true,
		doc:   "most functions that are active at a time",
		value: func(s *settings) flagValue { return intValue[int]{&s.maxDepth, 1, 1 << 20} }},

	{name: "timeout-per-alarm", def: "60s", group: groupEffort, on: onSearch,
		doc:   "most time spent on one alarm, over all its turns",
		value: func(s *settings) flagValue { return durationValue{&s.timeoutPerAlarm, time.Millisecond, maxTime} }},
	{name: "timeout", def: "30m", group: groupEffort, on: onSearch | onCheck,
		doc:   "most time of the run; what is known by then is written, and the exit code is 4",
		value: func(s *settings) flagValue { return durationValue{&s.timeout, time.Millisecond, maxTime} }},
	{name: "memory", def: "4GiB", group: groupEffort, on: onSearch,
		doc:   "memory of all searches together; kept by giving searches up",
		value: func(s *settings) flagValue { return sizeValue{&s.memory, 64 << 20} }},
	{name: "workers", def: defaultWorkers, group: groupEffort, on: onSearch,
		doc:   "searches at a time; changes no verdict (default: the number of processors)",
		value: func(s *settings) flagValue { return intValue[int]{&s.workers, 1, 1024} }},
	{name: "seed", def: "1", group: groupEffort, on: onSearch, meaning: true,
		doc:   "seed of everything that is chosen at random",
		value: func(s *settings) flagValue { return intValue[int64]{&s.seed, 0, 1<<62 - 1} }},
	{name: "interpolation", def: "wp", group: groupEffort, on: onSearch, meaning: true,
		doc: "how searches prune states that cannot reach their target: by weakest preconditions, by unsatisfiable cores over facts, or not at all",
		value: func(s *settings) flagValue {
			return enumValue{&s.interpolation, []string{
				string(engine.InterpolationWP), string(engine.InterpolationDeletion), string(engine.InterpolationNone),
			}}
		}},

	{name: "prover", def: "on", group: groupEffort, on: onSearch, meaning: true,
		doc: "proofs by loop invariants, which need no bound: tried after the first searches, or not at all (docs/loops.md)",
		value: func(s *settings) flagValue {
			return enumValue{&s.prover, []string{"on", "off"}}
		}},
	{name: "facts", def: "on", group: groupEffort, on: onSearch,
		doc: "keep the facts about loops that proofs rest on in the directory of --state-dir, and try them first in later runs; they are proved again before they are used",
		value: func(s *settings) flagValue {
			return enumValue{&s.facts, []string{"on", "off"}}
		}},

	{name: "replay", def: "true", group: groupRun, on: onSearch, meaning: true,
		doc:   "run the natively compiled program on every witness; without it nothing is confirmed",
		value: func(s *settings) flagValue { return boolValue{&s.replay} }},
	{name: "resume", def: "false", group: groupRun, on: onTriage,
		doc:   "take the verdicts that an earlier, interrupted run with the same program, alarms and options left in the journal",
		value: func(s *settings) flagValue { return boolValue{&s.resume} }},
	{name: "state-dir", def: ".assay", group: groupRun, on: onSearch,
		doc:   "directory for the journal and for witness files",
		value: func(s *settings) flagValue { return textValue{&s.stateDir, "directory"} }},
	{name: "config", group: groupRun, on: onAll,
		doc:   "file with values for options, instead of .assay.yaml in the working directory",
		value: func(s *settings) flagValue { return textValue{&s.config, "file"} }},
	{name: "trace", group: groupRun, on: onTriage | onReach,
		doc:   "write a page with the tree of the last depth-first search of each target: path conditions, interpolants, why each path was cut",
		value: func(s *settings) flagValue { return textValue{&s.trace, "file"} }},
	{name: "certificates", group: groupRun, on: onAlarms | onReach,
		doc:   "directory for certificates of the proofs that depth-first searches find; `assay check` checks them",
		value: func(s *settings) flagValue { return textValue{&s.certificates, "directory"} }},
	{name: "check-certificates", def: "false", group: groupRun, on: onAlarms | onReach, meaning: true,
		doc:   "check the certificate of every proof that has one; a proof that is refused becomes undecided",
		value: func(s *settings) flagValue { return boolValue{&s.checkCertificates} }},
	{name: "solver", group: groupRun, on: onAlarms | onReach | onCheck,
		doc:   "command line of an SMT-LIB solver that confirms what the check of a certificate rests on, like `z3 -in` (default: the Z3 that is built in, if it is)",
		value: func(s *settings) flagValue { return textValue{&s.solver, "command"} }},
	{name: "verbose", short: "v", def: "false", group: groupRun, on: onAll,
		doc:   "print every note on stderr; with replay, the story of every build and run",
		value: func(s *settings) flagValue { return boolValue{&s.verboseLog} }},
}

// defaultWorkers stands for the number of processors in the documentation,
// which must not depend on the machine.
const defaultWorkers = "processors"

// addFlags gives cmd the options of the table that it heeds, and returns the
// settings they fill, holding the defaults. Before the command runs, what the
// command line left out comes from the environment and the configuration.
func addFlags(cmd *cobra.Command, on commandSet) *settings {
	s := &settings{}
	flags := cmd.Flags()
	flags.SortFlags = false
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return s.configure(cmd) }
	for i := range options {
		o := &options[i]
		v := o.value(s)
		if def := o.defaultValue(); def != "" {
			if err := v.Set(def); err != nil {
				panic(fmt.Sprintf("default of --%s: %v", o.name, err))
			}
		}
		if o.on&on == 0 {
			continue
		}
		doc := strings.ReplaceAll(o.doc, "`", "") // pflag would take quoted words for the value's name
		f := flags.VarPF(v, o.name, o.short, doc+" ["+v.span()+"]")
		if _, ok := v.(boolValue); ok {
			f.NoOptDefVal = "true"
		}
	}
	return s
}

func (o *option) defaultValue() string {
	if o.def == defaultWorkers {
		return fmt.Sprint(runtime.NumCPU())
	}
	return o.def
}

// meaning is the part of the settings that a verdict depends on, as text.
func (s *settings) meaning() string {
	var b strings.Builder
	for i := range options {
		if o := &options[i]; o.meaning {
			fmt.Fprintf(&b, "%s=%s\n", o.name, o.value(s))
		}
	}
	return b.String()
}

// engineOptions hands the settings to the engine, and what the flags of the program say
// about its meaning. Confirm and Progress are the caller's.
func (s *settings) engineOptions(p *program) engine.Options {
	return engine.Options{
		Trapv:            p.Semantic.Trapv,
		Entry:            s.entry,
		Extern:           engine.Extern(s.extern),
		Assume:           s.assumed(),
		VolatileMemory:   s.volatile == "memory",
		MaxArgc:          s.maxArgc,
		MaxArgLen:        s.maxArgLen,
		MaxStdin:         s.maxStdin,
		MaxLoop:          s.maxLoop,
		MaxDepth:         s.maxDepth,
		TimeoutPerTarget: s.timeoutPerAlarm,
		Timeout:          s.timeout,
		Memory:           s.memory,
		Workers:          s.workers,
		Seed:             s.seed,
		Interpolation:    engine.Interpolation(s.interpolation),
		NoProver:         s.prover == "off",

		Invariants: s.svcompWitness != "", Certificates: s.certificates != "", CheckCertificates: s.checkCertificates, Second: s.secondSolver(),
	}
}

// assumed are the assumptions for the engine. That missing units call nothing says of
// the functions they define that they call nothing back.
func (s *settings) assumed() []string {
	if slices.Contains(s.assume, engine.Closed) && !slices.Contains(s.assume, engine.NoCallback) {
		return append(slices.Clone(s.assume), engine.NoCallback)
	}
	return s.assume
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
	b.WriteString("# Options\n\nMade from the option table in `cmd/assay/options.go` by\n" +
		"`go test ./cmd/assay -run TestOptionsDoc -update`; do not edit.\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n\n| option | default | range | on | what it does |\n|---|---|---|---|---|\n", g)
		for i := range options {
			if o := &options[i]; o.group == g {
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

func (o *option) docRow(b *strings.Builder) {
	name := "`--" + o.name + "`"
	if o.short != "" {
		name = "`-" + o.short + "`, " + name
	}
	var on []string
	for _, c := range optionCommands {
		if o.on&c.bit != 0 {
			on = append(on, c.name)
		}
	}
	def := o.def
	if def != "" {
		def = "`" + def + "`"
	}
	fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", name, def, o.value(&settings{}).span(), strings.Join(on, ", "), o.doc)
}
