package budget

var (
	EntryStarts = number("exec.entry-starts", "ways",
		"in which pointer parameters of an entry are combined; beyond it aliasing is left out, as a named assumption",
		64)
	Callable = number("exec.callable", "functions",
		"up to which a pointer to one is tried as each",
		8)
	ReturnedObjects = number("exec.returned-objects", "objects",
		"up to which the pointers that unknown code may return are told apart",
		8)
	GuardedCopy = number("exec.guarded-copy", "bytes of a copy of symbolic length",
		"expanded byte by byte under a guard",
		512)
	EdgeSteps = number("exec.edge-steps", "instructions",
		"of the record of one edge: 16 bytes each",
		1<<21)
	StorePlaces = number("exec.store-places", "values of a pointer",
		"tried one by one as the place where another pointer is stored",
		256)
	LabelInstructions = number("cert.label-instructions", "instructions",
		"executed from one label",
		1<<20)
	LabelPaths = number("cert.label-paths", "paths",
		"tried from one label",
		2000)
	RegisterElements = number("cert.register-elements", "elements",
		"of arrays in registers that are made",
		256)
)
