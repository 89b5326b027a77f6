/* Files of the format .npy that are damaged, or of a header that is put together of pieces: each is
 * read whole, and then comes back from what is written of it, or is refused with a place and a
 * message.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/tensor/npy_fuzz.t
 *
 * goes on for so long; without it, a second. A failure prints its seed. */
#include "fuzz/damage.h"
#include "fuzz/rounds.h"
#include "npy_read.h"
#include "tap.h"
#include "tensor/fill.h"
#include "tensor/npy.h"

static const char *const pieces[] = {"{",
                                     "}",
                                     "'descr'",
                                     ":",
                                     ",",
                                     "'<f4'",
                                     "'>i8'",
                                     "'|b1'",
                                     "'<c8'",
                                     "'shape'",
                                     "(",
                                     ")",
                                     "3",
                                     "0",
                                     "1",
                                     "-1",
                                     "99999999999999999999",
                                     "4611686018427387904",
                                     "(2, 3)",
                                     "(6,)",
                                     "()",
                                     "(1, 1, 1, 1, 1, 1, 3)",
                                     "True",
                                     "False",
                                     "'fortran_order'",
                                     "\"",
                                     "'",
                                     "L",
                                     "\\x41",
                                     "\xFF",
                                     "[",
                                     " ",
                                     "\n",
                                     "\t"};
static const unsigned lanes[] = {1, 2, 3, 4, 8, 16};

/* A header of any pieces, or of those that belong, mostly. */
static void add_dictionary(struct chance *chance, struct wb_str *text) {
  static const char *const types[] = {"<f4", "<f8", ">f2", "|u1", "|b1", "<i8", ">u2", "<c8", "|O"};
  const bool sound = !chance_one_in(chance, 3);
  if (sound) {
    wb_str_addf(text, "{'descr': '%s', 'fortran_order': %s, 'shape': (",
                types[chance_below(chance, sizeof types / sizeof types[0])],
                chance_one_in(chance, 2) ? "True" : "False");
    for (unsigned axes = chance_below(chance, 8); axes > 0; axes--)
      wb_str_addf(text, "%u, ", chance_below(chance, 4));
    wb_str_add(text, "), }\n");
  }
  for (unsigned n = chance_below(chance, sound ? 2 : 20); n > 0; n--)
    wb_str_add(text, pieces[chance_below(chance, sizeof pieces / sizeof pieces[0])]);
}

static void make_from_pieces(struct chance *chance, struct wb_str *file) {
  struct wb_str text;
  const unsigned version = 1 + chance_below(chance, 3);
  wb_str_init(&text);
  add_dictionary(chance, &text);
  wb_str_add_bytes(file, "\x93NUMPY", 6);
  wb_str_add_char(file, (char)version);
  wb_str_add_char(file, 0);
  for (unsigned i = 0; i < (version == 1 ? 2U : 4U); i++)
    wb_str_add_char(file, (char)(text.length >> 8 * i));
  wb_str_add_bytes(file, text.data, text.length);
  for (unsigned n = chance_below(chance, 100); n > 0; n--)
    wb_str_add_char(file, (char)chance_below(chance, 256));
  wb_str_release(&text);
}

static void make_and_damage(struct chance *chance, struct wb_str *file) {
  struct wb_tensor tensor;
  struct wb_shape shape = {chance_below(chance, 4), {0}};
  const struct wb_dtype type = {(enum wb_scalar)chance_below(chance, WB_SCALAR_COUNT),
                                lanes[chance_below(chance, 6)]};
  unsigned char *bytes = NULL;
  size_t length;
  for (unsigned d = 0; d < shape.rank; d++) shape.size[d] = chance_below(chance, 5);
  CHECK(wb_tensor_init(&tensor, type, &shape, NULL) == WB_OK);
  wb_tensor_fill(&tensor, &(struct wb_fill){.kind = WB_FILL_ASYMMETRIC}, chance->state);
  CHECK(wb_npy_compose(
            &tensor,
            &(struct wb_npy_format){chance_one_in(chance, 2) != 0, chance_one_in(chance, 2) != 0,
                                    chance_below(chance, 4)},
            &bytes, &length, NULL) == WB_OK);
  wb_str_add_bytes(file, (const char *)bytes, length);
  damage(chance, file);
  free(bytes);
  wb_tensor_release(&tensor);
}

static bool is_refused_with_a_place(const struct wb_tensor *tensor, const struct wb_error *err) {
  return tensor->data == NULL && wb_starts_with(err->where, "a.npy: ") && err->message[0] != '\0';
}

static bool comes_back(const struct wb_tensor *tensor) {
  unsigned char *bytes = NULL;
  size_t length = 0;
  struct wb_tensor back = {0};
  const bool same = wb_npy_compose(tensor, NULL, &bytes, &length, NULL) == WB_OK &&
                    parse_npy(bytes, length, "b", tensor->type.lanes, &back, NULL) == WB_OK &&
                    wb_shape_equal(&tensor->shape, &back.shape) &&
                    (wb_tensor_count(tensor) == 0 ||
                     memcmp(tensor->data, back.data, wb_tensor_bytes(tensor)) == 0);
  wb_tensor_release(&back);
  free(bytes);
  return same;
}

static void try_file(uint64_t seed, uint64_t *read) {
  struct chance chance;
  struct wb_str file;
  struct wb_tensor tensor;
  struct wb_error err = {0};
  chance_begin(&chance, seed);
  wb_str_init(&file);
  if (chance_one_in(&chance, 2))
    make_from_pieces(&chance, &file);
  else
    make_and_damage(&chance, &file);
  /* Of their own size, so that a sanitizer sees a read beyond them. */
  char *bytes = malloc(file.length > 0 ? file.length : 1);
  memcpy(bytes, file.data, file.length);
  const enum wb_status status =
      parse_npy(bytes, file.length, "a.npy", lanes[chance_below(&chance, 6)], &tensor, &err);
  const bool right = status == WB_OK ? comes_back(&tensor) : is_refused_with_a_place(&tensor, &err);
  if (status == WB_OK) ++*read;
  if (!CHECK(right))
    printf("# FUZZ_SEED=%llu: %s: %s\n", (unsigned long long)seed, err.where, err.message);
  wb_tensor_release(&tensor);
  wb_str_release(&file);
  free(bytes);
}

static void files_are_read_or_refused(void) {
  struct fuzz_rounds fuzz = fuzz_begin(40000);
  uint64_t read = 0;
  while (!tap_state.current_failed && fuzz_next(&fuzz)) try_file(fuzz.seed, &read);
  printf("# %llu files, %llu of them read\n", (unsigned long long)fuzz.done,
         (unsigned long long)read);
  CHECK(read > 0 && read < fuzz.done);
}

int main(void) {
  tap_run("whatever a file says, it is read or refused", files_are_read_or_refused);
  return tap_finish();
}
