// Package tidy holds no code for the product: its tests keep the repository in
// shape. They read every file of the module and fail on functions and files
// that are too long, on imports that go against the layering, on unformatted
// Go, on notes to oneself, and on names that mean something on one machine
// only. ARCHITECTURE.md explains the layering; layers_test.go is the table.
package tidy
