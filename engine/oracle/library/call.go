package library

import (
	"fmt"
	"strings"
)

// A Call is one call with what was given and seen.
type Call struct {
	Name          string
	Before, After int    // errno
	Result        string // as the harness prints it
	Args          []string
}

// parseCall reads what the harness prints of a call.
func parseCall(line string) (Call, error) {
	var c Call
	w := strings.Fields(line)
	if len(w) < 4 {
		return c, fmt.Errorf("the harness printed the call %q", line)
	}
	if _, err := fmt.Sscan(strings.Join(w[:4], " "), &c.Name, &c.Before, &c.After, &c.Result); err != nil {
		return c, fmt.Errorf("the harness printed the call %q", line)
	}
	c.Args = w[4:]
	return c, nil
}
