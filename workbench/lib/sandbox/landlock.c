/* Landlock, by raw system calls: the C library has no names for them, and the headers
 * of older systems not all of its rights. Only async-signal-safe calls from wb_landlock_raise on.
 */
#include "sandbox/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum { CREATE_VERSION = 1, RULE_PATH_BENEATH = 1 };

/* linux/landlock.h, and by which ABI the kernel knows it. */
enum {
  FS_EXECUTE = 1 << 0,
  FS_WRITE_FILE = 1 << 1,
  FS_READ_FILE = 1 << 2,
  FS_READ_DIR = 1 << 3,
  FS_REMOVE_DIR = 1 << 4,
  FS_REMOVE_FILE = 1 << 5,
  FS_MAKE_DIR = 1 << 7,
  FS_MAKE_REG = 1 << 8,
  FS_ABI_1 = (1 << 13) - 1,
  FS_REFER = 1 << 13,     /* 2 */
  FS_TRUNCATE = 1 << 14,  /* 3 */
  FS_IOCTL_DEV = 1 << 15, /* 5 */
  FS_OF_FILES = FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV,
  NET_TCP = 3,    /* bind and connect; 4 */
  SCOPE_BOTH = 3, /* abstract sockets and signals; 6 */
  ABI_REFER = 2,
  ABI_TRUNCATE = 3,
  ABI_NET = 4,
  ABI_IOCTL_DEV = 5,
  ABI_SCOPE = 6
};

/* Kernels take a longer structure than they know, where the rest is zero. */
struct ruleset {
  uint64_t handled_fs, handled_net, scoped;
};
struct path_beneath {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

/* ---- places ------------------------------------------------------------------------- */

void wb_places_add(struct wb_places *places, const char *path, unsigned rights) {
  if (path == NULL || path[0] == '\0' || places->count == WB_PLACES_MAX) return;
  /* What may be done everywhere needs no rule of its own: each costs four calls. */
  const bool everywhere = places->count > 0 && strcmp(places->items[0].path, "/") == 0;
  if (everywhere && (rights & ~places->items[0].rights) == 0) return;
  places->items[places->count++] = (struct wb_place){path, rights};
}

void wb_places_add_libraries(struct wb_places *places) {
  /* Folders of Debian's architectures, and of systems that have none for each. */
  static const char *const FOLDERS[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu",
    "/lib/x86_64-linux-gnu",
#elif defined(__aarch64__)
    "/usr/lib/aarch64-linux-gnu",
    "/lib/aarch64-linux-gnu",
#endif
    "/usr/lib64",
    "/lib64",
    "/usr/local/lib",
  };
  /* To run a program is to run its loader, too. */
  static const char *const LOADERS[] = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1",
                                        "/lib/ld-musl-x86_64.so.1"};
  for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0]; i++)
    wb_places_add(places, FOLDERS[i], WB_MAY_READ);
  for (size_t i = 0; i < sizeof LOADERS / sizeof LOADERS[0]; i++)
    wb_places_add(places, LOADERS[i], WB_MAY_RUN);
  wb_places_add(places, "/etc/ld.so.cache", WB_MAY_READ);
  wb_places_add(places, "/etc/ld.so.preload", WB_MAY_READ);
}

/* ---- rules ---------------------------------------------------------------------------- */

uint32_t wb_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_VERSION);
  return abi > 0 ? (uint32_t)abi : 0;
}

static uint64_t handled_fs(uint32_t abi) {
  uint64_t rights = FS_ABI_1;
  if (abi >= ABI_REFER) rights |= FS_REFER;
  if (abi >= ABI_TRUNCATE) rights |= FS_TRUNCATE;
  if (abi >= ABI_IOCTL_DEV) rights |= FS_IOCTL_DEV;
  return rights;
}

static uint64_t allowed_by(unsigned rights) {
  static const uint64_t ALLOWED[] = {
      FS_READ_FILE,
      FS_READ_DIR,
      FS_EXECUTE | FS_READ_FILE,
      FS_WRITE_FILE | FS_TRUNCATE,
      FS_WRITE_FILE | FS_TRUNCATE | FS_MAKE_REG | FS_MAKE_DIR | FS_REMOVE_FILE | FS_REMOVE_DIR |
          FS_REFER,
      FS_READ_FILE | FS_WRITE_FILE | FS_IOCTL_DEV,
  };
  uint64_t allowed = 0;
  for (size_t i = 0; i < sizeof ALLOWED / sizeof ALLOWED[0]; i++)
    if ((rights >> i & 1) != 0) allowed |= ALLOWED[i];
  return allowed;
}

/* A place that is not there, or that this process may not even name, can be left out:
 * nothing at it can be opened then. Anything else that fails fails all. */
static int add_place(int rules, uint64_t handled, const struct wb_place *place) {
  struct stat found;
  const int at = open(place->path, O_PATH | O_CLOEXEC);
  if (at < 0) return 0;
  int failed = fstat(at, &found);
  if (failed == 0) {
    const uint64_t kinds = S_ISDIR(found.st_mode) ? ~(uint64_t)0 : (uint64_t)FS_OF_FILES;
    const struct path_beneath rule = {allowed_by(place->rights) & handled & kinds, at};
    if (rule.allowed != 0)
      failed = (int)syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0);
  }
  const int why = errno;
  close(at);
  errno = why;
  return failed;
}

int wb_landlock_raise(uint32_t most_abi, const struct wb_places *places) {
  uint32_t abi = wb_landlock_abi();
  if (abi > 0 && most_abi == 0) errno = EINVAL;
  if (abi > most_abi) abi = most_abi;
  if (abi == 0) return -1;
  const struct ruleset handled = {.handled_fs = handled_fs(abi),
                                  .handled_net = abi >= ABI_NET ? NET_TCP : 0,
                                  .scoped = abi >= ABI_SCOPE ? SCOPE_BOTH : 0};
  const int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (rules < 0) return -1;
  int failed = 0;
  for (size_t i = 0; places != NULL && i < places->count && failed == 0; i++)
    failed = add_place(rules, handled.handled_fs, &places->items[i]);
  if (failed == 0) failed = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  const int why = errno;
  close(rules);
  errno = why;
  return failed;
}
