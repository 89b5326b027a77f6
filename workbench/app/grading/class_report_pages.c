/* The pages of a class report that are about all of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grading/class_report_private.h"
#include "report/summary.h"
#include "report/svg.h"
#include "report/web_page.h"
#include "text/html.h"

/* ---- what all pages have -----------------------------------------------------------------------
 */

static char *title_of(const struct wb_class_report *report) {
  const struct wb_run_about *run = report->run;
  const char *course = run->course_title != NULL ? run->course_title : "GPU puzzles";
  return run->assignment != NULL ? wb_format("%s, %s", course, run->assignment) : wb_strdup(course);
}

void wb_class_page_begin(const struct wb_class_report *report, const char *title,
                         struct wb_str *out) {
  struct wb_web_link links[3] = {{"index.html", "Report"}};
  size_t n_links = 1;
  char *site = title_of(report);
  wb_str_init(out);
  if (report->order->staff)
    links[n_links++] = (struct wb_web_link){"similarity.html", "Similarity"};
  if (report->order->names) links[n_links++] = (struct wb_web_link){"names.html", "Names"};
  const struct wb_web_page page = {.title = title,
                                   .site = site,
                                   .label = "Report",
                                   .style = "report.css",
                                   .links = links,
                                   .n_links = n_links};
  wb_web_page_begin(&page, out);
  wb_class_add_words(out, "h1", title != NULL ? title : site);
  if (wb_told_walls(report->run) != NULL) wb_class_add_words(out, "p", wb_told_walls(report->run));
  free(site);
}

void wb_class_page_end(const struct wb_class_report *report, const char *file, struct wb_str *out) {
  wb_web_page_end(NULL, out);
  wb_site_add(report->site, file, out);
}

char *wb_class_person_page(const char *pseudonym, uint32_t attempt) {
  return attempt <= 1 ? wb_format("%s.html", pseudonym)
                      : wb_format("%s-%u.html", pseudonym, attempt);
}

enum wb_source_kind wb_class_language(const struct wb_class_report *report, const char *slug) {
  return wb_source_kind_of_file(wb_course_ending(report->order->course, slug));
}

void wb_class_add_link(struct wb_str *out, const char *file, const char *words) {
  wb_str_addf(out, "<a href=\"%s\">", file);
  wb_html_text(out, words);
  wb_str_add(out, "</a>");
}

void wb_class_add_words(struct wb_str *out, const char *tag, const char *words) {
  wb_str_addf(out, "<%s>", tag);
  wb_html_text(out, words);
  wb_str_addf(out, "</%s>\n", tag);
}

/* Of numbers a head begins with a blank: they stand on the right. */
void wb_class_begin_table(struct wb_str *out, const char *caption, const char *const *heads) {
  wb_str_add(out, "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"");
  wb_html_text(out, caption);
  wb_str_add(out, "\">\n<table>\n<thead><tr>");
  for (; *heads != NULL; heads++) {
    const bool right = **heads == ' ';
    wb_str_addf(out, "<th scope=\"col\"%s>", right ? " class=\"right\"" : "");
    wb_html_text(out, *heads + right);
    wb_str_add(out, "</th>");
  }
  wb_str_add(out, "</tr></thead>\n<tbody>\n");
}

void wb_class_end_table(struct wb_str *out) { wb_str_add(out, "</tbody>\n</table>\n</div>\n"); }

static void add_number(struct wb_str *out, double number) {
  if (isfinite(number))
    wb_str_addf(out, "<td class=\"right\">%.10g</td>", round(number * 100) / 100);
  else
    wb_str_add(out, "<td class=\"right\">–</td>");
}

static void add_count(struct wb_str *out, size_t part, size_t whole) {
  wb_str_addf(out, "<td class=\"right\">%zu of %zu</td>", part, whole);
}

static void add_percent(struct wb_str *out, double share) {
  if (isfinite(share))
    wb_str_addf(out, "<td class=\"right\">%.0f %%</td>", share * 100);
  else
    wb_str_add(out, "<td class=\"right\">–</td>");
}

/* ---- a distribution ----------------------------------------------------------------------------
 */

enum { BAR = 44, GAP = 8, TALL = 120, TOP = 22 };

size_t wb_class_bin(double share) {
  const double place = floor(share * WB_CLASS_BINS);
  return place <= 0 ? 0 : place >= WB_CLASS_BINS ? WB_CLASS_BINS - 1 : (size_t)place;
}

static void draw_bar(struct wb_svg *svg, size_t bin, size_t count, size_t highest) {
  const double x = (double)bin * (BAR + GAP), middle = x + BAR / 2.0;
  const double tall = highest > 0 ? (double)TALL * (double)count / (double)highest : 0;
  const struct wb_svg_look bar = {.fill = "#0b63a5"}, ground = {.stroke = "#6a737d"};
  const struct wb_svg_font above = {.size = 13, .anchor = WB_SVG_MIDDLE};
  const struct wb_svg_font below = {.size = 11, .anchor = WB_SVG_MIDDLE, .fill = "#6a737d"};
  char words[32];
  wb_svg_rectangle(svg, x, TOP + TALL - tall, BAR, tall, &bar);
  wb_svg_line(svg, x - GAP / 2.0, TOP + TALL, x + BAR + GAP / 2.0, TOP + TALL, &ground);
  snprintf(words, sizeof words, "%zu", count);
  wb_svg_text(svg, middle, TOP + TALL - tall - 6, &above, words);
  snprintf(words, sizeof words, "%zu–%zu", bin * 10, bin * 10 + 10);
  wb_svg_text(svg, middle, TOP + TALL + 16, &below, words);
}

void wb_class_add_distribution(struct wb_str *out, const size_t counts[WB_CLASS_BINS],
                               const char *below, const char *words) {
  struct wb_svg svg;
  struct wb_str all;
  size_t highest = 0;
  wb_svg_init(&svg);
  wb_str_init(&all);
  svg.in_page = true;
  wb_str_addf(&all, "%s:", words);
  for (size_t i = 0; i < WB_CLASS_BINS; i++) {
    highest = counts[i] > highest ? counts[i] : highest;
    wb_str_addf(&all, "%s %zu to %zu percent %zu", i > 0 ? "," : "", i * 10, i * 10 + 10,
                counts[i]);
  }
  for (size_t i = 0; i < WB_CLASS_BINS; i++) draw_bar(&svg, i, counts[i], highest);
  wb_svg_text(&svg, (BAR + GAP) * WB_CLASS_BINS / 2.0, TOP + TALL + 36,
              &(struct wb_svg_font){.size = 13, .anchor = WB_SVG_MIDDLE}, below);
  wb_str_add(out, "<figure>");
  wb_svg_finish_inline(&svg, all.data, out);
  wb_str_add(out, "</figure>\n");
  wb_str_release(&all);
}

/* ---- the overview ------------------------------------------------------------------------------
 */

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Points of all of whom all is told, sorted; the caller frees. */
static double *list_points(const struct wb_class_report *report, size_t *count) {
  double *points = wb_alloc((report->n_rows + 1) * sizeof *points);
  *count = 0;
  for (size_t i = 0; i < report->n_rows; i++)
    if (isfinite(report->rows[i].points)) points[(*count)++] = report->rows[i].points;
  if (*count > 0) qsort(points, *count, sizeof *points, by_size);
  return points;
}

static void add_scores(const struct wb_class_report *report, struct wb_str *out) {
  size_t count = 0, bins[WB_CLASS_BINS] = {0};
  double sum = 0, *points = list_points(report, &count);
  for (size_t i = 0; i < count; i++) {
    sum += points[i];
    bins[wb_class_bin(report->most > 0 ? points[i] / report->most : 0)]++;
  }
  wb_str_add(out, "<h2>Scores</h2>\n");
  if (count == 0) {
    wb_str_add(out, "<p>No points may be told yet.</p>\n");
  } else {
    const double median = (points[(count - 1) / 2] + points[count / 2]) / 2;
    wb_str_addf(
        out,
        "<p>%zu people have between %.10g and %.10g of %.10g points: %.10g on average, the "
        "median is %.10g.%s</p>\n",
        count, round(points[0] * 100) / 100, round(points[count - 1] * 100) / 100, report->most,
        round(sum / (double)count * 100) / 100, round(median * 100) / 100,
        count < report->n_rows ? " The points of others are not known, or not told yet." : "");
    wb_class_add_distribution(out, bins, "percent of the points",
                              "How many people have which part of the points");
  }
  free(points);
}

static double share_of(const struct wb_class_puzzle *puzzle) {
  return puzzle->shares > 0 ? puzzle->share / (double)puzzle->shares : NAN;
}

static int by_difficulty(const void *a, const void *b) {
  const struct wb_class_puzzle *x = *(const struct wb_class_puzzle *const *)a;
  const struct wb_class_puzzle *y = *(const struct wb_class_puzzle *const *)b;
  const double first = share_of(x), second = share_of(y);
  if (isfinite(first) && isfinite(second) && first != second) return first < second ? -1 : 1;
  return strcmp(x->about->slug, y->about->slug);
}

static char *puzzle_page(size_t index) { return wb_format("puzzle-%zu.html", index + 1); }

static void add_puzzle_row(const struct wb_class_report *report,
                           const struct wb_class_puzzle *puzzle, struct wb_str *out) {
  char *page = puzzle_page((size_t)(puzzle - report->puzzles));
  wb_str_add(out, "<tr><td>");
  wb_class_add_link(out, page, puzzle->about->title);
  wb_str_add(out, "</td>");
  add_percent(out, share_of(puzzle));
  add_count(out, puzzle->verdicts[WB_VERDICT_ACCEPTED], puzzle->people);
  add_count(out, puzzle->states[WB_ASSESSED_MISSING] + puzzle->states[WB_ASSESSED_STARTER],
            puzzle->people);
  wb_str_add(out, "</tr>\n");
  free(page);
}

static void add_difficulty(const struct wb_class_report *report, struct wb_str *out) {
  const size_t count = report->run->n_puzzles;
  bool in_part = false;
  for (size_t i = 0; i < count; i++) in_part |= report->puzzles[i].told_in_part > 0;
  const char *const heads[] = {"Puzzle", " Points",
                               in_part ? " Right on every visible case" : " Accepted",
                               " Not answered", NULL};
  const struct wb_class_puzzle **order = wb_alloc((count + 1) * sizeof *order);
  for (size_t i = 0; i < count; i++) order[i] = &report->puzzles[i];
  if (count > 0) qsort(order, count, sizeof *order, by_difficulty);
  wb_str_add(out, "<h2>Puzzles, the most difficult first</h2>\n");
  wb_class_begin_table(out, "Puzzles by difficulty", heads);
  for (size_t i = 0; i < count; i++) add_puzzle_row(report, order[i], out);
  wb_class_end_table(out);
  free(order);
}

static void add_flagged(const struct wb_class_report *report, struct wb_str *out) {
  size_t count = 0;
  wb_str_add(out, "<h2>Flagged submissions</h2>\n");
  for (size_t i = 0; i < report->n_rows; i++) {
    const struct wb_class_row *row = &report->rows[i];
    if (row->flag == NULL) continue;
    char *page = wb_class_person_page(row->pseudonym, row->attempt);
    wb_str_add(out, count++ == 0 ? "<ul>\n<li>" : "<li>");
    wb_class_add_link(out, page, row->pseudonym);
    wb_str_add(out, ": ");
    wb_html_text(out, row->flag);
    wb_str_add(out, "</li>\n");
    free(page);
  }
  wb_str_add(out, count > 0 ? "</ul>\n" : "<p>None.</p>\n");
}

static void add_row(const struct wb_class_report *report, const struct wb_class_row *row,
                    struct wb_str *out) {
  char *page = wb_class_person_page(row->pseudonym, row->attempt);
  wb_str_add(out, "<tr><td>");
  wb_class_add_link(out, page, row->pseudonym);
  wb_str_add(out, "</td>");
  add_number(out, row->points);
  for (size_t i = 0; i < report->run->n_puzzles; i++) {
    wb_str_add(out, "<td>");
    if (isfinite(row->puzzles[i].points))
      wb_str_addf(out, "%.10g, ", round(row->puzzles[i].points * 100) / 100);
    wb_str_addf(out, "%s</td>", row->puzzles[i].words);
  }
  wb_str_add(out, "</tr>\n");
  free(page);
}

static void add_people(const struct wb_class_report *report, struct wb_str *out) {
  const size_t count = report->run->n_puzzles;
  const char **heads = wb_alloc((count + 3) * sizeof *heads);
  heads[0] = "Who";
  heads[1] = " Points";
  for (size_t i = 0; i < count; i++) heads[i + 2] = report->run->puzzles[i].title;
  wb_str_add(out, "<h2>People</h2>\n");
  wb_class_begin_table(out, "People and their points", heads);
  for (size_t i = 0; i < report->n_rows; i++) add_row(report, &report->rows[i], out);
  wb_class_end_table(out);
  free(heads);
}

void wb_class_add_overview(const struct wb_class_report *report) {
  struct wb_str out;
  wb_class_page_begin(report, NULL, &out);
  wb_str_addf(&out, "<p>%s</p>\n",
              report->order->staff
                  ? "For staff alone: it has hidden cases and hints at copies."
                  : "What all may see. Everybody has a pseudonym; what is hidden is left out.");
  if (report->other_course)
    wb_str_add(&out,
               "<p>The course has changed since it was graded: what is said here of its wrong "
               "and right kernels may not fit.</p>\n");
  if (report->counts.unjudged > 0)
    wb_str_addf(
        &out,
        "<p><strong>Of %zu of %zu submissions not all is judged</strong>: what is said here "
        "may change.</p>\n",
        report->counts.unjudged, report->counts.all);
  add_scores(report, &out);
  wb_str_add(&out,
             "<p>Points are as judged, with those that a person has given; lateness is in "
             "the gradebook alone.</p>\n");
  add_difficulty(report, &out);
  if (report->order->staff) add_flagged(report, &out);
  add_people(report, &out);
  wb_class_page_end(report, "index.html", &out);
}

/* ---- a puzzle's page ---------------------------------------------------------------------------
 */

static int by_rightness(const void *a, const void *b) {
  const struct wb_class_case *x = *(const struct wb_class_case *const *)a;
  const struct wb_class_case *y = *(const struct wb_class_case *const *)b;
  const double first = (double)x->right / (double)x->total;
  const double second = (double)y->right / (double)y->total;
  if (first != second) return first < second ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void add_cases(const struct wb_class_puzzle *puzzle, struct wb_str *out) {
  static const char *const heads[] = {"Case", " Right", NULL};
  const struct wb_class_case **order = wb_alloc((puzzle->n_cases + 1) * sizeof *order);
  for (size_t i = 0; i < puzzle->n_cases; i++) order[i] = &puzzle->cases[i];
  if (puzzle->n_cases > 0) qsort(order, puzzle->n_cases, sizeof *order, by_rightness);
  wb_str_add(out, "<h2>Cases, the most difficult first</h2>\n");
  wb_class_begin_table(out, "Cases by difficulty", heads);
  for (size_t i = 0; i < puzzle->n_cases; i++) {
    wb_str_add(out, "<tr>");
    wb_class_add_words(out, "td", order[i]->name);
    add_count(out, order[i]->right, order[i]->total);
    wb_str_add(out, "</tr>\n");
  }
  wb_class_end_table(out);
  free(order);
}

static void add_verdicts(const struct wb_class_puzzle *puzzle, struct wb_str *out) {
  wb_str_addf(out, "<p>%zu people: ", puzzle->people);
  size_t said = 0;
  if (puzzle->told_in_part > 0)
    wb_str_addf(out, "%s%zu right on every visible case (there are hidden ones, not told here)",
                said++ > 0 ? ", " : "", puzzle->told_in_part);
  for (unsigned i = WB_VERDICT_COUNT; i-- > 0;) {
    const size_t in_part = i == WB_VERDICT_ACCEPTED ? puzzle->told_in_part : 0;
    if (puzzle->verdicts[i] > in_part)
      wb_str_addf(out, "%s%zu %s", said++ > 0 ? ", " : "", puzzle->verdicts[i] - in_part,
                  wb_verdict_words((enum wb_verdict)i));
  }
  for (unsigned i = 0; i < wb_assessed_states.count; i++)
    if (i != WB_ASSESSED_JUDGED && puzzle->states[i] > 0)
      wb_str_addf(out, "%s%zu %s", said++ > 0 ? ", " : "", puzzle->states[i],
                  wb_word_name(&wb_assessed_states, i));
  wb_str_add(out, ".</p>\n");
}

/* The most common first. */
static void add_findings(const struct wb_class_puzzle *puzzle, struct wb_str *out) {
  size_t left[WB_FINDING_KIND_COUNT];
  memcpy(left, puzzle->findings, sizeof left);
  for (bool first = true;; first = false) {
    unsigned most = 0;
    for (unsigned i = 1; i < WB_FINDING_KIND_COUNT; i++) most = left[i] > left[most] ? i : most;
    if (left[most] == 0) {
      wb_str_add(out, first ? "<p>The checks found nothing.</p>\n" : "</ul>\n");
      return;
    }
    wb_str_addf(out, "%s<li>%zu: <code>%s</code>, ", first ? "<ul>\n" : "", left[most],
                wb_finding_kind_name((enum wb_finding_kind)most));
    wb_html_text(out, wb_finding_kind_help((enum wb_finding_kind)most));
    wb_str_add(out, "</li>\n");
    left[most] = 0;
  }
}

static int by_people(const void *a, const void *b) {
  const struct wb_class_wrong *x = a, *y = b;
  if (x->people != y->people) return x->people > y->people ? -1 : 1;
  return strcmp(x->name, y->name);
}

static void add_wrong_kernel(const struct wb_class_wrong *one, struct wb_str *out) {
  wb_str_addf(out, "<tr><td class=\"right\">%zu</td>", one->people);
  wb_class_add_words(out, "td", one->name);
  wb_class_add_words(out, "td", one->why != NULL ? one->why : "");
  wb_str_add(out, "</tr>\n");
}

bool wb_class_compares_wrong(const struct wb_class_report *report) {
  const enum wb_seed_kind seed = report->order->run->about.seed;
  return seed == WB_SEEDS_OF_SPEC || (seed == WB_SEEDS_OF_COURSE && report->order->secret != NULL);
}

static void add_wrong(const struct wb_class_report *report, const struct wb_class_puzzle *puzzle,
                      struct wb_str *out) {
  static const char *const heads[] = {" People", "Fails like", "Why", NULL};
  size_t shown = 0, compared = 0;
  if (report->order->staff && !wb_class_compares_wrong(report))
    wb_str_addf(out, "<h2>Known mistakes</h2>\n<p>They are not compared with: %s.</p>\n",
                report->order->run->about.seed == WB_SEEDS_OF_PERSON
                    ? "each person has hidden inputs of their own"
                    : "hidden inputs follow from the secret of whoever graded, which is not here; "
                      "<code>--secret</code> names it");
  if (puzzle->n_wrong == 0) return;
  qsort(puzzle->wrong, puzzle->n_wrong, sizeof *puzzle->wrong, by_people);
  for (size_t i = 0; i < puzzle->n_wrong; i++) {
    shown += puzzle->wrong[i].people > 0;
    compared += puzzle->wrong[i].fails;
  }
  wb_str_add(out,
             "<h2>Known mistakes</h2>\n<p>How many people's answers fail just as one of the "
             "course's own wrong kernels does: with the same values and findings.</p>\n");
  if (shown > 0) wb_class_begin_table(out, "Known mistakes", heads);
  for (size_t i = 0; i < shown; i++) add_wrong_kernel(&puzzle->wrong[i], out);
  if (shown > 0) wb_class_end_table(out);
  wb_str_addf(out, "<p>Nobody's fails like the other %zu.", compared - shown);
  if (compared < puzzle->n_wrong)
    wb_str_addf(out, " %zu more cannot be compared: too little is told of how they fail.",
                puzzle->n_wrong - compared);
  wb_str_add(out, "</p>\n");
}

void wb_class_add_puzzles(const struct wb_class_report *report) {
  for (size_t i = 0; i < report->run->n_puzzles; i++) {
    const struct wb_class_puzzle *puzzle = &report->puzzles[i];
    char *file = puzzle_page(i);
    struct wb_str out;
    wb_class_page_begin(report, puzzle->about->title, &out);
    add_verdicts(puzzle, &out);
    add_cases(puzzle, &out);
    wb_str_add(&out,
               "<h2>What the checks found</h2>\n<p>How many people have an error of each "
               "kind.</p>\n");
    add_findings(puzzle, &out);
    add_wrong(report, puzzle, &out);
    wb_class_page_end(report, file, &out);
    free(file);
  }
}

/* ---- who is who --------------------------------------------------------------------------------
 */

static enum wb_status add_name(const struct wb_run_submission *one, void *data,
                               struct wb_error *err) {
  struct wb_str *out = data;
  char *page = wb_class_person_page(one->pseudonym, one->attempt);
  (void)err;
  wb_str_add(out, "<tr><td>");
  wb_class_add_link(out, page, one->pseudonym);
  wb_str_addf(out, "</td><td class=\"right\">%u</td><td>", one->attempt);
  for (size_t i = 0; i < one->about.n_ids; i++) {
    wb_str_add(out, i > 0 ? ", " : "");
    wb_html_text(out, one->about.ids[i]);
  }
  wb_str_add(out, "</td>");
  wb_class_add_words(out, "td", one->about.name != NULL ? one->about.name : "");
  wb_class_add_words(out, "td", one->about.label != NULL ? one->about.label : "");
  wb_str_add(out, "</tr>\n");
  free(page);
  return WB_OK;
}

enum wb_status wb_class_add_names(const struct wb_class_report *report, struct wb_error *err) {
  static const char *const heads[] = {"Pseudonym", " Attempt", "Ids", "Name", "Handed in as", NULL};
  struct wb_str out;
  wb_class_page_begin(report, "Names", &out);
  wb_str_add(&out,
             "<p>This page alone says who somebody is. Delete it before you show the others "
             "to anybody.</p>\n");
  wb_class_begin_table(&out, "Who is who", heads);
  enum wb_status status =
      wb_run_records_each(report->order->records, NULL, true, add_name, &out, err);
  wb_class_end_table(&out);
  wb_class_page_end(report, "names.html", &out);
  return status;
}
