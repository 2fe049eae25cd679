// Package sarif reads SARIF 2.1.0 as analyzers really write it, presents each
// result as an analyzer-independent [Alarm], and writes the same document back
// annotated.
//
// Reading keeps the text of the document and decodes only a small view of each
// result. Writing splices annotations into that text, so that every byte
// outside them stays as the analyzer wrote it: unknown properties, number
// spellings, key order and white space survive, and the history that GitHub,
// DefectDojo or SonarQube keep of an alert is not broken. [Document.Annotate]
// checks its own output by taking the annotations off again and comparing.
//
// Section numbers (§) in this package refer to the SARIF 2.1.0 standard,
// errata 01.
package sarif
