/* What is not modelled stands where it is met, with its reason. */
extern void fill(int *);
union view { int word; char bytes[4]; } view;
long double l;
double d;
int x, *numbers;
struct lock { int kind; };

int main(void) {
    switch (x) {
    case 1: l = l + 1.0; break;
    case 2: x = view.bytes[1]; break;
    case 3: fill(&view.word); fill(numbers); break;
    case 4: __asm__("incl %0" : "+m"(x)); break;
    case 5: { void *p = &&out; goto *p; }
    case 6: x = 5 / x; break;
    case 7: x = 1 << x; break;
    case 8: x = (int)d; break;
    case 9: if (l > 1.0) x = 1; break;
    default: d = 2.5; break;
    }
out:
    return 0;
}
