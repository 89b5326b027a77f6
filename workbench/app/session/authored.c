#include "session/authored.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"

void wb_authored_watch(struct wb_watch watches[WB_AUTHORED_COUNT], const struct wb_course *course,
                       const char *slug, const char *chapter) {
  char *paths[WB_AUTHORED_COUNT] = {[WB_AUTHORED_COURSE] = wb_path_join(course->root, "puzzles")};
  if (slug != NULL) {
    paths[WB_AUTHORED_LESSON] = wb_course_lesson(course, slug);
    paths[WB_AUTHORED_EXPLAINED] = wb_course_explained(course, slug);
    paths[WB_AUTHORED_SPEC] = wb_format("%s/puzzles/%s/puzzle.lua", course->root, slug);
  }
  if (chapter != NULL) paths[WB_AUTHORED_CHAPTER] = wb_course_chapter(course, chapter);
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) {
    wb_watch_keep(&watches[i], paths[i]);
    free(paths[i]);
  }
}

static void add_file_state(struct wb_sha256 *sha, const char *path) {
  struct stat info;
  if (stat(path, &info) != 0) return;
  wb_sha256_add_text(sha, path);
  wb_sha256_add_number(sha, (uint64_t)info.st_ino);
  wb_sha256_add_number(sha, (uint64_t)info.st_size);
  wb_sha256_add_number(sha, (uint64_t)info.st_ctim.tv_sec);
  wb_sha256_add_number(sha, (uint64_t)info.st_ctim.tv_nsec);
}

void wb_authored_specs(const struct wb_course *course, unsigned char digest[WB_SHA256_BYTES]) {
  struct wb_sha256 sha;
  struct wb_names slugs;
  char *about = wb_path_join(course->root, "course.lua");
  wb_names_init(&slugs);
  wb_sha256_init(&sha);
  add_file_state(&sha, about);
  wb_course_slugs(course, &slugs, NULL);
  for (size_t i = 0; i < slugs.count; i++) {
    char *spec = wb_format("%s/puzzles/%s/puzzle.lua", course->root, slugs.items[i]);
    add_file_state(&sha, spec);
    free(spec);
  }
  wb_sha256_finish(&sha, digest);
  wb_names_release(&slugs);
  free(about);
}
