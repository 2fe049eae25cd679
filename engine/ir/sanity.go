package ir

// Sanity checks the representation.
func Sanity(p *Program) error { return nil }
