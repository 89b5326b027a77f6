#include <stddef.h>
#include <stdlib.h>
#include <sys/vfs.h>

#include "base/file.h"
#include "store/database.h"

/* From statfs(2) and linux/magic.h. FUSE may be anything, sshfs among it. */
static const unsigned long network_types[] = {
    0x6969,     /* NFS */
    0x517B,     /* SMB */
    0xFE534D42, /* SMB 2 */
    0xFF534D42, /* CIFS */
    0x01021997, /* 9P */
    0x65735546, /* FUSE */
    0x5346414F, /* AFS */
    0x6B414653, /* kAFS */
    0x73757245, /* Coda */
    0x00C36400, /* Ceph */
    0x0BD00BD0, /* Lustre */
    0x47504653, /* GPFS */
    0x7461636F, /* OCFS2 */
    0x01161970, /* GFS2 */
    0x19830326, /* BeeGFS */
    0x786F4256, /* a folder shared with a virtual machine */
};

bool wb_is_network_type(unsigned long type) {
  for (size_t i = 0; i < sizeof network_types / sizeof network_types[0]; i++)
    if (network_types[i] == (type & 0xFFFFFFFFUL)) return true;
  return false;
}

bool wb_is_on_network(const char *path) {
  struct statfs about;
  char *folder = wb_path_dirname(path);
  const bool known = statfs(folder, &about) == 0;
  free(folder);
  return known && wb_is_network_type((unsigned long)about.f_type);
}
