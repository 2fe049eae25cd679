//go:build z3

package solver

import "testing"

// TestArrayConfigurationsAgreeWithZ3 has Z3 answer the same queries.
func TestArrayConfigurationsAgreeWithZ3(t *testing.T) {
	for seed := range int64(15) {
		compareArrays(t, 1000+seed, 8, Options{Backend: BackendZ3, Disable: AllLayers})
	}
}
