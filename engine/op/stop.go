package op

// LooksInside is why a path ends, in searches and in proofs, where the program gets at the bytes
// of a stream (FILE).
const LooksInside = "the program looks into a stream, of which the library alone knows what it holds"
