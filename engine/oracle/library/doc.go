// Package library holds what the library does against what assay says that it may do.
package library
