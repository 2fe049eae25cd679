package main

import "flag"

var update = flag.Bool("update", false, "write the golden files and the generated documents anew")
