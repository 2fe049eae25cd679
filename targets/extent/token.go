package extent

import "github.com/assay-dev/assay/targets/scan"

// kind tells tokens apart.
type kind uint8

const (
	word kind = iota
	literal
	keyword // of a statement: it is no part of an expression
	operator
	end
)

type token struct {
	kind     kind
	text     string
	from, to int // columns
}

// keywords begin or divide statements, or stand in declarations.
var keywords = map[string]bool{
	"if": true, "else": true, "while": true, "do": true, "for": true, "switch": true, "case": true, "default": true, "return": true,
	"goto": true, "break": true, "continue": true, "int": true, "char": true, "long": true, "short": true, "unsigned": true, "signed": true,
	"float": true, "double": true, "void": true, "const": true, "volatile": true, "static": true, "struct": true, "union": true, "enum": true,
	"register": true, "extern": true, "typedef": true, "inline": true, "restrict": true, "_Bool": true, "bool": true,
}

// kinds are those of what the scanner tells.
var kinds = map[scan.Kind]kind{scan.Word: word, scan.Number: literal, scan.Character: literal, scan.Text: literal, scan.Sign: operator}

// tokens splits a line; comments are left out.
func tokens(line string) []token {
	var ts []token
	for i := 0; i < len(line); {
		k, n := scan.Next(line[i:])
		t := token{kinds[k], line[i : i+n], i + 1, i + n + 1}
		if keywords[t.text] {
			t.kind = keyword
		}
		if k != scan.None {
			ts = append(ts, t)
		}
		i += n
	}
	return append(ts, token{kind: end, from: len(line) + 1, to: len(line) + 1})
}
