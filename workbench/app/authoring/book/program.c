/* What a host program does in the case that is shown step by step: its commands, in what order. */
#include "authoring/book/steps.h"
#include "report/timeline.h"
#include "report/timeline_order.h"
#include "text/html.h"

/* ", after 2 and 4": what it waits for in other queues. */
static void add_after(const struct wb_timeline_steps *steps, const struct wb_timeline *timeline,
                      const struct wb_timeline_entry *entry, struct wb_str *out) {
  size_t count = 0;
  for (size_t i = 0; i < entry->n_after; i++) {
    const struct wb_timeline_entry *earlier =
        wb_timeline_steps_before(steps, timeline, entry->after[i]);
    if (earlier == NULL || earlier->lane == entry->lane) continue;
    wb_str_addf(out, "%s%u", count++ == 0 ? ", after " : " and ",
                steps->items[earlier - timeline->entries].number);
  }
}

/* "context 1, line 17: scan_groups, global 16, local 8, of scan.cl" */
static void add_command(const struct wb_timeline_steps *steps, const struct wb_timeline *timeline,
                        const struct wb_timeline_entry *entry, struct wb_str *out) {
  struct wb_str words;
  wb_str_init(&words);
  wb_timeline_lane_label(timeline, entry->lane, &words);
  if (entry->line > 0) wb_str_addf(&words, ", line %u", entry->line);
  wb_str_add(&words, ": ");
  wb_timeline_label(entry, &words);
  if (entry->kernel_file != NULL && entry->kernel_file[0] != '\0')
    wb_str_addf(&words, ", of %s", entry->kernel_file);
  add_after(steps, timeline, entry, &words);
  wb_str_add(out, "<li>");
  wb_html_text(out, words.data);
  wb_str_add(out, "</li>\n");
  wb_str_release(&words);
}

static void add_list(const struct wb_timeline_steps *steps, const struct wb_timeline *timeline,
                     struct wb_str *out) {
  size_t left = 0;
  wb_str_add(out, "<ol>\n");
  for (size_t i = 0; i < timeline->n_entries; i++) {
    if (steps->items[i].number == 0) continue;
    if (steps->items[i].number <= WB_BOOK_MOST_COMMANDS)
      add_command(steps, timeline, &timeline->entries[i], out);
    else
      left++;
  }
  wb_str_add(out, "</ol>\n");
  if (left + timeline->dropped > 0)
    wb_str_addf(out, "<p>And %llu more.</p>\n", (unsigned long long)(left + timeline->dropped));
}

void wb_book_program(struct wb_str *out, const struct wb_result *result) {
  const struct wb_timeline *timeline = &result->timeline;
  struct wb_timeline_steps steps;
  if (!result->has_timeline) return;
  wb_timeline_steps_make(&steps, timeline);
  if (steps.shown > 0) {
    wb_str_add(out, "<p>The program in the case “");
    wb_html_text(out, result->cases[result->trace_case].name);
    wb_str_add(out,
               "”: its commands and waits, each as far left as its queue, events and waits allow. "
               "How long they take is not drawn.</p>\n<figure>");
    wb_timeline_steps_svg(&steps, timeline, out);
    wb_str_add(out, "</figure>\n");
    if (steps.columns > WB_TIMELINE_MOST_COLUMNS)
      wb_str_addf(out, "<p>Drawn are the first %d of %u columns.</p>\n", WB_TIMELINE_MOST_COLUMNS,
                  steps.columns);
    add_list(&steps, timeline, out);
  }
  wb_timeline_steps_release(&steps);
}
