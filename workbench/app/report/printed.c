#include "report/printed.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "finding/finding.h"

static unsigned long long number(uint64_t count) { return (unsigned long long)count; }

static const char *text_or(const char *text, const char *otherwise) {
  return text != NULL ? text : otherwise;
}

/* "the line \"hello\"", or "an empty line". */
static void add_line(const char *line, struct wb_str *out) {
  if (text_or(line, "")[0] == '\0')
    wb_str_add(out, "an empty line");
  else
    wb_str_addf(out, "the line \"%s\"", line);
}

static void add_times(uint64_t times, struct wb_str *out) {
  if (times == 0)
    wb_str_add(out, "not at all");
  else if (times == 1)
    wb_str_add(out, "once");
  else
    wb_str_addf(out, "%llu times", number(times));
}

static void add_others(const struct wb_printed_lines *lines, const char *are, struct wb_str *out) {
  if (lines->count > 1)
    wb_str_addf(out, "; %llu more line%s %s %s", number(lines->count - 1),
                lines->count == 2 ? "" : "s", lines->count == 2 ? "is" : "are", are);
}

/* ---- what each of them says ------------------------------------------------------------- */

static void say_torn(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  const struct wb_printed_lines *torn = &printed->torn;
  add_line(torn->line, out);
  if (torn->has_item) {
    wb_str_add(out, ", by ");
    wb_item_id_words(&torn->who, out);
    wb_str_add_char(out, ',');
  }
  wb_str_add(out,
             " is put together from several calls of printf, between which other work-items "
             "may print: print a line in one call");
  add_others(torn, "in pieces", out);
}

static void say_missing(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  const struct wb_printed_lines *missing = &printed->missing;
  if (printed->got == 0) {
    wb_str_addf(out, "nothing was printed, expected %llu line%s, the first of them \"%s\"",
                number(printed->wanted), printed->wanted == 1 ? "" : "s",
                text_or(missing->line, ""));
    return;
  }
  add_line(missing->line, out);
  if (missing->times > 0) {
    wb_str_add(out, " was printed ");
    add_times(missing->times, out);
    wb_str_addf(out, ", expected %llu times", number(missing->wanted));
  } else {
    wb_str_add(out, " was not printed");
  }
  add_others(missing, "missing", out);
}

static void say_extra(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  const struct wb_printed_lines *extra = &printed->extra;
  add_line(extra->line, out);
  if (extra->wanted > 0) {
    wb_str_add(out, " was printed ");
    add_times(extra->times, out);
    wb_str_add(out, ", expected ");
    add_times(extra->wanted, out);
  } else {
    wb_str_add(out, " is not expected");
  }
  if (extra->has_item) {
    wb_str_add(out, extra->wanted > 0 ? ", the last of them" : ", printed");
    wb_str_add(out, " by ");
    wb_item_id_words(&extra->who, out);
  }
  add_others(extra, "not expected", out);
}

static void say_swapped(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  wb_str_addf(out,
              "all lines are there, but not in their order: line %llu is \"%s\", expected "
              "\"%s\"",
              number(printed->place), text_or(printed->got_there, ""),
              text_or(printed->expected_there, ""));
}

/* ---- all of it -------------------------------------------------------------------------- */

struct sentence {
  bool there;
  void (*say)(const struct wb_printed_mismatch *printed, struct wb_str *out);
};
enum { SENTENCES = 4 };

static void choose_sentences(const struct wb_printed_mismatch *printed,
                             struct sentence sentences[SENTENCES]) {
  sentences[0] = (struct sentence){printed->torn.present, say_torn};
  sentences[1] = (struct sentence){printed->missing.present, say_missing};
  sentences[2] = (struct sentence){printed->extra.present, say_extra};
  sentences[3] = (struct sentence){printed->swapped, say_swapped};
}

static void begin_with_capital(struct wb_str *out, size_t start) {
  char *first = out->data + start;
  if (out->length > start && *first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
}

void wb_printed_sentences(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  struct sentence sentences[SENTENCES];
  if (!printed->present) return;
  choose_sentences(printed, sentences);
  for (size_t i = 0; i < SENTENCES; i++) {
    const size_t start = out->length;
    if (!sentences[i].there) continue;
    sentences[i].say(printed, out);
    begin_with_capital(out, start);
    wb_str_add(out, ".\n");
  }
  if (text_or(printed->note, "")[0] != '\0') wb_str_addf(out, "%s\n", printed->note);
}

void wb_printed_in_short(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  struct sentence sentences[SENTENCES];
  bool said = false;
  if (!printed->present) return;
  choose_sentences(printed, sentences);
  for (size_t i = 0; i < SENTENCES && !said; i++) {
    said = sentences[i].there;
    if (said) sentences[i].say(printed, out);
  }
  if (!said) wb_str_add(out, "what is printed differs");
}

void wb_printed_counts(const struct wb_printed_mismatch *printed, struct wb_str *out) {
  const struct {
    const struct wb_printed_lines *lines;
    const char *words;
  } kinds[] = {{&printed->torn, "in pieces"},
               {&printed->missing, "missing"},
               {&printed->extra, "not expected"}};
  if (!printed->present) return;
  const size_t start = out->length;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const uint64_t count = kinds[i].lines->count;
    if (!kinds[i].lines->present) continue;
    const bool first = out->length == start;
    wb_str_addf(out, "%s%llu%s %s %s", first ? "" : ", ", number(count),
                !first       ? ""
                : count == 1 ? " printed line"
                             : " printed lines",
                count == 1 ? "is" : "are", kinds[i].words);
  }
  if (out->length == start)
    wb_str_add(out, printed->swapped ? "the printed lines are in another order"
                                     : "what is printed differs");
}

const char *wb_printed_rule(const char *order) {
  if (order == NULL) return NULL;
  return strcmp(order, "any") == 0 ? "What it prints is judged: the lines, in any order."
                                   : "What it prints is judged: the lines, in their order.";
}
