#include "text/diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"

/* The diff as signs and first characters of lines: " a-b+c". */
static char *script_of(const char *old, const char *new) {
  struct wb_diff diff = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_diff_texts(&diff, old, strlen(old), new, strlen(new));
  for (size_t i = 0; i < diff.n_runs; i++)
    wb_str_addf(&out, "%c%zu@%zu,%zu ", " -+"[diff.runs[i].kind], diff.runs[i].count,
                diff.runs[i].old_line, diff.runs[i].new_line);
  wb_diff_release(&diff);
  return wb_str_detach(&out);
}

static void check_script(const char *old, const char *new, const char *expected) {
  char *script = script_of(old, new);
  CHECK_STRING(script, expected);
  free(script);
}

static void what_goes_stands_before_what_comes(void) {
  check_script("", "", "");
  check_script("a\n", "a\n", " 1@0,0 ");
  check_script("", "a\nb\n", "+2@0,0 ");
  check_script("a\nb\n", "", "-2@0,0 ");
  check_script("a\nb\nc\n", "a\nx\nc\n", " 1@0,0 -1@1,1 +1@2,1  1@2,2 ");
  check_script("a\nb\n", "b\nc\n", "-1@0,0  1@1,0 +1@2,1 ");
}

static void a_newline_at_the_end_is_no_line(void) {
  check_script("a\nb", "a\nb\n", " 2@0,0 ");
  check_script("a\n", "a\n\n", " 1@0,0 +1@1,1 ");
  check_script("\n\n", "\n", " 1@0,0 -1@1,1 ");
}

static void any_bytes_are_lines(void) {
  static const char old[] = "a\0b\nc\n", new[] = "a\0x\nc\n";
  size_t removed, added;
  wb_diff_count(old, sizeof old - 1, new, sizeof new - 1, &removed, &added);
  CHECK_INT(removed, 1);
  CHECK_INT(added, 1);
}

/* ---- against the textbook's table ---- */

enum { MOST = 40 };

static size_t common_lines(const char *a, size_t n, const char *b, size_t m) {
  static size_t table[MOST + 1][MOST + 1];
  for (size_t i = 0; i <= n; i++)
    for (size_t k = 0; k <= m; k++)
      if (i == 0 || k == 0)
        table[i][k] = 0;
      else if (a[2 * i - 2] == b[2 * k - 2])
        table[i][k] = table[i - 1][k - 1] + 1;
      else
        table[i][k] = table[i - 1][k] > table[i][k - 1] ? table[i - 1][k] : table[i][k - 1];
  return table[n][m];
}

static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

/* Lines of one letter. */
static size_t make_lines(char *text, uint32_t *state, unsigned letters) {
  size_t n = next_random(state) % (MOST + 1);
  for (size_t i = 0; i < n; i++) {
    text[2 * i] = (char)('a' + next_random(state) % letters);
    text[2 * i + 1] = '\n';
  }
  text[2 * n] = '\0';
  return n;
}

/* Whether the runs cover both texts in order, and what is the same is so. */
static bool applies(const struct wb_diff *diff, const char *a, size_t n, const char *b, size_t m) {
  size_t x = 0, y = 0;
  for (size_t i = 0; i < diff->n_runs; i++) {
    const struct wb_diff_run *run = &diff->runs[i];
    if (run->old_line != x || run->new_line != y || run->count == 0) return false;
    if (i > 0 && run[-1].kind == run->kind) return false;
    if (i > 0 && run[-1].kind == WB_DIFF_ADDED && run->kind == WB_DIFF_REMOVED) return false;
    for (size_t k = 0; k < run->count; k++)
      if (run->kind == WB_DIFF_SAME && a[2 * (x + k)] != b[2 * (y + k)]) return false;
    if (run->kind != WB_DIFF_ADDED) x += run->count;
    if (run->kind != WB_DIFF_REMOVED) y += run->count;
  }
  return x == n && y == m;
}

static void random_texts_get_the_shortest_script(void) {
  char a[2 * MOST + 1], b[2 * MOST + 1];
  uint32_t state = 7;
  bool right = true, shortest = true;
  for (int round = 0; round < 20000; round++) {
    unsigned letters = 1 + (unsigned)round % 12;
    size_t n = make_lines(a, &state, letters), m = make_lines(b, &state, letters);
    struct wb_diff diff = {0};
    wb_diff_texts(&diff, a, 2 * n, b, 2 * m);
    size_t common = common_lines(a, n, b, m);
    right = right && applies(&diff, a, n, b, m);
    shortest = shortest && diff.removed == n - common && diff.added == m - common;
    wb_diff_release(&diff);
  }
  CHECK(right);
  CHECK(shortest);
}

static void texts_that_share_nothing_end_soon(void) {
  struct wb_str a, b;
  size_t removed, added;
  wb_str_init(&a);
  wb_str_init(&b);
  for (int i = 0; i < 60000; i++) {
    wb_str_addf(&a, "%s%d\n", i % 1000 == 0 ? "" : "a", i);
    wb_str_addf(&b, "%s%d\n", i % 1000 == 0 ? "" : "b", i);
  }
  wb_diff_count(a.data, a.length, b.data, b.length, &removed, &added);
  CHECK(removed >= 59940 && removed <= 60000);
  CHECK_INT(removed, added);
  wb_str_release(&a);
  wb_str_release(&b);
}

/* ---- how it is shown ---- */

static void changed_lines_stand_side_by_side(void) {
  const char *old = "a\nb\nc\nd\ne\n", *new = "a\nB\nd\ne\nf\n";
  struct wb_diff diff = {0};
  struct wb_diff_pairs pairs = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_diff_texts(&diff, old, strlen(old), new, strlen(new));
  wb_diff_pair_lines(&diff, &pairs);
  for (size_t i = 0; i < pairs.count; i++)
    wb_str_addf(&out, "%ld%c%ld ", pairs.items[i].old_line, pairs.items[i].sign,
                pairs.items[i].new_line);
  CHECK_STRING(out.data, "0 0 1|1 2<-1 3 2 4 3 -1>4 ");
  wb_str_release(&out);
  wb_diff_pairs_release(&pairs);
  wb_diff_release(&diff);
}

static void what_is_the_same_is_left_out(void) {
  const char *old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n", *new = "1\n2\nx\n4\n5\n6\n7\n8\ny\n";
  struct wb_diff diff = {0};
  struct wb_diff_pieces pieces = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_diff_texts(&diff, old, strlen(old), new, strlen(new));
  wb_diff_cut(&diff, 1, &pieces);
  for (size_t i = 0; i < pieces.count; i++)
    wb_str_addf(&out, "(%zu)%c%zu@%zu ", pieces.items[i].gap, " -+"[pieces.items[i].run.kind],
                pieces.items[i].run.count, pieces.items[i].run.old_line);
  CHECK_STRING(out.data, "(1) 1@1 (0)-1@2 (0)+1@3 (0) 1@3 (3) 1@7 (0)-1@8 (0)+1@9 ");
  CHECK_INT(pieces.gap, 0);
  wb_str_release(&out);
  wb_diff_pieces_release(&pieces);
  wb_diff_release(&diff);
}

int main(void) {
  tap_run("what goes stands before what comes", what_goes_stands_before_what_comes);
  tap_run("a newline at the end is no line", a_newline_at_the_end_is_no_line);
  tap_run("any bytes are lines", any_bytes_are_lines);
  tap_run("random texts get the shortest script", random_texts_get_the_shortest_script);
  tap_run("texts that share nothing end soon", texts_that_share_nothing_end_soon);
  tap_run("changed lines stand side by side", changed_lines_stand_side_by_side);
  tap_run("what is the same is left out", what_is_the_same_is_left_out);
  return tap_finish();
}
