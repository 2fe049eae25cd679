package system

import (
	"context"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/op/symbolic"
	"github.com/assay-dev/assay/engine/prover/sums"
	"github.com/assay-dev/assay/engine/term"
)

// System is the transition system of a program. What it is made of stands in layers: terms,
// the program, variables, objects. A layer knows those below it and none above, and all of
// them last as long as the system and only grow. The construction is what a restart begins
// anew, from the plan that the runs before it have made.
type System struct {
	*objects
	plan
	graph
}

// terms are the terms of a system, and what has been found out about them.
type terms struct {
	sums.Sums
	Dom         symbolic.Terms
	guards      map[term.T]map[term.T]bool        // conditions of guards (guarded.go)
	bounds      map[term.T]map[term.T]sums.Stride // that these conditions set to numbers (offsets.go)
	met         map[term.T]bool                   // guards of states that met others: what is merged by them
	quantifiers map[term.T]quantifiers            // by fact
}

// program is the program, and what is computed of it once.
type program struct {
	Prog        *ir.Program
	PtrBits     int
	wanted      map[ir.Point]op.Set  // what the targets ask for, by the user's point
	rpo         []int32              // by block: position in reverse postorder of its function
	nests       map[int32][]int32    // by block: heads of the loops around it, outermost first
	userGlobals map[ir.GlobalID]bool // those that are not only the library models'
	compared    comparisons          // of the program
	Sites       []ir.Point           // that the paths which are followed lead to (slice.go)
	ahead       *ir.Distance         // how far these are; nil: all paths are followed
	contexts    map[string]*Activation
	places      map[string]int32 // positions interned, for varKey
}

// variables are the variables of a system: the free ones of its terms.
type variables struct {
	*terms
	Vars       map[VarKey]term.T             // fresh variables by where they are made
	inputs     int32                         // variables made for the environment
	Frozen     map[term.T]bool               // those that are the same for a whole run
	Facts      []term.T                      // what holds of these
	Pts        map[term.T][]int              // points-to sets: object numbers; new at a start that knows no former cutpoints
	Offsets    map[addressKey]map[int]moving // of addresses at cutpoints: offsets, by the object that they are into (offsets.go)
	returned   map[callPlace][]addressKey    // those among them that are behind a call
	arrived    map[addressKey]bool           // those among them that a cutpoint expects since more arrived than was known
	origins    map[addressKey]addressOrigin  // of addresses: how they were made
	wide       map[addressKey][]addressKey   // of addresses in one object: those that are the same where they are in it
	epoch      int                           // of the points-to sets: how often one has grown
	idMemo     map[term.T][]int              // for one epoch, as the next two
	isMemo     map[objectQuestion]term.T
	numberMemo map[term.T]term.T  // of numbered
	Skolems    [anySkolems]term.T // arbitrary instances, and places of words
}

// job is how a system is to be made, and whether that can be.
type job struct {
	Ctx        context.Context
	Config     *Settings
	Coarse     *Coarse             // nil: all memory is followed
	Certifying bool                // checks are assumed by their literals
	Exposed    bool                // numbers may name objects (provenance.go)
	exposing   bool                // the construction at hand has found that they may
	mingles    bool                // it has subtracted addresses of different objects
	adds       bool                // it has added a number to an address, in integers
	literals   map[CheckKey]term.T // of path-ending checks, in certificates
	Assumed    map[string]bool     // assumptions that the system rests on
	Failed     string              // why there is no system, "" if there is one
	Work       int64               // locations visited so far (spend)
	looked     int64               // at how much work the clock was looked at last
}

// objects are the objects of memory.
type objects struct {
	*job
	*variables
	*program
	Objects []*Object // by number
	Globals []int     // objects of globals
	codes   []int     // objects of functions
	images  Table     // constants of the program, as they always are
	Argv    *argvModel
	texts   []*Object // of the environment, for library models
	heapBlocks
}

// heapBlocks are the objects that stand for blocks of the heap, by what is told apart.
type heapBlocks struct {
	Blocks   map[blockKey]*Object
	sizes    map[blockKey][]uint64 // that are told apart, by key without a size
	computed map[blockKey]bool     // calls on some way that have made blocks: whether one was of computed size
	Ways     map[blockKey]int      // by key without one: how many are told apart; more than maxWays: none
	shapes   map[shape]*accesses
	inner    map[*Object]bool // that library models have for themselves
}

// plan is what constructions of the system decide for those that follow, and what holds for
// all of them.
type plan struct {
	draft    bool                 // what the construction rests on has to change: it only looks for more that has to
	changes  []func()             // that are made before it starts again
	finer    []func()             // those of how blocks are divided, which are made where there are no others: a draft may take an access to one field for one to all
	former   map[string]*Cutpoint // what the cutpoints were before it started again with more of them
	unrolled map[string]int32     // the last turn of a loop that was unrolled, by place
	byText   map[string]bool      // by place and turn of a loop: a text that is known says that it goes on (control.go)
	cutHeads map[string]bool      // loops that are cut, not unrolled (loopKey)
}

// graph is the cutpoints and what is executed between them, new at each start of the construction.
type graph struct {
	Cutpoints     []*Cutpoint // in order of discovery
	CutpointIndex map[string]*Cutpoint
	Segments      []*Segment // by cutpoint index + 1; 0 is the entry's
	Summaries     map[ir.FuncID]*Summary
	todo          worklist
	impatient     bool // calls do not wait
}

// OfTerms is the system of no program over the terms of a pool: of it everything can be
// asked that depends on terms alone.
func OfTerms(pool *term.Pool) *System {
	return &System{
		objects: &objects{
			job: &job{Assumed: map[string]bool{}, literals: map[CheckKey]term.T{}},
			variables: &variables{
				terms: &terms{
					Sums: sums.Sums{Pool: pool}, Dom: symbolic.Terms{Pool: pool},
					guards: map[term.T]map[term.T]bool{}, bounds: map[term.T]map[term.T]sums.Stride{}, met: map[term.T]bool{}, quantifiers: map[term.T]quantifiers{},
				},
				Vars: map[VarKey]term.T{}, Frozen: map[term.T]bool{}, Pts: map[term.T][]int{},
				Offsets: map[addressKey]map[int]moving{}, returned: map[callPlace][]addressKey{}, arrived: map[addressKey]bool{}, origins: map[addressKey]addressOrigin{}, wide: map[addressKey][]addressKey{},
				idMemo: map[term.T][]int{}, isMemo: map[objectQuestion]term.T{}, numberMemo: map[term.T]term.T{},
			},
			heapBlocks: heapBlocks{
				Blocks: map[blockKey]*Object{}, sizes: map[blockKey][]uint64{}, computed: map[blockKey]bool{}, Ways: map[blockKey]int{},
				shapes: map[shape]*accesses{}, inner: map[*Object]bool{},
			},
		},
		plan:  plan{unrolled: map[string]int32{}, byText: map[string]bool{}, cutHeads: map[string]bool{}},
		graph: graph{Summaries: map[ir.FuncID]*Summary{}},
	}
}

// newSystem is a system without objects.
func newSystem(ctx context.Context, p *ir.Program, cfg *Settings) *System {
	b := OfTerms(term.NewPool())
	b.Ctx, b.Config = ctx, cfg
	b.program = &program{
		Prog: p, PtrBits: p.PtrBits, rpo: reversePostorder(p), userGlobals: p.OwnGlobals(), compared: ComparisonsOf(p),
		wanted: map[ir.Point]op.Set{}, nests: map[int32][]int32{}, contexts: map[string]*Activation{}, places: map[string]int32{},
	}
	return b
}
