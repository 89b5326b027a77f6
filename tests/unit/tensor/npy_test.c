#include "tensor/npy.h"

#include <unistd.h>

#include "base/file.h"
#include "npy_read.h"
#include "tap.h"
#include "tensor/fill.h"

enum { PATH_MAX_HERE = 64 };

static struct wb_tensor make(enum wb_scalar scalar, unsigned lanes, struct wb_shape shape) {
  struct wb_tensor tensor = {0};
  struct wb_fill fill = {.kind = WB_FILL_ASYMMETRIC};
  CHECK(wb_tensor_init(&tensor, (struct wb_dtype){scalar, lanes}, &shape, NULL) == WB_OK);
  if (scalar == WB_BOOL) fill = (struct wb_fill){WB_FILL_RANDOM, 0, 1, 0};
  wb_tensor_fill(&tensor, &fill, 7);
  return tensor;
}

static bool same(const struct wb_tensor *a, const struct wb_tensor *b) {
  return wb_dtype_equal(a->type, b->type) && wb_shape_equal(&a->shape, &b->shape) &&
         (wb_tensor_count(a) == 0 || memcmp(a->data, b->data, wb_tensor_bytes(a)) == 0);
}

static bool comes_back(const struct wb_tensor *tensor, const struct wb_npy_format *format) {
  unsigned char *bytes = NULL;
  size_t length = 0;
  struct wb_tensor back = {0};
  struct wb_error err = {.message = ""};
  bool good = wb_npy_compose(tensor, format, &bytes, &length, &err) == WB_OK &&
              parse_npy(bytes, length, "a.npy", tensor->type.lanes, &back, &err) == WB_OK &&
              same(tensor, &back);
  if (err.message[0] != '\0') printf("# %s: %s\n", err.where, err.message);
  wb_tensor_release(&back);
  free(bytes);
  return good;
}

static void every_type_comes_back_from_every_kind_of_file(void) {
  static const unsigned lanes[] = {1, 2, 3, 4, 8, 16};
  static const struct wb_shape shapes[] = {
      {0, {0}}, {1, {5}}, {2, {3, 4}}, {3, {2, 3, 4}}, {6, {1, 2, 1, 3, 2, 1}}, {2, {0, 3}}};
  for (unsigned scalar = 0; scalar < WB_SCALAR_COUNT; scalar++)
    for (size_t l = 0; l < 6; l++)
      for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        struct wb_tensor tensor = make((enum wb_scalar)scalar, lanes[l], shapes[s]);
        for (unsigned how = 0; how < 12; how++)
          CHECK(comes_back(&tensor,
                           &(struct wb_npy_format){how % 2 != 0, how / 2 % 2 != 0, 1 + how / 4}));
        wb_tensor_release(&tensor);
      }
}

/* A file with this dictionary and so many bytes of elements, which count up. */
static struct wb_str file_with(const char *dictionary, size_t elements) {
  struct wb_str file;
  wb_str_init(&file);
  wb_str_add_bytes(&file, "\x93NUMPY\1\0", 8);
  wb_str_add_char(&file, (char)strlen(dictionary));
  wb_str_add_char(&file, 0);
  wb_str_add(&file, dictionary);
  for (size_t i = 0; i < elements; i++) wb_str_add_char(&file, (char)i);
  return file;
}

static void orders_and_endings_lie_as_numpy_says(void) {
  struct wb_tensor tensor;
  struct wb_str file = file_with("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }\n", 6);
  CHECK(parse_npy(file.data, file.length, "a", 1, &tensor, NULL) == WB_OK);
  CHECK(memcmp(tensor.data, "\0\2\4\1\3\5", 6) == 0);
  wb_tensor_release(&tensor);
  wb_str_release(&file);
  file = file_with("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\">u2\"}", 4);
  CHECK(parse_npy(file.data, file.length, "a", 1, &tensor, NULL) == WB_OK);
  CHECK_INT(wb_tensor_get_int(&tensor, 0, 0), 0x0001);
  CHECK_INT(wb_tensor_get_int(&tensor, 1, 0), 0x0203);
  wb_tensor_release(&tensor);
  wb_str_release(&file);
}

static void a_vector_of_three_is_packed_in_the_file_and_padded_in_memory(void) {
  struct wb_tensor tensor;
  struct wb_str file = file_with("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)}", 6);
  CHECK(parse_npy(file.data, file.length, "a", 3, &tensor, NULL) == WB_OK);
  CHECK_INT(tensor.shape.rank, 1);
  CHECK(memcmp(tensor.data, "\0\1\2\0\3\4\5\0", 8) == 0);
  wb_tensor_release(&tensor);
  wb_str_release(&file);
}

static void any_byte_but_zero_is_true(void) {
  struct wb_tensor tensor;
  struct wb_str file = file_with("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", 3);
  CHECK(parse_npy(file.data, file.length, "a", 1, &tensor, NULL) == WB_OK);
  CHECK(memcmp(tensor.data, "\0\1\1", 3) == 0);
  wb_tensor_release(&tensor);
  wb_str_release(&file);
}

static void what_is_wrong_with_a_header_names_its_field(void) {
  static const struct {
    const char *dictionary;
    unsigned lanes;
    const char *where, *words;
  } cases[] = {
#define WITH(descr, order, shape) \
  "{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape "}"
      {"", 1, "a.npy: header", "'{'"},
      {"{", 1, "a.npy: header", "the end"},
      {"{}", 1, "a.npy: descr", "missing"},
      {"{'descr': '<f4'}", 1, "a.npy: fortran_order", "missing"},
      {"{'descr': '<f4', 'fortran_order': False}", 1, "a.npy: shape", "missing"},
      {"{'descr': '<f4', 'descr': '<f4'}", 1, "a.npy: descr", "twice"},
      {"{'colour': 3}", 1, "a.npy: header", "'colour'"},
      {"{'descr' '<f4'}", 1, "a.npy: descr", "':'"},
      {"{'descr': <f4}", 1, "a.npy: descr", "quotes"},
      {"{'descr': '<f4}", 1, "a.npy: descr", "'''"},
      {"{'des\\x63r': '<f4'}", 1, "a.npy: header", "odd"},
      {WITH("'<c8'", "False", "(1,)"), 1, "a.npy: descr", "'<c8'"},
      {WITH("''", "False", "(1,)"), 1, "a.npy: descr", "''"},
      {WITH("'f4'", "False", "(1,)"), 1, "a.npy: descr", "'f4'"},
      {WITH("'|f4'", "False", "(1,)"), 1, "a.npy: descr", "byte order"},
      {WITH("'|O'", "False", "(1,)"), 1, "a.npy: descr", "'|O'"},
      {WITH("[('x', '<f4')]", "False", "(1,)"), 1, "a.npy: descr", "records"},
      {WITH("'<f4'", "0", "(1,)"), 1, "a.npy: fortran_order", "True or False"},
      {WITH("'<f4'", "False", "4"), 1, "a.npy: shape", "'('"},
      {WITH("'<f4'", "False", "(4)"), 1, "a.npy: shape", "comma"},
      {WITH("'<f4'", "False", "(4 4)"), 1, "a.npy: shape", "','"},
      {WITH("'<f4'", "False", "(-1,)"), 1, "a.npy: shape", "a size"},
      {WITH("'<f4'", "False", "(,)"), 1, "a.npy: shape", "a size"},
      {WITH("'<f4'", "False", "(1.5,)"), 1, "a.npy: shape", "','"},
      {WITH("'<f4'", "False", "(99999999999999999999,)"), 1, "a.npy: shape", "too large"},
      {WITH("'<f8'", "False", "(9223372036854775807, 2)"), 1, "a.npy: shape", "too many"},
      {WITH("'<f8'", "False", "(4611686018427387904,)"), 1, "a.npy: shape", "too many"},
      {WITH("'<f8'", "False", "(30000000000,)"), 1, "a.npy: shape", "the file has 4"},
      {WITH("'<f4'", "False", "(1, 1, 1, 1, 1, 1, 1)"), 1, "a.npy: shape", "more axes"},
      {WITH("'<f4'", "False", "(1, 1, 1, 1, 1, 1, 1, 1)"), 1, "a.npy: shape", "more axes"},
      {WITH("'<f4'", "False", "(2,)"), 1, "a.npy: shape", "have 8 bytes, the file has 4"},
      {WITH("'|u1'", "False", "(3,)"), 1, "a.npy: shape", "have 3 bytes, the file has 4"},
      {WITH("'<f4'", "False", "(1,)"), 2, "a.npy: shape", "a last axis"},
      {WITH("'<f4'", "False", "()"), 4, "a.npy: shape", "a last axis"},
      {WITH("'<f4'", "False", "(1,)") " 1", 1, "a.npy: header", "after its end: 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct wb_str file = file_with(cases[i].dictionary, 4);
    struct wb_tensor tensor;
    struct wb_error err = {0};
    CHECK(parse_npy(file.data, file.length, "a.npy", cases[i].lanes, &tensor, &err) == WB_ERR_SPEC);
    CHECK_STRING(err.where, cases[i].where);
    if (!CHECK(strstr(err.message, cases[i].words) != NULL))
      printf("# %s: %s\n", cases[i].dictionary, err.message);
    CHECK(tensor.data == NULL);
    wb_str_release(&file);
  }
}

static void what_is_no_such_file_is_refused(void) {
  static const struct {
    const char *bytes;
    size_t length;
    const char *words;
  } cases[] = {
      {"", 0, "cut off: the file has 0 bytes"},
      {"\x93NUMPY\1\0\1", 9, "cut off"},
      {"PK\3\4 and so on", 14, "no .npy file"},
      {"\x93NUMPY\4\0\0\0", 10, "4.0 is none of"},
      {"\x93NUMPY\1\1\0\0", 10, "1.1 is none of"},
      {"\x93NUMPY\0\0\0\0", 10, "0.0 is none of"},
      {"\x93NUMPY\1\0\x10\0{}", 12, "should have 16 bytes"},
      {"\x93NUMPY\2\0\x10\0", 10, "should have"},
      {"\x93NUMPY\2\0\xff\xff\xff\xff{}", 14, "too long: 4294967295"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct wb_npy_info info;
    struct wb_error err = {0};
    CHECK(wb_npy_inspect_bytes(cases[i].bytes, cases[i].length, "a.npy", 1, &info, &err) ==
          WB_ERR_SPEC);
    if (!CHECK(strstr(err.message, cases[i].words) != NULL)) printf("# %s\n", err.message);
  }
}

static void files_are_saved_and_loaded(void) {
  char folder[] = "/tmp/npy-test.XXXXXX", path[PATH_MAX_HERE], none[PATH_MAX_HERE];
  struct wb_tensor tensor = make(WB_FLOAT, 3, (struct wb_shape){2, {4, 5}}), back;
  struct wb_npy_info info;
  struct wb_error err;
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/a.npy", folder);
  snprintf(none, sizeof none, "%s/b.npy", folder);
  CHECK(wb_npy_save(path, &tensor, NULL, &err) == WB_OK);
  CHECK(wb_npy_inspect(path, 3, &info, &err) == WB_OK);
  CHECK_INT(info.shape.rank, 2);
  CHECK_INT(info.data_offset % 64, 0);
  CHECK(load_npy(path, 3, &back, &err) == WB_OK);
  CHECK(same(&tensor, &back));
  memset(back.data, 0, wb_tensor_bytes(&back));
  CHECK(wb_npy_load_into(path, &back, &err) == WB_OK);
  CHECK(same(&tensor, &back));
  back.shape = (struct wb_shape){2, {5, 4}};
  CHECK(wb_npy_load_into(path, &back, &err) == WB_ERR_SPEC);
  CHECK_STRING(err.message, "is 4×5, not 5×4");
  back.shape = tensor.shape;
  back.type.scalar = WB_INT;
  CHECK(wb_npy_load_into(path, &back, &err) == WB_ERR_SPEC);
  CHECK_STRING(err.message, "has elements of float3, not of int3");
  CHECK(wb_npy_inspect(none, 1, &info, &err) == WB_ERR_NOT_FOUND);
  CHECK(wb_npy_inspect(folder, 1, &info, &err) == WB_ERR_IO);
  wb_tensor_release(&tensor);
  wb_tensor_release(&back);
  unlink(path);
  rmdir(folder);
}

/* ---- against NumPy itself ------------------------------------------------------------------- */

/* Writes what NumPy should have read, and reads what it wrote. */
static const char script[] =
    "import sys, numpy as n\n"
    "d = sys.argv[1]\n"
    "for c in 'b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8'.split():\n"
    "  for e in '<>':\n"
    "    for f in 'CF':\n"
    "      a = n.load(f'{d}/ours-{c}.npy')\n"
    "      w = n.arange(24).reshape(2, 3, 4) % 100\n"
    "      assert a.dtype.str[1:] == c and (a == w.astype(c)).all(), c\n"
    "      n.save(f'{d}/theirs-{c}-{\"le\" if e == \"<\" else \"be\"}-{f}.npy',\n"
    "             n.asarray(w, dtype=e + c, order=f))\n";

static bool numpy_is_here(const char *python) {
  char command[256];
  snprintf(command, sizeof command, "%s -c 'import numpy' 2>/dev/null", python);
  return system(command) == 0;
}

static void agrees_with_numpy(void) {
  static const char *const names[WB_SCALAR_COUNT] = {"b1", "i1", "u1", "i2", "u2", "i4",
                                                     "u4", "i8", "u8", "f2", "f4", "f8"};
  const char *python = getenv("PYTHON") != NULL ? getenv("PYTHON") : "python3";
  char folder[] = "/tmp/npy-numpy.XXXXXX", path[PATH_MAX_HERE];
  const struct wb_shape shape = {3, {2, 3, 4}};
  struct wb_error err = {.message = ""};
  struct wb_str command;
  if (!numpy_is_here(python)) {
    tap_skip("NumPy is not installed: sudo apt-get install python3-numpy");
    return;
  }
  CHECK(mkdtemp(folder) != NULL);
  for (unsigned s = 0; s < WB_SCALAR_COUNT; s++) {
    struct wb_tensor tensor = make((enum wb_scalar)s, 1, shape);
    for (size_t i = 0; i < 24; i++) wb_tensor_set_int(&tensor, i, 0, (int64_t)i);
    snprintf(path, sizeof path, "%s/ours-%s.npy", folder, names[s]);
    CHECK(wb_npy_save(path, &tensor, &(struct wb_npy_format){s % 2 != 0, s % 3 == 0, 1 + s % 3},
                      &err) == WB_OK);
    wb_tensor_release(&tensor);
  }
  wb_str_init(&command);
  wb_str_addf(&command, "%s/check.py", folder);
  CHECK(wb_file_write_atomic(command.data, script, sizeof script - 1, &err) == WB_OK);
  wb_str_clear(&command);
  wb_str_addf(&command, "%s %s/check.py %s", python, folder, folder);
  CHECK_INT(system(command.data), 0);
  for (unsigned k = 0; k < 4 * WB_SCALAR_COUNT; k++) {
    struct wb_tensor back;
    snprintf(path, sizeof path, "%s/theirs-%s-%s-%s.npy", folder, names[k / 4],
             k % 2 != 0 ? "be" : "le", k / 2 % 2 != 0 ? "F" : "C");
    CHECK(load_npy(path, 1, &back, &err) == WB_OK);
    CHECK(wb_shape_equal(&back.shape, &shape) && back.type.scalar == (enum wb_scalar)(k / 4));
    for (size_t i = 0; i < 24 && back.data != NULL; i++)
      CHECK_INT(wb_tensor_get_int(&back, i, 0), k / 4 == WB_BOOL ? i > 0 : (long long)i);
    wb_tensor_release(&back);
  }
  wb_str_clear(&command);
  wb_str_addf(&command, "rm -r %s", folder);
  CHECK_INT(system(command.data), 0);
  wb_str_release(&command);
}

int main(void) {
  tap_run("every type comes back from every kind of file",
          every_type_comes_back_from_every_kind_of_file);
  tap_run("orders and endings lie as numpy says", orders_and_endings_lie_as_numpy_says);
  tap_run("a vector of three is packed in the file and padded in memory",
          a_vector_of_three_is_packed_in_the_file_and_padded_in_memory);
  tap_run("any byte but zero is true", any_byte_but_zero_is_true);
  tap_run("what is wrong with a header names its field",
          what_is_wrong_with_a_header_names_its_field);
  tap_run("what is no such file is refused", what_is_no_such_file_is_refused);
  tap_run("files are saved and loaded", files_are_saved_and_loaded);
  tap_run("NumPy reads what is written, and what it writes is read", agrees_with_numpy);
  return tap_finish();
}
