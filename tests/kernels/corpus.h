/* Kernels with expectations in their comments: the directives, parsed.
 *
 * A file of the corpus is one kernel. Its first line is a sentence on what is
 * tested; then directives say how to start it:
 *
 *   // launch: global 8 local 4        sizes of more dimensions as 4,4
 *   // arg: out float[8]            uninitialised, writable: an output
 *   // arg: a const int[8]=range(1,2)   read alone; what can stand there says
 *                                      launch/spec.h, the words of `emulate --arg`
 *   // arg: x uint[8]=zeros         read and written
 *   // arg: n uint=8                a value
 *   // arg: tile local float[4]
 *   // arg: p null                  a null pointer
 *   // image: a image2d_t 4,2 RGBA FLOAT   the array a above is an image
 *   // kernel: name                    default: test
 *   // options: -cl-std=CL3.0         of the build; default: none
 *   // subgroup: 8                    work-items in a sub-group
 *   // limits: steps 1000 time 2000    loop iterations, milliseconds
 *   // out: x 1 2 3                    expected content, all elements
 *   // tolerance: 1e-5                 of floats in it, relative
 *   // printed: 3 lines                a line that the kernel prints
 *   // prints: judged                what it prints matters, as in a puzzle with `printed`
 *   // counts: 32 branches 4 …         counters with sub-groups of 32, built to be
 *                                      profiled; any number of such lines
 *   // order: proven                 the emulator proves that no order of work-items
 *                                      matters; open: it does not
 *   // emulator-only: reason           not to be run on other devices
 *
 * What it should lead to stands on the line concerned:
 *
 *   x[9] = 1;  // expect: out-of-bounds array=x index=9
 *   y[0] = l;  // expect: data-race warning
 *   z = t[l];  // expect: data-race other-line=-2   (relative with a sign)
 *   n[0]++;    // expect: data-race cause=update     (wb_race_causes)
 *   s += t[0]; // may: uninitialized-read           (allowed, not asked for)
 *
 * `expect: clean`, `expect: compile-error` (on the line) and `expect:` with an
 * outcome (time-limit, memory-limit, output-limit, crashed) stand for the
 * whole run, as do invalid-launch and invalid-argument, which have no line.
 * Every finding must be expected and every expectation met. */
#ifndef WB_TESTS_KERNELS_CORPUS_H
#define WB_TESTS_KERNELS_CORPUS_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "device/device.h"
#include "finding/counters.h"
#include "launch/spec.h"

enum {
  CORPUS_MAX_ARGS = 16,
  CORPUS_SEED = 42, /* of random content */
  CORPUS_MAX_EXPECTS = 32,
  CORPUS_TEXT_MAX = 512,
  CORPUS_MAX_COUNTS = 8,
  CORPUS_MAX_COUNTERS = 12
};

struct corpus_arg {
  char name[WB_FINDING_NAME_MAX];
  struct wb_arg_spec spec;
  struct wb_tensor content;  /* before the launch; no data: nobody has written it */
  struct wb_tensor expected; /* of a buffer: its type and count, and what is to be in it */
  bool has_expected;
  struct wb_image_desc image;
};

struct corpus_expect {
  enum wb_finding_kind kind;
  enum wb_severity severity;
  bool required; /* `expect`, not `may` */
  uint32_t line, other_line;
  bool has_other_line;
  char array[WB_FINDING_NAME_MAX]; /* "" any */
  bool has_index;
  int64_t index;            /* looked at in forward order only */
  enum wb_race_cause cause; /* of a data-race; WB_RACE_NO_CAUSE: any */
};

/* What a launch with sub-groups of `width` has to count. */
struct corpus_counts {
  uint32_t width;
  size_t n;
  struct {
    char name[WB_FINDING_NAME_MAX];
    uint64_t value;
  } counters[CORPUS_MAX_COUNTERS];
};

struct corpus {
  char *source;
  char title[CORPUS_TEXT_MAX], printed[CORPUS_TEXT_MAX];
  char kernel[WB_FINDING_NAME_MAX], options[CORPUS_TEXT_MAX];
  uint32_t subgroup;
  unsigned dimensions;
  size_t global[3], local[3];
  struct corpus_arg args[CORPUS_MAX_ARGS];
  size_t n_args;
  struct corpus_expect expects[CORPUS_MAX_EXPECTS];
  size_t n_expects;
  struct corpus_counts counts[CORPUS_MAX_COUNTS];
  size_t n_counts;
  bool emulator_only, prints_judged;
  char order[16]; /* "proven", "open"; "": not asked */
  bool says_what; /* there is any expectation, `clean` included */
  enum wb_outcome_kind outcome;
  uint32_t compile_error_line; /* 0: it compiles */
  uint64_t steps;
  uint32_t time_ms;
  double tolerance;
  char problem[CORPUS_TEXT_MAX]; /* a mistake in the directives, or "" */
};

/* ---- words ------------------------------------------------------------------ */

/* The next word of *text into `word`; false at the end of the line. */
static inline bool corpus_word(const char **text, char word[WB_FINDING_NAME_MAX]) {
  while (**text == ' ' || **text == '\t') (*text)++;
  size_t n = 0;
  while (**text != '\0' && **text != '\n' && !isspace((unsigned char)**text)) {
    if (n + 1 < WB_FINDING_NAME_MAX) word[n++] = **text;
    (*text)++;
  }
  word[n] = '\0';
  return n > 0;
}

static inline void corpus_rest(const char *text, char out[CORPUS_TEXT_MAX]) {
  while (*text == ' ') text++;
  size_t n = strcspn(text, "\n");
  if (n >= CORPUS_TEXT_MAX) n = CORPUS_TEXT_MAX - 1;
  memcpy(out, text, n);
  out[n] = '\0';
}

static inline bool corpus_wrong(struct corpus *c, uint32_t line, const char *what) {
  if (c->problem[0] == '\0') snprintf(c->problem, sizeof c->problem, "line %u: %.400s", line, what);
  return false;
}

static inline unsigned corpus_sizes(const char *word, size_t sizes[3]) {
  unsigned n = 0;
  for (char *end; n < 3 && *word != '\0'; word = *end == ',' ? end + 1 : end) {
    sizes[n] = strtoull(word, &end, 10);
    if (end == word) return 0;
    n++;
  }
  return n;
}

/* ---- values ------------------------------------------------------------------ */

/* Numbers of a line into a tensor, lane by lane; false unless all are there. */
static inline bool corpus_values(const char *text, struct wb_tensor *tensor) {
  size_t lanes = tensor->type.lanes, total = wb_tensor_count(tensor) * lanes, i = 0;
  char word[WB_FINDING_NAME_MAX];
  while (corpus_word(&text, word)) {
    if (i == total) return false;
    if (wb_scalar_is_float(tensor->type.scalar))
      wb_tensor_set(tensor, i / lanes, (unsigned)(i % lanes), strtod(word, NULL));
    else
      wb_tensor_set_int(tensor, i / lanes, (unsigned)(i % lanes),
                        word[0] == '-' ? strtoll(word, NULL, 0) : (int64_t)strtoull(word, NULL, 0));
    i++;
  }
  return i == total;
}

static inline bool corpus_make_arg(struct corpus *c, struct corpus_arg *arg, const char *text,
                                   uint32_t line) {
  struct wb_error err = {0};
  struct wb_shape shape = {.rank = 1};
  enum wb_status status = wb_arg_spec_parse(&arg->spec, text, &err);
  c->n_args++;
  if (status == WB_OK && (arg->spec.kind == WB_SPEC_VALUE || arg->spec.kind == WB_SPEC_BUFFER))
    status = wb_arg_spec_make(&arg->spec, CORPUS_SEED, c->n_args, &arg->content, &err);
  shape.size[0] = arg->spec.count;
  if (status == WB_OK && arg->spec.kind == WB_SPEC_BUFFER)
    status = wb_tensor_init(&arg->expected, arg->spec.type, &shape, &err);
  return status == WB_OK || corpus_wrong(c, line, err.message);
}

static inline bool corpus_parse_arg(struct corpus *c, const char *text, uint32_t line) {
  if (c->n_args == CORPUS_MAX_ARGS) return corpus_wrong(c, line, "too many arguments");
  struct corpus_arg *arg = &c->args[c->n_args];
  if (!corpus_word(&text, arg->name)) return corpus_wrong(c, line, "arg: NAME SPEC");
  char *spec = wb_strndup(text, strcspn(text, "\n"));
  const bool made = corpus_make_arg(c, arg, spec, line);
  free(spec);
  return made;
}

/* The place of a word in a list that ends with NULL. */
static inline uint32_t corpus_number(const char *word, const char *const *list) {
  uint32_t i = 0;
  while (list[i] != NULL && strcmp(list[i], word) != 0) i++;
  return i;
}

static inline bool corpus_parse_image(struct corpus *c, const char *text, uint32_t line) {
  static const char *const orders[] = {"R",    "A",    "RG",        "RA",        "RGB", "RGBA",
                                       "BGRA", "ARGB", "INTENSITY", "LUMINANCE", NULL};
  static const char *const channels[] = {"SNORM_INT8",
                                         "SNORM_INT16",
                                         "UNORM_INT8",
                                         "UNORM_INT16",
                                         "UNORM_SHORT_565",
                                         "UNORM_SHORT_555",
                                         "UNORM_INT_101010",
                                         "SIGNED_INT8",
                                         "SIGNED_INT16",
                                         "SIGNED_INT32",
                                         "UNSIGNED_INT8",
                                         "UNSIGNED_INT16",
                                         "UNSIGNED_INT32",
                                         "HALF_FLOAT",
                                         "FLOAT",
                                         NULL};
  char name[WB_FINDING_NAME_MAX], kind[WB_FINDING_NAME_MAX], sizes[WB_FINDING_NAME_MAX];
  char order[WB_FINDING_NAME_MAX], channel[WB_FINDING_NAME_MAX];
  size_t n[3] = {1, 1, 1};
  size_t at = 0, bytes = 0;
  if (!corpus_word(&text, name) || !corpus_word(&text, kind) || !corpus_word(&text, sizes) ||
      !corpus_word(&text, order) || !corpus_word(&text, channel) || corpus_sizes(sizes, n) == 0)
    return corpus_wrong(c, line, "image: NAME KIND SIZES ORDER CHANNELS");
  while (at < c->n_args && strcmp(c->args[at].name, name) != 0) at++;
  if (at == c->n_args) return corpus_wrong(c, line, "image: no argument of that name above");
  struct wb_image_desc *image = &c->args[at].image;
  *image =
      (struct wb_image_desc){.kind = wb_image_kind_parse(kind),
                             .width = (uint32_t)n[0],
                             .height = (uint32_t)n[1],
                             .depth = 1,
                             .layers = 1,
                             .order = WB_IMAGE_FIRST_ORDER + corpus_number(order, orders),
                             .channel = WB_IMAGE_FIRST_CHANNEL + corpus_number(channel, channels)};
  if (image->kind == WB_IMAGE_1D_ARRAY) {
    image->layers = image->height;
    image->height = 1;
  }
  if (image->kind == WB_IMAGE_3D) image->depth = (uint32_t)n[2];
  if (image->kind == WB_IMAGE_2D_ARRAY) image->layers = (uint32_t)n[2];
  return wb_image_bytes(image, &bytes) || corpus_wrong(c, line, "no such image");
}

static inline bool corpus_parse_out(struct corpus *c, const char *text, uint32_t line) {
  char name[WB_FINDING_NAME_MAX];
  corpus_word(&text, name);
  for (size_t i = 0; i < c->n_args; i++) {
    if (strcmp(c->args[i].name, name) != 0) continue;
    if (c->args[i].spec.kind != WB_SPEC_BUFFER) return corpus_wrong(c, line, "out: of no array");
    c->args[i].has_expected = true;
    return corpus_values(text, &c->args[i].expected) ||
           corpus_wrong(c, line, "out: not as many numbers as elements");
  }
  return corpus_wrong(c, line, "out: no argument of that name above");
}

/* ---- launch, limits, expectations ----------------------------------------------- */

static inline bool corpus_parse_launch(struct corpus *c, const char *text, uint32_t line) {
  char word[WB_FINDING_NAME_MAX], sizes[WB_FINDING_NAME_MAX];
  while (corpus_word(&text, word) && corpus_word(&text, sizes)) {
    if (strcmp(word, "global") == 0)
      c->dimensions = corpus_sizes(sizes, c->global);
    else if (strcmp(word, "local") != 0 || corpus_sizes(sizes, c->local) == 0)
      return corpus_wrong(c, line, "launch: global N local N");
  }
  return c->dimensions > 0 || corpus_wrong(c, line, "launch: global N local N");
}

static inline bool corpus_parse_limits(struct corpus *c, const char *text, uint32_t line) {
  char word[WB_FINDING_NAME_MAX], number[WB_FINDING_NAME_MAX];
  while (corpus_word(&text, word) && corpus_word(&text, number)) {
    if (strcmp(word, "steps") == 0)
      c->steps = strtoull(number, NULL, 10);
    else if (strcmp(word, "time") == 0)
      c->time_ms = (uint32_t)strtoul(number, NULL, 10);
    else
      return corpus_wrong(c, line, "limits: steps N time N");
  }
  return true;
}

static inline uint32_t corpus_line(const char *text, uint32_t here) {
  long n = strtol(text, NULL, 10);
  return (uint32_t)(text[0] == '+' || text[0] == '-' ? (long)here + n : n);
}

/* Words that stand for the whole run; false for others. */
static inline bool corpus_parse_run(struct corpus *c, const char *word, uint32_t line) {
  static const struct {
    const char *word;
    enum wb_outcome_kind outcome;
  } outcomes[] = {{"time-limit", WB_OUTCOME_TIME_LIMIT},
                  {"memory-limit", WB_OUTCOME_MEMORY_LIMIT},
                  {"output-limit", WB_OUTCOME_OUTPUT_LIMIT},
                  {"crashed", WB_OUTCOME_CRASHED},
                  {"clean", WB_OUTCOME_DONE}};
  if (strcmp(word, "compile-error") == 0) {
    c->compile_error_line = line;
    return true;
  }
  for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
    if (strcmp(word, outcomes[i].word) != 0) continue;
    c->outcome = outcomes[i].outcome;
    return true;
  }
  return false;
}

static inline bool corpus_parse_expect(struct corpus *c, const char *text, uint32_t line,
                                       bool required) {
  char word[WB_FINDING_NAME_MAX];
  c->says_what = true;
  if (!corpus_word(&text, word)) return corpus_wrong(c, line, "expect: what?");
  if (required && corpus_parse_run(c, word, line)) return true;
  if (c->n_expects == CORPUS_MAX_EXPECTS) return corpus_wrong(c, line, "too many expectations");
  struct corpus_expect *e = &c->expects[c->n_expects++];
  *e = (struct corpus_expect){.required = required, .line = line, .other_line = line};
  if (!wb_finding_kind_parse(word, &e->kind)) return corpus_wrong(c, line, "unknown finding");
  if (e->kind == WB_INVALID_LAUNCH || e->kind == WB_INVALID_ARGUMENT) e->line = e->other_line = 0;
  while (corpus_word(&text, word) && strcmp(word, "//") != 0) {
    if (wb_starts_with(word, "array=")) {
      strcpy(e->array, word + strlen("array="));
    } else if (wb_starts_with(word, "index=")) {
      e->has_index = true;
      e->index = strtoll(word + strlen("index="), NULL, 10);
    } else if (wb_starts_with(word, "cause=")) {
      if (!wb_word_parse(&wb_race_causes, word + strlen("cause="), (unsigned *)&e->cause))
        return corpus_wrong(c, line, "unknown cause of a race");
    } else if (wb_starts_with(word, "other-line=")) {
      e->has_other_line = true;
      e->other_line = corpus_line(word + strlen("other-line="), line);
    } else if (!wb_severity_parse(word, &e->severity)) {
      return corpus_wrong(c, line, "unknown word in an expectation");
    }
  }
  return true;
}

static inline bool corpus_parse_counts(struct corpus *c, const char *text, uint32_t line) {
  char name[WB_FINDING_NAME_MAX], number[WB_FINDING_NAME_MAX];
  bool known = c->n_counts < CORPUS_MAX_COUNTS && corpus_word(&text, number);
  if (!known) return corpus_wrong(c, line, "counts: WIDTH NAME VALUE …, a few times");
  struct corpus_counts *counts = &c->counts[c->n_counts++];
  counts->width = (uint32_t)strtoul(number, NULL, 10);
  while (counts->n < CORPUS_MAX_COUNTERS && corpus_word(&text, name)) {
    wb_counter_value(&(struct wb_counters){0}, name, &known);
    if (!known || !corpus_word(&text, number))
      return corpus_wrong(c, line, "counts: WIDTH NAME VALUE …; there is no such counter");
    strcpy(counts->counters[counts->n].name, name);
    counts->counters[counts->n++].value = strtoull(number, NULL, 10);
  }
  return true;
}

static inline void corpus_parse_order(struct corpus *c, const char *text, uint32_t line) {
  char word[CORPUS_TEXT_MAX];
  corpus_rest(text, word);
  if (strcmp(word, "proven") == 0 || strcmp(word, "open") == 0)
    snprintf(c->order, sizeof c->order, "%.15s", word);
  else
    corpus_wrong(c, line, "order");
}

/* Every directive of one line; a line may hold several expectations. */
static inline void corpus_parse_line(struct corpus *c, const char *text, uint32_t line) {
  char word[WB_FINDING_NAME_MAX], number[CORPUS_TEXT_MAX];
  const char *end = text + strcspn(text, "\n");
  if (line == 1 && wb_starts_with(text, "// ")) corpus_rest(text + 3, c->title);
  for (const char *at = text; (at = strstr(at, "// ")) != NULL && at < end;) {
    at += 3;
    const char *rest = at;
    corpus_word(&rest, word);
    if (strcmp(word, "launch:") == 0) corpus_parse_launch(c, rest, line);
    if (strcmp(word, "arg:") == 0) corpus_parse_arg(c, rest, line);
    if (strcmp(word, "image:") == 0) corpus_parse_image(c, rest, line);
    if (strcmp(word, "out:") == 0) corpus_parse_out(c, rest, line);
    if (strcmp(word, "limits:") == 0) corpus_parse_limits(c, rest, line);
    if (strcmp(word, "counts:") == 0) corpus_parse_counts(c, rest, line);
    if (strcmp(word, "options:") == 0) corpus_rest(rest, c->options);
    if (strcmp(word, "subgroup:") == 0) c->subgroup = (uint32_t)strtoul(rest, NULL, 10);
    if (strcmp(word, "kernel:") == 0) corpus_word(&rest, c->kernel);
    if (strcmp(word, "order:") == 0) corpus_parse_order(c, rest, line);
    if (strcmp(word, "emulator-only:") == 0) c->emulator_only = true;
    if (strcmp(word, "printed:") == 0) corpus_rest(rest, c->printed);
    if (strcmp(word, "prints:") == 0) c->prints_judged = true;
    if (strcmp(word, "expect:") == 0) corpus_parse_expect(c, rest, line, true);
    if (strcmp(word, "may:") == 0) corpus_parse_expect(c, rest, line, false);
    if (strcmp(word, "tolerance:") == 0) {
      corpus_rest(rest, number);
      c->tolerance = strtod(number, NULL);
    }
  }
}

/* Reads a file of the corpus; c->problem says what is wrong with it, if
 * anything. Free with corpus_release. */
static inline void corpus_read(struct corpus *c, const char *path) {
  struct wb_str text;
  struct wb_error err;
  *c = (struct corpus){.kernel = "test",
                       .local = {1, 1, 1},
                       .global = {1, 1, 1},
                       .steps = 1000000,
                       .time_ms = 10000,
                       .tolerance = 1e-6};
  wb_str_init(&text);
  if (wb_file_read(path, 1 << 20, &text, &err) != WB_OK)
    snprintf(c->problem, sizeof c->problem, "%.400s", err.message);
  c->source = wb_str_detach(&text);
  uint32_t line = 0;
  for (const char *at = c->source; *at != '\0'; at += *at == '\n') {
    corpus_parse_line(c, at, ++line);
    at += strcspn(at, "\n");
  }
  if (c->title[0] == '\0') corpus_wrong(c, 1, "the first line must say what is tested");
  if (!c->says_what) corpus_wrong(c, line, "no expectation");
  if (c->dimensions == 0 && c->compile_error_line == 0) corpus_wrong(c, line, "no launch");
}

static inline void corpus_release(struct corpus *c) {
  for (size_t i = 0; i < c->n_args; i++) {
    wb_arg_spec_release(&c->args[i].spec);
    wb_tensor_release(&c->args[i].content);
    wb_tensor_release(&c->args[i].expected);
  }
  free(c->source);
}

#endif
