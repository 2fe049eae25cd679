package ir

type liveness struct{}
