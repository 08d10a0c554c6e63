// expect: true
// what: a pointer to the function of the property is made, but never called
void reach_error(void) {}
static void fine(void) {}

int main(void) {
    void (*bad)(void) = reach_error;
    void (*good)(void) = fine;
    good();
    return good == bad;
}
