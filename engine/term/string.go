package term

func (p *Pool) String(t T) string { return "" }
