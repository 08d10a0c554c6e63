// expect: unknown call of 'fmod', which has no body and no model
// what: a function of the C library is known by its name, also where no header declares it
extern double fmod(double, double);
extern void reach_error(void);

int main(void) {
    if (fmod(5, 3) != 2) reach_error();
    return 0;
}
