/* The emulator's compiler alone: kernels in, the CPU time of each part out.
 *
 *   build/bench-compiler [--times N] [--optimised] FILE...
 *
 * A line a file: milliseconds of CPU time of clang, of the emulator's own part (instrumentation,
 * passes, code), kilobytes of code. Of several times the median. Fails where a file does not
 * compile, after all others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "compiler/translate.h"

enum { MAX_TIMES = 101 };

static double cpu_ms(int who) {
  struct rusage used;
  getrusage(who, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, by_value);
  return values[count / 2];
}

/* Whether all went well. */
static bool measure(struct wb_translator *translator, const char *path, int times,
                    enum wb_tier tier) {
  double clang[MAX_TIMES], own[MAX_TIMES];
  size_t bytes = 0;
  char said[120] = "";
  struct wb_str text;
  struct wb_error err = {0};
  wb_str_init(&text);
  if (wb_file_read(path, 4 << 20, &text, &err) != WB_OK)
    snprintf(said, sizeof said, "%.110s", err.message);
  for (int i = 0; i < times && said[0] == '\0'; i++) {
    /* Another name each time: the same request again would need no clang. */
    char name[32];
    snprintf(name, sizeof name, "kernel-%d.cl", i);
    const struct wb_build_request request = {.source = text.data,
                                             .length = text.length,
                                             .file_name = name,
                                             .options = "",
                                             .time_limit_ms = 600000};
    struct wb_compilation made;
    wb_compilation_init(&made);
    double clang_before = cpu_ms(RUSAGE_CHILDREN), own_before = cpu_ms(RUSAGE_SELF);
    wb_translate(translator, &request, tier, &made);
    clang[i] = cpu_ms(RUSAGE_CHILDREN) - clang_before;
    own[i] = cpu_ms(RUSAGE_SELF) - own_before;
    bytes = made.package.length;
    if (made.status != WB_OK)
      snprintf(said, sizeof said, "%.110s",
               made.log.length > 0 ? made.log.data : made.error.message);
    wb_compilation_release(&made);
    if (said[0] != '\0') times = i + 1;
  }
  said[strcspn(said, "\n")] = '\0';
  printf("%8.1f %8.1f %8zu  %s%s%s\n", median(clang, times), median(own, times), bytes / 1024, path,
         said[0] != '\0' ? ": " : "", said);
  fflush(stdout);
  wb_str_release(&text);
  return said[0] == '\0';
}

int main(int argc, char **argv) {
  struct wb_translator *translator = NULL;
  struct wb_error err = {0};
  enum wb_tier tier = WB_TIER_QUICK;
  int first = 1, times = 1;
  if (argc > 3 && strcmp(argv[1], "--times") == 0) {
    times = atoi(argv[2]);
    first = 3;
  }
  if (first < argc && strcmp(argv[first], "--optimised") == 0) {
    tier = WB_TIER_OPTIMISED;
    first++;
  }
  if (first >= argc || times < 1 || times > MAX_TIMES) {
    fprintf(stderr, "usage: bench-compiler [--times N] [--optimised] FILE...\n");
    return 2;
  }
  struct wb_walls walls = {0};
  if (wb_walls_choose(&walls, &err) != WB_OK) {
    fprintf(stderr, "%s\n", err.message);
    return 1;
  }
  translator = wb_translator_new(&walls);
  printf("clang ms   own ms  code KB\n");
  bool compiled = true;
  for (int i = first; i < argc; i++)
    if (!measure(translator, argv[i], times, tier)) compiled = false;
  wb_translator_free(translator);
  return compiled ? 0 : 1;
}
