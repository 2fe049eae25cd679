// Package github fits verdicts to GitHub code scanning: the fingerprint by
// which it knows an alert again, and the limits of what it takes.
package github
