package report

import (
	"encoding/json"
	"io"
)

// JSON writes the whole triage with the counts in front. The field names are
// those of this package's types and stay stable within a major version.
func JSON(w io.Writer, t *Triage, _ Style) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Summary Counts `json:"summary"`
		*Triage
	}{Count(t.Alarms, nil), t})
}
