package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
)

func specListCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	var missing, headers bool
	cmd := &cobra.Command{
		Use:   "list [--headers | --missing [flags] -- SOURCES and clang flags]",
		Short: "List the library functions that are covered, and how; or those of a program that are not",
		Long: "Without options: header, function, and what says what it does: a model written by hand, or a\n" +
			"specification. --headers: how many of the functions that the C library's installed headers declare are\n" +
			"covered. --missing: the functions that the program calls and that have neither body nor model nor\n" +
			"specification, those with most calls first, as a specification file that says nothing about them yet.",
		Example: "  assay spec list --missing -- src/*.c -Iinclude > framework.spec",
		RunE: func(cmd *cobra.Command, args []string) error {
			sources, err := sourcesOnly(cmd, args)
			switch {
			case err != nil:
				return err
			case missing && headers:
				return fault.BadInput("leave one out", "--missing and --headers are different lists")
			case missing:
				return listMissing(cmd.Context(), a, s, sources)
			case len(sources) > 0:
				return fault.BadInput("add --missing", "the list of what is covered needs no sources")
			case headers:
				return listHeaders(cmd.Context(), a)
			}
			return listCovered(a)
		},
	}
	s = option.AddFlags(cmd, option.OnList)
	cmd.Flags().BoolVar(&missing, "missing", false, "list the functions of a program that nothing describes")
	cmd.Flags().BoolVar(&headers, "headers", false, "count the functions of the C library's headers")
	return cmd
}

// listCovered prints what assay knows of the C library.
func listCovered(a *console.App) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "HEADER\tFUNCTION\tHOW")
	for _, f := range spec.Own().Files {
		for _, fn := range f.Funcs {
			fmt.Fprintf(out, "%s\t%s\t%s\n", f.Header, fn.Name, fn.How())
		}
	}
	return out.Flush()
}

// A missingFunc is a function that a program uses and that nothing describes.
type missingFunc struct {
	fn    *ir.Func
	calls []string // their places
}

// listMissing prints a specification file for what is missing.
func listMissing(ctx context.Context, a *console.App, s *option.Settings, sources []string) error {
	p, err := loadOne(ctx, a, s, sources)
	if err != nil {
		return err
	}
	lib, err := project.ReadSpecs(s.Specs)
	if err != nil {
		return err
	}
	dir, err := console.WorkingDir()
	if err != nil {
		return err
	}
	list := missingFuncs(p.IR, &decision.Teller{Program: p.IR, Dir: dir})
	if len(list) == 0 {
		_, err := fmt.Fprintln(a.Stdout, "# Every function that the program uses has a body, a model or a specification.")
		return err
	}
	if _, err := fmt.Fprint(a.Stdout, "header none\n"); err != nil {
		return err
	}
	for _, m := range list {
		if err := m.write(a.Stdout, p.IR, lib); err != nil {
			return err
		}
	}
	return nil
}

// missingFuncs are the functions without body that are no intrinsics, those
// with most calls first.
func missingFuncs(p *ir.Program, t *decision.Teller) []*missingFunc {
	found := map[ir.FuncID]*missingFunc{}
	for _, f := range p.Funcs {
		if len(f.Blocks) == 0 && !builtIn(f.Name) {
			found[f.ID] = &missingFunc{fn: f}
		}
	}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op != ir.Call || in.Call.Callee < 0 || p.Funcs[b.Func].Model {
				continue
			}
			if m := found[in.Call.Callee]; m != nil {
				m.calls = append(m.calls, t.Place(ir.Point{Block: b.ID, Instr: int32(i)}))
			}
		}
	}
	var list []*missingFunc
	for _, m := range found {
		if len(m.calls) > 0 || m.fn.AddressTaken {
			list = append(list, m)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		if a, b := len(list[i].calls), len(list[j].calls); a != b {
			return a > b
		}
		return list[i].fn.Name < list[j].fn.Name
	})
	return list
}

// builtIn says whether the engine itself executes a function.
func builtIn(name string) bool {
	for _, prefix := range []string{"llvm.", "__assay_", "__model_", "__VERIFIER_", "klee_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// mostPlaces are how many calls of a function are named.
const mostPlaces = 5

// write prints the function's calls, and a specification that says nothing yet.
func (m *missingFunc) write(out io.Writer, p *ir.Program, lib *spec.Library) error {
	places := slices.Compact(slices.Clone(m.calls))
	if len(places) > mostPlaces {
		places = append(places[:mostPlaces:mostPlaces], "…")
	}
	about := counted(len(m.calls), "call") + ": " + strings.Join(places, ", ")
	if len(m.calls) == 0 {
		about = "its address is taken"
	}
	if _, err := fmt.Fprintf(out, "\n# %s\n", about); err != nil {
		return err
	}
	params := make([]spec.Scalar, len(m.fn.Params))
	for i := range m.fn.Params {
		params[i] = passed(&p.Types[m.fn.Params[i].Type])
	}
	text, ok := lib.Skeleton(m.fn.Source, m.fn.CType, passed(&p.Types[m.fn.Ret]), params, m.fn.Variadic)
	if !ok {
		text = fmt.Sprintf("# %s: %s: no prototype can be made; declare the types that it passes by value\n", m.fn.Source, m.fn.CType)
	}
	_, err := io.WriteString(out, text)
	return err
}

// passed says how a value of a type is passed.
func passed(t *ir.Type) spec.Scalar {
	switch t.Kind {
	case ir.Ptr:
		return spec.Scalar{Pointer: true}
	case ir.Int:
		return spec.Scalar{Bits: t.Bits}
	case ir.Float:
		return spec.Scalar{Bits: t.Bits, Real: true}
	case ir.Void:
		return spec.Scalar{}
	}
	return spec.Scalar{Bits: -1}
}

// counted is a number with a noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
