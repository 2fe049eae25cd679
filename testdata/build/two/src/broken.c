int broken(void) { return missing_variable; }
