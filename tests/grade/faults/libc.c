/* Between `workbench` and the C library: the call number $FAULT of its kind, "disk:N",
 * "descriptors:N" or "memory:N", and all that follow fail as where the disk is full, or no
 * descriptor or memory is left; "once:" before it: that call alone. Calls count from the opening of
 * a file called $FAULT_FROM; how many there were is the length of $FAULT_CALLS. The calendar is
 * $FAULT_SECONDS off. Other programs, which inherit the variables, are left alone. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *kind; /* NULL: nothing fails */
static unsigned long calls, wanted;
static bool once;
static const char *from; /* NULL: it has been opened */
static int counts = -1;
static long seconds;

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FAULT"), *path = getenv("FAULT_CALLS"),
             *off = getenv("FAULT_SECONDS");
  if (strcmp(program_invocation_short_name, "workbench") != 0) return;
  if (off != NULL) seconds = atol(off);
  if (fault == NULL) return;
  once = strncmp(fault, "once:", 5) == 0;
  fault += once ? 5 : 0;
  wanted = strtoul(strchr(fault, ':') + 1, NULL, 10);
  if (path != NULL) counts = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  from = getenv("FAULT_FROM");
  kind = fault;
}

static bool fails(const char *of, int code) {
  if (kind == NULL || from != NULL || strncmp(kind, of, strlen(of)) != 0) return false;
  if (counts >= 0 && syscall(SYS_write, counts, ".", 1) != 1) abort();
  calls++;
  if (calls < wanted || (once && calls > wanted)) return false;
  errno = code;
  return true;
}

/* What is said on standard output and error is no matter of the disk, even where that is a file. */
static bool is_on_disk(int fd) {
  struct stat about;
  const int before = errno;
  const bool is = fd > STDERR_FILENO && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
  errno = before;
  return is;
}

#define NEXT(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))
#define FULL(type, name, parameters, condition, ...)   \
  type name parameters {                               \
    if (condition && fails("disk", ENOSPC)) return -1; \
    return NEXT(name)(__VA_ARGS__);                    \
  }

FULL(ssize_t, write, (int fd, const void *bytes, size_t length), is_on_disk(fd), fd, bytes, length)
FULL(ssize_t, pwrite, (int fd, const void *bytes, size_t length, off_t at), is_on_disk(fd), fd,
     bytes, length, at)
FULL(ssize_t, pwrite64, (int fd, const void *bytes, size_t length, off64_t at), is_on_disk(fd), fd,
     bytes, length, at)
FULL(int, fsync, (int fd), true, fd)
FULL(int, fdatasync, (int fd), true, fd)
FULL(int, ftruncate, (int fd, off_t length), length > 0, fd, length)
FULL(int, ftruncate64, (int fd, off64_t length), length > 0, fd, length)
FULL(int, mkdir, (const char *path, mode_t mode), true, path, mode)
FULL(int, link, (const char *from, const char *to), true, from, to)
FULL(int, rename, (const char *from, const char *to), true, from, to)
FULL(int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), true, a,
     from, b, to, flags)

static void note_open(const char *path) {
  const char *name = strrchr(path, '/');
  if (kind != NULL && from != NULL && strcmp(name != NULL ? name + 1 : path, from) == 0)
    from = NULL;
}

#define NONE_LEFT(type, none, name, parameters, ...) \
  type name parameters {                             \
    if (fails("descriptors", EMFILE)) return none;   \
    return NEXT(name)(__VA_ARGS__);                  \
  }
/* A new file needs both. */
#define OPENS(name, parameters, last, ...)                                              \
  int name parameters {                                                                 \
    va_list more;                                                                       \
    va_start(more, last);                                                               \
    const mode_t mode = (last & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                                       \
    note_open(path);                                                                    \
    if (fails("descriptors", EMFILE)) return -1;                                        \
    if ((last & O_CREAT) != 0 && fails("disk", ENOSPC)) return -1;                      \
    return NEXT(name)(__VA_ARGS__, mode);                                               \
  }

OPENS(open, (const char *path, int flags, ...), flags, path, flags)
OPENS(open64, (const char *path, int flags, ...), flags, path, flags)
OPENS(openat, (int folder, const char *path, int flags, ...), flags, folder, path, flags)
OPENS(openat64, (int folder, const char *path, int flags, ...), flags, folder, path, flags)
NONE_LEFT(int, -1, mkostemp, (char *path, int flags), path, flags)
NONE_LEFT(int, -1, mkostemp64, (char *path, int flags), path, flags)
NONE_LEFT(int, -1, socketpair, (int domain, int type, int protocol, int ends[2]), domain, type,
          protocol, ends)
NONE_LEFT(int, -1, pipe2, (int ends[2], int flags), ends, flags)
NONE_LEFT(int, -1, memfd_create, (const char *name, unsigned flags), name, flags)
NONE_LEFT(int, -1, eventfd, (unsigned count, int flags), count, flags)
NONE_LEFT(int, -1, signalfd, (int fd, const sigset_t *set, int flags), fd, set, flags)
NONE_LEFT(FILE *, NULL, fopen, (const char *path, const char *how), path, how)
NONE_LEFT(FILE *, NULL, fopen64, (const char *path, const char *how), path, how)

/* dlsym itself asks for memory. */
void *__libc_malloc(size_t bytes), *__libc_calloc(size_t count, size_t size),
    *__libc_realloc(void *memory, size_t bytes);
void *malloc(size_t bytes) { return fails("memory", ENOMEM) ? NULL : __libc_malloc(bytes); }
void *calloc(size_t count, size_t size) {
  return fails("memory", ENOMEM) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t bytes) {
  return fails("memory", ENOMEM) ? NULL : __libc_realloc(memory, bytes);
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  const int failed = NEXT(clock_gettime)(clock, now);
  if (failed == 0 && clock == CLOCK_REALTIME) now->tv_sec += seconds;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  const int failed = NEXT(gettimeofday)(now, zone);
  if (failed == 0) now->tv_sec += seconds;
  return failed;
}
