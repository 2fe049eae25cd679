package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/targets/build"
)

func checkCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "check CERTIFICATE... [flags] -- SOURCES and clang flags",
		Short: "Check certificates of proofs against the program",
		Long: "Compiles the program and checks that each certificate proves its claim about it. Prints one line\n" +
			"per certificate: CERTIFICATE, confirmed, refused or not checked, the claim, and what confirmed it.\n" +
			"The check shares the semantics of single instructions with the search, not its reasoning: it checks\n" +
			"the proof, not the models of memory and of the library. Exit code 1 unless all are confirmed.",
		Example: "  assay triage alarms.sarif --certificates proofs -- src/*.c -Iinclude\n" +
			"  assay check proofs/*.json --solver 'z3 -in' -- src/*.c -Iinclude",
		RunE: func(cmd *cobra.Command, args []string) error {
			files, sources := splitArgs(cmd, args)
			if len(files) == 0 {
				return fault.BadInput("name the files that --certificates wrote", "there is no certificate")
			}
			return checkCertificates(cmd.Context(), a, s, files, sources)
		},
	}
	s = option.AddFlags(cmd, option.OnCheck)
	return cmd
}

// checkCertificates is the whole way: certificates and sources in, one line each out.
func checkCertificates(ctx context.Context, a *console.App, s *option.Settings, files, sources []string) error {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	certs := make([]*cert.Certificate, len(files))
	for i, name := range files {
		var err error
		if certs[i], err = decision.ReadCertificate(name); err != nil {
			return err
		}
		if certs[i].Program.Entry != certs[0].Program.Entry {
			return fault.BadInput("check them one at a time", "%s starts at %s, %s at %s", files[0], certs[0].Program.Entry, name, certs[i].Program.Entry)
		}
		if closed(certs[i]) != closed(certs[0]) {
			return fault.BadInput("check them one at a time", "one of %s and %s assumes that missing units leave the program alone, the other does not", files[0], name)
		}
	}
	s.Entry = []string{certs[0].Program.Entry}
	if closed(certs[0]) {
		s.Assume = []string{engine.Closed}
	}
	p, err := loadOne(ctx, a, s, sources)
	if err != nil {
		return err
	}
	confirmed := true
	for i, c := range certs {
		ok, err := checkOne(ctx, a, s, p, files[i], c)
		if err != nil {
			return console.Interrupted(ctx, err)
		}
		confirmed = confirmed && ok
	}
	if !confirmed {
		return fault.Exit{Code: fault.Gate}
	}
	return nil
}

// closed says whether a proof assumes that missing units leave the program alone.
func closed(c *cert.Certificate) bool { return slices.Contains(c.Options.NoFail, engine.Closed) }

// loadOne compiles and links the one program of the sources.
func loadOne(ctx context.Context, a *console.App, s *option.Settings, sources []string) (*project.Program, error) {
	line := console.NewProgress(a.Terminal, time.Now().Add(s.Timeout))
	defer line.Clear()
	dir, err := console.WorkingDir()
	if err != nil {
		return nil, err
	}
	units, err := project.UnitsOf(s, sources, dir)
	if err != nil {
		return nil, err
	}
	line.Say("compiling")
	shop, err := project.NewWorkshop(ctx, s, units)
	if err != nil {
		return nil, console.Interrupted(ctx, err)
	}
	defer shop.Close()
	set, err := shop.Compiled.Choose(s.LinkSet, nil)
	if err != nil {
		return nil, err
	}
	programs, err := shop.Load(ctx, []build.LinkSet{set})
	if err != nil {
		return nil, console.Interrupted(ctx, err)
	}
	return programs[0], nil
}

// checkOne checks a certificate and prints what came of it.
func checkOne(ctx context.Context, a *console.App, s *option.Settings, p *project.Program, name string, c *cert.Certificate) (bool, error) {
	rep, err := cert.Check(ctx, p.IR, c, cert.Options{Second: s.SecondSolver(), IR: p.Hash})
	if err != nil {
		return false, fault.BadInput("give the sources and flags that it was made with", "%s: %v", name, err)
	}
	word := "not checked"
	switch {
	case rep.Holds():
		word = "confirmed"
	case rep.Refused():
		word = "refused"
	}
	parts := "annotated nodes"
	if c.Loops != nil {
		parts = "loop invariants"
	}
	fmt.Fprintf(a.Stdout, "%s: %s: %s: %s; %d of %d %s, checked: %s\n",
		name, word, c.Target.Name, c.Claim.Status, rep.Checked, rep.Labels, parts, rep.Solver)
	fmt.Fprintf(a.Stdout, "  about: %s\n", strings.Join(rep.Sites, ", ")) // which the name only says
	for _, f := range rep.Findings {
		fmt.Fprintf(a.Stdout, "  %v\n", f)
	}
	return rep.Holds(), nil
}
