/* What came of a host program (`workbench lua`): plain data, filled by the process that ran it,
 * carried as JSON (docs/json.md), shown by reports. */
#ifndef WB_RESULT_HOST_RESULT_H
#define WB_RESULT_HOST_RESULT_H

#include "finding/finding.h"
#include "result/bench.h"
#include "result/result.h"
#include "result/timeline.h"

/* In the order of what is said first. */
enum wb_host_verdict {
  WB_HOST_CLEAN,         /* it came to its end, and nothing was found */
  WB_HOST_NO_ERRORS,     /* … but warnings were */
  WB_HOST_ENDED_ITSELF,  /* with os.exit and another code than 0 */
  WB_HOST_FINDINGS,      /* errors, its own or its kernels' */
  WB_HOST_SCRIPT_ERROR,  /* an error in Lua that nothing caught */
  WB_HOST_COMPILE_ERROR, /* of a kernel, that nothing caught */
  WB_HOST_LIMIT,         /* time, memory or output ran out */
  WB_HOST_JUDGE_ERROR,   /* it could not be run, or not to its end: see `cause` */
  WB_HOST_VERDICTS
};

struct wb_host_result {
  char *script; /* as it was named */
  enum wb_host_verdict verdict;
  /* What ended it, of which `detail` tells: WB_ERR_SPEC of an error in Lua, WB_ERR_MISSING of a
   * device that is not there, …; WB_OK: nothing did. */
  enum wb_status cause;
  char *detail; /* a sentence, or the error's text; "" */
  char *file;   /* where that was: Lua's file, "" where there is no such place */
  uint32_t line;
  int64_t exit_code; /* that the program asked for */
  struct wb_finding *findings;
  size_t n_findings;
  uint64_t findings_dropped;
  struct wb_timeline_sums sums;
  uint64_t peak_bytes, held_bytes; /* of buffers: at most at one time, and at the end */
  struct wb_counters counters;     /* of all launches */
  struct wb_array_count *arrays;   /* likewise, where that was asked for */
  size_t n_arrays;
  char *output; /* of the program, where that was asked for; else "" */
  uint64_t output_bytes;
  bool has_timeline;
  struct wb_timeline timeline;
  char *graphs;               /* what they became, where that was asked for; NULL: it had none */
  struct wb_bench_runs bench; /* where it was measured; else no runs */
  bool has_walls;             /* it ran behind walls */
  struct wb_walls_stood walls;
  double elapsed_ms;
};

enum { WB_HOST_FINDINGS_MAX = 256, WB_HOST_GRAPHS_MAX = 64 << 10 };

extern const struct wb_words wb_host_verdicts;

void wb_host_result_release(struct wb_host_result *result); /* zeroes it */

/* Appends it as a JSON object with a newline behind it (docs/json.md). */
void wb_host_result_print(const struct wb_host_result *result, struct wb_str *out);

/* Fills *result from such a text. WB_ERR_PROTOCOL, with nothing to release, where it is none. */
enum wb_status wb_host_result_read(const char *text, size_t length, struct wb_host_result *result,
                                   struct wb_error *err);

/* Adds a text about a graph to those before, an empty line between them, made fit to show: as many
 * whole lines as there is room for in WB_HOST_GRAPHS_MAX, and one that says so where that is not
 * all. */
void wb_host_graphs_add(struct wb_str *graphs, const char *text, size_t length);

/* The verdict that cause, findings and exit code come to. */
enum wb_host_verdict wb_host_result_judge(const struct wb_host_result *result);

size_t wb_host_result_count(const struct wb_host_result *result, enum wb_severity severity);

#endif
