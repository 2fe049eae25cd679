package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
)

// traceSample is a tree of 20,000 nodes: a chain of forks, each with a leaf that
// an earlier node subsumes; the last one ends at a bound.
func traceSample(t *testing.T, hostileText string) []TraceSearch {
	t.Helper()
	src := filepath.Join(t.TempDir(), "a.c")
	text := strings.Repeat("    step();\n", 8) + hostileText + "\n"
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	tr := &engine.Trace{Table: []engine.Tally{{What: "states subsumed", N: 9999}}, Without: []engine.Tally{{What: hostileText, N: 1}}}
	up := -1
	for i := range 20000 {
		n := engine.TraceNode{Parent: up, Kind: engine.TraceFork, File: src, Line: i/2%9 + 1, Function: "main", Born: int64(i) * 3,
			Answer: fmt.Sprintf("n > %d is true", i), Condition: []string{"stdin#1 > 3"}, Psi: []string{"n ≤ 16", hostileText}, Proved: true, By: -1}
		switch {
		case i == 19999:
			n.Kind, n.End = engine.TraceEnded, "bound: loop at a.c:3 ≤ 6"
		case i%2 == 1:
			n.Kind, n.Psi, n.Parent, n.By, n.End = engine.TraceSubsumed, nil, i-1, i/2/2*2, "subsumed"
		default:
			up = i
		}
		tr.Nodes = append(tr.Nodes, n)
	}
	return []TraceSearch{
		{Target: hostileText, Status: "undecided"},
		{Target: "call f", Status: "unreachable", Reason: hostileText, Trace: tr},
		{Target: "large", Status: "bounded", Trace: &engine.Trace{Dropped: true}},
	}
}

// drive opens a page of the sample in a browser and lets a script of the test
// use it; the script leaves what it saw in data attributes of the body.
func drive(t *testing.T, script string, want ...string) {
	t.Helper()
	page := write(t, func(w io.Writer) error { return TraceHTML(w, "Search trees", traceSample(t, hostile)) })
	for _, outside := range []string{"<script>document", "<img", "@import", "url(", "<link"} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %s", outside)
		}
	}
	helpers := `<script>
const body = document.body.dataset, $ = id => document.getElementById(id);
const key = (k, on) => (on || $("tree")).dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
const selected = () => document.querySelector(".row.selected .id").textContent;
`
	dom := open(t, strings.Replace(page, "</body>", helpers+script+"</script></body>", 1), "--window-size=1400,1000")
	for _, w := range append(want, "<title>Search trees</title>") {
		if !strings.Contains(dom, w) {
			t.Errorf("the document has no %s:\n%.1500s", w, dom[strings.LastIndex(dom, "<body"):])
		}
	}
}

// The page draws only the rows in sight, whatever the size of the tree, and
// shows text of the program as text.
func TestTraceIsDrawnLazily(t *testing.T) {
	drive(t, `
body.rows = document.querySelectorAll(".row").length < 120 && document.querySelectorAll(".row").length > 10;
body.height = $("rows").style.height;
body.searches = $("search-of").options.length;
body.chart = document.querySelectorAll("#chart polyline")[1].getAttribute("points").split(" ").length > 100;
body.statistics = $("statistics").textContent.includes("states subsumed9,999");
body.images = document.querySelectorAll("img").length;
`, `data-rows="true"`, `data-height="480000px"`, `data-searches="3"`, `data-chart="true"`, `data-statistics="true"`, `data-images="0"`)
}

// The keys move, close and open, find, and follow what subsumes.
func TestTraceKeys(t *testing.T) {
	drive(t, `
key("j"); body.second = selected();
body.leaf = $("detail").textContent.includes("Cut: subsumed by #0, whose");
key("g"); body.by = selected();
body.source = document.querySelector("#detail .src .here").textContent.includes("step();");
body.subsumes = $("detail").textContent.includes("Subsumes");
key("b"); body.back = selected();
key("p"); key("ArrowLeft"); body.closed = $("rows").style.height + document.querySelector(".row").textContent.includes("19999 below");
key("ArrowRight"); body.open = $("rows").style.height;
key("/"); body.focus = document.activeElement.id;
$("search").value = "n > 12345 is"; $("search").dispatchEvent(new Event("input"));
body.found = $("count").textContent + selected();
body.path = $("detail").querySelectorAll("ol > li").length;
key("Escape", $("search"));
key("End"); body.last = selected() + $("detail").textContent.includes("The path ends: bound: loop at a.c:3");
$("collapse").click(); body.collapsed = document.querySelectorAll(".row").length;
`, `data-second="#1"`, `data-leaf="true"`, `data-by="#0"`, `data-source="true"`, `data-subsumes="true"`, `data-back="#1"`, `data-closed="24pxtrue"`,
		`data-open="480000px"`, `data-focus="search"`, `data-found="1 of 20000#12345"`, `data-path="6174"`, `data-last="#19999true"`, `data-collapsed="1"`)
}

// A target without a tree says why there is none.
func TestTraceWithoutTree(t *testing.T) {
	drive(t, `
const show = k => { $("search-of").value = k; $("search-of").dispatchEvent(new Event("change")); return $("shown").hidden + " " + $("remark").textContent; };
body.none = show(0); body.large = show(2); body.again = show(1);
`, `data-none="true It was decided without`, `data-large="true The tree of its last`, `data-again="false Loops without bound. "`)
}
