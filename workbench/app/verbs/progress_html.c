/* The summary of a learner's progress as a web page. All that somebody wrote, from the learner's
 * name to the titles of puzzles, comes out as text. */
#include <string.h>

#include "report/summary.h"
#include "text/html.h"
#include "verbs/progress.h"

/* Colours of light and dark have a contrast of at least 4.5 on their paper. */
static const char HEAD[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<style>\n"
    ":root { color-scheme: light dark; --paper: #fdfcf9; --ink: #20242a; --faint: #5a626c; "
    "--rule: #d8d4ca; --good: #11703c; }\n"
    "@media (prefers-color-scheme: dark) { :root { --paper: #16191d; --ink: #e6e8eb; --faint: "
    "#a4acb6; --rule: #3a4048; --good: #6fcf97; } }\n"
    "body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; "
    "max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px "
    "solid var(--rule); }\n"
    "td.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
    ".solved { color: var(--good); }\n"
    ".faint { color: var(--faint); }\n"
    "</style>\n";

static void add_best(const struct wb_standing *standing, struct wb_str *out) {
  for (size_t i = 0; i < standing->n_best; i++) {
    const struct wb_best_counter *best = &standing->best[i];
    wb_str_add(out, i > 0 ? "<br>" : "");
    wb_best_write(best, out);
    wb_str_addf(out, " <span class=\"faint\">version %llu</span>",
                (unsigned long long)best->version);
  }
}

/* Of a puzzle that is not solved. */
static void add_state(const struct wb_overview *overview, struct wb_str *out) {
  struct wb_str steps;
  wb_str_init(&steps);
  const bool has = wb_steps_so_far_words(&overview->about, &overview->progress, &steps);
  wb_str_addf(out, "<td class=\"faint\">%s%s%s</td>", overview->state, has ? ", " : "", steps.data);
  wb_str_release(&steps);
}

static void add_puzzle(const struct wb_standing *standing, struct wb_str *out) {
  const struct wb_overview *overview = &standing->overview;
  const struct wb_progress *progress = &overview->progress;
  char day[WB_DAY_BYTES];
  wb_str_addf(out, "<tr><td class=\"number\">%u</td><td>", overview->about.number);
  wb_html_text(out, overview->about.title != NULL ? overview->about.title : overview->about.slug);
  wb_str_add(out, "</td>");
  if (progress->solved)
    wb_str_addf(out, "<td class=\"solved\">solved %s</td>",
                wb_progress_day(progress->solved_at, day));
  else
    add_state(overview, out);
  wb_str_addf(out, "<td class=\"number\">%u&#160;%%</td>", wb_score_percent(progress->best_score));
  wb_str_addf(out, "<td class=\"number\">%llu</td><td class=\"number\">%llu</td>",
              (unsigned long long)progress->attempts, (unsigned long long)standing->versions);
  wb_str_addf(out, "<td class=\"number\">%u of %zu</td><td>", progress->hints_shown,
              overview->about.n_hints);
  add_best(standing, out);
  wb_str_add(out, "</td></tr>\n");
}

static void add_chapter(const char *chapter, struct wb_str *out) {
  wb_str_add(out, "<tr><th colspan=\"8\" scope=\"rowgroup\">");
  wb_html_text(out, chapter);
  wb_str_add(out, "</th></tr>\n");
}

static void add_puzzles(const struct wb_progress_summary *summary, struct wb_str *out) {
  const char *chapter = NULL;
  wb_str_add(out,
             "<table>\n<thead><tr><th scope=\"col\">#</th><th scope=\"col\">Puzzle</th>"
             "<th scope=\"col\">State</th><th scope=\"col\">Score</th><th scope=\"col\">Runs</th>"
             "<th scope=\"col\">Versions</th><th scope=\"col\">Hints</th>"
             "<th scope=\"col\">Best</th></tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < summary->n_puzzles; i++) {
    const char *own = summary->puzzles[i].overview.about.chapter;
    if (own != NULL && (chapter == NULL || strcmp(own, chapter) != 0)) add_chapter(own, out);
    if (own != NULL) chapter = own;
    add_puzzle(&summary->puzzles[i], out);
  }
  wb_str_add(out, "</tbody>\n</table>\n");
}

void wb_progress_summary_html(const struct wb_progress_summary *summary, struct wb_str *out) {
  char day[WB_DAY_BYTES];
  wb_str_add(out, HEAD);
  wb_str_add(out, "<title>");
  wb_html_text(out, summary->title);
  wb_str_add(out, "</title>\n</head>\n<body>\n<h1>");
  wb_html_text(out, summary->title);
  wb_str_add(out, "</h1>\n<p>");
  if (summary->learner != NULL) {
    wb_html_text(out, summary->learner);
    wb_str_add(out, ": ");
  }
  wb_str_addf(out, "%llu of %zu solved, %s.</p>\n", (unsigned long long)summary->solved,
              summary->n_puzzles, wb_progress_day(summary->made_at, day));
  add_puzzles(summary, out);
  wb_str_add(out,
             "<p class=\"faint\">What the workbench on one machine has kept. It is no proof: "
             "<code>`workbench check-all`</code> judges the kernels.</p>\n</body>\n</html>\n");
}
