package main

import (
	"bytes"
	"embed"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path"
	"strings"
	"text/template"
)

//go:embed programs/*.c
var templates embed.FS

// prelude declares what every program uses. The two inputs have no body, so
// every call returns an unknown value.
const prelude = `#include <stdlib.h>
extern unsigned char in_byte(void);
extern int in_int(void);
`

// program is a program of the benchmark as C text.
type program struct{ name, text string }

// generate makes the programs from their templates. Each has a generator of
// random numbers of its own, seeded by its name, so its text never changes.
func generate() ([]program, error) {
	files, err := templates.ReadDir("programs")
	if err != nil {
		return nil, err
	}
	var out []program
	for _, f := range files {
		src, err := templates.ReadFile(path.Join("programs", f.Name()))
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(f.Name(), ".c")
		t, err := template.New(name).Funcs(functions(name)).Parse(string(src))
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		text.WriteString(prelude)
		if err := t.Execute(&text, nil); err != nil {
			return nil, err
		}
		out = append(out, program{name, text.String()})
	}
	return out, nil
}

// functions are what templates call: n is a random number between two bounds,
// list that many of them, perm a permutation of the numbers below n.
func functions(name string) template.FuncMap {
	h := fnv.New64a()
	h.Write([]byte(name))
	r := rand.New(rand.NewPCG(h.Sum64(), 20260101))
	between := func(lo, hi int) int { return lo + r.IntN(hi-lo+1) }
	return template.FuncMap{
		"n": between,
		"list": func(n, lo, hi int) string {
			return join(n, func(int) int { return between(lo, hi) })
		},
		"perm": func(n int) string {
			p := r.Perm(n)
			return join(n, func(i int) int { return p[i] })
		},
	}
}

func join(n int, at func(int) int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, at(i))
	}
	return b.String()
}
