package built

import (
	"context"
	"os"
	"sync"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/targets/build"
)

// tools are looked for once in a process: each is asked for its version.
var tools = sync.OnceValues(func() (*build.Tools, error) { return build.FindTools(context.Background()) })

// Linked compiles C sources with clang's flags among them as a triage does, links
// them with the library models, and hands them to use. They are gone afterwards.
func Linked(args []string, use func(*build.Program) error) error {
	ctx := context.Background()
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	in, err := build.FromArgs(args, dir)
	if err != nil {
		return err
	}
	found, err := tools()
	if err != nil {
		return err
	}
	b, err := build.New(ctx, build.Options{Tools: found})
	if err != nil {
		return err
	}
	defer b.Close()
	var models []build.ModelSource
	for _, m := range libc.Sources() {
		models = append(models, build.ModelSource{Name: m.Name, Text: m.Text, Unknown: m.Unknown, Defines: m.Defines})
	}
	b.AddModels(models)
	p, err := b.Build(ctx, in)
	if err != nil {
		return err
	}
	if len(p.Failed) > 0 {
		return p.Failed[0]
	}
	return use(p)
}

// Program is Linked, read.
func Program(args ...string) (p *ir.Program, err error) {
	err = Linked(args, func(l *build.Program) error {
		p, err = ir.Read(l.IRPath)
		return err
	})
	return p, err
}
