package witness

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Bytes is a byte string that survives JSON whatever it holds: printable
// ASCII stands for itself, a backslash is doubled, tab, newline and carriage
// return are \t, \n and \r, every other byte is \xHH (two lower-case digits).
type Bytes []byte

// String is the escaped form.
func (b Bytes) String() string {
	var sb strings.Builder
	for _, c := range b {
		switch {
		case c == '\\':
			sb.WriteString(`\\`)
		case c == '\n':
			sb.WriteString(`\n`)
		case c == '\t':
			sb.WriteString(`\t`)
		case c == '\r':
			sb.WriteString(`\r`)
		case c >= 0x20 && c < 0x7f:
			sb.WriteByte(c)
		default:
			fmt.Fprintf(&sb, `\x%02x`, c)
		}
	}
	return sb.String()
}

// MarshalJSON writes the escaped form.
func (b Bytes) MarshalJSON() ([]byte, error) { return json.Marshal(b.String()) }

// UnmarshalJSON reads the escaped form; anything else is an error.
func (b *Bytes) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("a byte string is a JSON string: %w", err)
	}
	v, err := parseBytes(s)
	if err != nil {
		return err
	}
	*b = v
	return nil
}

func parseBytes(s string) (Bytes, error) {
	out := make(Bytes, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x20 || c >= 0x7f {
			return nil, fmt.Errorf("byte string %q: byte %d (0x%02x) must be written as \\x%02x", s, i, c, c)
		}
		if c != '\\' {
			out = append(out, c)
			continue
		}
		v, n, err := parseEscape(s[i:])
		if err != nil {
			return nil, fmt.Errorf("byte string %q: at %d: %w", s, i, err)
		}
		out = append(out, v)
		i += n - 1
	}
	return out, nil
}

// parseEscape reads the escape sequence that s starts with and returns its
// byte and its length.
func parseEscape(s string) (byte, int, error) {
	if len(s) < 2 {
		return 0, 0, fmt.Errorf("backslash at the end")
	}
	switch s[1] {
	case '\\':
		return '\\', 2, nil
	case 'n':
		return '\n', 2, nil
	case 't':
		return '\t', 2, nil
	case 'r':
		return '\r', 2, nil
	case 'x':
		if len(s) >= 4 {
			hi, lo := hexDigit(s[2]), hexDigit(s[3])
			if hi >= 0 && lo >= 0 {
				return byte(hi<<4 | lo), 4, nil
			}
		}
		return 0, 0, fmt.Errorf(`\x needs two hexadecimal digits`)
	}
	return 0, 0, fmt.Errorf(`unknown escape \%c (known: \\ \n \t \r \xHH)`, s[1])
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
