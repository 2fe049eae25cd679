package main

import (
	"bytes"
	"embed"
	"fmt"
	"math/rand/v2"
	"path"
	"strconv"
	"strings"
	"text/template"
)

//go:embed programs
var sources embed.FS

// fill makes a program from the template programs/NAME.c.
func fill(file string, values any) (string, error) {
	prelude, err := sources.ReadFile("programs/prelude.h")
	if err != nil {
		return "", err
	}
	src, err := sources.ReadFile(path.Join("programs", file+".c"))
	if err != nil {
		return "", err
	}
	t, err := template.New(file).Funcs(template.FuncMap{"count": count, "tree": treeOf}).Parse(string(src))
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	out.Write(prelude)
	out.WriteByte('\n')
	err = t.Execute(&out, values)
	return out.String(), err
}

// count is 0 … n-1.
func count(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// signs is Fig. 4 of TracerX with n levels; how is "sum", "loop" or "array".
func signs(how string, n int) (program, error) {
	text, err := fill("signs_"+how, map[string]int{"N": n})
	return program{name: fmt.Sprintf("signs_%s_%d", how, n), text: text, unwind: n + 1}, err
}

// A graph is a directed graph on nodes 1 … n whose edges lead upwards.
type graph struct {
	n    int
	dist [][]int // [from][to], 1-based; far where there is no edge
}

// far is the distance of nodes without an edge: longer than any path.
const far = 1000000

// randomGraph has each edge with the given density and distances of 1 … 100,
// and the edges between neighbours always, so that there is a path.
func randomGraph(n int, density float64, seed uint64) *graph {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	g := &graph{n: n, dist: make([][]int, n+1)}
	for from := range g.dist {
		g.dist[from] = make([]int, n+1)
		for to := range g.dist[from] {
			edge := r.Float64() < density || to == from+1
			if d := 1 + r.IntN(100); edge {
				g.dist[from][to] = d
			} else {
				g.dist[from][to] = far
			}
		}
	}
	return g
}

// paperGraph is Fig. 2 of TracerX, as Example 2.1 tells its distances.
func paperGraph() *graph {
	return &graph{n: 4, dist: [][]int{
		{far, far, far, far, far},
		{far, far, 20, 35, 110},
		{far, far, far, 40, 90},
		{far, far, far, far, 60},
		{far, far, far, far, far},
	}}
}

// shortest is the length of the shortest path from 1 to n.
func (g *graph) shortest() int {
	best := make([]int, g.n+1)
	for to := 2; to <= g.n; to++ {
		best[to] = best[1] + g.dist[1][to]
		for from := 2; from < to; from++ {
			best[to] = min(best[to], best[from]+g.dist[from][to])
		}
	}
	return best[g.n]
}

// program is Fig. 1 of TracerX on the graph: no path is shorter than bound.
func (g *graph) program(name string, bound int) (program, error) {
	var rows []string
	for _, row := range g.dist {
		cells := make([]string, len(row))
		for i, d := range row {
			cells[i] = strconv.Itoa(d)
			if d == far {
				cells[i] = "FAR"
			}
		}
		rows = append(rows, strings.Join(cells, ", "))
	}
	text, err := fill("path", map[string]any{"N": g.n, "Bound": bound, "Far": far, "Rows": rows})
	return program{name: name, text: text, unwind: g.n + 1}, err
}

// increments is Fig. 1 of Heap Programs.
func increments(most, inc int) (program, error) {
	text, err := fill("increments", map[string]int{"Max": most, "Inc": inc})
	return program{name: fmt.Sprintf("increments_%d_%d", most, inc), text: text, unwind: most + 1}, err
}

// matcher is Fig. 2 of Heap Programs. Its loops turn, and its recursion is as deep,
// as text and expression are long.
func matcher(size int) (program, error) {
	text, err := fill("match", map[string]int{"Size": size})
	return program{name: fmt.Sprintf("match_%d", size), text: text, unwind: size + 8, memory: true}, err
}
