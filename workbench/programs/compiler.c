#include <stdio.h>
#include <string.h>

#include "base/large_pages.h"
#include "emulator/emulator.h"
#include "compiler/translate.h"

enum { EXIT_USAGE = 2 };

int main(int argc, char **argv) {
  char version[256];
  wb_large_pages_wish_program();
  const bool serves = argc >= 3 && strcmp(argv[1], "--serve") == 0;
  const bool forks = argc >= 3 && strcmp(argv[1], "--serve-each") == 0;
  if ((serves || forks) && (strcmp(argv[2], "--in") == 0 || strcmp(argv[2], "--anywhere") == 0)) {
    const struct wb_translator_folders folders = {.items = (const char *const *)argv + 3,
                                                  .count = (size_t)argc - 3,
                                                  .anywhere = strcmp(argv[2], "--anywhere") == 0};
    return wb_translator_serve(WB_COMPILER_FD, &folders, forks);
  }
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    wb_emulator_version(version, sizeof version);
    return puts(version) >= 0 && fflush(stdout) == 0 ? 0 : 1;
  }
  fprintf(stderr,
          "usage: workbench-compiler --version | --serve|--serve-each --in|--anywhere FOLDER...\n"
          "This is a part of the workbench that its emulator starts itself.\n");
  return EXIT_USAGE;
}
