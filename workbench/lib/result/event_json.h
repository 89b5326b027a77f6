/* The judge's events as JSON, one a line: both directions.
 *
 *   {"event":"compiling","patience_ms":…}
 *   {"event":"case","index":1,"total":3,"name":"…","patience_ms":…}
 *   {"event":"result","result":{…}}          the object of run --json; and where
 *                   they could be read, "source": the judged bytes in base64; where
 *                   there is one, "trace_bytes":…,"trace_case":…: so many bytes of a
 *                   trace follow the line. "trace_note":"…": why there is none. Of a host
 *                   program "timeline":{…} of that case, and "traced_file", "traced_text"
 *   {"event":"course","course":{…}}
 *   {"event":"puzzle","puzzle":{…}}
 *   {"event":"spec","text":"…"}
 *   {"event":"end"}
 *
 * `patience_ms` says how long the next event may take at most. */
#ifndef WB_RESULT_EVENT_JSON_H
#define WB_RESULT_EVENT_JSON_H

#include "result/event.h"

/* Appends the line with its newline. */
void wb_event_print(const struct wb_event *event, uint32_t patience_ms, struct wb_str *out);

/* *patience_ms is left alone where the line says nothing of it. A result's
 * trace_length is that of the bytes to come; its trace is NULL. */
enum wb_status wb_event_parse(const char *line, size_t length, struct wb_event *event,
                              uint32_t *patience_ms, struct wb_error *err);

#endif
