extern int total;
void add(void);
