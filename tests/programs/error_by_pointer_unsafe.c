// expect: false(unreach-call)
// what: the function of the property is called through a pointer, and its body is empty: the call violates
void reach_error(void) {}
static void fine(void) {}

int main(void) {
    void (*bad)(void) = reach_error;
    void (*good)(void) = fine;
    bad();
    return good == bad;
}
