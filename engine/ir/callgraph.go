package ir

type callGraph struct{}
