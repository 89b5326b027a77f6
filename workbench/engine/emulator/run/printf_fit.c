#include "emulator/run/printf_fit.h"

#include <stdio.h>
#include <string.h>

static bool is_one_of(char c, const char *list) { return c != '\0' && strchr(list, c) != NULL; }

static bool is_real(const struct wb_printf_spec *spec) {
  return is_one_of(spec->conversion, "fFeEgGaA");
}

static bool is_integer(const struct wb_printf_spec *spec) {
  return is_one_of(spec->conversion, "diouxX");
}

/* ---- the conversion alone -------------------------------------------------------------------- */

static const char *fault_of_vector(const struct wb_printf_spec *spec) {
  const uint32_t n = spec->vector;
  const char *fault = NULL;
  if (!is_real(spec) && !is_integer(spec))
    fault = "which does not print vectors";
  else if (n != 2 && n != 3 && n != 4 && n != 8 && n != 16)
    fault = "but vectors have 2, 3, 4, 8 or 16 elements";
  else if (spec->bytes == 0)
    fault =
        "which does not say how long an element is: hh (char), h (short, half), hl (int, "
        "float) or l (long, double) before the letter";
  return fault;
}

static const char *fault_of_length(const struct wb_printf_spec *spec) {
  const char *length = spec->length, *fault = NULL;
  if (strcmp(length, "ll") == 0)
    fault = "but OpenCL C has no ll; l is for a long and a ulong";
  else if (strcmp(length, "hl") == 0 && spec->vector == 0)
    fault = "but hl is for vectors alone";
  else if (spec->bytes != 0 && !is_integer(spec) && spec->vector == 0)
    fault = "but hh, h and l are for integers and vectors alone";
  else if (strcmp(length, "hh") == 0 && is_real(spec))
    fault = "but hh is for integers alone";
  return fault;
}

static const char *fault_of_field(const struct wb_printf_spec *spec) {
  const char c = spec->conversion, *fault = NULL;
  if (strchr(spec->flags, '#') != NULL && is_one_of(c, "diucsp"))
    fault = "but the flag # is for o, x, X and floating-point numbers alone";
  else if (strchr(spec->flags, '0') != NULL && is_one_of(c, "csp"))
    fault = "but the flag 0 is for numbers alone";
  else if (spec->precision >= 0 && is_one_of(c, "cp"))
    fault = "but a precision is for numbers and strings alone";
  return fault;
}

/* Why OpenCL C does not say what it prints, whatever it is given; NULL: it does. */
static const char *fault_of(const struct wb_printf_use *use) {
  const struct wb_printf_spec *spec = use->spec;
  const char *fault = NULL;
  if (spec->conversion == '\0')
    fault = use->end[0] == '*' ? "but OpenCL C takes no * for a width or a precision"
                               : "which OpenCL C does not have";
  else if (spec->conversion == '%')
    fault = use->end - use->text > 2 ? "but nothing may stand between the two" : NULL;
  else if (spec->vector > 0)
    fault = fault_of_vector(spec);
  if (fault == NULL) fault = fault_of_length(spec);
  if (fault == NULL) fault = fault_of_field(spec);
  return fault;
}

/* The conversion as it is written, with the character that it broke off at. */
static int written_length(const struct wb_printf_use *use) {
  enum { MOST = 24 };
  const char next = use->end[0];
  const bool broke = use->spec->conversion == '\0' && next > ' ' && next <= '~';
  const int length = (int)(use->end - use->text) + broke;
  return length < MOST ? length : MOST;
}

/* ---- with its argument ----------------------------------------------------------------------- */

/* What is narrower than an int was promoted to one. */
static bool takes(const struct wb_printf_spec *spec, const struct wbrt_printf_arg *argument) {
  const bool integer = argument->kind == 'i', real = argument->kind == 'f';
  bool fits;
  if (argument->lanes != spec->lanes)
    fits = false;
  else if (spec->vector > 0)
    fits = (is_real(spec) ? real : integer) && argument->bytes == spec->bytes;
  else if (is_real(spec))
    fits = real;
  else if (spec->conversion == 's')
    fits = argument->kind == 's';
  else if (spec->conversion == 'p')
    fits = argument->kind == 'p' || argument->kind == 's';
  else
    fits = integer && (spec->bytes == 8 ? argument->bytes == 8 : argument->bytes <= 4);
  return fits;
}

static const char *element_name(bool real, bool is_unsigned, uint32_t bytes) {
  static const char *const REALS[] = {"half", "float", "double"};
  static const char *const INTEGERS[] = {"char", "short", "int", "long"};
  static const char *const UNSIGNED[] = {"uchar", "ushort", "uint", "ulong"};
  const size_t step = bytes <= 1 ? 0 : bytes <= 2 ? 1 : bytes <= 4 ? 2 : 3;
  if (real) return REALS[step > 0 ? step - 1 : 0];
  return is_unsigned ? UNSIGNED[step] : INTEGERS[step];
}

static void name_vector(bool real, bool is_unsigned, uint32_t lanes, uint32_t bytes, char *name,
                        size_t size) {
  const char *element = element_name(real, is_unsigned, bytes);
  snprintf(name, size, "%s %s%u", element[0] == 'i' ? "an" : "a", element, lanes);
}

static void name_argument(const struct wbrt_printf_arg *argument, char *name, size_t size) {
  if (argument->lanes > 1)
    name_vector(argument->kind == 'f', false, argument->lanes, argument->bytes, name, size);
  else
    snprintf(name, size, "%s",
             argument->kind == 'f'   ? "a floating-point number"
             : argument->kind == 's' ? "a string"
             : argument->kind == 'p' ? "a pointer"
             : argument->bytes == 8  ? "an integer of 64 bits (long, ulong, size_t)"
                                     : "an integer of 32 bits or fewer");
}

static void name_taken(const struct wb_printf_spec *spec, char *name, size_t size) {
  const bool is_unsigned = is_one_of(spec->conversion, "ouxX");
  if (spec->vector > 0)
    name_vector(is_real(spec), is_unsigned, spec->lanes, spec->bytes, name, size);
  else
    snprintf(name, size, "%s",
             is_real(spec)             ? "a float or a double"
             : spec->conversion == 's' ? "a literal string"
             : spec->conversion == 'p' ? "a pointer"
             : spec->conversion == 'c' ? "a char"
             : spec->bytes == 8        ? (is_unsigned ? "a ulong" : "a long")
                                       : (is_unsigned ? "a uint" : "an int"));
}

bool wb_printf_misfits(const struct wb_printf_use *use, char *words, size_t size) {
  const int length = written_length(use);
  const char *fault = fault_of(use);
  const bool needs = use->spec->conversion != '%';
  char given[48], taken[48];
  bool misfits = true;
  if (fault != NULL) {
    snprintf(words, size, "prints with %.*s, %s", length, use->text, fault);
  } else if (needs && use->argument == NULL) {
    snprintf(words, size, "prints with %.*s, but printf is given no argument for it", length,
             use->text);
  } else if (needs && !takes(use->spec, use->argument)) {
    name_argument(use->argument, given, sizeof given);
    name_taken(use->spec, taken, sizeof taken);
    snprintf(words, size, "prints argument %u, %s, with %.*s, which is for %s", use->number, given,
             length, use->text, taken);
  } else {
    misfits = false;
  }
  return misfits;
}
