package option

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/targets"
)

// configName is the configuration file of a project, in the directory that
// assay is run in.
const configName = ".assay.yaml"

// envPrefix begins the names of environment variables: ASSAY_TIMEOUT is
// --timeout.
const envPrefix = "ASSAY_"

// maxConfig bounds the size of a configuration file.
const maxConfig = 1 << 20

// configure fills in the options that the command line leaves out: from the
// environment, else from the section of the command in the configuration file,
// else from the file's top level.
func (s *Settings) configure(cmd *cobra.Command) error {
	flags := cmd.Flags()
	if err := fromEnvironment(flags); err != nil {
		return err
	}
	f, err := readConfig(s.config)
	if err != nil || f == nil {
		return err
	}
	for _, section := range []map[string]yaml.Node{f.sections[strings.TrimPrefix(cmd.CommandPath(), "assay ")], f.top} {
		for i := range Table {
			name := Table[i].Name
			node, ok := section[name]
			flag := flags.Lookup(name)
			if !ok || flag == nil || flag.Changed {
				continue
			}
			if err := f.set(flags, flag, &node); err != nil {
				return err
			}
		}
	}
	return nil
}

// fromEnvironment sets the options whose variables are there. A value of a
// repeatable option has one entry a line. A variable that resembles an option's
// is an error; others with our prefix are somebody else's business.
func fromEnvironment(flags *pflag.FlagSet) error {
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, envPrefix) {
			continue
		}
		option := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, envPrefix)), "_", "-")
		if option != "config" && !isOption(option) {
			if meant := targets.Suggest(option, optionNames()); len(meant) > 0 {
				return fault.BadInput("", "the environment variable %s stands for no option; did you mean %s?", name,
					envPrefix+strings.ReplaceAll(strings.ToUpper(meant[0]), "-", "_"))
			}
			continue
		}
		flag := flags.Lookup(option)
		if flag == nil || flag.Changed {
			continue
		}
		for line := range strings.Lines(value) {
			if err := flags.Set(option, strings.TrimSuffix(line, "\n")); err != nil {
				return fault.BadInput("correct or unset it", "the environment variable %s: %v", name, err)
			}
		}
	}
	return nil
}

// configFile is a configuration file: options of all commands, and sections
// with options of one.
type configFile struct {
	path     string
	top      map[string]yaml.Node
	sections map[string]map[string]yaml.Node
}

// readConfig reads a file, or, where none is named, the project's if there is
// one. Keys that are neither an option nor a command are errors.
func readConfig(path string) (*configFile, error) {
	named := path != ""
	if !named {
		path = configName
	}
	in, err := os.Open(path)
	if !named && errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.BadInput("name a file that can be read, or leave --config out", "no configuration: %v", err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxConfig+1))
	if err == nil && len(text) > maxConfig {
		err = errors.New("larger than 1 MiB")
	}
	if err != nil {
		return nil, fault.BadInput("", "%s: %v", path, err)
	}
	f := &configFile{path: filepath.ToSlash(path), sections: map[string]map[string]yaml.Node{}}
	if err := decode(text, &f.top); err != nil {
		return nil, fault.BadInput("write one `option: value` a line", "%s: %v", path, err)
	}
	return f, f.check()
}

// decode reads one YAML document; an empty one has no keys.
func decode(text []byte, into any) error {
	err := yaml.NewDecoder(bytes.NewReader(text)).Decode(into)
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// check takes the sections out of the top level and refuses unknown keys.
func (f *configFile) check() error {
	for _, key := range sortedKeys(f.top) {
		node := f.top[key]
		if commandNamed(key) == 0 || isOption(key) && node.Kind != yaml.MappingNode { // replay is both
			if !isOption(key) {
				return f.unknown(&node, key, append(optionNames(), commandNames()...))
			}
			continue
		}
		section := map[string]yaml.Node{}
		if err := node.Decode(&section); err != nil {
			return fault.BadInput("write the options of the command below its name, indented", "%s:%d: %s is no list of options", f.path, node.Line, key)
		}
		for _, name := range sortedKeys(section) {
			n := section[name]
			if !slices.Contains(OptionsOf(commandNamed(key)), name) {
				return f.unknown(&n, name, OptionsOf(commandNamed(key)))
			}
		}
		f.sections[key] = section
		delete(f.top, key)
	}
	return nil
}

func (f *configFile) unknown(n *yaml.Node, key string, known []string) error {
	remedy := "docs/options.md lists the options"
	if meant := targets.Suggest(key, known); len(meant) > 0 {
		remedy = "did you mean " + meant[0] + "?"
	}
	return fault.BadInput(remedy, "%s:%d: unknown key %q", f.path, n.Line, key)
}

// set gives an option its value, or each entry of a list.
func (f *configFile) set(flags *pflag.FlagSet, flag *pflag.Flag, n *yaml.Node) error {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	for _, v := range nodes {
		if v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
			return fault.BadInput("", "%s:%d: the value of %s is no text", f.path, v.Line, flag.Name)
		}
		if err := flags.Set(flag.Name, v.Value); err != nil {
			return fault.BadInput("", "%s:%d: %s: %v", f.path, v.Line, flag.Name, flagError(err))
		}
	}
	return nil
}

// flagError is the reason inside pflag's message, which speaks of flags.
func flagError(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// commandNamed is the bit of a command that has options, 0 for other words.
func commandNamed(name string) Commands {
	for _, c := range OptionCommands {
		if c.Name == name {
			return c.Bit
		}
	}
	return 0
}

func commandNames() []string {
	var names []string
	for _, c := range OptionCommands {
		names = append(names, c.Name)
	}
	return names
}

func isOption(name string) bool { return slices.Contains(optionNames(), name) }

// optionNames are the options that a file or the environment can set.
func optionNames() []string { return OptionsOf(^Commands(0)) }

// OptionsOf are the names of the options of a command, as a configuration file may have them.
func OptionsOf(on Commands) []string {
	var names []string
	for i := range Table {
		if o := &Table[i]; o.On&on != 0 && o.Name != "config" && !slices.Contains(names, o.Name) {
			names = append(names, o.Name)
		}
	}
	return names
}

func sortedKeys(m map[string]yaml.Node) []string {
	var names []string
	for k := range m {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

// configDoc describes the configuration file for docs/options.md.
func configDoc() string {
	return fmt.Sprintf("\n## Configuration file and environment\n\n"+
		"`%s` in the working directory (or the file of `--config`) sets options: one `option: value`\n"+
		"a line, for all commands that have the option, or below the name of a command for that one. A list sets\n"+
		"a repeatable option several times. A key that is no option is an error. The environment variable\n"+
		"`ASSAY_` with the option in capitals (`ASSAY_MAX_ARGC=8`) does the same; a repeatable option has one entry\n"+
		"a line there. The command line wins over the environment, the environment over the file, a command's section\n"+
		"over the top level. `ASSAY_CLANG` names the clang 14 to use.\n\n"+
		"```yaml\ncompile-commands: build/compile_commands.json\ntimeout: 20m\nassume: [malloc]\ntriage:\n"+
		"  output: [sarif=triaged.sarif, html=triaged.html]\n  fail-on: reachable\ndeadcode:\n  fail-on: dead\n```\n", configName)
}
