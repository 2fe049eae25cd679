package github

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
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
	for _, u := range utf16Units(text) {
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

// utf16Units are the code units of a text. What is no UTF-8 is decoded as
// browsers do, and the action with them: one U+FFFD for the longest beginning of
// a character, where Go has one for each byte.
func utf16Units(text string) []uint16 {
	var out []uint16
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			size = beginning(text[i:])
		}
		out = utf16.AppendRune(out, r)
		i += size
	}
	return out
}

// beginning is the length of the longest beginning of a character (Unicode,
// section 3.9, table 3-7) that a text opens with; at least 1.
func beginning(text string) int {
	lead, low, high, want := text[0], byte(0x80), byte(0xbf), 0
	switch {
	case lead >= 0xe0 && lead <= 0xef:
		want = 2
	case lead >= 0xf0 && lead <= 0xf4:
		want = 3
	}
	switch lead {
	case 0xe0:
		low = 0xa0
	case 0xed:
		high = 0x9f
	case 0xf0:
		low = 0x90
	case 0xf4:
		high = 0x8f
	}
	n := 1
	for ; n < len(text) && n < want && low <= text[n] && text[n] <= high; n++ {
		low, high = 0x80, 0xbf
	}
	return n
}
