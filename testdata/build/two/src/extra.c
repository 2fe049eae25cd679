int only_client(int x) { return 100 / x; }
