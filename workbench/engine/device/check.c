#include "device/check.h"

#include <stdlib.h>
#include <string.h>

bool wb_check_stands(enum wb_check check) {
  static const char *const OFF[WB_CHECK_COUNT] = {[WB_CHECK_TEXT] = WB_NO_TEXT_CHECK,
                                                  [WB_CHECK_FILES] = WB_NO_FILE_CHECK,
                                                  [WB_CHECK_CODE] = WB_NO_CODE_CHECK};
  const char *off = getenv(OFF[check]);
  return off == NULL || strcmp(off, "1") != 0;
}
