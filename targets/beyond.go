package targets

import (
	"regexp"

	"github.com/assay-dev/assay/sarif"
)

// A message may claim what no instruction of the kind that its rule looks for commits. What
// is there of that kind is no answer then.

// beyond are the messages whose claim the target of their rule does not cover.
var beyond = []struct {
	look    Look
	message *regexp.Regexp
	why     string
}{
	{LookBounds, regexp.MustCompile(`partly outside`), "the whole type is larger than the object, and what is accessed may be a part that lies inside"},
	{LookCall, regexp.MustCompile(`^(?:writing|reading) (?:between )?\d.* (?:into|from) a region`), "the access is that of an assignment, or of a function that the message does not name"},
	{LookArithmetic, regexp.MustCompile(`may overflow ['‘](?:unsigned|size_t|uint|float|double|long double)`), "the operation is none of a signed type"},
	{LookArithmetic, regexp.MustCompile(`\):unsigned\d`), "the operation is none of a signed type"},
}

// notCovered says why the message claims something else than is looked for.
func notCovered(message string, look Look) string {
	for _, b := range beyond {
		if b.look == look && b.message.MatchString(message) {
			return b.why
		}
	}
	return ""
}

// mayWrap are the analyzers that report unsigned arithmetic by the same rules as signed
// arithmetic, and do not tell which one they mean.
var mayWrap = map[sarif.ToolKind]bool{sarif.CodeQL: true, sarif.Infer: true}

// signedOperation is how Infer writes an operation of a signed type.
var signedOperation = regexp.MustCompile(`\):signed\d|before it is converted`)
