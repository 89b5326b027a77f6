/* Dates with a time and an offset from UTC, as ISO 8601 writes them:
 * "2026-12-01T23:59:00+01:00". Times are in seconds since 1970, UTC. */
#ifndef WB_BASE_TIMESTAMP_H
#define WB_BASE_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

/* YYYY-MM-DDTHH:MM, seconds if they are given, and Z or an offset as +01:00, from 1970 to 9999.
 * False where it is not that: *fault is then what is wrong with it, in static storage, to be
 * written after its name ("has no offset from UTC …"), and *seconds is left alone. */
bool wb_timestamp_parse(const char *text, int64_t *seconds, const char **fault);

/* In this machine's zone, for people: "Tue 2026-12-01 23:59 +01:00". */
enum { WB_TIMESTAMP_MAX = 64 };
const char *wb_timestamp_local(int64_t seconds, char text[WB_TIMESTAMP_MAX]);

#endif
