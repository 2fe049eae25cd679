package term

// Importer copies terms of one pool into another, each shared part once.
type Importer struct {
	dst, src *Pool
	subst    func(v T) T
	memo     map[T]T // handles of src → handles of dst
}

// NewImporter returns an importer from src to dst. subst maps a variable or
// array variable of src to the term of dst that replaces it; where it is nil or
// returns None a fresh variable of the same sort and name is made, once per
// importer. dst may be src.
func NewImporter(dst, src *Pool, subst func(v T) T) *Importer {
	return &Importer{dst: dst, src: src, subst: subst, memo: map[T]T{False: False, True: True}}
}

// Import returns the term of dst that t of src becomes.
func (im *Importer) Import(t T) T {
	done := func(u T) bool { return im.memo[u] != None }
	im.src.postorder(t, done, func(u T) { im.memo[u] = im.copy(u) })
	return im.memo[t]
}

// copy builds u in dst; its arguments are there already.
func (im *Importer) copy(u T) T {
	n := im.src.nodes[u]
	w := n.width()
	switch n.op() {
	case OpConst:
		if w > 64 {
			return im.dst.BVBig(w, im.src.wide[n.b])
		}
		return im.dst.const64(w, n.value())
	case OpTable:
		return im.dst.Table(n.index(), w, im.src.TableValues(u))
	case OpVar, OpArrayVar:
		if im.subst != nil {
			if t := im.subst(u); t != None {
				return t
			}
		}
		return im.dst.variable(header(n.op(), n.index(), w), im.src.Name(u))
	}
	return im.src.rebuild(im.dst, n, im.memo)
}

// rebuild builds n in dst over the images of its arguments.
func (p *Pool) rebuild(dst *Pool, n node, image map[T]T) T {
	var args [3]T
	for i := 0; i < opTable[n.op()].args; i++ {
		args[i] = image[n.arg(i)]
	}
	return dst.apply(n.op(), n.index(), n.width(), int(n.b), args[0], args[1], args[2])
}

// Import copies t of src into dst; see NewImporter, which serves better for
// several terms that share variables.
func Import(dst, src *Pool, t T, subst func(v T) T) T {
	return NewImporter(dst, src, subst).Import(t)
}
