/* Downloads of learning platforms, as they come. */
#include "grading/intake.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "class.h"
#include "tap.h"

static void moodles_download_is_read(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "m/Ann Lee_1017_assignsubmission_file_/03-guards.cl", "guards");
  class_put(it, "m/Ann Lee_1017_assignsubmission_onlinetext_/onlinetext.html", "<p>hi</p>");
  class_put_kernel(it, "m/Bo_B_222_assignsubmission_file_guards.cl", "guards");
  class_put(it, "m/Readme.txt", "x");
  class_read(it, "m");
  const char *const expected =
      "Ann Lee_1017 [1017] Ann Lee: 03-guards.cl; onlinetext.html other;\n"
      "Bo_B_222 [222] Bo_B: guards.cl;\n";
  CHECK_CLASS(it, expected);
  CHECK_STRING(it->passed_over.data, "Readme.txt\n");
  /* One of its folders that is named alone keeps its id. */
  class_read(it, "m/Ann Lee_1017_assignsubmission_file_/");
  CHECK_CLASS(it, "Ann Lee_1017 [1017] Ann Lee: 03-guards.cl;\n");
  class_do(it, "rm m/Readme.txt; tar -C m -cf m.tar .");
  class_zip(it, "m.zip", "m");
  class_read(it, "m.tar");
  CHECK_CLASS(it, expected);
  class_read(it, "m.zip");
  CHECK_INT(it->count, 2);
  CHECK_STRING(it->items[0].ids[0], "1017");
  class_end(it);
}

static void canvas_download_is_read(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "x/03-guards.cl", "guards");
  class_put_kernel(it, "c/leeann_101_9001_03-guards.cl", "guards");
  class_put_kernel(it, "c/leeann_LATE_101_9002_04_other-1.cl", "other");
  class_zip(it, "c/bo_102_9003_hw1.zip", "x");
  class_put_kernel(it, "c/eve_103_9004_x_777_assignsubmission_file_03-guards.cl", "guards");
  class_read(it, "c");
  CHECK_CLASS(it,
              "bo_102 [102] bo: hw1.zip/03-guards.cl; hw1.zip/manifest.sha256 passed over;\n"
              "eve_103 [103] eve: x_777_assignsubmission_file_03-guards.cl;\n"
              "leeann_101 [101] leeann late: 03-guards.cl; 04_other-1.cl;\n");
  class_end(it);
}

static void what_is_written_into_canvas_itself_is_somebodys(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "c/annlee_12_901_03-guards.cl", "guards");
  class_put(it, "c/xuyi_13_text.html", "x");
  class_put(it, "c/bolee_LATE_14_text.html", "x");
  class_read(it, "c");
  CHECK_INT(it->count, 3);
  CHECK_STRING(it->items[1].ids[0], "14");
  CHECK(it->items[1].said_late);
  CHECK_STRING(it->items[2].ids[0], "13");
  class_end(it);
}

static const char metadata[] =
    "---\n"
    "submission_11:\n"
    "  :submitters:\n"
    "  - :name: Ann 'O' Lee\n"
    "    :sid: '0017'\n"
    "    :email: ann@x.edu\n"
    "  - :name: \"B\\\"o\\e[2J\"\n"
    "    :sid:\n"
    "    :email: bo@x.edu\n"
    "  :created_at: 2026-03-01 10:00:00.530420000 Z\n"
    "  :results:\n"
    "    :output: |\n"
    "      submission_12:\n"
    "        :submitters:\n"
    "        - :name: Eve\n"
    "submission_12:\n"
    "  :submitters:\n"
    "  - :name: Cy\n"
    "    :sid: ''\n"
    "    :email: ''\n"
    "  :created_at: 2026-03-01 10:00:00.000000000 -08:00\n"
    "submission_123:\n"
    "  :created_at: nonsense\n";

static void gradescopes_download_is_read_with_its_metadata(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "g/submission_11/03-guards.cl", "guards");
  class_put_kernel(it, "g/submission_12/03-guards.cl", "guards");
  class_put_kernel(it, "g/submission_123/03-guards.cl", "guards");
  class_put(it, "g/submission_metadata.yml", metadata);
  class_read(it, "g");
  CHECK_CLASS(it,
              "submission_11 [0017, bo@x.edu] Ann 'O' Lee, B\"oe[2J: 03-guards.cl;\n"
              "submission_12 [Cy] Cy: 03-guards.cl;\n"
              "submission_123 [submission_123]: 03-guards.cl;\n");
  CHECK_INT(it->items[0].received, 1772359200);
  CHECK(it->items[0].is_received_said);
  CHECK_INT(it->items[1].received, 1772359200 + 8 * 3600);
  CHECK(!it->items[2].is_received_said);
  class_do(it, "mkdir w; mv g w/assignment_7_export; tar -C w -cf w.tar .");
  class_read(it, "w.tar");
  CHECK_INT(it->count, 3);
  CHECK_STRING(it->items[0].ids[0], "0017");
  class_end(it);
}

static void damaged_metadata_does_no_harm(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "g/submission_11/03-guards.cl", "guards");
  for (size_t cut = 0; cut < sizeof metadata; cut++) {
    class_put_bytes(it, "g/submission_metadata.yml", metadata, cut);
    class_read(it, "g");
    CHECK(it->count == 1 && it->items[0].n_ids >= 1 && it->items[0].ids[0][0] != '\0');
  }
  class_do(it, "rm g/submission_metadata.yml; mkfifo g/submission_metadata.yml");
  CHECK_INT(class_run(it, "g", WB_INTAKE_EITHER, NULL), WB_ERR_SPEC);
  CHECK_STRING(it->err.where, "submission_metadata.yml");
  class_end(it);
}

static void brightspaces_download_is_read(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "b/71-9 - Ann Lee - 12 March, 2026 945 AM/03-guards.cl", "guards");
  class_put_kernel(it, "b/72-9 - Bo - 1 March, 2026 945 AM - a - b.cl", "guards");
  class_put(it, "b/index.html", "x");
  class_read(it, "b");
  CHECK_CLASS(it,
              "71-9 - Ann Lee - 12 March, 2026 945 AM [71] Ann Lee: 03-guards.cl;\n"
              "72-9 - Bo - 1 March, 2026 945 AM [72] Bo: a - b.cl;\n");
  CHECK_STRING(it->passed_over.data, "index.html\n");
  class_end(it);
}

static void github_classrooms_clones_are_read(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "hw-1-submissions/hw-1-ann-lee/03-guards.cl", "guards");
  class_put(it, "hw-1-submissions/hw-1-ann-lee/.git/config", "x");
  class_put_kernel(it, "hw-1-submissions/hw-1-ann-bo/work/03-guards.cl", "guards");
  class_put(it, "hw-1-submissions/hw-1-ann-bo/.git/hooks/x.cl", "x");
  class_read(it, "hw-1-submissions");
  CHECK_CLASS(it,
              "hw-1-ann-bo [ann-bo]: .git passed over; work/03-guards.cl;\n"
              "hw-1-ann-lee [ann-lee]: .git passed over; 03-guards.cl;\n");
  class_do(it, "mv hw-1-submissions clones; mv clones/hw-1-ann-bo clones/hw-1-bo");
  class_read(it, "clones");
  CHECK_STRING(it->items[0].ids[0], "ann-lee");
  CHECK_STRING(it->items[1].ids[0], "bo");
  class_read(it, "clones/hw-1-bo");
  CHECK_STRING(it->items[0].ids[0], "hw-1-bo");
  class_end(it);
}

/* A clone, or a folder that a teacher has put into a download, makes nobody's work vanish. */
static void what_lies_beside_a_platforms_own_is_read(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "c/ann/03-guards.cl", "guards");
  class_put(it, "c/ann/.git/config", "x");
  class_put_kernel(it, "c/bo/03-guards.cl", "guards");
  class_put(it, "c/README.md", "x");
  class_read(it, "c");
  CHECK_CLASS(it,
              "ann [ann]: .git passed over; 03-guards.cl;\n"
              "bo [bo]: 03-guards.cl;\n");
  CHECK_STRING(it->passed_over.data, "README.md\n");
  class_put_kernel(it, "m/Ann Lee_12_assignsubmission_file_/03-guards.cl", "guards");
  class_put_kernel(it, "m/Di Lee_13_assignsubmission_file_/03-guards.cl", "guards");
  class_put_kernel(it, "m/bo by mail/03-guards.cl", "guards");
  class_put_kernel(it, "cy/03-guards.cl", "guards");
  class_do(it, "tar -C cy -cf m/cy.tar 03-guards.cl");
  class_read(it, "m");
  CHECK_CLASS(it,
              "Ann Lee_12 [12] Ann Lee: 03-guards.cl;\n"
              "Di Lee_13 [13] Di Lee: 03-guards.cl;\n"
              "bo by mail [bo by mail]: 03-guards.cl;\n"
              "cy.tar [cy]: 03-guards.cl;\n");
  /* As the list calls them: it is theirs, under the platform's id. */
  class_put_kernel(it, "m/Ann Lee_12/02-zip.cl", "zip");
  class_do(it, "rm m/cy.tar");
  class_read(it, "m");
  CHECK_STRING(it->items[0].ids[0], "12");
  CHECK_INT(it->items[0].n_files, 2);
  CHECK_INT(it->count, 3);
  class_end(it);
}

int main(void) {
  tap_run("Moodle's download is read", moodles_download_is_read);
  tap_run("Canvas's download is read", canvas_download_is_read);
  tap_run("what is written into Canvas itself is somebody's",
          what_is_written_into_canvas_itself_is_somebodys);
  tap_run("Gradescope's download is read, with its metadata",
          gradescopes_download_is_read_with_its_metadata);
  tap_run("damaged metadata does no harm", damaged_metadata_does_no_harm);
  tap_run("Brightspace's download is read", brightspaces_download_is_read);
  tap_run("GitHub Classroom's clones are read", github_classrooms_clones_are_read);
  tap_run("what lies beside a platform's own is read", what_lies_beside_a_platforms_own_is_read);
  return tap_finish();
}
