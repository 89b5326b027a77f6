/* Counters in words. */
#include <string.h>

#include "report/write.h"

enum { MOST_LINES = 5 };

typedef unsigned long long ull;

static void add_count(struct wb_str *out, uint64_t total, uint64_t most, const char *what) {
  if (total == 0) return;
  wb_str_addf(out, "%s%llu %s%s", out->length > 0 ? ", " : "", (ull)total, what,
              total == 1 ? "" : "s");
  if (most > 0) wb_str_addf(out, " (at most %llu each)", (ull)most);
}

/* The first words of it, and whether there is more to be said. */
static bool add_items(struct wb_str *out, const struct wb_counters *n) {
  struct wb_counters others = *n;
  others.items = others.unfinished = others.local_bytes = others.occupancy_percent = 0;
  const bool counted = memcmp(&others, &(struct wb_counters){0}, sizeof others) != 0;
  if (n->unfinished > 0 && (n->items > 0 || counted))
    wb_str_addf(out, "Until it stopped: %llu of %llu work-items finished", (ull)n->items,
                (ull)(n->items + n->unfinished));
  else
    add_count(out, n->items, 0, "work-item");
  return counted;
}

static void add_work(struct wb_str *out, const struct wb_counters *n) {
  if (!add_items(out, n)) return;
  add_count(out, n->global_reads, n->max_global_reads, "global read");
  add_count(out, n->global_writes, n->max_global_writes, "global write");
  add_count(out, n->global_atomics, n->max_global_atomics, "global atomic");
  add_count(out, n->local_reads, n->max_local_reads, "local read");
  add_count(out, n->local_writes, n->max_local_writes, "local write");
  add_count(out, n->local_atomics, n->max_local_atomics, "local atomic");
  add_count(out, n->barriers, 0, "barrier");
}

/* "3 launches (at most 3), 2 copies": what a host program did, beside its budgets. */
static void add_of_host(struct wb_str *out, const struct wb_case_result *one) {
  struct wb_counters did = one->counters, budgets = one->budgets;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++) {
    const uint64_t value = *wb_counter_at(&did, i);
    const bool budgeted = (one->budgeted >> i & 1) != 0;
    if (!wb_counter_is_of_host(i) || (value == 0 && !budgeted)) continue;
    wb_str_add(out, out->length > 0 ? ", " : "");
    wb_counter_add(i, value, out);
    if (budgeted) wb_str_addf(out, " (at most %llu)", (ull)*wb_counter_at(&budgets, i));
  }
}

void wb_report_program_counters(const struct wb_case_result *one, unsigned width,
                                struct wb_document *document) {
  struct wb_str text;
  wb_str_init(&text);
  add_of_host(&text, one);
  if (text.length > 0) {
    wb_document_add_line(document);
    wb_write_paragraph(document, width, 2, "", WB_STYLE_DIM, text.data);
  }
  wb_str_release(&text);
}

static void add_model(struct wb_str *out, const struct wb_counters *n) {
  wb_str_addf(out,
              "With sub-groups of %llu: %llu global transaction%s (%llu at best, %llu different "
              "piece%s)",
              (ull)n->subgroup, (ull)n->global_transactions, n->global_transactions == 1 ? "" : "s",
              (ull)n->ideal_transactions, (ull)n->distinct_pieces,
              n->distinct_pieces == 1 ? "" : "s");
  if (n->local_accesses > 0)
    wb_str_addf(out, ", %llu bank conflict%s", (ull)n->bank_conflicts,
                n->bank_conflicts == 1 ? "" : "s");
  if (n->atomic_conflicts > 0)
    wb_str_addf(out, ", %llu atomic%s waiting for another", (ull)n->atomic_conflicts,
                n->atomic_conflicts == 1 ? "" : "s");
  if (n->branches > 0)
    wb_str_addf(out, ", %llu of %llu branch%s diverge", (ull)n->divergent_branches,
                (ull)n->branches, n->branches == 1 ? "" : "es");
  wb_str_addf(out, ". %llu bytes of local memory a group; occupancy about %llu %%",
              (ull)n->local_bytes, (ull)n->occupancy_percent);
  if (n->unmodelled > 0)
    wb_str_addf(out, ". %llu accesses and branches more are too many to be counted here",
                (ull)n->unmodelled);
  if (n->uncounted > 0)
    wb_str_addf(out,
                ". Not counted: %llu accesses to constant memory and private arrays, and functions "
                "of sub-groups",
                (ull)n->uncounted);
}

/* ---- lines ---------------------------------------------------------------------- */

static const char *verb_of(enum wb_access access) {
  static const char *const verbs[] = {"", "reads", "writes", "updates"};
  return verbs[access];
}

/* A line whose accesses go to several arrays has the name of none. */
static const char *place_of(const struct wb_line_cost *line) {
  if (line->array[0] != '\0') return line->array;
  return line->memory == WB_MEMORY_LOCAL ? "local memory" : "global memory";
}

void wb_line_cost_describe(const struct wb_line_cost *line, struct wb_str *out) {
  if (line->memory == WB_MEMORY_NONE) {
    wb_str_addf(out, "sub-groups go %llu ways in %llu branches", (ull)line->cost,
                (ull)line->executions);
  } else {
    const char *unit = line->memory == WB_MEMORY_LOCAL ? "passes" : "transactions";
    if (line->access == WB_ACCESS_ATOMIC) unit = "steps";
    wb_str_addf(out, "%s %s: %llu %s, %llu would do", verb_of(line->access), place_of(line),
                (ull)line->cost, unit, (ull)line->ideal);
  }
}

static void write_lines(const struct wb_counted *counted, const char *file, const char *source,
                        unsigned width, struct wb_document *document) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < counted->n_lines && i < MOST_LINES; i++) {
    const struct wb_line_cost *line = &counted->lines[i];
    const bool judged = line->file[0] == '\0';
    if (line->cost <= line->ideal) break; /* nor do those that follow waste anything */
    wb_str_clear(&text);
    wb_str_addf(&text, "%s:%u:%u ", judged ? file : line->file, line->line, line->column);
    wb_line_cost_describe(line, &text);
    wb_document_add_line(document);
    wb_write_paragraph(document, width, 2, "", WB_STYLE_PLAIN, text.data);
    wb_write_excerpt(document, judged ? source : NULL, line->line, line->column, WB_STYLE_WARNING,
                     "", width);
  }
  wb_str_release(&text);
}

void wb_report_counters(const struct wb_counted *counted, const char *file, const char *source,
                        unsigned width, struct wb_document *document) {
  struct wb_str text;
  wb_str_init(&text);
  add_work(&text, counted->counters);
  if (text.length > 0) {
    wb_document_add_line(document);
    wb_write_paragraph(document, width, 2, "", WB_STYLE_DIM, text.data);
  }
  if (counted->counters->subgroup > 0) {
    wb_str_clear(&text);
    add_model(&text, counted->counters);
    wb_write_paragraph(document, width, 2, "", WB_STYLE_DIM, text.data);
    write_lines(counted, file, source, width, document);
  }
  wb_str_release(&text);
}
