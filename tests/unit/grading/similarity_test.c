/* How alike texts are said to be, of pairs whose kinship is known. */
#include "grading/similarity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"

static const char STARTER[] =
    "// Complete this kernel: each work-item sums a window.\n"
    "__kernel void blur(__global const float *in, __global float *out, const int n)\n"
    "{\n"
    "  const int i = get_global_id(0);\n"
    "  // Your lines go here.\n"
    "}\n";

#define HEAD                                                                         \
  "__kernel void blur(__global const float *in, __global float *out, const int n)\n" \
  "{\n"                                                                              \
  "  const int i = get_global_id(0);\n"

/* One way to do it, and the same with other names, comments and layout. */
static const char LOOP[] = HEAD
    "  float sum = 0.0f;\n"
    "  int used = 0;\n"
    "  for (int d = -2; d <= 2; d++) {\n"
    "    if (i + d < 0 || i + d >= n) continue;\n"
    "    sum += in[i + d];\n"
    "    used++;\n"
    "  }\n"
    "  if (i < n) out[i] = used > 0 ? sum / used : 0.0f;\n"
    "}\n";
static const char RENAMED[] =
    "/* Mine alone. */\n"
    "kernel void blur(global const float *source, global float *target, const int length) {\n"
    "  const int me = get_global_id(0);\n"
    "  float total = 0.0f; int how_many = 0;\n"
    "  for (int k = -2; k <= 2; k++) { if (me + k < 0 || me + k >= length) continue;\n"
    "    total += source[me + k]; how_many++; }\n"
    "  if (me < length) target[me] = how_many > 0 ? total / how_many : 0.0f;\n"
    "}\n";

/* Quite another way. */
static const char OTHER[] = HEAD
    "  const int low = max(i - 2, 0), high = min(i + 2, n - 1);\n"
    "  float4 parts = (float4)(0);\n"
    "  while (true) {\n"
    "    parts.x = dot(parts, vload4(low, in));\n"
    "    if (high == low) break;\n"
    "  }\n"
    "  switch (n) { case 1: out[i] = parts.x; break; default: out[i] = parts.y - parts.z; }\n"
    "}\n";

#define HELPER "float weight(float x) { return x * x + 3.0f - fabs(x) / (1.0f + exp(-x)); }\n"
#define SECOND \
  "int limit(int a, int b) { return a < 0 ? 0 : a >= b ? b - 1 : (a << 2 | b >> 3); }\n"

static size_t add(struct wb_similarity *all, const char *text, bool accepted, const char *mistake) {
  const struct wb_similarity_text about = {.accepted = accepted, .mistake = mistake};
  return wb_similarity_add(all, text, strlen(text), &about);
}

static struct wb_similarity *new_class(void) {
  struct wb_similarity *all = wb_similarity_new(WB_SOURCE_OPENCL_C);
  wb_similarity_give(all, STARTER, strlen(STARTER));
  return all;
}

/* Texts that have nothing to do with the pairs of a test: each as long as LOOP, each another. */
static void add_others(struct wb_similarity *all, size_t count) {
  static const char *const signs[] = {"+", "-", "*", "/", "|", "&", "^", "%"};
  for (size_t i = 0; i < count; i++) {
    struct wb_str text;
    wb_str_init(&text);
    wb_str_add(&text, HEAD);
    for (size_t line = 0; line < 8; line++)
      wb_str_addf(&text, "  out[%zu] = in[i %s %zu] %s sqrt(in[n %s %zu]);\n", line * 7 + i,
                  signs[(i + line) % 8], i * 31 + line, signs[(i * 3 + line) % 8],
                  signs[(i * 5 + line * 3) % 8], i * 17 + line);
    wb_str_add(&text, "}\n");
    add(all, text.data, true, NULL);
    wb_str_release(&text);
  }
}

static double share(const struct wb_similarity *all, size_t a, size_t b) {
  struct wb_similarity_pair pair;
  wb_similarity_compare(all, a, b, &pair);
  CHECK(!pair.too_short);
  return pair.share;
}

static void a_text_is_like_itself(void) {
  static const char *const texts[] = {LOOP, RENAMED, OTHER};
  struct wb_similarity *all = new_class();
  for (size_t i = 0; i < 3; i++) add(all, texts[i], true, NULL);
  wb_similarity_weigh(all);
  for (size_t i = 0; i < 3; i++) CHECK(share(all, i, i) == 1);
  wb_similarity_free(all);
}

/* However many have the same, so that it weighs next to nothing. */
static void what_all_have_is_still_the_same(void) {
  struct wb_similarity *all = new_class();
  for (size_t i = 0; i < 40; i++) add(all, LOOP, true, NULL);
  wb_similarity_weigh(all);
  CHECK(share(all, 3, 39) == 1);
  wb_similarity_free(all);
}

static void names_and_layout_make_no_difference(void) {
  struct wb_similarity *all = new_class();
  const size_t a = add(all, LOOP, true, NULL), b = add(all, RENAMED, true, NULL);
  const size_t c = add(all, OTHER, true, NULL);
  add_others(all, 10);
  wb_similarity_weigh(all);
  CHECK(share(all, a, b) > 0.95);
  CHECK(share(all, a, c) < 0.1);
  CHECK(fabs(share(all, a, c) - share(all, c, a)) < 1e-12);
  wb_similarity_free(all);
}

static void the_order_of_functions_makes_little_difference(void) {
  struct wb_similarity *all = new_class();
  char *one = wb_format("%s%s%s", HELPER, SECOND, LOOP);
  char *two = wb_format("%s%s%s", LOOP, HELPER, SECOND);
  const size_t a = add(all, one, true, NULL), b = add(all, two, true, NULL);
  add_others(all, 10);
  wb_similarity_weigh(all);
  CHECK(share(all, a, b) > 0.7);
  free(one);
  free(two);
  wb_similarity_free(all);
}

/* The more of it is copied, the more alike. */
static void it_grows_with_what_is_copied(void) {
  static const char *const lines[] = {
      "  float sum = 0.0f;\n  int used = 0;\n",
      "  for (int d = -2; d <= 2; d++) {\n    if (i + d < 0 || i + d >= n) continue;\n",
      "    sum += in[i + d];\n    used++;\n  }\n",
      "  if (i < n) out[i] = used > 0 ? sum / used : 0.0f;\n"};
  static const char *const own[] = {
      "  float4 v = vload4(i, in) * (float4)(1, 2, 3, 4);\n  int4 w = convert_int4(v);\n",
      "  switch (w.x) { case 0: v.y = 1; break; case 1: v.z = 2; break; default: v.w = 3; }\n",
      "  while (w.y--) { v = v.yzwx; v.x *= 0.5f; v.y -= w.z ^ w.w; }\n",
      "  vstore4(v, i, out); if (!w.y) return;\n"};
  struct wb_similarity *all = new_class();
  size_t texts[5];
  const size_t whole = add(all, LOOP, true, NULL);
  for (size_t copied = 0; copied <= 4; copied++) {
    struct wb_str text;
    wb_str_init(&text);
    wb_str_add(&text, HEAD);
    for (size_t i = 0; i < 4; i++) wb_str_add(&text, i < copied ? lines[i] : own[i]);
    wb_str_add(&text, "}\n");
    texts[copied] = add(all, text.data, true, NULL);
    wb_str_release(&text);
  }
  add_others(all, 10);
  wb_similarity_weigh(all);
  for (size_t i = 0; i < 4; i++)
    if (!CHECK(share(all, whole, texts[i]) <= share(all, whole, texts[i + 1])))
      printf("# %g %g\n", share(all, whole, texts[i]), share(all, whole, texts[i + 1]));
  CHECK(share(all, whole, texts[0]) < 0.1);
  CHECK(share(all, whole, texts[4]) == 1);
  wb_similarity_free(all);
}

static void the_starter_alone_is_no_evidence(void) {
  struct wb_similarity *all = new_class();
  const size_t a = add(all, STARTER, false, "no sum");
  const size_t b = add(all, HEAD "  out[i] = in[i] + 1;\n}\n", false, "no sum");
  const size_t c = add(all, LOOP, true, NULL);
  struct wb_similarity_pair pair;
  struct wb_similarity_pairs pairs;
  wb_similarity_weigh(all);
  CHECK(wb_similarity_is_too_short(all, a));
  CHECK(wb_similarity_is_too_short(all, b));
  CHECK(!wb_similarity_is_too_short(all, c));
  wb_similarity_compare(all, a, b, &pair);
  CHECK(pair.too_short);
  CHECK(pair.share == 0 && pair.odd == 0);
  wb_similarity_find(all, 10, NULL, NULL, &pairs);
  CHECK_INT(pairs.n_odd + pairs.n_alike, 0);
  CHECK(pairs.nearest[a] < 0 && pairs.nearest[c] == 0);
  wb_similarity_pairs_release(&pairs);
  wb_similarity_free(all);
}

/* Hints and lessons give as the starter does; from both sides of the fraction. */
static void what_is_given_counts_nowhere(void) {
  struct wb_similarity *all = wb_similarity_new(WB_SOURCE_OPENCL_C);
  struct wb_similarity *given = new_class();
  char *one = wb_format("%s%s", LOOP, HELPER), *two = wb_format("%s%s", OTHER, HELPER);
  wb_similarity_give(given, HELPER, strlen(HELPER));
  add(all, one, true, NULL);
  add(all, two, true, NULL);
  add(given, one, true, NULL);
  add(given, two, true, NULL);
  add(given, LOOP, true, NULL);
  wb_similarity_weigh(all);
  wb_similarity_weigh(given);
  if (!CHECK(share(all, 0, 1) > 0.1)) printf("# %g\n", share(all, 0, 1));
  CHECK(share(given, 0, 1) < 0.01);
  CHECK(share(given, 0, 2) == 1);
  free(one);
  free(two);
  wb_similarity_free(all);
  wb_similarity_free(given);
}

/* What few have weighs more than what many have. */
static void rare_runs_weigh_more(void) {
  struct wb_similarity *all = new_class();
  char *one = wb_format("%s%s%s", HELPER, SECOND, LOOP), *two = wb_format("%s%s", HELPER, LOOP);
  char *three = wb_format("%s%s", SECOND, LOOP);
  const size_t a = add(all, one, true, NULL), b = add(all, two, true, NULL);
  const size_t c = add(all, three, true, NULL);
  add_others(all, 6);
  for (size_t i = 0; i < 12; i++) {
    char *common = wb_format("%s" HEAD "  out[i] = weight(in[i + %zu]);\n}\n", HELPER, i);
    add(all, common, true, NULL);
    free(common);
  }
  wb_similarity_weigh(all);
  /* a shares the helper with b, and with c what nobody else has. */
  CHECK(share(all, a, c) > share(all, a, b));
  free(one);
  free(two);
  free(three);
  wb_similarity_free(all);
}

static void shared_mistakes_come_first(void) {
  struct wb_similarity *all = new_class();
  static const char TAIL[] =
      "// uglobble: I do not know why it is two\nint zorgle(int q) { return q; }\n";
  char *one = wb_format("%s%s", LOOP, TAIL), *two = wb_format("%s%s", OTHER, TAIL);
  const size_t copy = add(all, RENAMED, true, NULL);
  const size_t a = add(all, one, false, "case 3: out[4] is 7"),
               b = add(all, two, false, "case 3: out[4] is 7");
  struct wb_similarity_pairs pairs;
  struct wb_similarity_view view;
  add_others(all, 20);
  wb_similarity_weigh(all);
  wb_similarity_find(all, 5, NULL, NULL, &pairs);
  if (CHECK_INT(pairs.n_odd, 1)) {
    CHECK_INT(pairs.odd[0].a, a);
    CHECK_INT(pairs.odd[0].b, b);
    CHECK(pairs.odd[0].same_mistake);
    CHECK_INT(pairs.odd[0].comments, 1);
    CHECK_INT(pairs.odd[0].names, 1);
  }
  if (CHECK(pairs.n_alike >= 1)) {
    CHECK_INT(pairs.alike[0].a, copy);
    CHECK_INT(pairs.alike[0].b, a);
  }
  CHECK(pairs.nearest[copy] > 0.8);
  wb_similarity_view(all, a, one, strlen(one), b, two, strlen(two), &view);
  CHECK_INT(view.names.count, 1);
  CHECK_STRING(view.names.count > 0 ? view.names.items[0] : "", "zorgle");
  CHECK_INT(view.comments.count, 1);
  wb_similarity_view_release(&view);
  wb_similarity_pairs_release(&pairs);
  free(one);
  free(two);
  wb_similarity_free(all);
}

/* What a quarter of the class does is no evidence; nor is what the course writes itself. */
/* How many unused declarations two texts share that have nothing else in common. */
static size_t shared_dead(const char *starter, const char *one, const char *two) {
  struct wb_similarity *all = new_class();
  struct wb_similarity_pair pair;
  char *first = wb_format("%s%s", one, LOOP), *second = wb_format("%s%s", two, OTHER);
  wb_similarity_give(all, starter, strlen(starter));
  const size_t a = add(all, first, true, NULL), b = add(all, second, true, NULL);
  add_others(all, 20);
  wb_similarity_weigh(all);
  wb_similarity_compare(all, a, b, &pair);
  CHECK((pair.odd > 0) == (pair.dead > 0));
  free(first);
  free(second);
  wb_similarity_free(all);
  return pair.dead;
}

#define DEAD(name) "constant float " name "[2] = { 0.25f, 0.75f };\n"
#define DEAD_HELPER(name, x) \
  "float " name "(float " x ") {\n  if (" x " > 1) { return 2; }\n  return " x " * 3 - 1;\n}\n"

static void dead_code_is_told_apart(void) {
  CHECK_INT(shared_dead("", DEAD("k1"), DEAD("k2")), 1);
  CHECK_INT(shared_dead("", DEAD_HELPER("f1", "x"), DEAD_HELPER("f2", "y")), 1);
  CHECK_INT(shared_dead("", DEAD_HELPER("f1", "x") DEAD("k1"), DEAD("k2") DEAD_HELPER("f2", "y")),
            2);
  CHECK_INT(shared_dead("", "#define N1 3\n" DEAD("k1"), DEAD("k2")), 1);
  /* Other code. */
  CHECK_INT(shared_dead("", DEAD("k1"), "constant float k2[2] = { 0.25f, 0.5f };\n"), 0);
  /* In one of them it is used: by a function, or by a macro that may be. */
  CHECK_INT(shared_dead("", DEAD("k1"), DEAD("k2") "float get(void) { return k2[0]; }\n"), 0);
  CHECK_INT(shared_dead("", DEAD("k1"), DEAD("k2") "#define FIRST k2[0]\n"), 0);
  CHECK_INT(shared_dead("", DEAD_HELPER("f1", "x"),
                        DEAD_HELPER("f2", "y") "float g2(void) { return f2(1); }\n"),
            0);
  /* The starter declares it, and leaves it to the learner to use it. */
  CHECK_INT(shared_dead(DEAD("weights"), DEAD("k1"), DEAD("k2")), 0);
  /* Many write that. */
  CHECK_INT(shared_dead("", "constant int k1 = 3;\n", "constant int k2 = 3;\n"), 0);
  /* Names that stand once, and declare nothing. */
  CHECK_INT(shared_dead("", "float g1(float4 v) { return v.w1 * UNKNOWN1; }\n",
                        "float g2(float4 v) { return v.w2 * UNKNOWN2; }\nfloat h2(float4 v) { "
                        "return g2(v); }\n"),
            0);
}

static void dead_code_in_lua_is_told_apart(void) {
  struct wb_similarity *all = wb_similarity_new(WB_SOURCE_LUA);
  static const char *const TEXTS[] = {
      "local spare = gpu.buffer(64, 'float') + 1\nlocal n = queue:read(data)[1]\nreturn n * 2 - n "
      "/ "
      "4 + (n - 3) * n * n\n",
      "for i = 1, 10 do print(i % 3, i // 2, i << 3, { i, i + 1 }) end\nlocal other = "
      "gpu.buffer(64, 'float') + 1\n",
      "for i = 1, 10 do print(i | 3, i ~ 2, i >> 3, { [i] = i + 1 }) end\nlocal used = "
      "gpu.buffer(64, 'float') + 1\nprint(used)\n"};
  struct wb_similarity_pair pair;
  for (size_t i = 0; i < 3; i++) add(all, TEXTS[i], true, NULL);
  for (size_t i = 0; i < 20; i++) {
    char *text = wb_format("print(%zu)\n", i);
    add(all, text, true, NULL);
    free(text);
  }
  wb_similarity_weigh(all);
  wb_similarity_compare(all, 0, 1, &pair);
  CHECK(!pair.too_short);
  CHECK_INT(pair.dead, 1);
  wb_similarity_compare(all, 0, 2, &pair);
  CHECK(!pair.too_short);
  CHECK_INT(pair.dead, 0);
  wb_similarity_free(all);
}

static void what_many_share_is_not_odd(void) {
  struct wb_similarity *all = new_class();
  struct wb_similarity_pair pair;
  const struct wb_similarity_text course = {.accepted = true, .is_course = true};
  char *one = wb_format("%s// The edges need some care here.\n", LOOP);
  char *two = wb_format("%s// The edges need some care here.\n", OTHER);
  const size_t a = add(all, one, false, "off by one"), b = add(all, two, false, "off by one");
  wb_similarity_add(all, one, strlen(one), &course);
  for (size_t i = 0; i < 4; i++) add(all, LOOP, false, "off by one");
  add_others(all, 8);
  wb_similarity_weigh(all);
  wb_similarity_compare(all, a, b, &pair);
  CHECK(!pair.same_mistake);
  CHECK_INT(pair.comments, 0);
  CHECK(pair.odd == 0);
  free(one);
  free(two);
  wb_similarity_free(all);
}

static bool never(size_t a, size_t b, void *data) {
  (void)a, (void)b, (void)data;
  return false;
}

static void some_are_never_a_pair(void) {
  struct wb_similarity *all = new_class();
  const struct wb_similarity_text old = {.accepted = true, .is_old = true};
  const struct wb_similarity_text course = {.accepted = true, .is_course = true};
  struct wb_similarity_pairs pairs;
  wb_similarity_add(all, LOOP, strlen(LOOP), &old);
  wb_similarity_add(all, RENAMED, strlen(RENAMED), &old);
  wb_similarity_add(all, LOOP, strlen(LOOP), &course);
  wb_similarity_weigh(all);
  wb_similarity_find(all, 10, NULL, NULL, &pairs);
  CHECK_INT(pairs.n_alike + pairs.n_odd, 0);
  wb_similarity_pairs_release(&pairs);
  add(all, RENAMED, true, NULL);
  wb_similarity_weigh(all);
  wb_similarity_find(all, 10, NULL, NULL, &pairs);
  CHECK_INT(pairs.n_alike + pairs.n_odd, 2);
  wb_similarity_pairs_release(&pairs);
  wb_similarity_find(all, 1, NULL, NULL, &pairs);
  CHECK_INT(pairs.n_alike + pairs.n_odd, 1);
  wb_similarity_pairs_release(&pairs);
  wb_similarity_find(all, 10, never, NULL, &pairs);
  CHECK_INT(pairs.compared, 0);
  wb_similarity_pairs_release(&pairs);
  wb_similarity_free(all);
}

static void the_longest_run_is_found(void) {
  struct wb_similarity *all = new_class();
  struct wb_similarity_view view;
  char *one = wb_format("%s%s", HELPER, OTHER), *two = wb_format("%s%s", LOOP, HELPER);
  const size_t a = add(all, one, true, NULL), b = add(all, two, true, NULL);
  wb_similarity_weigh(all);
  wb_similarity_view(all, a, one, strlen(one), b, two, strlen(two), &view);
  CHECK(view.longest >= 25);
  CHECK_INT(view.a.first_line, 1);
  CHECK_INT(view.a.last_line, 1);
  CHECK_INT(view.b.first_line, 13);
  CHECK(view.a.shared[0]);
  CHECK(!view.a.shared[5]);
  CHECK(view.b.shared[12]);
  CHECK(!view.b.shared[4]);
  wb_similarity_view_release(&view);
  free(one);
  free(two);
  wb_similarity_free(all);
}

static void programs_in_lua_are_compared(void) {
  static const char ONE[] =
      "local function step(queue, buffer)\n"
      "  for round = 1, 10 do -- as the lesson says, until it is small\n"
      "    queue:launch(kernel, { buffer, round * 2 }, { global = 64 })\n"
      "    if queue:read(buffer)[1] < 0.5 then return round end\n"
      "  end\n"
      "end\n"
      "return step\n";
  static const char TWO[] =
      "local function go(q, data)\n"
      "  for i = 1, 10 do\n"
      "    q:enqueue(k, { data, i * 2 }, { size = 64 })\n"
      "    if q:get(data)[1] < 0.5 then return i end\n"
      "  end\n"
      "end\n"
      "return go\n";
  struct wb_similarity *all = wb_similarity_new(WB_SOURCE_LUA);
  add(all, ONE, true, NULL);
  add(all, TWO, true, NULL);
  wb_similarity_weigh(all);
  CHECK(share(all, 0, 1) == 1);
  wb_similarity_free(all);
}

/* Bytes of every kind, one token a million times, a name that never ends. */
static void any_bytes_are_compared(void) {
  struct wb_similarity *all = new_class();
  struct wb_similarity_view view;
  struct wb_similarity_pairs pairs;
  struct wb_str text;
  wb_str_init(&text);
  add(all, "", false, NULL);
  for (unsigned i = 0; i < 4096; i++) wb_str_add_char(&text, (char)(i * i + i / 7));
  add(all, text.data, false, "crash");
  wb_similarity_add(all, text.data, text.length, &(struct wb_similarity_text){.accepted = true});
  wb_str_clear(&text);
  for (unsigned i = 0; i < 1 << 20; i++) wb_str_add_char(&text, ';');
  wb_similarity_add(all, text.data, text.length, &(struct wb_similarity_text){.accepted = true});
  wb_similarity_add(all, text.data, text.length, &(struct wb_similarity_text){.accepted = true});
  wb_similarity_weigh(all);
  CHECK(share(all, 3, 4) == 1);
  wb_similarity_find(all, 10, NULL, NULL, &pairs);
  wb_similarity_pairs_release(&pairs);
  wb_similarity_view(all, 3, text.data, text.length, 4, text.data, text.length, &view);
  CHECK_INT(view.longest, WB_SIMILARITY_TOKENS_MAX);
  wb_similarity_view_release(&view);
  wb_str_release(&text);
  wb_similarity_free(all);
}

int main(void) {
  tap_run("a text is wholly like itself", a_text_is_like_itself);
  tap_run("also where all have the same", what_all_have_is_still_the_same);
  tap_run("names, comments and layout make no difference", names_and_layout_make_no_difference);
  tap_run("the order of functions makes little", the_order_of_functions_makes_little_difference);
  tap_run("the more is copied, the more alike", it_grows_with_what_is_copied);
  tap_run("the starter alone is too short for evidence", the_starter_alone_is_no_evidence);
  tap_run("what is given counts neither as shared nor as own", what_is_given_counts_nowhere);
  tap_run("a run that few have weighs more", rare_runs_weigh_more);
  tap_run("a mistake, comment and name that two share come first", shared_mistakes_come_first);
  tap_run("dead code that two share is told apart, whatever its names; what looks like it is not",
          dead_code_is_told_apart);
  tap_run("so is that of programs in Lua", dead_code_in_lua_is_told_apart);
  tap_run("what many share is not odd", what_many_share_is_not_odd);
  tap_run("earlier years, the course and one person are no pair", some_are_never_a_pair);
  tap_run("the longest run is found, with its lines", the_longest_run_is_found);
  tap_run("programs in Lua are compared", programs_in_lua_are_compared);
  tap_run("any bytes are compared, in time", any_bytes_are_compared);
  return tap_finish();
}
