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
	for _, f := range p.Funcs {
		if f.Model {
			continue
		}
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				in.EachOperand(func(o Operand) {
					if p.names(o, id) {
						used = true
						set = set || in.Op != Load
					}
				})
			}
			for _, ph := range b.Phis {
				for _, v := range ph.Vals {
					if p.names(v, id) {
						used, set = true, true
					}
				}
			}
		}
	}
	for i := range p.Globals {
		for _, r := range p.Globals[i].Relocs {
			if p.names(r.Value, id) {
				used, set = true, true
			}
		}
	}
	return used, set
}

// names tells that an operand is the address of a variable, or made of it.
func (p *Program) names(o Operand, id GlobalID) bool {
	found := false
	if o.IsConst() {
		c := &p.Consts[o.ConstIndex()]
		found = c.Kind == CGlobal && GlobalID(c.ID) == id
		for _, e := range c.Elems {
			found = found || p.names(e, id)
		}
	}
	return found
}
