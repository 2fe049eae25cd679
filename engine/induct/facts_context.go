package induct

// proposer makes the candidates of the families.
type proposer struct{ *Context }
