#include "compiler/libclc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Numbers of lanes are left out, and how a conversion rounds. */
bool wb_libclc_part_name(const char *mangled, char name[WB_LIBCLC_NAME]) {
  static const char CONVERT[] = "convert_", INTERNAL[] = "__clc";
  char *at = NULL;
  const size_t length = wb_starts_with(mangled, "_Z") ? strtoul(mangled + 2, &at, 10) : 0;
  if (length == 0 || length >= WB_LIBCLC_NAME || length > strlen(at)) return false;
  size_t kept = 0;
  const bool converts = wb_starts_with(at, CONVERT);
  for (size_t i = 0; i < length; i++) {
    if (converts && i >= strlen(CONVERT) && !islower((unsigned char)at[i])) break;
    if (!isdigit((unsigned char)at[i])) name[kept++] = at[i];
  }
  name[kept] = '\0';
  return kept > 0 && !wb_starts_with(name, INTERNAL);
}
