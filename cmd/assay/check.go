package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/targets/build"
)

func (a *app) checkCommand() *cobra.Command {
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
			return a.check(cmd.Context(), s, files, sources)
		},
	}
	s = option.AddFlags(cmd, option.OnCheck)
	return cmd
}

// check is the whole way: certificates and sources in, one line each out.
func (a *app) check(ctx context.Context, s *option.Settings, files, sources []string) error {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	certs := make([]*cert.Certificate, len(files))
	for i, name := range files {
		var err error
		if certs[i], err = readCertificate(name); err != nil {
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
	p, err := a.loadOne(ctx, s, sources)
	if err != nil {
		return err
	}
	confirmed := true
	for i, c := range certs {
		ok, err := a.checkOne(ctx, s, p, files[i], c)
		if err != nil {
			return interrupted(ctx, err)
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
func (a *app) loadOne(ctx context.Context, s *option.Settings, sources []string) (*program, error) {
	line := newProgress(a.terminal, time.Now().Add(s.Timeout))
	defer line.clear()
	dir, err := workingDir()
	if err != nil {
		return nil, err
	}
	units, err := unitsOf(s, sources, dir)
	if err != nil {
		return nil, err
	}
	line.say("compiling")
	shop, err := newWorkshop(ctx, s, units)
	if err != nil {
		return nil, interrupted(ctx, err)
	}
	defer shop.close()
	set, err := shop.compiled.Choose(s.LinkSet, nil)
	if err != nil {
		return nil, err
	}
	programs, err := shop.load(ctx, []build.LinkSet{set})
	if err != nil {
		return nil, interrupted(ctx, err)
	}
	return programs[0], nil
}

func readCertificate(name string) (*cert.Certificate, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fault.BadInput("name a file that --certificates wrote", "%v", err)
	}
	defer f.Close()
	c, err := cert.Read(f)
	if err != nil {
		return nil, fault.BadInput("make it again with this version of assay", "%s: %v", name, err)
	}
	return c, nil
}

// checkOne checks a certificate and prints what came of it.
func (a *app) checkOne(ctx context.Context, s *option.Settings, p *program, name string, c *cert.Certificate) (bool, error) {
	rep, err := cert.Check(ctx, p.ir, c, cert.Options{Second: s.SecondSolver(), IR: p.hash})
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
	fmt.Fprintf(a.stdout, "%s: %s: %s: %s; %d of %d %s, checked: %s\n",
		name, word, c.Target.Name, c.Claim.Status, rep.Checked, rep.Labels, parts, rep.Solver)
	for _, f := range rep.Findings {
		fmt.Fprintf(a.stdout, "  %v\n", f)
	}
	return rep.Holds(), nil
}

// saveCertificates writes the certificates of a verdict into a directory and
// returns the path of the first; the others, of further entry functions, stand
// beside it. Without a directory or a certificate the path is "".
func saveCertificates(dir, name string, v *engine.Verdict) (string, error) {
	if dir == "" || len(v.Certificates) == 0 || !slices.Contains([]engine.Status{engine.Unreachable, engine.Bounded}, v.Status) {
		return "", nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	first := ""
	for i, c := range v.Certificates {
		path := filepath.Join(dir, name+".json")
		if i > 0 {
			path = filepath.Join(dir, fmt.Sprintf("%s.%d.json", name, i))
		} else {
			first = path
		}
		if err := writeCertificate(path, c); err != nil {
			return "", err
		}
	}
	return first, nil
}

func writeCertificate(path string, c *cert.Certificate) error {
	c.Tool = "assay " + version.Of()
	return replaceFile(path, c.Write)
}

// replaceFile writes a file beside another one and puts it in its place.
func replaceFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
