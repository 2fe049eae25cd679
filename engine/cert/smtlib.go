package cert

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/assay-dev/assay/engine/term"
)

// Process is a solver that speaks SMT-LIB 2 over its standard input and
// output, as second solver. command is its command line, split at blanks:
// "z3 -in", "cvc5 --incremental", "bitwuzla".
func Process(command string) func(*term.Pool) (Opinion, error) {
	return func(p *term.Pool) (Opinion, error) {
		args := strings.Fields(command)
		if len(args) == 0 {
			return nil, fmt.Errorf("the solver's command line is empty")
		}
		cmd := exec.Command(args[0], args[1:]...)
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, fmt.Errorf("the solver %q: %w", command, err)
		}
		s := &process{command: command, cmd: cmd, in: in, out: bufio.NewReader(out), text: term.NewSMTWriter(in, p)}
		if s.name, err = s.introduce(); err != nil {
			s.Close()
			return nil, fmt.Errorf("the solver %q: %w", command, err)
		}
		return s, nil
	}
}

// process is a solver that runs.
type process struct {
	command, name string
	cmd           *exec.Cmd
	in            io.WriteCloser
	out           *bufio.Reader
	text          *term.SMTWriter
}

// Name is what the solver calls itself.
func (s *process) Name() string { return s.name }

// introduce asks for name and version, each answered on a line
// (:key "value").
func (s *process) introduce() (string, error) {
	if err := s.text.Flush(); err != nil {
		return "", err
	}
	var words []string
	for _, key := range []string{":name", ":version"} {
		if _, err := fmt.Fprintf(s.in, "(get-info %s)\n", key); err != nil {
			return "", err
		}
		line, err := s.line()
		if err != nil {
			return "", err
		}
		_, rest, ok := strings.Cut(line, "\"")
		value, _, ended := strings.Cut(rest, "\"")
		if !ok || !ended {
			return "", fmt.Errorf("it answers %q to (get-info %s)", line, key)
		}
		words = append(words, strings.ToLower(value))
	}
	return strings.Join(words, " "), nil
}

// Unsat asks whether conditions exclude each other. A cancelled context ends
// the process.
func (s *process) Unsat(ctx context.Context, cs []term.T) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	stop := context.AfterFunc(ctx, func() { s.cmd.Process.Kill() })
	defer stop()
	s.text.Push()
	for _, c := range cs {
		s.text.Assert(c)
	}
	s.text.CheckSat()
	s.text.Pop()
	if err := s.text.Flush(); err != nil {
		return false, fmt.Errorf("the solver %q: %w", s.command, err)
	}
	line, err := s.line()
	switch {
	case err != nil:
		return false, fmt.Errorf("the solver %q: %w", s.command, err)
	case line == "unsat":
		return true, nil
	case line == "sat" || line == "unknown":
		return false, nil
	}
	return false, fmt.Errorf("the solver %q answers %q", s.command, line)
}

func (s *process) line() (string, error) {
	for {
		line, err := s.out.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" || err != nil {
			if line != "" {
				err = nil
			}
			return line, err
		}
	}
}

// Close ends the process.
func (s *process) Close() {
	s.in.Close()
	s.cmd.Process.Kill()
	s.cmd.Wait()
}
