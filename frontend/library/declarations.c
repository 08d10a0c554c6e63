/* What the prelude does not declare already. */

void __heddle_atomic_when(int condition);
int __heddle_self(void);
int *__heddle_errno(void);
void __heddle_lock(void *mutex);
int __heddle_trylock(void *mutex);
void __heddle_unlock(void *mutex);
int __heddle_owns(void *mutex);
int __heddle_is_held(void *mutex);
int __heddle_may_wait(void *mutex);
void __heddle_misuse(const char *how);
int __heddle_mutex_lock(void *mutex);
int __heddle_mutex_trylock(void *mutex);
int __heddle_mutex_unlock(void *mutex);

void __heddle_assume(_Bool condition);
long __heddle_any_long(void);
unsigned char __heddle_any_byte(void);
void *__heddle_malloc(__SIZE_TYPE__ size);
