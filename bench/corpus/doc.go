// Command corpus runs `assay triage` on the programs of testdata/corpus, with
// what each analyzer said of them, and counts the verdicts against the labels:
// what is true and was shown, what is false and was proved, what is wrong.
//
//	go run -tags z3 ./bench/corpus -tool framac-p0 -timeout-per-alarm 60s -workers 2
//
// The last list it prints is the one to work on: every alarm that is true and
// not confirmed, with the reason assay gives.
package main
