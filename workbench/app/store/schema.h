/* The tables of the database, and how an older one becomes the present one.
 * Only for store/. */
#ifndef WB_STORE_SCHEMA_H
#define WB_STORE_SCHEMA_H

#include <sqlite3.h>

enum {
  WB_SCHEMA_VERSION = 3,
  WB_SCHEMA_APPLICATION = 0x77626E63 /* "wbnc": tells `file` and us whose database it is */
};

/* Brings a database of schema `version` (0: an empty one) to the present one,
 * inside the caller's transaction. SQLite's code. */
int wb_schema_upgrade(sqlite3 *database, int version);

#endif
