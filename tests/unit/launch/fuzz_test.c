/* Specs made of random words and of random bytes: whatever they are, they are
 * a spec or an error that says something, and what a spec promises holds. */
#include "launch/spec.h"

#include "tap.h"
#include "tensor/fill.h"

enum { ROUNDS = 100000, TEXT_MAX = 120, SMALL = 1 << 16 };

static const char *const words[] = {"float",
                                    "int",
                                    "uchar",
                                    "double",
                                    "half",
                                    "ulong",
                                    "char",
                                    "float3",
                                    "int16",
                                    "bytes",
                                    "null",
                                    "local",
                                    "const",
                                    "[",
                                    "]",
                                    "=",
                                    "(",
                                    ")",
                                    ",",
                                    "...",
                                    "…",
                                    "*",
                                    "@",
                                    "0",
                                    "1",
                                    "3",
                                    "64",
                                    "-1",
                                    "0xFF",
                                    "0x",
                                    "1e9",
                                    "1e400",
                                    "nan",
                                    "-inf",
                                    "0.5f",
                                    "-0.0",
                                    "range",
                                    "random",
                                    "zeros",
                                    "ones",
                                    "undef",
                                    "unset",
                                    " ",
                                    "\t",
                                    "\n",
                                    "bool",
                                    "struct",
                                    "size_t",
                                    "signed",
                                    "0b1",
                                    "18446744073709551615",
                                    "99999999999999999999999",
                                    "\xff\xfe",
                                    "image2d_t",
                                    "permutation"};
enum { WORDS = sizeof words / sizeof words[0] };

static uint64_t state;
static uint64_t next(uint64_t below) { return wb_random_at(99, state++) % below; }

static void made_of_words(char text[TEXT_MAX]) {
  size_t used = 0;
  text[0] = '\0';
  for (uint64_t left = next(14); left > 0; left--) {
    const char *word = words[next(WORDS)];
    if (used + strlen(word) + 1 > TEXT_MAX) break;
    memcpy(text + used, word, strlen(word) + 1);
    used += strlen(word);
  }
}

static void made_of_bytes(char text[TEXT_MAX]) {
  size_t length = next(20);
  for (size_t i = 0; i < length; i++) text[i] = (char)(1 + next(255));
  text[length] = '\0';
}

/* One that is right, with a few bytes changed. */
static void changed(char text[TEXT_MAX]) {
  static const char *const right[] = {"const float[64]=range(1,2)", "int4=(1,2,3,4)",
                                      "float2[3]=((1,2),3,...)",    "local uint[16*2]",
                                      "double[]=(1.5,nan,-inf)",    "uchar[8]=random(0,9)"};
  const char *chosen = right[next(sizeof right / sizeof right[0])];
  size_t length = strlen(chosen);
  memcpy(text, chosen, length + 1);
  for (uint64_t left = 1 + next(3); left > 0; left--) {
    size_t at = next(length);
    text[at] = next(2) ? (char)(32 + next(95)) : text[next(length)];
  }
}

/* 1 where it was a spec. */
static unsigned try(const char *text) {
  struct wb_arg_spec spec;
  struct wb_tensor tensor = {0};
  struct wb_error err = {0};
  size_t bytes = 0;
  enum wb_status status = wb_arg_spec_parse(&spec, text, &err);
  CHECK(status == WB_OK || (status == WB_ERR_USAGE && err.message[0] != '\0'));
  bool small = wb_arg_spec_bytes(&spec, &bytes) && bytes < SMALL;
  if (status == WB_OK && small && spec.content != WB_SPEC_FILE && spec.kind != WB_SPEC_NULL) {
    CHECK_INT(wb_arg_spec_make(&spec, 1, 2, &tensor, &err), WB_OK);
    CHECK_INT(wb_tensor_bytes(&tensor), bytes);
    wb_tensor_release(&tensor);
  }
  wb_arg_spec_release(&spec);
  return status == WB_OK;
}

static void no_text_breaks_the_parser(void) {
  static void (*const makers[])(char *) = {made_of_words, made_of_bytes, changed};
  unsigned specs = 0;
  for (unsigned i = 0; i < ROUNDS; i++) {
    char text[TEXT_MAX];
    makers[i % 3](text);
    specs += try(text);
  }
  if (!CHECK(specs > ROUNDS / 200 && specs < ROUNDS / 2)) printf("# %u specs\n", specs);
}

/* Writes over the beginning of a longer text. */
static void begin_with(char *text, const char *beginning) {
  while (*beginning != '\0') *text++ = *beginning++;
}

static void deep_and_long_texts_are_fine(void) {
  static char text[1 << 20];
  memset(text, '(', sizeof text - 1);
  begin_with(text, "int[4]=");
  CHECK_INT(try(text), 0);
  memset(text + 7, '9', sizeof text - 8);
  CHECK_INT(try(text), 0);
  memset(text, 'a', sizeof text - 1);
  CHECK_INT(try(text), 0);
  for (size_t i = 0; i + 2 < sizeof text; i += 2) begin_with(text + i, i == 0 ? "7," : "1,");
  begin_with(text, "int[4]=(");
  CHECK_INT(try(text), 0);
}

static void sizes_are_numbers_or_nothing(void) {
  for (unsigned i = 0; i < ROUNDS; i++) {
    static const char digits[] = "0123456789,,xx -+.";
    char text[24];
    size_t sizes[3], length = next(sizeof text - 1);
    for (size_t k = 0; k < length; k++) text[k] = digits[next(sizeof digits - 1)];
    text[length] = '\0';
    unsigned count = wb_sizes_parse(text, 1, sizes);
    CHECK(count <= 3 && (count == 0) == (wb_sizes_parse(text, 2, sizes) == 0));
  }
}

int main(void) {
  tap_run("random texts are specs or errors with words", no_text_breaks_the_parser);
  tap_run("deep and long texts are refused like others", deep_and_long_texts_are_fine);
  tap_run("random sizes are numbers or nothing", sizes_are_numbers_or_nothing);
  return tap_finish();
}
