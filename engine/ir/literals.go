package ir

// KeptLiterals are the stores of addresses of compound literals in functions: where the lives of
// these end, at the end of the block around them (C11 6.5.2.5), the code does not say, as clang
// lets them live as long as their function runs.
func (p *Program) KeptLiterals() (list []Point) {
	for _, f := range p.Funcs {
		if f.Model {
			continue
		}
		of := map[Reg]bool{} // what holds the address of a literal, or of a part of one
		for _, b := range f.Blocks {
			for _, ph := range b.Phis {
				derive(of, ph.Dst, ph.Vals)
			}
			for i := range b.Instrs {
				at := Point{Block: b.ID, Instr: int32(i)}
				switch in := &b.Instrs[i]; {
				case in.Op == Alloca && in.Flags&Literal != 0:
					of[in.Dst] = true
				case in.Op == Store:
					if of[Reg(in.Args[0])] {
						list = append(list, at)
					}
				case in.Dst != NoReg:
					derive(of, in.Dst, in.Args)
				}
			}
		}
	}
	return list
}

// derive notes that a register is computed from operands. Constants are below all registers.
func derive(of map[Reg]bool, dst Reg, from []Operand) {
	for _, o := range from {
		of[dst] = of[dst] || of[Reg(o)]
	}
}
