/* Peterson's filter lock for N processes that enter again and again. The same
 * protocol as filter.c, with the same steps: a statement accesses at most one
 * shared variable. */
#ifndef N
#define N 3
#endif

byte level[N];
byte last[N];
byte inside;

active [N] proctype process() {
    byte l, k, seen;
    do
    :: l = 1;
       do
       :: l < N ->
          level[_pid] = l;
          last[l] = _pid;
          k = 0;
          do
          :: k < N ->
             if
             :: k != _pid ->
                do
                :: level[k] >= l ->
                   if
                   :: last[l] == _pid
                   :: else -> break
                   fi
                :: else -> break
                od
             :: k == _pid
             fi;
             k++
          :: k >= N -> break
          od;
          l++
       :: l >= N -> break
       od;
       seen = inside;
       inside = seen + 1;
       assert(inside == 1);
       seen = inside;
       inside = seen - 1;
       level[_pid] = 0
    od
}
