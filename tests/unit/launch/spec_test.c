/* Argument specs: every type, every content, every error. */
#include "launch/spec.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "launch/number.h"
#include "tap.h"

/* What is wrong with a spec, or "" where nothing is. */
static const char *mistake(const char *text) {
  static struct wb_error err;
  struct wb_arg_spec spec;
  err.message[0] = '\0';
  enum wb_status status = wb_arg_spec_parse(&spec, text, &err);
  CHECK_INT(status, err.message[0] != '\0' ? WB_ERR_USAGE : WB_OK);
  CHECK_STRING(spec.text, text);
  wb_arg_spec_release(&spec);
  return err.message;
}

/* The elements of a spec's content as text, with blanks between them. */
static const char *content(const char *text) {
  static char shown[512];
  struct wb_arg_spec spec;
  struct wb_tensor tensor = {0};
  struct wb_error err = {0};
  size_t used = 0;
  shown[0] = '\0';
  enum wb_status status = wb_arg_spec_parse(&spec, text, &err);
  if (status == WB_OK) status = wb_arg_spec_make(&spec, 1, 0, &tensor, &err);
  if (status != WB_OK) snprintf(shown, sizeof shown, "error: %.400s", err.message);
  if (status == WB_OK && tensor.data == NULL) snprintf(shown, sizeof shown, "undef");
  for (size_t i = 0; tensor.data != NULL && i < spec.count && used < 400; i++) {
    char value[100];
    wb_tensor_format(&tensor, i, value, sizeof value);
    used += (size_t)snprintf(shown + used, sizeof shown - used, "%s%s", i > 0 ? " " : "", value);
  }
  wb_tensor_release(&tensor);
  wb_arg_spec_release(&spec);
  return shown;
}

static void every_type_has_values_and_arrays(void) {
  static const char *const scalars[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                        "long", "ulong", "half",  "float",  "double"};
  static const unsigned lanes[] = {1, 2, 3, 4, 8, 16};
  for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
    for (size_t k = 0; k < sizeof lanes / sizeof lanes[0]; k++) {
      char name[32], text[64];
      struct wb_arg_spec spec;
      struct wb_error err = {0};
      snprintf(name, sizeof name, "%s%.0u", scalars[i], lanes[k] == 1 ? 0 : lanes[k]);
      snprintf(text, sizeof text, "%s=7", name);
      CHECK_INT(wb_arg_spec_parse(&spec, text, &err), WB_OK);
      CHECK_INT(spec.kind, WB_SPEC_VALUE);
      CHECK_INT(spec.type.lanes, lanes[k]);
      CHECK_INT(spec.listed.length, wb_dtype_size(spec.type));
      wb_arg_spec_release(&spec);
      snprintf(text, sizeof text, "const %s[5]=range", name);
      CHECK_INT(wb_arg_spec_parse(&spec, text, &err), WB_OK);
      CHECK(spec.kind == WB_SPEC_BUFFER && spec.read_only && spec.count == 5);
      wb_arg_spec_release(&spec);
      snprintf(text, sizeof text, "local %s[9]", name);
      CHECK_INT(wb_arg_spec_parse(&spec, text, &err), WB_OK);
      CHECK(spec.kind == WB_SPEC_LOCAL && spec.count == 9);
      wb_arg_spec_release(&spec);
    }
  CHECK_STRING(content("size_t=5"), "5");
  CHECK_STRING(content("unsigned int = 5"), "5");
  CHECK_STRING(content("unsigned char[2]=(254,255)"), "254 255");
  CHECK_STRING(content("__global const float[2]=(1,2)"), "1 2");
  CHECK_STRING(mistake("null"), "");
  CHECK_STRING(mistake(" NULL "), "");
}

static void numbers_are_read_as_written(void) {
  CHECK_STRING(content("int=-2147483648"), "-2147483648");
  CHECK_STRING(content("int=0xFFFFFFFF"), "-1");
  CHECK_STRING(content("char=0b10000000"), "-128");
  CHECK_STRING(content("ulong=18446744073709551615"), "18446744073709551615");
  CHECK_STRING(content("long=-9223372036854775808"), "-9223372036854775808");
  CHECK_STRING(content("uint=10u"), "10");
  CHECK_STRING(content("int=010"), "10");
  CHECK_STRING(content("float=0.1"), "0.1");
  CHECK_STRING(content("float=1.5f"), "1.5");
  CHECK_STRING(content("float=-0.0"), "-0");
  CHECK_STRING(content("float=nan"), "nan");
  CHECK_STRING(content("float=-inf"), "-inf");
  CHECK_STRING(content("double=0x1.8p-3"), "0.1875");
  CHECK_STRING(content("half=65504"), "65500");
  CHECK_STRING(content("half=1e-8"), "0");
  CHECK_STRING(content("double=1e308"), "1e+308");
  CHECK_STRING(content("float2=(nan,inf)"), "(nan, inf)");
  CHECK_STRING(content("float3=(1,2,3)"), "(1, 2, 3)");
  CHECK_STRING(content("int4=7"), "(7, 7, 7, 7)");
  CHECK_STRING(content("int4 = ( 1 , 2,3 ,4 ) "), "(1, 2, 3, 4)");
}

static void numbers_that_do_not_fit_are_refused(void) {
  CHECK_STRING(mistake("uchar=300"), "300 does not fit in uchar (0 to 255)");
  CHECK_STRING(mistake("char=-129"), "-129 does not fit in char (-128 to 127)");
  CHECK_STRING(mistake("uint=-1"), "-1 does not fit in uint (0 to 4294967295)");
  CHECK_STRING(mistake("int=0x1FFFFFFFF"),
               "0x1FFFFFFFF does not fit in int (-2147483648 to 2147483647)");
  CHECK_STRING(mistake("ulong=18446744073709551616"),
               "18446744073709551616 does not fit in ulong (0 to 18446744073709551615)");
  CHECK_STRING(mistake("int=1.5"), "1.5 is not a whole number, and the type is int");
  CHECK_STRING(mistake("int=five"),
               "\"five\" is not a fill: write undef, zeros, ones, range, "
               "random, (1,2,…) or @FILE");
  CHECK_STRING(mistake("int=12x"), "\"12x\" is no number");
  CHECK_STRING(mistake("int=-"), "\"-\" is no number");
  CHECK_STRING(mistake("int=0x"), "\"0x\" is no number");
  CHECK_STRING(mistake("float=1e39"), "1e39 is too large for float (write inf for infinity)");
  CHECK_STRING(mistake("half=65520"), "65520 is too large for half (write inf for infinity)");
  CHECK_STRING(mistake("float=1.2.3"), "\"1.2.3\" is no number");
  CHECK_STRING(mistake("float=nanf"), "\"nanf\" is no number");
}

static void content_fills_arrays(void) {
  CHECK_STRING(content("float[4]"), "undef");
  CHECK_STRING(content("float[4]=undef"), "undef");
  CHECK_STRING(content("float[4]=range"), "0 1 2 3");
  CHECK_STRING(content("int[3]=range(5)"), "5 6 7");
  CHECK_STRING(content("float[3]=range(1,-0.5)"), "1 0.5 0");
  CHECK_STRING(content("uchar[3]=range(254)"), "254 255 0");
  CHECK_STRING(content("float2[2]=range"), "(0, 1) (2, 3)");
  CHECK_STRING(content("half[3]=ones"), "1 1 1");
  CHECK_STRING(content("ushort[3]=zeros"), "0 0 0");
  CHECK_STRING(content("double[3]=0.5"), "0.5 0.5 0.5");
  CHECK_STRING(content("int[]=(1,2,3)"), "1 2 3");
  CHECK_STRING(content("int[5]=(1,2,...)"), "1 2 2 2 2");
  CHECK_STRING(content("int[5]=(1,2,…)"), "1 2 2 2 2");
  CHECK_STRING(content("int[2]=(1,2,...)"), "1 2");
  CHECK_STRING(content("float2[3]=((1,2),3,(nan,-0.0))"), "(1, 2) (3, 3) (nan, -0)");
  CHECK_STRING(content("float3[2]=((1,2,3),...)"), "(1, 2, 3) (1, 2, 3)");
  CHECK_STRING(content("int[2*2]=range"), "0 1 2 3");
  CHECK_STRING(content("int[0]=zeros"), "");
  CHECK_STRING(content("bytes[3]=(1,0xFF,3)"), "1 255 3");
  CHECK_STRING(content("uint[6]=random(3,3)"), "3 3 3 3 3 3");
  CHECK_STRING(content("float[2]=inf"), "inf inf");
  CHECK_STRING(mistake("int[4]=permutation"), "");
  CHECK_STRING(mistake("int[4]=asymmetric"), "");
}

static void random_stays_within_its_bounds(void) {
  struct wb_arg_spec spec;
  struct wb_tensor first, second;
  CHECK_INT(wb_arg_spec_parse(&spec, "float[1000]=random(2,3)", NULL), WB_OK);
  CHECK_INT(wb_arg_spec_make(&spec, 7, 0, &first, NULL), WB_OK);
  CHECK_INT(wb_arg_spec_make(&spec, 7, 1, &second, NULL), WB_OK);
  CHECK(memcmp(first.data, second.data, 4000) != 0);
  for (size_t i = 0; i < 1000; i++) {
    double value = wb_tensor_get(&first, i, 0);
    CHECK(value >= 2 && value <= 3);
  }
  wb_tensor_release(&first);
  wb_tensor_release(&second);
  wb_arg_spec_release(&spec);
}

static void mistakes_are_explained(void) {
  static const char *const cases[][2] = {
      {"", "a type is missing at \"\"; a spec begins with one, as int=5 or float[64]"},
      {"=5", "a type is missing at \"=5\"; a spec begins with one, as int=5 or float[64]"},
      {"flaot=1", "\"flaot\" is not a type; did you mean \"float\"?"},
      {"float5=1", "\"float5\" is not a type; did you mean \"float\"?"},
      {"struct point=1", "\"struct point\" is not a type; a struct is written bytes[SIZE]"},
      {"bool=1", "OpenCL C has no parameters of type bool; kernels take uchar or int instead"},
      {"image2d_t=x",
       "an image is given as its pixels, as float4[8,4]=range, a sampler as its bits, as uint=18"},
      {"float*", "a pointer is given as an array, float[64], or as null"},
      {"int", "a value needs one, as int=1; a buffer is written int[64]"},
      {"int=", "there is nothing after \"=\""},
      {"int=undef", "a value cannot be undef; it is always set"},
      {"const int=5", "const belongs to buffers: const int[64]=range"},
      {"int 5", "\"5\" is too much"},
      {"int=5 6", "\"6\" is too much"},
      {"int=5,6", "\",6\" is too much"},
      {"float[", "the number of elements is missing at \"the end\"; write float[64]"},
      {"float[x]", "the number of elements is missing at \"x]\"; write float[64]"},
      {"float[-1]", "the number of elements is missing at \"-1]\"; write float[64]"},
      {"float[4", "\"]\" is missing at \"the end\""},
      {"float[4]=rnage", "\"rnage\" is not a fill; did you mean \"range\"?"},
      {"float[4]=@", "the file's name is missing after \"@\""},
      {"float[]", "the number of elements is missing: float[64]"},
      {"float[]=range", "the number of elements is missing: float[64]"},
      {"float[]=(1,...)", "how many elements is it to repeat to? Write float[64]=…"},
      {"float[99999999999999999999]", "an array of so many elements is too large"},
      {"float[4294967296*4294967296]", "an array of so many elements is too large"},
      {"int[2]=(1,2,3)", "3 values for an array of 2"},
      {"int[4]=(1,2)",
       "2 values for an array of 4; end the list with \", ...\" to repeat the last"},
      {"int2[2]=(1,2,3,4)",
       "4 values for an array of 2: put the lanes of each vector in parentheses"},
      {"int[2]=(1,2", "\")\" is missing at \"the end\""},
      {"int[2]=()", "a number is missing at \")\""},
      {"int[2]=(1,,2)", "a number is missing at \",2)\""},
      {"int[2]=(...)", "\"...\" is no number"},
      {"float4=(1,2,3)", "a float4 has 4 lanes, not 3"},
      {"float2=(1,2,3)", "a float2 has 2 lanes, not 3"},
      {"float2=(1", "\")\" is missing at \"the end\""},
      {"int=(1)", "a number is missing at \"(1)\""},
      {"local float", "the number of elements is missing: local float[64]"},
      {"local float[4]=zeros",
       "local memory has no content before a kernel writes it: local float[4]"},
      {"const float[4]", "nobody could ever write a const array that is undef; give it content"},
      {"int[4]=random(1)", "random takes two bounds, as random(0,1)"},
      {"int[4]=random(2,1)", "random(LOW,HIGH) needs a low bound that is not above the high one"},
      {"int[4]=range(1,2,3)", "more than two numbers in parentheses"},
      {"int[4]=zeros(1)", "zeros takes nothing in parentheses"},
      {"int[4]=constant",
       "\"constant\" is not a fill: write undef, zeros, ones, range, random, "
       "(1,2,…) or @FILE"},
      {"bytes=1", "the number of elements is missing: bytes[64]"},
      {"null null", "\"null null\" is not a type; a struct is written bytes[SIZE]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    CHECK_STRING(mistake(cases[i][0]), cases[i][1]);
}

static void write_file(const char *path, const void *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  if (!CHECK(file != NULL)) return;
  fwrite(bytes, 1, length, file);
  fclose(file);
}

static void files_hold_bytes_or_numbers(void) {
  char folder[] = "/tmp/spec-test-XXXXXX", path[80], spec[160], expected[240];
  const float values[] = {1, 2.5F, -3, 0};
  static const char numbers[] = "# three\n1, 2 3 # not 4\n\n5\t6,7\n";
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  snprintf(path, sizeof path, "%s/values", folder);
  write_file(path, values, sizeof values);
  snprintf(spec, sizeof spec, "float[4]=@%s", path);
  CHECK_STRING(content(spec), "1 2.5 -3 0");
  snprintf(spec, sizeof spec, "float3[]=@%s", path);
  CHECK_STRING(content(spec), "(1, 2.5, -3)");
  snprintf(spec, sizeof spec, "float[5]=@%s", path);
  snprintf(expected, sizeof expected, "error: %s has 16 bytes; float[5] takes 20 (4 each)", path);
  CHECK_STRING(content(spec), expected);
  snprintf(spec, sizeof spec, "float8[]=@%s", path);
  snprintf(expected, sizeof expected,
           "error: %s has 16 bytes, which are not a whole number of float8 (32 each)", path);
  CHECK_STRING(content(spec), expected);
  snprintf(path, sizeof path, "%s/numbers.txt", folder);
  write_file(path, numbers, sizeof numbers - 1);
  snprintf(spec, sizeof spec, "int[6]=@%s", path);
  CHECK_STRING(content(spec), "1 2 3 5 6 7");
  snprintf(spec, sizeof spec, "float3[]=@%s", path);
  CHECK_STRING(content(spec), "(1, 2, 3) (5, 6, 7)");
  snprintf(spec, sizeof spec, "int[7]=@%s", path);
  snprintf(expected, sizeof expected, "error: %s has 6 numbers; int[7] takes 7", path);
  CHECK_STRING(content(spec), expected);
  write_file(path, "1\n2\nthree\n", 10);
  snprintf(expected, sizeof expected, "error: %s:3: \"three\" is no number", path);
  CHECK_STRING(content(spec), expected);
  snprintf(spec, sizeof spec, "int[7]=@%s", folder);
  snprintf(expected, sizeof expected, "error: %s is not a regular file", folder);
  CHECK_STRING(content(spec), expected);
  CHECK_STRING(content("int[7]=@/no/such/file"),
               "error: cannot open /no/such/file: No such file or directory");
}

int main(void) {
  tap_run("every scalar and vector type has values, arrays and local memory",
          every_type_has_values_and_arrays);
  tap_run("numbers are read as they are written", numbers_are_read_as_written);
  tap_run("numbers that a type cannot hold are refused", numbers_that_do_not_fit_are_refused);
  tap_run("content fills arrays", content_fills_arrays);
  tap_run("random numbers stay within their bounds and differ by argument",
          random_stays_within_its_bounds);
  tap_run("mistakes are explained", mistakes_are_explained);
  tap_run("files hold bytes, or numbers as text", files_hold_bytes_or_numbers);
  return tap_finish();
}
