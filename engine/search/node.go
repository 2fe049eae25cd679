package search

import (
	"github.com/assay-dev/assay/engine/exec"
)

// Node is a leaf of the search tree: a state that waits to be executed.
type Node struct {
	ID    int
	State *exec.State

	distance int32 // blocks to the nearest open target, when it was queued
	novelty  int32 // how often its block had been forked in, then
	taken    bool  // already executed from another queue of the frontier
}

// Order names an order of exploration.
type Order uint8

// The orders.
const (
	// DepthFirst takes the newest node. It needs the least memory and is the
	// order in which subtrees are exhausted.
	DepthFirst Order = iota
	// Interleaved takes turns between the node nearest to a target, the one
	// at the least visited place, the oldest one, and a random one.
	Interleaved
	// Sampled takes no node but the start, again and again, with other answers
	// of the environment each time. It never exhausts anything.
	Sampled
)
