/* What is alike in a class report: for staff, as a hint at what to look at. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/slug.h"
#include "grading/class_report_private.h"
#include "session/mistake.h"
#include "text/html.h"

enum { MOST_PAIRS = 20 /* of a puzzle, of each kind */, COURSE_TEXT_MAX = 4 << 20 };

/* ---- what the course has -----------------------------------------------------------------------
 */

static void give_file(struct wb_similarity *all, char *path) {
  char *text = wb_is_regular_file(path) ? wb_file_read_text(path, COURSE_TEXT_MAX, NULL) : NULL;
  if (text != NULL) wb_similarity_give(all, text, strlen(text));
  free(text);
  free(path);
}

static void give_hints(const struct wb_catalog *catalog, const char *slug,
                       struct wb_similarity *all) {
  for (size_t i = 0; i < catalog->count; i++) {
    const struct wb_puzzle_summary *puzzle = &catalog->items[i];
    if (strcmp(puzzle->slug, slug) != 0) continue;
    for (size_t k = 0; k < puzzle->n_hints; k++)
      wb_similarity_give(all, puzzle->hints[k], strlen(puzzle->hints[k]));
  }
}

static void add_right(struct wb_class_puzzle *puzzle, const char *path) {
  const struct wb_similarity_text about = {.accepted = true, .is_course = true};
  char *text = wb_is_regular_file(path) ? wb_file_read_text(path, COURSE_TEXT_MAX, NULL) : NULL;
  if (text == NULL) return;
  wb_similarity_add(puzzle->similarity, text, strlen(text), &about);
  puzzle->n_course++;
  free(text);
}

enum wb_status wb_class_begin_similarity(const struct wb_class_report *report,
                                         struct wb_class_puzzle *puzzle, struct wb_error *err) {
  const struct wb_course *course = report->order->course;
  const char *slug = puzzle->about->slug;
  struct wb_names right;
  char *accepted = wb_course_solution(course, slug);
  wb_names_init(&right);
  puzzle->similarity = wb_similarity_new(wb_class_language(report, slug));
  give_file(puzzle->similarity, wb_course_starter(course, slug));
  give_file(puzzle->similarity, wb_course_lesson(course, slug));
  give_hints(report->order->catalog, slug, puzzle->similarity);
  enum wb_status status = wb_course_right(course, slug, &right, err);
  if (status == WB_OK) add_right(puzzle, accepted);
  for (size_t i = 0; status == WB_OK && i < right.count; i++) add_right(puzzle, right.items[i]);
  wb_names_release(&right);
  free(accepted);
  return status;
}

/* ---- what was handed in ------------------------------------------------------------------------
 */

static struct wb_class_text *find_text(struct wb_class_puzzle *puzzle, const char *sha256) {
  for (size_t i = 0; i < puzzle->n_texts; i++)
    if (strcmp(puzzle->texts[i].sha256, sha256) == 0) return &puzzle->texts[i];
  return NULL;
}

static struct wb_class_text *add_text(struct wb_class_puzzle *puzzle,
                                      const struct wb_run_folder *folder, size_t run,
                                      const struct wb_assessed_puzzle *one) {
  unsigned char signature[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX] = "";
  struct wb_str source;
  wb_str_init(&source);
  if (wb_mistake_signature(&one->result, signature) == WB_EVIDENCE_WHOLE)
    wb_sha256_hex(signature, hex);
  wb_class_read_source(folder, one->file->sha256, &source);
  const struct wb_similarity_text about = {
      .accepted = one->result.verdict == WB_VERDICT_ACCEPTED, .is_old = run > 0, .mistake = hex};
  wb_similarity_add(puzzle->similarity, source.data, source.length, &about);
  puzzle->texts =
      wb_grow(puzzle->texts, &puzzle->texts_capacity, puzzle->n_texts + 1, sizeof *puzzle->texts);
  struct wb_class_text *text = &puzzle->texts[puzzle->n_texts++];
  *text = (struct wb_class_text){.run = run, .program = wb_strdup(one->result.fingerprint)};
  memcpy(text->sha256, one->file->sha256, sizeof text->sha256);
  wb_names_init(&text->people);
  wb_names_init(&text->pages);
  wb_str_release(&source);
  return text;
}

void wb_class_compare_text(const struct wb_class_report *report, struct wb_class_puzzle *puzzle,
                           const struct wb_run_folder *folder, size_t run,
                           const struct wb_run_submission *submission,
                           const struct wb_assessed_puzzle *one) {
  if (one->state != WB_ASSESSED_JUDGED) return;
  struct wb_class_text *text = find_text(puzzle, one->file->sha256);
  if (text == NULL) text = add_text(puzzle, folder, run, one);
  char *who = run == 0 ? wb_strdup(submission->pseudonym)
                       : wb_format("%s (%s)", submission->pseudonym,
                                   wb_path_basename(report->order->old[run - 1]));
  char *page =
      run == 0 ? wb_class_person_page(submission->pseudonym, submission->attempt) : wb_strdup("");
  if (!wb_names_have(&text->people, who)) {
    wb_names_add(&text->people, who);
    wb_names_add(&text->pages, page);
  }
  free(page);
  free(who);
}

struct old_run {
  const struct wb_class_report *report;
  struct wb_run_folder folder;
  size_t index; /* from 1 */
};

/* Puzzles may have other numbers by now. */
static enum wb_status compare_old(const struct wb_assessment *assessment, void *data,
                                  struct wb_error *err) {
  const struct old_run *old = data;
  const struct wb_class_report *report = old->report;
  (void)err;
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    for (size_t k = 0; k < report->run->n_puzzles; k++)
      if (strcmp(wb_slug_name(assessment->puzzles[i].puzzle->slug),
                 wb_slug_name(report->run->puzzles[k].slug)) == 0)
        wb_class_compare_text(report, &report->puzzles[k], &old->folder, old->index,
                              assessment->submission, &assessment->puzzles[i]);
  return WB_OK;
}

enum wb_status wb_class_read_old(const struct wb_class_report *report, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < report->order->n_old && status == WB_OK; i++) {
    struct old_run old = {.report = report, .index = i + 1};
    struct wb_run_records *records = NULL;
    status = wb_run_folder_open(&old.folder, report->order->old[i], false, err);
    if (status == WB_OK) status = wb_run_records_open(&records, &old.folder, false, err);
    if (status == WB_OK)
      status = wb_run_assess_each(&old.folder, records, NULL, false, compare_old, &old, err);
    wb_run_records_close(records);
    wb_run_folder_close(&old.folder);
  }
  return status;
}

/* ---- words -------------------------------------------------------------------------------------
 */

static const struct wb_class_text *text_of(const struct wb_class_puzzle *puzzle, size_t index) {
  return &puzzle->texts[index - puzzle->n_course];
}

static void add_one_person(const struct wb_class_text *text, size_t index, struct wb_str *out) {
  if (text->pages.items[index][0] != '\0')
    wb_class_add_link(out, text->pages.items[index], text->people.items[index]);
  else
    wb_html_text(out, text->people.items[index]);
}

static void add_all_people(const struct wb_class_text *text, struct wb_str *out) {
  for (size_t i = 0; i < text->people.count; i++) {
    wb_str_add(out, i > 0 ? ", " : "");
    add_one_person(text, i, out);
  }
}

/* "s3f0c… and 2 more with the same file" */
static void add_people(const struct wb_class_text *text, struct wb_str *out) {
  add_one_person(text, 0, out);
  if (text->people.count > 1)
    wb_str_addf(out, " and %zu more with the same file", text->people.count - 1);
}

static bool is_same_program(const struct wb_class_text *a, const struct wb_class_text *b) {
  return a->program != NULL && a->program[0] != '\0' && b->program != NULL &&
         strcmp(a->program, b->program) == 0;
}

/* "the same mistake; 1 unused declaration; 2 comments; 1 odd name; the same program" */
static void add_shared(const struct wb_similarity_pair *pair, bool same_program,
                       struct wb_str *out) {
  const size_t start = out->length;
  if (pair->same_mistake) wb_str_add(out, "the same mistake");
  if (pair->dead > 0)
    wb_str_addf(out, "%s%zu unused declaration%s", out->length > start ? "; " : "", pair->dead,
                pair->dead == 1 ? "" : "s");
  if (pair->comments > 0)
    wb_str_addf(out, "%s%zu comment%s", out->length > start ? "; " : "", pair->comments,
                pair->comments == 1 ? "" : "s");
  if (pair->names > 0)
    wb_str_addf(out, "%s%zu odd name%s", out->length > start ? "; " : "", pair->names,
                pair->names == 1 ? "" : "s");
  if (same_program) wb_str_addf(out, "%sthe same program", out->length > start ? "; " : "");
}

/* ---- a pair side by side -----------------------------------------------------------------------
 */

static bool mark_line(size_t line, struct wb_str *out, void *data) {
  const struct wb_similarity_side *side = data;
  (void)out;
  return line <= side->n_lines && side->shared[line - 1];
}

static void add_side(const struct wb_class_report *report, const struct wb_class_puzzle *puzzle,
                     const struct wb_class_text *text, struct wb_similarity_side *side,
                     const struct wb_str *source, struct wb_str *out) {
  const struct wb_html_notes notes = {mark_line, side};
  wb_str_add(out, "<section>\n<h2>");
  add_all_people(text, out);
  wb_str_add(out, "</h2>\n<div class=\"numbered\">\n");
  wb_html_noted_source(out, wb_class_language(report, puzzle->about->slug), source->data,
                       source->length, &notes);
  wb_str_add(out, "</div>\n</section>\n");
}

static void add_list(const char *lead, const struct wb_names *names, struct wb_str *out) {
  if (names->count == 0) return;
  wb_str_addf(out, "<p>%s:</p>\n<ul>\n", lead);
  for (size_t i = 0; i < names->count; i++) {
    wb_str_add(out, "<li><code>");
    wb_html_text(out, names->items[i]);
    wb_str_add(out, "</code></li>\n");
  }
  wb_str_add(out, "</ul>\n");
}

static void add_facts(const struct wb_class_puzzle *puzzle, const struct wb_similarity_pair *pair,
                      const struct wb_similarity_view *view, struct wb_str *out) {
  const bool same = is_same_program(text_of(puzzle, pair->a), text_of(puzzle, pair->b));
  wb_str_addf(out,
              "<p>A hint for a person, and no proof of anything. They share %.0f %% of what is "
              "their own, by weight: %.0f %% of the first and %.0f %% of the second. The longest "
              "run that both have is of %zu tokens: lines %zu to %zu, and %zu to %zu. Lines with "
              "something shared are marked.</p>\n",
              pair->share * 100, pair->of_a * 100, pair->of_b * 100, view->longest,
              view->a.first_line, view->a.last_line, view->b.first_line, view->b.last_line);
  if (pair->same_mistake)
    wb_str_add(out,
               "<p>Both fail in the same way, with the same values and findings, which few "
               "do.</p>\n");
  if (pair->dead > 0)
    wb_str_addf(
        out,
        "<p>Both declare %s that nothing uses, in the same words but for names, as few do.</p>\n",
        pair->dead == 1 ? "something" : "several things");
  if (same)
    wb_str_add(out,
               "<p>Both are the same program to the compiler, which says much of a long one "
               "and little of a short one.</p>\n");
  add_list("Comments that both have, and few others", &view->comments, out);
  add_list("Names that both have, and few others", &view->names, out);
}

static void read_text(const struct wb_class_report *report, const struct wb_class_text *text,
                      struct wb_str *out) {
  const struct wb_run_folder old = {
      .path = text->run > 0 ? (char *)report->order->old[text->run - 1] : NULL};
  wb_class_read_source(text->run > 0 ? &old : report->order->run, text->sha256, out);
}

/* Adds the page; the longest run of the two. */
static size_t add_pair_page(const struct wb_class_report *report,
                            const struct wb_class_puzzle *puzzle,
                            const struct wb_similarity_pair *pair, const char *file) {
  const struct wb_class_text *a = text_of(puzzle, pair->a), *b = text_of(puzzle, pair->b);
  struct wb_similarity_view view;
  struct wb_str out, of_a, of_b;
  char *title = wb_format("%s: two submissions", puzzle->about->title);
  wb_str_init(&of_a);
  wb_str_init(&of_b);
  read_text(report, a, &of_a);
  read_text(report, b, &of_b);
  wb_similarity_view(puzzle->similarity, pair->a, of_a.data, of_a.length, pair->b, of_b.data,
                     of_b.length, &view);
  wb_class_page_begin(report, title, &out);
  add_facts(puzzle, pair, &view, &out);
  wb_str_add(&out, "<div class=\"beside\">\n");
  add_side(report, puzzle, a, &view.a, &of_a, &out);
  add_side(report, puzzle, b, &view.b, &of_b, &out);
  wb_str_add(&out, "</div>\n");
  wb_class_page_end(report, file, &out);
  const size_t longest = view.longest;
  wb_similarity_view_release(&view);
  wb_str_release(&of_a);
  wb_str_release(&of_b);
  free(title);
  return longest;
}

/* ---- the page ----------------------------------------------------------------------------------
 */

static void add_pair(const struct wb_class_report *report, const struct wb_class_puzzle *puzzle,
                     const struct wb_similarity_pair *pair, size_t number, struct wb_str *out) {
  const struct wb_class_text *a = text_of(puzzle, pair->a), *b = text_of(puzzle, pair->b);
  char *file = wb_format("pair-%zu-%zu.html", (size_t)(puzzle - report->puzzles) + 1, number);
  const size_t longest = add_pair_page(report, puzzle, pair, file);
  wb_str_add(out, "<tr><td>");
  add_people(a, out);
  wb_str_add(out, "</td><td>");
  add_people(b, out);
  wb_str_addf(out, "</td><td class=\"right\">%.0f %%</td><td class=\"right\">%zu</td><td>",
              pair->share * 100, longest);
  add_shared(pair, is_same_program(a, b), out);
  wb_str_add(out, "</td><td>");
  wb_class_add_link(out, file, "side by side");
  wb_str_add(out, "</td></tr>\n");
  free(file);
}

static void add_pairs(const struct wb_class_report *report, const struct wb_class_puzzle *puzzle,
                      const char *title, const struct wb_similarity_pair *pairs, size_t count,
                      size_t first, struct wb_str *out) {
  static const char *const heads[] = {"One",  "Other", " Alike", " Longest run", "Both have also",
                                      "Look", NULL};
  if (count == 0) return;
  char *caption = wb_format("%s: %s", puzzle->about->slug, title);
  wb_str_addf(out, "<h3>%s</h3>\n", title);
  wb_class_begin_table(out, caption, heads);
  free(caption);
  for (size_t i = 0; i < count; i++) add_pair(report, puzzle, &pairs[i], first + i, out);
  wb_class_end_table(out);
}

static void add_same_files(const struct wb_class_puzzle *puzzle, struct wb_str *out) {
  size_t count = 0;
  for (size_t i = 0; i < puzzle->n_texts; i++) {
    const struct wb_class_text *text = &puzzle->texts[i];
    if (text->people.count < 2 ||
        wb_similarity_is_too_short(puzzle->similarity, puzzle->n_course + i))
      continue;
    wb_str_add(out, count++ == 0 ? "<h3>The same file</h3>\n<ul>\n<li>" : "<li>");
    add_all_people(text, out);
    wb_str_add(out, "</li>\n");
  }
  if (count > 0) wb_str_add(out, "</ul>\n");
}

static int by_program(const void *a, const void *b) {
  const struct wb_class_text *x = *(const struct wb_class_text *const *)a;
  const struct wb_class_text *y = *(const struct wb_class_text *const *)b;
  const int order = strcmp(x->program, y->program);
  return order != 0 ? order : (x > y) - (x < y);
}

/* Groups of several files that the compiler makes the same of. */
static void add_same_programs(const struct wb_class_puzzle *puzzle, struct wb_str *out) {
  const struct wb_class_text **texts = wb_alloc((puzzle->n_texts + 1) * sizeof *texts);
  size_t count = 0, groups = 0;
  for (size_t i = 0; i < puzzle->n_texts; i++)
    if (puzzle->texts[i].program != NULL && puzzle->texts[i].program[0] != '\0')
      texts[count++] = &puzzle->texts[i];
  if (count > 0) qsort(texts, count, sizeof *texts, by_program);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && is_same_program(texts[i], texts[end]);) end++;
    if (end - i < 2) continue;
    wb_str_add(out,
               groups++ == 0
                   ? "<details><summary>The same program, in files that differ</summary>\n"
                     "<p>For what it is worth: of a short kernel there are few.</p>\n<ul>\n<li>"
                   : "<li>");
    for (size_t k = i; k < end; k++) {
      wb_str_add(out, k > i ? "; " : "");
      add_people(texts[k], out);
    }
    wb_str_add(out, "</li>\n");
  }
  if (groups > 0) wb_str_add(out, "</ul>\n</details>\n");
  free(texts);
}

/* How like its nearest each text is: what is usual for the puzzle. */
static void add_nearest(const struct wb_class_puzzle *puzzle,
                        const struct wb_similarity_pairs *pairs, struct wb_str *out) {
  size_t bins[WB_CLASS_BINS] = {0}, compared = 0;
  for (size_t i = 0; i < puzzle->n_texts; i++) {
    const double nearest = pairs->nearest[puzzle->n_course + i];
    if (nearest < 0) continue;
    bins[wb_class_bin(nearest)]++;
    compared++;
  }
  wb_str_addf(out,
              "<p>%zu different files, of which %zu are too short for evidence: they have fewer "
              "than %d tokens beyond what the course gives.</p>\n",
              puzzle->n_texts, puzzle->n_texts - compared, WB_SIMILARITY_LEAST_OWN);
  if (compared > 0)
    wb_class_add_distribution(out, bins, "percent alike to the nearest other file",
                              "How many files are how much like the nearest other one");
}

/* What one person wrote several times is no pair. */
static bool may_pair(size_t a, size_t b, void *data) {
  const struct wb_names *x = &text_of(data, a)->people, *y = &text_of(data, b)->people;
  return x->count > 1 || y->count > 1 || strcmp(x->items[0], y->items[0]) != 0;
}

static void add_puzzle(const struct wb_class_report *report, struct wb_class_puzzle *puzzle,
                       struct wb_str *out) {
  struct wb_similarity_pairs pairs;
  wb_similarity_weigh(puzzle->similarity);
  wb_similarity_find(puzzle->similarity, MOST_PAIRS, may_pair, puzzle, &pairs);
  wb_class_add_words(out, "h2", puzzle->about->title);
  add_nearest(puzzle, &pairs, out);
  add_pairs(report, puzzle, "The same mistakes, dead code, comments or odd names", pairs.odd,
            pairs.n_odd, 1, out);
  add_same_files(puzzle, out);
  add_pairs(report, puzzle, "Most alike", pairs.alike, pairs.n_alike, pairs.n_odd + 1, out);
  add_same_programs(puzzle, out);
  wb_similarity_pairs_release(&pairs);
}

void wb_class_add_similarity(const struct wb_class_report *report) {
  struct wb_str out;
  wb_class_page_begin(report, "Similarity", &out);
  wb_str_add(&out,
             "<p>Hints at what to look at, never a verdict: two people may well write the same "
             "short kernel. Names, layout and comments make no difference to how alike two texts "
             "are; what the starter, the lesson and the hints give counts nowhere; what few "
             "accepted texts have weighs most. Compare with what is usual for the puzzle, and read "
             "both texts.</p>\n");
  for (size_t i = 0; i < report->run->n_puzzles; i++) add_puzzle(report, &report->puzzles[i], &out);
  wb_class_page_end(report, "similarity.html", &out);
}

void wb_class_release_similarity(struct wb_class_puzzle *puzzle) {
  for (size_t i = 0; i < puzzle->n_texts; i++) {
    wb_names_release(&puzzle->texts[i].people);
    wb_names_release(&puzzle->texts[i].pages);
    free(puzzle->texts[i].program);
  }
  free(puzzle->texts);
  wb_similarity_free(puzzle->similarity);
}
