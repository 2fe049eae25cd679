package github

import (
	"fmt"
	"unicode/utf16"
)

// window is how many characters a line's hash looks at, multiplier the base of
// its polynomial, endOfFile what stands behind the last character.
const (
	window     = 100
	multiplier = 37
	endOfFile  = 0xffff
)

// LineHashes returns the fingerprint primaryLocationLineHash of each line of a
// source (the first at index 0), as GitHub's upload action computes it: the
// polynomial, modulo 2^64, over the 100 characters from the start of the line,
// blanks and tabs left out and every line ending a line feed, padded with
// zeros behind the end of the file; then the number of lines so far with that
// hash. Characters are UTF-16 code units.
func LineHashes(text string) []string {
	units, starts := significant(text)
	seen := map[uint64]int{}
	hashes := make([]string, len(starts))
	for i, start := range starts {
		var h uint64
		for k := range window {
			h *= multiplier
			if start+k < len(units) {
				h += uint64(units[start+k])
			}
		}
		seen[h]++
		hashes[i] = fmt.Sprintf("%x:%d", h, seen[h])
	}
	return hashes
}

// significant are the characters that count, the end of the file among them,
// and where in them each line starts.
func significant(text string) (units []uint16, starts []int) {
	lineStart, afterCR := true, false
	add := func(u uint16) {
		if lineStart {
			starts = append(starts, len(units))
		}
		lineStart = u == '\n'
		units = append(units, u)
	}
	for _, u := range utf16.Encode([]rune(text)) {
		if u == ' ' || u == '\t' || u == '\n' && afterCR {
			afterCR = false
			continue
		}
		afterCR = u == '\r'
		if afterCR {
			u = '\n'
		}
		add(u)
	}
	add(endOfFile)
	return units, starts
}
