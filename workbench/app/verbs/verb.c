#include "verbs/verb.h"

#include <stdlib.h>

void wb_reply_release(struct wb_reply *reply) {
  free(reply->notice);
  free(reply->question);
  *reply = (struct wb_reply){0};
}

char *wb_request_mention(const struct wb_request *request, const char *command,
                         const char *options) {
  if (request->face != WB_FACE_SHELL) return wb_format("`workbench %s%s`", command, options);
  return wb_format("`workbench %s %s%s`", command, request->slug, options);
}

struct wb_request wb_session_request(const struct wb_session *session, enum wb_face face,
                                     const struct wb_puzzle_summary *puzzle, bool sure) {
  return (struct wb_request){.face = face,
                             .course = &session->course,
                             .rules = &session->catalog.course,
                             .slug = puzzle->slug,
                             .puzzle = puzzle,
                             .progress = wb_session_progress(session, puzzle->slug),
                             .sure = sure};
}
