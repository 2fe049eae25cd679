// Package deadcode says of each function, region, branch outcome and line whether a run executes
// it: from clang's coverage mapping, by one run of the engine for all of them, and by native
// runs on the inputs that it finds.
package deadcode
