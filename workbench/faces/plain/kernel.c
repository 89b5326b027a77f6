/* The kernel of the open puzzle: the learner's file, made and read, its lines, and whether the
 * result is still of it. */
#include <stdlib.h>
#include <string.h>

#include "plain/dialogue.h"
#include "session/work.h"
#include "verbs/versions.h"

enum { TEXT_MAX_BYTES = 4 << 20 };

char *wb_dialogue_read_text(const char *path, struct wb_error *err) {
  return wb_file_read_text(path, TEXT_MAX_BYTES, err);
}

char *wb_dialogue_read_kernel(struct wb_dialogue *dialogue, char **path, bool *is_starter) {
  struct wb_version_text kernel = {0};
  struct wb_error err = {0};
  if (wb_versions_read_kernel(&dialogue->session.course, wb_dialogue_puzzle(dialogue)->slug,
                              &kernel, &err) != WB_OK)
    wb_dialogue_refuse_error(dialogue, &err);
  char *text = kernel.text;
  *is_starter = kernel.is_starter;
  if (path != NULL) {
    *path = kernel.path;
    kernel.path = NULL;
  }
  kernel.text = NULL;
  wb_version_text_release(&kernel);
  return text;
}

bool wb_dialogue_find_line(const char *text, uint32_t number, const char **line, size_t *length) {
  for (uint32_t n = 1; n < number && text != NULL; n++) {
    text = strchr(text, '\n');
    if (text != NULL) text++;
  }
  if (number == 0 || text == NULL || *text == '\0') return false;
  *line = text;
  *length = strcspn(text, "\r\n");
  return true;
}

void wb_dialogue_say_source(struct wb_dialogue *dialogue, uint32_t number, const char *line,
                            size_t length) {
  while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) length--;
  wb_say_as_is(&dialogue->output, "%u:%s%.*s", number, length > 0 ? " " : "", (int)length, line);
}

/* Frees the notice, which may be NULL. */
static void say_notice(struct wb_dialogue *dialogue, char *notice) {
  if (notice != NULL) wb_say(&dialogue->output, "%s", notice);
  free(notice);
}

void wb_dialogue_make_own(struct wb_dialogue *dialogue) {
  say_notice(dialogue,
             wb_session_open_puzzle(&dialogue->session, wb_dialogue_puzzle(dialogue)->slug));
}

char *wb_dialogue_begin_own(struct wb_dialogue *dialogue) {
  const struct wb_course *course = &dialogue->session.course;
  const char *slug = wb_dialogue_puzzle(dialogue)->slug;
  struct wb_error err = {0};
  struct wb_work_made made;
  if (wb_work_open(course, slug, &made, &err) != WB_OK) {
    wb_dialogue_refuse_error(dialogue, &err);
    return NULL;
  }
  say_notice(dialogue, wb_work_notice(course, slug, &made));
  wb_session_visit(&dialogue->session, slug);
  return wb_course_work_file(course, slug);
}

bool wb_dialogue_result_is_fresh(struct wb_dialogue *dialogue) {
  const struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  bool is_starter;
  if (work->result == NULL || work->judged == NULL || work->by_old_spec) return false;
  char *text = wb_dialogue_read_kernel(dialogue, NULL, &is_starter);
  bool same = text != NULL && strcmp(text, work->judged) == 0;
  free(text);
  return same;
}

void wb_dialogue_say_age(struct wb_dialogue *dialogue) {
  if (wb_dialogue_result_is_fresh(dialogue)) return;
  wb_say(&dialogue->output,
         wb_dialogue_open_work(dialogue)->by_old_spec
             ? "The puzzle has changed since the kernel was judged; what follows is by the version "
               "before. run judges it."
             : "The kernel has changed since it was judged; what follows is about the version "
               "before. run judges it.");
}
