package option

import "flag"

var update = flag.Bool("update", false, "write docs/options.md anew")
