/* What is wrong with a printf's format and clang does not say. It still runs:
 * each is shown as well as it can be, where OpenCL C promises nothing. */
#include <stdio.h>
#include <string.h>

#include "compiler/instrument/steps.h"
#include "emulator/run/printf_spec.h"

/* A literal's text, copied; false where it is none or does not fit. */
static bool literal_text(LLVMValueRef value, char *out, size_t size) {
  LLVMValueRef content = LLVMIsAGlobalVariable(value) ? LLVMGetInitializer(value) : NULL;
  size_t length = 0;
  bool is_text = content != NULL && (LLVMIsNull(content) || LLVMIsConstantString(content));
  const char *text = is_text && !LLVMIsNull(content) ? LLVMGetAsString(content, &length) : "";
  if (!is_text || length >= size) return false;
  memcpy(out, text, length);
  out[length] = '\0';
  return true;
}

static void check_argument(struct wb_instrumentation *work, LLVMValueRef call,
                           const struct wb_printf_spec *spec, LLVMValueRef argument) {
  if (spec->lanes > 1 && spec->bytes == 0)
    wb_warn(work, call,
            "printf: %%v%u%c does not say how long an element is: hh (char), h (short, half), "
            "hl (int, float) or l (long, double), as in %%v%uhl%c",
            spec->lanes, spec->conversion, spec->lanes, spec->conversion);
  else if (spec->conversion == 's' && !LLVMIsAGlobalVariable(argument))
    wb_warn(work, call, "printf: %%s prints a literal string and nothing else");
}

void wb_printf_check_format(struct wb_instrumentation *work, LLVMValueRef call) {
  char format[1024];
  unsigned used = 1, count = LLVMGetNumArgOperands(call);
  if (!literal_text(LLVMGetOperand(call, 0), format, sizeof format)) {
    wb_warn(work, call, "printf: its format is not a literal string");
    return;
  }
  for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at, '%')) {
    struct wb_printf_spec spec;
    at = wb_printf_spec_read(at + 1, &spec);
    if (spec.conversion != '%' && spec.conversion != '\0' && used < count)
      check_argument(work, call, &spec, LLVMGetOperand(call, used++));
  }
}
