// Package engine decides whether an alarm of a static analyzer can come true:
// it takes a program and a target and returns a verdict. It knows nothing of
// SARIF, of analyzers or of the terminal.
//
// Runs before search: Paths through a loop multiply by its turns, so a bug that needs twenty turns
// is out of reach of exploration. Two phases look for runs first, cheaply, and again at length
// when the prover has settled nothing. Random runs (search.Sampled) execute the program from its
// start on answers of the environment that are drawn from a small alphabet of the run's own (swarm
// testing), of numbers that the program mentions, at the speed of the interpreter. Unrolling
// (prover.Unroll) is bounded model checking of the prover's transition system: a step is a segment
// with its paths merged, and what comes to one cut in equally many steps is merged, too, so all
// paths of k turns are one query. A model of it is only a list of answers of the environment
// (system.Run). Both end in exec.Script: the search executes the program on these answers, and
// only what it then finds itself is a witness, replayed like any other. Neither proves anything. A
// witness that depends on more than inputs is put off ((*run).acceptBest) while a search may find
// a better one.
//
// Verdicts: conclude says unreachable only of an exhausted search without bound, stop, or refused
// witness, and bounded only of one that met bounds of the run: the depth of a round
// (exec.Config.Turns) is none, as a later round goes further. accept turns a model into an input
// (witness), has it replayed, and says reachable as docs/verdicts.md allows.
package engine
