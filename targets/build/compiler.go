package build

import (
	"slices"
	"strings"
)

// otherCompilers are the assumptions of units that a database has another compiler compile than
// clang-14: the two answer differently what code asks of them, and each has attributes, pragmas
// and types of its own.
func otherCompilers(units []Unit) (assumed []string) {
	for i := range units {
		if u := &units[i]; u.Compiler != "" && u.Compiler != "clang-"+LLVMVersion {
			assumed = append(assumed, "compiled by clang-14 in the place of "+u.Compiler+": where they differ, it is as clang makes it")
		}
	}
	return assumed
}

// layouts begin the flags that change how types are laid out which programs share with the C
// library.
var layouts = []string{"-mlong-double-", "-m96bit-long-double", "-m128bit-long-double", "-fshort-wchar", "-fshort-enums", "-fpack-struct", "-mms-bitfields", "-malign-double"}

// libraryBuiltWith are the assumptions of units that are compiled with flags which the C library
// of a system is not built with.
func libraryBuiltWith(units []Unit) (assumed []string) {
	for i := range units {
		for _, f := range units[i].Flags {
			if slices.ContainsFunc(layouts, func(l string) bool { return strings.HasPrefix(f, l) }) {
				assumed = append(assumed, "the C library is built with "+f+", too")
			}
		}
	}
	return assumed
}
