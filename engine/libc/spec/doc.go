// Package spec reads specifications of library functions: data that says what
// a call may do, from which a model of the function is made (Library.C), in C on
// the intrinsics of engine/libc/assay.h, like the models that are written by
// hand. So a specification adds no meaning to the engine: there is one way to
// execute a library function. assay's own files, one per header, stand in data;
// users write files of their own for --spec. docs/spec.md explains the clauses.
//
//	header sys/stat.h
//	type struct stat 144 88
//
//	# A prototype, and below it, indented, what happens, in that order.
//	int stat(const char *path, struct stat *buf)
//	    text path
//	    result -1 or 0
//	    errno if result == -1
//	    any buf sizeof(struct stat) if result == 0
//
// The grammar, by lines; # begins a comment, blank lines mean nothing:
//
//	file      = { head | prototype { clause } }
//	head      = "header" ( NAME | "none" )         functions are declared in <NAME>
//	          | "needs" { NAME }                   headers that the prototypes need besides
//	          | "typedef" C-DECLARATION
//	          | "type" tag [ SIZE64 SIZE32 ]       known by its sizes, or not at all
//	          | "type" tag "{" C-MEMBERS "}"
//	tag       = [ "struct" | "union" ] NAME
//	prototype = C-PROTOTYPE with a name for each parameter
//	clause    = indented: form [ "if" expr ]
//	form      = "text" ["?"] P [ "max" expr ]      and the other rows of the table `forms`
//	          | "result" alt [ "if" expr ] { "or" alt [ "if" expr ] }
//	          | …
//	alt       = "any" | "null" | "kept" | "function" | "descriptor"
//	          | expr [ ".." expr ]                 a number, an address, a range
//	          | P "+" expr [ ".." expr ]           into the object of P
//	          | "static" storage | "new" storage [ "zero" | "any" | "text" ]
//	storage   = "text" [ "max" expr ] | expr | type [ "{" link { "," link } "}" ]
//	link      = MEMBER ":" ( "text" | "texts" | "null" | "kept" | "any" expr ) [ "?" ]
//	expr      = C's operators || && | & == != < <= > >= << >> + - * / % ! - over
//	            NUMBER | P | "*" P | "result" | "null" | "length" "(" P ")"
//	          | "sizeof" "(" type ")" | ( "min" | "max" ) "(" expr "," expr ")"
//
// Numbers in expressions are as in mathematics: -1 is less than any size, and a
// difference of sizes is at least 0.
//
// Mistakes are *Problem: file, line, what is wrong and what to write instead.
// HeaderCheck makes C by which a compiler compares a file with the header.
package spec
