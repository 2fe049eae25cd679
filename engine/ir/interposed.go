package ir

import "strings"

// A program may define functions of the C library itself. The library's own calls do not
// lead there, as glibc binds them at its own linking, but for four functions: where the
// program defines one of these, every function of the library that allocates or frees memory
// calls the program's.
var interposable = []string{"malloc", "calloc", "realloc", "free"}

// findInterposed computes Program.Interposed.
func (p *Program) findInterposed() {
	for _, name := range interposable {
		if p.Defines(name) {
			p.Interposed = append(p.Interposed, p.FuncByName[name])
		}
	}
}

// Allocates tells that a library model stands for a function that may call functions of the
// program's own for memory, other than where the model says so itself.
func (p *Program) Allocates(f *Func) bool {
	return f.Model && len(p.Interposed) > 0 && !frugal(f.Name)
}

// frugal tells the functions that neither allocate nor free, or whose models call the
// program's functions where they do.
func frugal(name string) bool {
	for _, prefix := range []string{"__model_", "__assay_", "__ctype_", "sig", "is", "to", "_to"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return frugalNames[name]
}

var frugalNames = set(`
	malloc calloc realloc free cfree reallocarray memalign aligned_alloc posix_memalign valloc pvalloc
	malloc_usable_size strdup strndup
	memcpy memmove memset memcmp memchr memrchr rawmemchr mempcpy memccpy memmem bcopy bzero bcmp
	strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp strncmp strcasecmp strncasecmp
	strchr strrchr strchrnul strstr strcasestr strspn strcspn strpbrk strtok strtok_r strsep index rindex
	ffs ffsl ffsll abs labs llabs div ldiv lldiv imaxabs imaxdiv
	atoi atol atoll strtol strtoll strtoul strtoull strtoimax strtoumax
	rand srand rand_r random srandom drand48 erand48 lrand48 nrand48 mrand48 jrand48 srand48 seed48 lcong48
	__errno_location getenv setjmp _setjmp __sigsetjmp longjmp siglongjmp
	read write close lseek getpid getppid getuid geteuid getgid getegid isatty
	time clock gettimeofday clock_gettime sleep usleep nanosleep pause raise kill alarm
	fileno feof ferror clearerr _exit _Exit`)

func set(names string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(names) {
		out[n] = true
	}
	return out
}

// UsesOf tells whether the program uses a variable of the C library's, and whether it may
// write to it: other than by reading it there.
func (p *Program) UsesOf(name string) (used, set bool) {
	id, ok := p.GlobalByName[name]
	if !ok {
		return false, false
	}
	u := p.uses()[id]
	return u != unused, u == written
}

// A use says what the program's own code does with a variable.
type use uint8

const (
	unused use = iota
	read
	written // or its address goes somewhere
)

// uses are those of the variables, computed once.
func (p *Program) uses() []use {
	p.usesOnce.Do(func() {
		us := make([]use, len(p.Globals))
		for _, f := range p.Funcs {
			if f.Model {
				continue
			}
			for _, b := range f.Blocks {
				for i := range b.Instrs {
					as := written
					if b.Instrs[i].Op == Load {
						as = read
					}
					b.Instrs[i].EachOperand(func(o Operand) { p.use(us, o, as) })
				}
				for _, ph := range b.Phis {
					for _, v := range ph.Vals {
						p.use(us, v, written)
					}
				}
			}
		}
		for i := range p.Globals {
			for _, r := range p.Globals[i].Relocs {
				p.use(us, r.Value, written)
			}
		}
		p.usesOf = us
	})
	return p.usesOf
}

// use notes the variables that an operand is the address of, or made of.
func (p *Program) use(us []use, o Operand, as use) {
	if !o.IsConst() {
		return
	}
	c := &p.Consts[o.ConstIndex()]
	if c.Kind == CGlobal {
		us[c.ID] = max(us[c.ID], as)
	}
	for _, e := range c.Elems {
		p.use(us, e, as)
	}
}
