void panic(void);
void reach_error(void);
int main(void) {
    panic();
    return 0;
}
