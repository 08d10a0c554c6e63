// The second error stands in line 4: both are reported.
int main(void) {
    int x = 1
    return x +;
}
