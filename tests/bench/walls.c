/* What the sandbox's walls cost, in microseconds: the least and the median of many.
 *
 *   make build/bench-walls && build/bench-walls [ROUNDS]
 *
 * Each line is a process that is forked, raises the walls and ends, waited for by its
 * supervisor; the first line is the same process without any. Fails where a process cannot
 * raise its walls, or where not all of the probes find the same. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "sandbox/sandbox.h"

enum { ROUNDS = 400, WAIT_MS = 5000 };

struct subject {
  const char *name;
  enum wb_role role;
  uint32_t which;
  bool told, reads;
};

static const struct subject SUBJECTS[] = {
    {"no walls", WB_ROLE_LAUNCH, 0, true, false},
    {"launch, Landlock", WB_ROLE_LAUNCH, WB_WALL_LANDLOCK, true, false},
    {"launch, seccomp", WB_ROLE_LAUNCH, WB_WALL_SECCOMP, true, false},
    {"launch, both", WB_ROLE_LAUNCH, WB_WALLS_ALL, true, false},
    {"clang, both", WB_ROLE_CLANG, WB_WALLS_ALL, true, true},
    {"compiler, both", WB_ROLE_COMPILER, WB_WALLS_ALL, false, true},
};
enum { N_SUBJECTS = sizeof SUBJECTS / sizeof SUBJECTS[0] };

static _Noreturn void be(const struct subject *subject, const struct wb_walls *walls,
                         const struct wb_places *places, int guard) {
  const struct wb_enclosure enclosure = {.role = subject->role,
                                         .walls = *walls,
                                         .places = subject->reads ? places : NULL,
                                         .guard = subject->told ? WB_GUARD_FD : -1};
  dup2(guard, WB_GUARD_FD);
  _exit(wb_walls_raise(&enclosure, NULL) == 0 ? 0 : 1);
}

static _Noreturn void fail(const char *name) {
  fprintf(stderr, "bench-walls: %s: the process did not raise them\n", name);
  exit(1);
}

static double measure(const struct subject *subject, struct wb_walls walls,
                      const struct wb_places *places) {
  struct wb_guard guard;
  char call[WB_CALL_NAME_MAX];
  int child_end = -1, raw = -1;
  walls.which &= subject->which;
  if (walls.which != subject->which) return -1;
  const uint64_t start = wb_clock_ns();
  if (wb_guard_open(&guard, &walls, &child_end, NULL) != WB_OK) fail(subject->name);
  const pid_t child = fork();
  if (child == 0) be(subject, &walls, places, child_end);
  close(child_end);
  while (subject->told && guard.n_entered == 0 && wb_elapsed_ms(start) < WAIT_MS) {
    struct pollfd items[WB_GUARD_ITEMS];
    poll(items, wb_guard_items(&guard, items), WAIT_MS);
    if (wb_guard_look(&guard, call, NULL) != WB_GUARD_QUIET) fail(subject->name);
  }
  waitpid(child, &raw, 0);
  wb_guard_close(&guard);
  if (raw != 0) fail(subject->name);
  return (double)(wb_clock_ns() - start) / 1000;
}

static int by_size(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void print(const char *name, double *times, int n) {
  qsort(times, (size_t)n, sizeof *times, by_size);
  if (times[0] < 0)
    printf("%-20s not granted here\n", name);
  else
    printf("%-20s least %6.0f  median %6.0f\n", name, times[0], times[n / 2]);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
  double *times = calloc((size_t)rounds * (N_SUBJECTS + 1), sizeof *times);
  struct wb_walls walls, probed;
  struct wb_places places = {.count = 0};
  if (times == NULL || rounds < 1) return 1;
  wb_walls_probe(&walls);
  wb_places_add_libraries(&places);
  wb_places_add(&places, "/usr/bin", WB_MAY_RUN);
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < N_SUBJECTS; i++)
      times[i * rounds + round] = measure(&SUBJECTS[i], walls, &places);
    const uint64_t start = wb_clock_ns();
    wb_walls_probe(&probed);
    times[N_SUBJECTS * rounds + round] = (double)(wb_clock_ns() - start) / 1000;
    if (probed.which != walls.which) fail("the probe");
  }
  for (int i = 0; i < N_SUBJECTS; i++) print(SUBJECTS[i].name, &times[i * rounds], rounds);
  print("the probe", &times[N_SUBJECTS * rounds], rounds);
  free(times);
  return 0;
}
