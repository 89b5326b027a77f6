/* What a command needs, with all processes that it starts:
 *
 *   bench-usage FILE COMMAND [ARGUMENT]...
 *
 * Writes to FILE the milliseconds until the command's end, and those of the processor until the
 * last of its processes has ended, even of those whose parents did not wait for them. Ends as the
 * command does. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double processor_ms(void) {
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

int main(int argc, char **argv) {
  int raw = 0;
  FILE *file = argc > 2 ? fopen(argv[1], "w") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: bench-usage FILE COMMAND [ARGUMENT]...\n");
    return 2;
  }
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const double start = now_ms();
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], &argv[2]);
    perror(argv[2]);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &raw, 0) != child) return 1;
  const double took = now_ms() - start;
  while (wait(NULL) > 0) continue;
  fprintf(file, "%.3f %.3f\n", took, processor_ms());
  fclose(file);
  return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
}
