#include "device/precheck.h"

#include <stdlib.h>
#include <string.h>

bool wb_precheck_stands(enum wb_precheck check) {
  static const char *const OFF[WB_PRECHECK_COUNT] = {[WB_PRECHECK_TEXT] = WB_NO_TEXT_CHECK,
                                                     [WB_PRECHECK_FILES] = WB_NO_FILE_CHECK,
                                                     [WB_PRECHECK_CODE] = WB_NO_CODE_CHECK};
  const char *off = getenv(OFF[check]);
  return off == NULL || strcmp(off, "1") != 0;
}
