/* What a host program did, in numbers. */
#include <inttypes.h>
#include <stdlib.h>

#include "report/timeline.h"
#include "report/write.h"
#include "text/columns.h"

enum { LABEL = 34, VALUE = 12 };

static void put_row(struct wb_document *document, const char *label, const char *value,
                    const char *note) {
  const size_t width = wb_text_width(value);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "  %-*s ", LABEL, label);
  wb_put(document, WB_STYLE_STRONG, "%*s%s", width < VALUE ? (int)(VALUE - width) : 0, "", value);
  if (note[0] != '\0') wb_put(document, WB_STYLE_DIM, "   %s", note);
}

static void put_count(struct wb_document *document, const char *label, uint64_t count,
                      const char *note) {
  char *value = wb_format("%" PRIu64, count);
  if (count > 0) put_row(document, label, value, note);
  free(value);
}

/* "40.0 % of the program's time". */
static void put_time(struct wb_document *document, const char *label, uint64_t ns, uint64_t whole,
                     const char *of) {
  struct wb_str value, note;
  wb_str_init(&value);
  wb_str_init(&note);
  wb_write_time(&value, ns);
  if (whole > 0) wb_str_addf(&note, "%.1f %% of %s", 100.0 * (double)ns / (double)whole, of);
  put_row(document, label, value.data, note.data);
  wb_str_release(&note);
  wb_str_release(&value);
}

void wb_report_timeline_sums(const struct wb_timeline_sums *sums, struct wb_document *document) {
  static const char program[] = "the program's time";
  wb_put_line(document, WB_STYLE_HEADING, "What the program did");
  put_count(document, "launches", sums->launches, "");
  put_count(document, "copies", sums->copies, "");
  put_count(document, "fills", sums->fills, "");
  put_count(document, "compilations", sums->compiles, "");
  put_count(document, "times that the host waited", sums->waits, "");
  put_count(document, "commands that failed", sums->failed, "");
  put_count(document, "commands that did not end", sums->pending, "");
  put_count(document, "bytes copied to devices", sums->bytes_to_device, "");
  put_count(document, "bytes copied to the host", sums->bytes_to_host, "");
  put_count(document, "bytes copied on a device", sums->bytes_on_device, "");
  put_count(document, "bytes copied between contexts", sums->bytes_between, "");
  put_count(document, "bytes filled", sums->bytes_filled, "");
  put_time(document, "time in all", sums->whole_ns, 0, "");
  put_time(document, "compiling", sums->compile_ns, sums->whole_ns, program);
  put_time(document, "some device at work", sums->device_ns, sums->whole_ns, program);
  put_time(document, "several queues at work at once", sums->overlap_ns, sums->device_ns,
           "the devices' time");
  put_time(document, "the host waiting", sums->waited_ns, sums->whole_ns, program);
  put_time(document, "  and no device at work", sums->waited_idle_ns, sums->waited_ns,
           "the waiting");
}

void wb_report_host_memory(uint64_t peak, uint64_t held, struct wb_document *document) {
  put_count(document, "bytes of buffers, at most", peak, "");
  put_count(document, "bytes of buffers, at the end", held, "");
}
