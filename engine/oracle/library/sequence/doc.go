// Package sequence compares the engine with programs that make several library calls one
// behind the other, on streams, texts and variables that they share: what one call leaves is
// what the next one finds. Package library makes single calls.
//
// A program is lines drawn from tables. It runs natively in a folder with some files, under
// standard streams and an environment that are drawn as well, and notes the numbers that it
// sees. The same program with these numbers as conditions comes to a mark behind each of
// them; the engine must not say that it cannot. That is what finds models that are narrower
// than the library in what calls do to each other.
package sequence
