/* What the program does when it is told to, decided once for all faces.
 *
 * A verb takes a request and gives a reply: sentences, a question where it needs an answer
 * first, texts or data. Faces fill the request, ask the question, show the reply and keep
 * what is to be kept; none of them decides. */
#ifndef WB_VERBS_VERB_H
#define WB_VERBS_VERB_H

#include "commands/mentions.h"
#include "course/course.h"
#include "session/session.h"

/* Everything is the caller's and must outlive the call. */
struct wb_request {
  enum wb_face face; /* who shows the reply */
  const struct wb_course *course;
  const struct wb_course_summary *rules;  /* what the course lets learners see; NULL: anything */
  const char *slug;                       /* of the puzzle */
  const struct wb_puzzle_summary *puzzle; /* what is known of it; hints need it, others do not */
  struct wb_progress progress;            /* the learner's in this puzzle */
  bool sure;                              /* the question was answered, or must not be asked */
};

enum wb_reply_kind {
  WB_REPLY_DONE,
  WB_REPLY_NOTHING, /* there was nothing to do: `notice` says why */
  WB_REPLY_QUESTION /* nothing is done: once `question` is agreed to, ask again and be sure */
};

/* A zeroed reply is an empty one. */
struct wb_reply {
  enum wb_reply_kind kind;
  char *notice;   /* sentences on what was done; NULL: the reply's texts say it */
  char *question; /* as "Put the starter back?"; NULL: there is none */
  const char *declined; /* what each face says where it is not agreed to; static storage */
};
void wb_reply_release(struct wb_reply *reply);

/* How a message names a command on the request's puzzle: "`workbench hint 01-map --all`", and
 * without the puzzle where it is open already. `options` begin with a blank, or are empty. The
 * caller's to free. */
char *wb_request_mention(const struct wb_request *request, const char *command,
                         const char *options);

/* A request of a face that has a session. */
struct wb_request wb_session_request(const struct wb_session *session, enum wb_face face,
                                     const struct wb_puzzle_summary *puzzle, bool sure);

#endif
