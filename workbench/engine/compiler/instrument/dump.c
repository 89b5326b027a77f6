#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler/instrument/steps.h"

void wb_dump(struct wb_instrumentation *work, const char *stage) {
  const char *folder = getenv("WORKBENCH_DUMP_IR");
  char *message = NULL;
  char path[4096];
  if (folder == NULL || folder[0] == '\0') return;
  snprintf(path, sizeof path, "%s/%s.ll", folder, stage);
  if (LLVMPrintModuleToFile(work->module, path, &message) != 0)
    fprintf(stderr, "WORKBENCH_DUMP_IR: cannot write %s: %s\n", path, message);
  LLVMDisposeMessage(message);
}
