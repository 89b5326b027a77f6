/* What a launch did, in words: every counter, and what lines cost a GPU. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "finding/counters.h"
#include "report/emulation.h"
#include "report/write.h"

enum { LABEL = 30, MOST_LINES = 8 };

/* The counters in words, in the order of the report; `most` is the counter
 * that has the most of one work-item. */
static const struct row {
  const char *counter, *label, *most;
} rows[] = {
    {"items", "work-items", NULL},
    {"global_reads", "reads of global memory", "max_global_reads"},
    {"global_writes", "writes to global memory", "max_global_writes"},
    {"global_atomics", "atomics on global memory", "max_global_atomics"},
    {"local_reads", "reads of local memory", "max_local_reads"},
    {"local_writes", "writes to local memory", "max_local_writes"},
    {"local_atomics", "atomics on local memory", "max_local_atomics"},
    {"barriers", "barriers passed by groups", NULL},
    {"local_bytes", "bytes of local memory a group", NULL},
    {"occupancy_percent", "occupancy in %, estimated", NULL},
};

/* "1,048,576": long numbers in groups of three. */
static void add_number(struct wb_str *out, uint64_t value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRIu64, value);
  size_t length = strlen(digits);
  for (size_t i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) wb_str_add_char(out, ',');
    wb_str_add_char(out, digits[i]);
  }
}

static void write_number(struct wb_document *document, const char *label, uint64_t value,
                         const char *note) {
  struct wb_str number;
  wb_str_init(&number);
  add_number(&number, value);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "  %-*s ", LABEL, label);
  wb_put(document, WB_STYLE_STRONG, "%15s", number.data);
  if (note[0] != '\0') wb_put(document, WB_STYLE_DIM, "   %s", note);
  wb_str_release(&number);
}

static void write_row(struct wb_document *document, const struct wb_counters *counters,
                      const struct row *row) {
  struct wb_str note;
  const uint64_t value = wb_counter_value(counters, row->counter, NULL);
  wb_str_init(&note);
  if (strcmp(row->counter, "items") == 0 && counters->unfinished > 0) {
    wb_str_add(&note, "of ");
    add_number(&note, counters->items + counters->unfinished);
    wb_str_add(&note, " finished");
  }
  if (row->most != NULL && value > 0) {
    wb_str_add(&note, "at most ");
    add_number(&note, wb_counter_value(counters, row->most, NULL));
    wb_str_add(&note, " by one work-item");
  }
  write_number(document, row->label, value, note.data);
  wb_str_release(&note);
}

static void add_share(struct wb_str *out, uint64_t part, uint64_t whole, const char *of) {
  if (whole > 0) wb_str_addf(out, "%.0f %% %s", 100.0 * (double)part / (double)whole, of);
}

static void write_transactions(struct wb_document *document, const struct wb_counters *n) {
  struct wb_str note;
  wb_str_init(&note);
  if (n->global_transactions > 0) {
    add_number(&note, n->ideal_transactions);
    wb_str_add(&note, " at best");
    /* A share of what was modelled would be taken for one of the launch. */
    if (n->unmodelled == 0) wb_str_add(&note, ": ");
    if (n->unmodelled == 0)
      add_share(&note, n->ideal_transactions, n->global_transactions, "efficient");
  }
  write_number(document, "transactions", n->global_transactions, note.data);
  wb_str_clear(&note);
  if (n->distinct_pieces > 0)
    wb_str_addf(&note, "each moved %.1f times on average",
                (double)n->global_transactions / (double)n->distinct_pieces);
  write_number(document, "different pieces, by group", n->distinct_pieces, note.data);
  wb_str_release(&note);
}

static void write_modelled(struct wb_document *document, const struct wb_counters *n) {
  struct wb_str note;
  wb_str_init(&note);
  wb_document_add_line(document);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_STRONG,
         "As a GPU with sub-groups of %" PRIu64 " would do it:", n->subgroup);
  write_number(document, "instructions on global memory", n->global_accesses, "");
  write_transactions(document, n);
  write_number(document, "instructions on local memory", n->local_accesses, "");
  write_number(document, "bank conflicts", n->bank_conflicts, "");
  write_number(document, "atomics that wait for another", n->atomic_conflicts, "");
  if (n->unmodelled == 0) add_share(&note, n->divergent_branches, n->branches, "divergent");
  if (n->unmodelled > 0 && n->divergent_branches > 0) {
    add_number(&note, n->divergent_branches);
    wb_str_add(&note, " divergent");
  }
  write_number(document, "branches", n->branches, note.data);
  if (n->unmodelled > 0)
    write_number(document, "left out of the model", n->unmodelled,
                 "too many between barriers: the figures above are too low");
  if (n->uncounted > 0)
    write_number(document, "counted nowhere above", n->uncounted,
                 "constant memory, private arrays, functions of sub-groups");
  wb_str_release(&note);
}

static void write_line_cost(struct wb_document *document, const struct wb_line_cost *line,
                            const char *file, unsigned width) {
  static const char *const units[] = {
      [WB_MEMORY_NONE] = "ways", [WB_MEMORY_GLOBAL] = "transactions", [WB_MEMORY_LOCAL] = "passes"};
  const bool known = (unsigned)line->memory < sizeof units / sizeof units[0];
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%s:%" PRIu32 ":%" PRIu32 ": ", line->file[0] != '\0' ? line->file : file,
              line->line, line->column);
  if (line->memory == WB_MEMORY_NONE)
    wb_str_add(&text, "branch");
  else
    wb_str_addf(&text, "%s of %s", wb_access_name(line->access),
                line->array[0] != '\0' ? line->array : wb_memory_name(line->memory));
  wb_str_addf(&text, ": %" PRIu64 " %s in %" PRIu64 " instructions, %" PRIu64 " at best",
              line->cost, known ? units[line->memory] : "", line->executions, line->ideal);
  wb_write_paragraph(document, width, 4, "", WB_STYLE_PLAIN, text.data);
  wb_str_release(&text);
}

static void write_lines(struct wb_document *document, const struct wb_emulation *e,
                        const char *file, unsigned width) {
  size_t shown = 0;
  for (size_t i = 0; i < e->n_lines && shown < MOST_LINES; i++) {
    if (e->lines[i].cost <= e->lines[i].ideal) continue;
    if (shown++ == 0) {
      wb_document_add_line(document);
      wb_document_add_line(document);
      wb_write(document, WB_STYLE_STRONG, "Lines that cost more than they need to:");
    }
    write_line_cost(document, &e->lines[i], file, width);
  }
}

void wb_write_stats(struct wb_document *document, const struct wb_emulation *emulation,
                    const char *file, unsigned width) {
  const struct wb_counters *counters = &emulation->result.cases[0].counters;
  wb_document_add_line(document);
  wb_document_add_line(document);
  wb_write(
      document, WB_STYLE_STRONG,
      counters->unfinished > 0 ? "What the launch did until it stopped:" : "What the launch did:");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) write_row(document, counters, &rows[i]);
  if (counters->subgroup > 0) write_modelled(document, counters);
  write_lines(document, emulation, file, width);
}
