package importers

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/sarif"
)

// cppcheckXML is cppcheck's report, version 2.
type cppcheckXML struct {
	XMLName  xml.Name
	Version  string `xml:"version,attr"`
	Cppcheck struct {
		Version string `xml:"version,attr"`
	} `xml:"cppcheck"`
	Errors []cppcheckError `xml:"errors>error"`
}

type cppcheckError struct {
	ID        string             `xml:"id,attr"`
	Severity  string             `xml:"severity,attr"`
	Msg       string             `xml:"msg,attr"`
	CWE       int                `xml:"cwe,attr"`
	File0     string             `xml:"file0,attr"`
	Locations []cppcheckLocation `xml:"location"`
}

type cppcheckLocation struct {
	File   string `xml:"file,attr"`
	Line   int    `xml:"line,attr"`
	Column int    `xml:"column,attr"`
	Info   string `xml:"info,attr"`
}

const remedyCppcheck = "write the report again with: cppcheck --xml --xml-version=2 ... 2> FILE"

// fromCppcheck reads cppcheck's XML, version 2. Its first location is the
// alarm, the others lead to it, last first: the reverse of the SARIF that
// cppcheck itself writes.
func fromCppcheck(name, text string) (*log, error) {
	var x cppcheckXML
	d := xml.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&x); err != nil {
		problem := err.Error()
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			problem = syntax.Msg
		}
		return nil, sarif.ErrorAt(name, text, int(d.InputOffset()), "broken XML: "+problem, remedyCppcheck)
	}
	switch {
	case x.XMLName.Local != "results":
		remedy := remedyCppcheck
		if x.XMLName.Local == "plist" {
			remedy = "have clang write SARIF: clang --analyze -Xclang -analyzer-output=sarif"
		}
		return nil, sarif.ErrorAt(name, text, 0, fmt.Sprintf("is XML with the root <%s>, not a report of cppcheck", x.XMLName.Local), remedy)
	case x.Version != "2":
		return nil, sarif.ErrorAt(name, text, 0, fmt.Sprintf("is cppcheck XML of version %q; only 2 is read", x.Version), remedyCppcheck)
	}
	l := &log{tool: "cppcheck", version: x.Cppcheck.Version}
	for i := range x.Errors {
		l.results = append(l.results, x.Errors[i].result())
	}
	return l, nil
}

func (e *cppcheckError) result() result {
	r := result{rule: e.ID, text: e.Msg, level: "note", cwe: e.CWE}
	if e.Severity == "error" || e.Severity == "warning" {
		r.level = e.Severity
	}
	for _, l := range e.Locations {
		r.flow = append(r.flow, place{file: l.File, line: l.Line, col: l.Column, text: l.Info})
	}
	switch len(r.flow) {
	case 0:
		if e.File0 != "" {
			r.at = &place{file: e.File0}
		}
		return r
	case 1:
		at := r.flow[0]
		r.at, r.flow = &at, nil
		return r
	}
	at := r.flow[0]
	r.at = &at
	slices.Reverse(r.flow)
	return r
}
