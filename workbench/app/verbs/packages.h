/* The Debian packages that the project uses, and which are installed. */
#ifndef WB_VERBS_PACKAGES_H
#define WB_VERBS_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>

struct wb_package {
  const char *group;   /* "build", "emulator", "opencl", "test", "lint" */
  const char *name;    /* of the Debian package */
  const char *purpose; /* "JSON in reports and between processes" */
};
extern const struct wb_package wb_packages[];
extern const size_t wb_n_packages;

/* The installed version of each of wb_packages, in an array that the caller
 * frees (with its texts): NULL where it is not installed. *known is false
 * where this machine has no dpkg-query, and nothing is known then. */
char **wb_package_versions(bool *known);
void wb_package_versions_free(char **versions);

#endif
