#include "verbs/packages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/str.h"

const struct wb_package wb_packages[] = {
#include "packages.inc"
};
const size_t wb_n_packages = sizeof wb_packages / sizeof wb_packages[0];

/* Lines "name status version"; a package of another architecture may add a
 * second one for the same name. */
static void read_versions(char *text, char **versions) {
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    char name[128], status[32], version[128];
    if (sscanf(line, "%127s %31s %127s", name, status, version) != 3) continue;
    if (strcmp(status, "installed") != 0) continue;
    for (size_t i = 0; i < wb_n_packages; i++)
      if (strcmp(wb_packages[i].name, name) == 0 && versions[i] == NULL)
        versions[i] = wb_strdup(version);
  }
}

char **wb_package_versions(bool *known) {
  char **versions = wb_alloc((wb_n_packages + 1) * sizeof *versions);
  const char **argv = wb_alloc((wb_n_packages + 4) * sizeof *argv);
  struct wb_str text;
  size_t count = 0;
  argv[count++] = "dpkg-query";
  argv[count++] = "-W";
  argv[count++] = "-f=${Package} ${db:Status-Status} ${Version}\\n";
  for (size_t i = 0; i < wb_n_packages; i++) argv[count++] = wb_packages[i].name;
  wb_str_init(&text);
  int code = wb_process_output(argv, &text);
  *known = code == 0 || code == 1; /* 1: some are unknown to dpkg */
  if (*known) read_versions(text.data, versions);
  wb_str_release(&text);
  free(argv);
  return versions;
}

void wb_package_versions_free(char **versions) {
  for (size_t i = 0; i < wb_n_packages; i++) free(versions[i]);
  free(versions);
}
