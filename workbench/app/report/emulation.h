/* Reports of one launch: as a compiler speaks,
 * for people; as one JSON object, for programs (docs/json.md). */
#ifndef WB_REPORT_EMULATION_H
#define WB_REPORT_EMULATION_H

#include "launch/emulation.h"
#include "report/report.h"

/* The verdict in a word: "clean" where the device checks and nothing was found,
 * "no-errors" where nothing but warnings were, "done" where the device checks nothing;
 * else the verdict's name. */
const char *wb_emulation_verdict(const struct wb_emulation *emulation);

/* The texts of source files. */
struct wb_source_view {
  /* Of a file as a finding names it ("": the kernel's own), or NULL. */
  const char *(*find)(void *data, const char *file);
  void *data;
};

struct wb_emulation_view {
  size_t most_findings; /* at most so many are shown, the rest is counted */
  bool stats;
  struct wb_source_view sources;
};

void wb_report_emulation(const struct wb_emulation *emulation, const struct wb_emulation_view *view,
                         const struct wb_report_style *style, struct wb_str *out);
void wb_report_emulation_json(const struct wb_emulation *emulation,
                              const struct wb_emulation_view *view, struct wb_str *out);

/* ---- parts of the above --------------------------------------------------------- */

/* Whether nobody wrote element i of a dump, or it was made of what was never set. */
bool wb_dump_unset(const struct wb_dump *dump, size_t i);

/* A dump as a table. */
void wb_write_dump(struct wb_document *document, const struct wb_dump *dump, unsigned width);

/* All counters in words, and what lines cost. */
void wb_write_stats(struct wb_document *document, const struct wb_emulation *emulation,
                    const char *file, unsigned width);

/* "FILE:3:10: error: out-of-bounds: reads a[4] …", the line with a caret, and
 * notes for what else belongs to it: as compilers write. `file` is the finding's, as it is to be
 * shown. */
void wb_write_compiler_finding(struct wb_document *document, const struct wb_finding *finding,
                               const char *file, const struct wb_source_view *sources,
                               unsigned width);
void wb_write_compiler_diagnostic(struct wb_document *document,
                                  const struct wb_diagnostic *diagnostic, const char *file,
                                  const char *source, unsigned width);

#endif
