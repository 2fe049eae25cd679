int view() { return 0; }
