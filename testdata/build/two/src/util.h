int clamp(int x);
int backend(void);
