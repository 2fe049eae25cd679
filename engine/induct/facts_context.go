package induct

import (
	"github.com/assay-dev/assay/engine/induct/invariant"
)

// proposer makes the candidates of the families.
type proposer struct{ *invariant.Context }
