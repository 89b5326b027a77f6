#include <stdlib.h>
#include <string.h>

#include "report/printed.h"
#include "report/summary.h"
#include "report/write.h"
#include "base/file.h"
#include "result/groups.h"
#include "result/steps.h"
#include "text/wrap.h"

/* The report of one run for people: the verdict, who judged what, the cases,
 * then everything about the first case that explains the verdict, and what to
 * do next. */
enum { MOST_FINDINGS = 6, MOST_DIAGNOSTICS = 8, MOST_LOG_LINES = 30, MOST_PRINTED_LINES = 20 };

struct run {
  const struct wb_result *result;
  const char *file; /* as shown */
  const char *source;
  const char *next; /* the puzzle that is suggested; NULL: none */
  unsigned width;
  struct wb_document *document;
};

/* What to do after each verdict; each "%s" is the puzzle. */
static const char *const next_steps[WB_VERDICT_COUNT] = {
    [WB_VERDICT_JUDGE_ERROR] =
        "This is not your kernel's fault and does not count. `workbench doctor` says what is "
        "missing on this machine.",
    [WB_VERDICT_SECURITY_VIOLATION] = "Take out what the sandbox refused.",
    [WB_VERDICT_COMPILE_ERROR] = "Fix the first error first: later ones often follow from it.",
    [WB_VERDICT_TIME_LIMIT] =
        "Look for a loop that never ends, or a barrier that not every work-item reaches.",
    [WB_VERDICT_MEMORY_LIMIT] = "Look for arrays that are larger than the puzzle needs.",
    [WB_VERDICT_OUTPUT_LIMIT] = "Print less: let one work-item print, not all of them.",
    [WB_VERDICT_RUNTIME_ERROR] = "Fix the first finding first. `workbench hint %s` gives a nudge.",
    [WB_VERDICT_WRONG_ANSWER] =
        "Work out by hand which work-item writes the marked element, and from what. "
        "`workbench hint %s` gives a nudge.",
    [WB_VERDICT_OVER_BUDGET] =
        "Right and clean: now do it with less. `workbench hint %s` gives a nudge.",
    [WB_VERDICT_ACCEPTED] =
        "`workbench show %s` now explains why it works, and `workbench solution %s` shows another "
        "way.",
};

/* Of host programs, where that is another thing. */
static const char *const program_steps[WB_VERDICT_COUNT] = {
    [WB_VERDICT_TIME_LIMIT] = "Look for a loop that never ends, in Lua or in a kernel.",
    [WB_VERDICT_MEMORY_LIMIT] = "Look for buffers that are larger than the puzzle needs.",
    [WB_VERDICT_OUTPUT_LIMIT] = "Print less.",
    [WB_VERDICT_WRONG_ANSWER] =
        "Follow the marked element: which copy, and which launch, should have brought it there? "
        "`workbench hint %s` gives a nudge.",
};

static enum wb_style verdict_style(enum wb_verdict verdict) {
  enum wb_style style = WB_STYLE_BAD;
  if (verdict == WB_VERDICT_ACCEPTED) style = WB_STYLE_GOOD;
  if (verdict == WB_VERDICT_JUDGE_ERROR || verdict == WB_VERDICT_OVER_BUDGET)
    style = WB_STYLE_WARNING;
  return style;
}

static const char *text_or(const char *text, const char *other) {
  return text != NULL && text[0] != '\0' ? text : other;
}

static bool is_said(const char *text) { return text != NULL && text[0] != '\0'; }

static void write_headline(const struct run *run) {
  const struct wb_result *r = run->result;
  bool accepted = r->verdict == WB_VERDICT_ACCEPTED;
  wb_document_add_line(run->document);
  wb_put(run->document, verdict_style(r->verdict), "%s %s", accepted ? "✓" : "✗",
         wb_verdict_name(r->verdict));
  wb_put(run->document, WB_STYLE_STRONG, "  %s", text_or(r->puzzle, ""));
  if (r->score > 0 && r->score < 1)
    wb_put(run->document, WB_STYLE_PLAIN, "  score %u %%", wb_score_percent(r->score));
  wb_write_paragraph(run->document, run->width, 2, "", WB_STYLE_PLAIN,
                     text_or(r->detail, wb_result_meaning(r)));
  const char *lacks = wb_result_lacks(r);
  struct wb_str judged;
  wb_str_init(&judged);
  wb_str_addf(&judged, "judged %s on %s", run->file, text_or(r->device, "no device"));
  if (r->elapsed_ms > 0) wb_str_addf(&judged, " in %.0f ms", r->elapsed_ms); /* grade keeps none */
  if (lacks != NULL) wb_str_addf(&judged, ", %s", lacks);
  wb_write_paragraph(run->document, run->width, 2, "", WB_STYLE_DIM, judged.data);
  wb_str_release(&judged);
}

/* ---- cases ------------------------------------------------------------------- */

/* `i`: which of the run's cases. */
static void add_case_name(struct wb_str *out, const struct run *run, size_t i) {
  const struct wb_case_result *c = &run->result->cases[i];
  wb_str_addf(out, "case %zu", run->result->cases_before + i + 1);
  if (!c->visible)
    wb_str_add(out, " (hidden)");
  else if (is_said(c->name))
    wb_str_addf(out, ", %s", c->name);
}

/* Words of several styles in a paragraph after an indent. */
static void begin_words(const struct run *run, struct wb_wrap *wrap, const char *indent) {
  wb_wrap_init(wrap, run->document, run->width);
  wb_str_add(&wrap->indent, indent);
}

static void add_words(struct wb_wrap *wrap, enum wb_style style, const char *text) {
  wb_wrap_text(wrap, style, text, strlen(text));
}

static void end_words(struct wb_wrap *wrap) {
  wb_wrap_end_line(wrap);
  wb_wrap_release(wrap);
}

static void write_case_line(const struct run *report, size_t i) {
  const struct wb_case_result *c = &report->result->cases[i];
  bool accepted = c->verdict == WB_VERDICT_ACCEPTED, run = wb_case_was_run(c);
  const bool in_step = report->result->n_steps > 0;
  struct wb_str text;
  struct wb_wrap wrap;
  wb_str_init(&text);
  add_case_name(&text, report, i);
  begin_words(report, &wrap, in_step ? "      " : "    ");
  wb_wrap_marker(&wrap, run ? verdict_style(c->verdict) : WB_STYLE_DIM,
                 accepted ? "✓ "
                 : run    ? "✗ "
                          : "- ");
  add_words(&wrap, WB_STYLE_PLAIN, text.data);
  if (!accepted) {
    add_words(&wrap, WB_STYLE_PLAIN, ": ");
    add_words(&wrap, run ? verdict_style(c->verdict) : WB_STYLE_DIM,
              run ? wb_verdict_name(c->verdict) : WB_NOT_RUN);
  }
  wb_str_clear(&text);
  if (c->mismatches > 0)
    wb_str_addf(&text, ", %llu element%s differ%s", (unsigned long long)c->mismatches,
                c->mismatches == 1 ? "" : "s", c->mismatches == 1 ? "s" : "");
  if (c->printed.present) wb_str_add(&text, ", ");
  wb_printed_counts(&c->printed, &text);
  add_words(&wrap, WB_STYLE_PLAIN, text.data);
  wb_str_clear(&text);
  if (c->time_ns > 0) {
    wb_str_add_char(&text, '(');
    wb_write_time(&text, c->time_ns);
    wb_str_add_char(&text, ')');
  }
  add_words(&wrap, WB_STYLE_PLAIN, " ");
  wb_wrap_glue(&wrap, WB_STYLE_DIM, text.data, text.length);
  end_words(&wrap);
  wb_str_release(&text);
}

/* Over its cases. */
static void write_step(const struct run *run, size_t index) {
  const struct wb_result_step *step = &run->result->steps[index];
  struct wb_str words;
  wb_str_init(&words);
  wb_step_words(run->result, index, &words);
  wb_write_paragraph(run->document, run->width, 2, "",
                     step->cases == 0 ? WB_STYLE_DIM
                     : step->done     ? WB_STYLE_GOOD
                                      : WB_STYLE_STRONG,
                     words.data);
  wb_str_release(&words);
}

/* What the cases bring, below them. */
static void write_points(const struct run *run) {
  const struct wb_result *r = run->result;
  struct wb_str words;
  if (r->n_groups == 0) return;
  wb_str_init(&words);
  wb_points_words(r, &words);
  wb_document_add_line(run->document);
  wb_write_paragraph(run->document, run->width, 2, "", WB_STYLE_STRONG, words.data);
  for (size_t i = 0; i < r->n_groups; i++) {
    wb_str_clear(&words);
    wb_group_words(r, i, &words);
    wb_write_paragraph(run->document, run->width, 4, "",
                       r->groups[i].earned >= r->groups[i].points ? WB_STYLE_GOOD : WB_STYLE_PLAIN,
                       words.data);
  }
  wb_str_release(&words);
}

static void write_cases(const struct run *run) {
  const struct wb_result *r = run->result;
  size_t step = 0;
  if (r->n_cases == 0) return;
  wb_document_add_line(run->document);
  for (size_t i = 0; i < r->n_cases; i++) {
    for (; step < r->n_steps && step < r->cases[i].step; step++) write_step(run, step);
    write_case_line(run, i);
  }
  for (; step < r->n_steps; step++) write_step(run, step);
}

/* The place of the case that is told of: of a failure the one that explains it, else the first
 * visible one with a warning, or else the first visible one. `n_cases`: there is none. */
static size_t telling_case(const struct wb_result *result) {
  size_t telling = wb_smallest_failure(result);
  if (result->verdict != WB_VERDICT_ACCEPTED) return telling;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (!one->visible) continue;
    if (telling == result->n_cases) telling = i;
    if (one->n_findings > 0) return i;
  }
  return telling;
}

/* ---- what went wrong ---------------------------------------------------------- */

static void write_findings(const struct run *run, const struct wb_case_result *c) {
  uint64_t left = c->findings_dropped;
  struct wb_unique_findings findings;
  wb_findings_collect_case(c, &findings);
  for (size_t i = 0; i < findings.count && i < MOST_FINDINGS; i++) {
    wb_document_add_line(run->document);
    wb_report_finding(&findings.items[i], run->file, run->source, run->width, run->document);
  }
  if (findings.count > MOST_FINDINGS) left += findings.count - MOST_FINDINGS;
  wb_findings_release(&findings);
  if (left == 0) return;
  wb_document_add_line(run->document);
  wb_document_add_line(run->document);
  wb_put(run->document, WB_STYLE_DIM, "… and %llu more finding%s", (unsigned long long)left,
         left == 1 ? "" : "s");
}

static void write_mismatch(const struct run *run, const struct wb_case_result *c) {
  const struct wb_mismatch *m = &c->first_mismatch;
  if (!m->present || !c->visible) return;
  const char *unset = wb_unset_words(m->got);
  uint64_t others = c->mismatches > 0 ? c->mismatches - 1 : 0;
  struct wb_str more;
  struct wb_wrap wrap;
  wb_str_init(&more);
  if (others > 0)
    wb_str_addf(&more, ", and %llu other element%s differ%s", (unsigned long long)others,
                others == 1 ? "" : "s", others == 1 ? "s" : "");
  wb_document_add_line(run->document);
  begin_words(run, &wrap, "");
  add_words(&wrap, WB_STYLE_STRONG, text_or(m->array, "?"));
  add_words(&wrap, WB_STYLE_STRONG, text_or(m->position, ""));
  add_words(&wrap, WB_STYLE_PLAIN, unset != NULL ? " " : " is ");
  add_words(&wrap, WB_STYLE_BAD, unset != NULL ? unset : text_or(m->got, "?"));
  add_words(&wrap, WB_STYLE_PLAIN, ", expected ");
  add_words(&wrap, WB_STYLE_GOOD, text_or(m->expected, "?"));
  add_words(&wrap, WB_STYLE_PLAIN, more.data);
  end_words(&wrap);
  wb_str_release(&more);
}

/* Outputs that differ; those that are right would only distract. */
static void write_previews(const struct run *run, const struct wb_case_result *c) {
  const struct wb_mismatch *m = &c->first_mismatch;
  for (size_t i = 0; c->visible && i < c->n_previews; i++) {
    const struct wb_preview *p = &c->previews[i];
    bool here = m->present && is_said(m->array) && strcmp(m->array, p->array) == 0;
    bool differs = here;
    for (size_t k = 0; k < p->n; k++) differs = differs || p->differs[k];
    if (differs) wb_write_preview(run->document, p, here, m->index, run->width);
  }
}

static void write_moves(const struct run *run, const struct wb_case_result *c) {
  struct wb_str words;
  wb_str_init(&words);
  wb_moved_elements_words(c, &words);
  if (words.length > 0) {
    wb_document_add_line(run->document);
    wb_write_paragraph(run->document, run->width, 0, "", WB_STYLE_PLAIN, words.data);
  }
  wb_str_release(&words);
}

static void write_printed_mismatch(const struct run *run, const struct wb_case_result *c) {
  struct wb_str sentences;
  wb_str_init(&sentences);
  wb_printed_sentences(&c->printed, &sentences);
  for (char *line = sentences.data; *line != '\0';) {
    char *end = strchr(line, '\n');
    *end = '\0';
    wb_write_paragraph(run->document, run->width, 0, "", WB_STYLE_PLAIN, line);
    line = end + 1;
  }
  wb_str_release(&sentences);
}

static void write_printed(const struct run *run, const struct wb_case_result *c) {
  if (!c->visible || !is_said(c->text)) return;
  wb_document_add_line(run->document);
  wb_document_add_line(run->document);
  wb_write(run->document, WB_STYLE_STRONG,
           wb_result_is_of_program(run->result) ? "Your program and its kernels printed:"
                                                : "Your kernel printed:");
  wb_write_block(run->document, 2, WB_STYLE_PLAIN, c->text, MOST_PRINTED_LINES);
}

static void write_counters(const struct run *run, const struct wb_case_result *c) {
  const struct wb_counted counted = {&c->counters, c->lines, c->n_lines};
  if (wb_result_is_of_program(run->result) && c->visible)
    wb_report_program_counters(c, run->width, run->document);
  wb_report_counters(&counted, run->file, run->source, run->width, run->document);
}

static void write_case(const struct run *run, const struct wb_case_result *c, size_t place) {
  struct wb_str name;
  wb_str_init(&name);
  add_case_name(&name, run, place);
  if (c->verdict != WB_VERDICT_ACCEPTED) {
    name.data[0] = 'C';
    wb_document_add_line(run->document);
    wb_document_add_line(run->document);
    wb_write(run->document, WB_STYLE_HEADING, name.data);
  }
  /* For a wrong answer the mismatch below says all that the detail would. */
  bool told = c->verdict == WB_VERDICT_WRONG_ANSWER && c->visible &&
              (c->first_mismatch.present || c->printed.present);
  if (is_said(c->detail) && !told)
    wb_write_paragraph(run->document, run->width, 0, "", WB_STYLE_PLAIN, c->detail);
  write_findings(run, c);
  write_mismatch(run, c);
  write_previews(run, c);
  write_moves(run, c);
  write_printed_mismatch(run, c);
  write_printed(run, c);
  write_counters(run, c);
  wb_str_release(&name);
}

/* Beside a wrong output, since it stays when that is mended. */
static void write_over_budget(const struct run *run) {
  const struct wb_result *r = run->result;
  const size_t place = wb_smallest_with(r, WB_VERDICT_OVER_BUDGET);
  struct wb_str words;
  if (wb_result_verdict_to_explain(r) != WB_VERDICT_WRONG_ANSWER || place == r->n_cases ||
      !r->cases[place].visible || !is_said(r->cases[place].detail))
    return;
  wb_str_init(&words);
  add_case_name(&words, run, place);
  words.data[0] = 'C';
  wb_str_addf(&words, ", is right, but over budget: %s", r->cases[place].detail);
  wb_document_add_line(run->document);
  wb_write_paragraph(run->document, run->width, 0, "", WB_STYLE_PLAIN, words.data);
  wb_str_release(&words);
}

/* ---- compilation --------------------------------------------------------------- */

static void write_compilation(const struct run *run) {
  const struct wb_result *r = run->result;
  size_t shown = r->n_diagnostics < MOST_DIAGNOSTICS ? r->n_diagnostics : MOST_DIAGNOSTICS;
  for (size_t i = 0; i < shown; i++) {
    wb_document_add_line(run->document);
    wb_write_diagnostic(run->document, &r->diagnostics[i], run->file, run->source, run->width);
  }
  if (shown < r->n_diagnostics) {
    wb_document_add_line(run->document);
    wb_document_add_line(run->document);
    wb_put(run->document, WB_STYLE_DIM, "… and %zu more", r->n_diagnostics - shown);
  }
  if (r->n_diagnostics == 0 && is_said(r->compile_log)) {
    wb_document_add_line(run->document);
    wb_write_block(run->document, 2, WB_STYLE_PLAIN, r->compile_log, MOST_LOG_LINES);
  }
}

/* The same where only hidden cases fail: what to ask, as there is nothing to look at. */
static const char *const hidden_steps[WB_VERDICT_COUNT] = {
    [WB_VERDICT_TIME_LIMIT] =
        "It takes too long only in hidden cases: which loop ends only for some sizes, or does much "
        "more where there are more elements? `workbench hint %s` gives a nudge.",
    [WB_VERDICT_MEMORY_LIMIT] =
        "It takes too much memory only in hidden cases: which array grows "
        "with the size? `workbench hint %s` gives a nudge.",
    [WB_VERDICT_OUTPUT_LIMIT] =
        "It prints too much only in hidden cases: how often does it print "
        "where there are more work-items?",
    [WB_VERDICT_RUNTIME_ERROR] =
        "Only hidden cases show this. For which sizes, groups or data would this line go wrong? "
        "`workbench emulate` runs your kernel with sizes of your own, and "
        "`workbench hint %s` gives a nudge.",
    [WB_VERDICT_WRONG_ANSWER] =
        "Hidden cases have other sizes, other groups and other data: which of these does your "
        "kernel "
        "take for granted? `workbench hint %s` gives a nudge.",
    [WB_VERDICT_OVER_BUDGET] =
        "Right, but a hidden case costs too much. What does a work-item do more often where "
        "there "
        "are more elements, or other groups? `workbench run %s --stats` counts it in visible "
        "cases.",
};

static bool was_refused(const struct wb_case_result *one) {
  return one->n_findings > 0 && one->findings[0].kind == WB_INVALID_LAUNCH;
}

/* What to ask of a hidden case that fails; NULL where that depends on no case. */
static const char *hidden_step(enum wb_verdict verdict, const struct wb_case_result *one,
                               bool of_program) {
  const char *step = hidden_steps[verdict];
  if (verdict == WB_VERDICT_RUNTIME_ERROR && was_refused(one))
    step = of_program ? "Hidden cases have other sizes: for which of them does your program make a "
                        "launch of such "
                        "sizes? `workbench hint %s` gives a nudge."
                      : "Hidden cases are launched with other groups: your kernel must take "
                        "whatever size it is "
                        "launched with. `workbench hint %s` gives a nudge.";
  if (verdict == WB_VERDICT_RUNTIME_ERROR && one->n_findings == 0) /* it crashed */
    step = next_steps[verdict];
  if (verdict == WB_VERDICT_WRONG_ANSWER && one->prints_judged && one->prints_alone)
    step =
        "Hidden cases have other sizes and other groups: where does your kernel not print each "
        "line once, or print another one? `workbench hint %s` gives a nudge.";
  if (verdict == WB_VERDICT_OVER_BUDGET && wb_case_does_too_little(one)) step = NULL;
  return step;
}

/* How to see where a wrong element comes from; nothing where a trace cannot show that. */
static void add_trace(const struct run *run, const struct wb_case_result *telling,
                      struct wb_str *out) {
  const struct wb_result *r = run->result;
  if (wb_result_verdict_to_explain(r) != WB_VERDICT_WRONG_ANSWER || !r->checks ||
      wb_result_is_of_program(r) || !telling->visible || !telling->first_mismatch.present)
    return;
  wb_str_addf(out, " `workbench trace %s --case %zu` draws what work-items read and write.",
              text_or(r->puzzle, ""), r->cases_before + (size_t)(telling - r->cases) + 1);
}

static void write_next(const struct run *run, const struct wb_case_result *telling) {
  const struct wb_result *r = run->result;
  const enum wb_verdict verdict = wb_result_verdict_to_explain(r);
  if ((unsigned)verdict >= WB_VERDICT_COUNT) return;
  const bool is_program = wb_result_is_of_program(r);
  const bool of_program = is_program && program_steps[verdict] != NULL;
  const char *step = of_program ? program_steps[verdict] : next_steps[verdict];
  const bool goes_on = verdict == WB_VERDICT_ACCEPTED && wb_result_last_step(r) < r->n_steps;
  if (verdict == WB_VERDICT_ACCEPTED && r->left_out > 0) /* a pack has neither */
    step = "";
  if (goes_on) step = "Now the next step: `workbench run %s` judges all of them.";
  if (verdict == WB_VERDICT_TIME_LIMIT && r->n_cases == 0 && !of_program)
    step = "Look for a macro or a type that grows without end.";
  if (verdict == WB_VERDICT_WRONG_ANSWER && telling != NULL && telling->printed.present &&
      !telling->first_mismatch.present)
    step = "Work out by hand which work-item prints which line. `workbench hint %s` gives a nudge.";
  if (verdict == WB_VERDICT_WRONG_ANSWER && is_program && telling != NULL &&
      wb_case_differs_in_deeds(telling))
    step =
        "Read it beside the lesson, which says what to return and which kernels must do the work. "
        "`workbench hint %s` gives a nudge.";
  if (verdict == WB_VERDICT_OVER_BUDGET && wb_result_has_warnings(r))
    step = "Right: now do it with less. `workbench hint %s` gives a nudge.";
  if (verdict == WB_VERDICT_OVER_BUDGET && telling != NULL && wb_case_does_too_little(telling))
    step = "Right: now let more of the device be used at once. `workbench hint %s` gives a nudge.";
  if (wb_result_budget_comes_first(r))
    step =
        "Visible cases are right, but cost too much: look at these first. Hidden cases are wrong, "
        "too: "
        "they have other sizes, other groups and other data. `workbench hint %s` gives a nudge.";
  const bool hidden = telling != NULL && !telling->visible && verdict != WB_VERDICT_ACCEPTED;
  const char *asked = hidden ? hidden_step(verdict, telling, is_program) : NULL;
  if (asked != NULL) step = asked;
  struct wb_str text;
  wb_str_init(&text);
  for (const char *slot = strstr(step, "%s"); slot != NULL; slot = strstr(step, "%s")) {
    wb_str_add_bytes(&text, step, (size_t)(slot - step));
    wb_str_add(&text, text_or(r->puzzle, ""));
    step = slot + 2;
  }
  wb_str_add(&text, step);
  if (telling != NULL) add_trace(run, telling, &text);
  if (verdict == WB_VERDICT_ACCEPTED && !goes_on)
    wb_str_addf(&text, "%s`workbench %s%s` %s.", text.length > 0 ? " " : "",
                run->next != NULL ? "show " : "list", run->next != NULL ? run->next : "",
                run->next != NULL ? "is next" : "shows what is next");
  wb_document_add_line(run->document);
  wb_write_paragraph(run->document, run->width, 2, "→ ", WB_STYLE_PLAIN, text.data);
  wb_str_release(&text);
}

static void write_run(const struct wb_result *result, const char *source, const char *next,
                      const struct wb_report_style *style, struct wb_document *document) {
  const char *file = wb_short_path(text_or(result->file, "?"));
  const size_t place = telling_case(result);
  struct run run = {.result = result,
                    .file = file,
                    .source = source,
                    .next = next,
                    .width = style->width > 0 ? style->width : WB_REPORT_WIDTH,
                    .document = document};
  const struct wb_case_result *telling = place < result->n_cases ? &result->cases[place] : NULL;
  write_headline(&run);
  write_cases(&run);
  write_points(&run);
  if (telling != NULL) write_case(&run, telling, place);
  write_over_budget(&run);
  write_compilation(&run);
  if (!style->no_advice) write_next(&run, telling);
}

void wb_report_text(const struct wb_result *result, const char *source, const char *next,
                    const struct wb_report_style *style, struct wb_str *out) {
  struct wb_document document = {0};
  write_run(result, source, next, style, &document);
  wb_styled_to_ansi(&document, style, out);
  wb_document_release(&document);
}
