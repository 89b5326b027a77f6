#include "grading/intake.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "class.h"
#include "tap.h"

/* ---- one or several ----------------------------------------------------------------------------
 */

static void a_folder_with_a_kernel_at_its_top_is_one_submission(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "jane/03-guards.cl", "guards");
  class_put(it, "jane/notes/report.md", "It was hard.");
  class_read(it, "jane");
  CHECK_CLASS(it, "jane [jane]: 03-guards.cl; notes/report.md other;\n");
  CHECK_STRING(it->items[0].files[0].entries[0], "guards");
  CHECK_INT(it->items[0].attempt, 1);
  CHECK(it->items[0].received > 1600000000);
  CHECK(!it->items[0].is_received_said);
  class_end(it);
}

static void a_folder_with_work_in_it_is_one_submission(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "jane/work/03-guards.cl", "guards");
  class_put(it, "jane/other/x.txt", "x");
  class_read(it, "jane/");
  CHECK_CLASS(it, "jane [jane]: other/x.txt other; work/03-guards.cl;\n");
  class_end(it);
}

static void what_is_in_a_folder_of_submissions_is_one_each(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "class/bob/hw1/work/03-guards.cl", "guards");
  class_put_kernel(it, "class/jane/03-guards.cl", "guards");
  class_do(
      it,
      "mkdir class/lazy; echo x >class/grades.csv; echo x >class/zed.rar; touch class/.DS_Store");
  class_zip(it, "class/Ann Lee.zip", "class/jane");
  class_read(it, "class");
  CHECK_CLASS(it,
              "Ann Lee.zip [Ann Lee]: 03-guards.cl; manifest.sha256 passed over;\n"
              "bob [bob]: hw1/work/03-guards.cl;\n"
              "jane [jane]: 03-guards.cl;\n"
              "lazy [lazy]:\n"
              "zed.rar [zed]: zed.rar unreadable;\n");
  CHECK_STRING(it->passed_over.data, "grades.csv\n");
  CHECK_STRING(it->items[3].trouble, "There is no file in it.");
  CHECK_STRING(it->items[4].trouble, "zed.rar: Archives of this kind are not read; hand in a zip.");
  CHECK(it->items[2].trouble == NULL);
  class_end(it);
}

static void three_hundred_folders_or_archives_are_three_hundred_submissions(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "one/03-guards.cl", "guards");
  class_zip(it, "one.zip", "one");
  class_do(it, "mkdir a b; for i in $(seq 300); do cp -r one a/s$i; cp one.zip b/s$i.zip; done");
  class_read(it, "a");
  CHECK_INT(it->count, 300);
  class_read(it, "b");
  CHECK_INT(it->count, 300);
  CHECK_STRING(it->items[299].ids[0], "s99");
  CHECK_STRING(it->items[299].files[0].name, "03-guards.cl");
  class_end(it);
}

static void an_archive_is_read_as_what_is_in_it(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "x/class/jane/03-guards.cl", "guards");
  class_put_kernel(it, "x/class/bob/03-guards.cl", "guards");
  class_do(it,
           "tar -C x -cf class.tar class; tar -C x -czf class.tgz class; tar -C x -cJf "
           "class.tar.xz class;"
           "tar -C x/class/jane -cf jane.tar .; tar -C x/class -cf June.tar jane");
  const char *const class_of_two = "bob [bob]: 03-guards.cl;\njane [jane]: 03-guards.cl;\n";
  class_read(it, "class.tar");
  CHECK_CLASS(it, class_of_two);
  class_read(it, "class.tgz");
  CHECK_CLASS(it, class_of_two);
  class_read(it, "class.tar.xz");
  CHECK_CLASS(it, class_of_two);
  class_read(it, "jane.tar");
  CHECK_CLASS(it, "jane.tar [jane]: 03-guards.cl;\n");
  class_read(it, "June.tar");
  CHECK_CLASS(it, "June.tar [June]: jane/03-guards.cl;\n");
  class_read(it, "x");
  CHECK_CLASS(it, class_of_two);
  class_read(it, "x/class/jane/03-guards.cl");
  CHECK_CLASS(it, "03-guards.cl [03-guards.cl]: 03-guards.cl;\n");
  class_end(it);
}

static void the_order_may_say_which_it_is(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "x/03-guards.cl", "guards");
  class_put_kernel(it, "x/old/03-guards.cl", "guards");
  class_put_kernel(it, "y/a/03-guards.cl", "guards");
  class_put_kernel(it, "y/b/04-other.cl", "other");
  CHECK_INT(class_run(it, "x", WB_INTAKE_MANY, NULL), WB_OK);
  CHECK_CLASS(it, "03-guards.cl [03-guards.cl]: 03-guards.cl;\nold [old]: 03-guards.cl;\n");
  CHECK_INT(class_run(it, "y", WB_INTAKE_ONE, NULL), WB_OK);
  CHECK_CLASS(it, "y [y]: a/03-guards.cl; b/04-other.cl;\n");
  class_do(it, "tar -cf y.tar y");
  CHECK_INT(class_run(it, "y.tar", WB_INTAKE_ONE, NULL), WB_OK);
  CHECK_CLASS(it, "y.tar [y]: y/a/03-guards.cl; y/b/04-other.cl;\n");
  CHECK_INT(class_run(it, "y.tar", WB_INTAKE_MANY, NULL), WB_OK);
  CHECK_CLASS(it, "a [a]: 03-guards.cl;\nb [b]: 04-other.cl;\n");
  class_end(it);
}

static void beside_others_no_submission_can_hold_other_peoples(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "jane/03-guards.cl", "guards");
  class_put_kernel(it, "eve/bob/03-guards.cl", "guards");
  class_put_kernel(it, "eve/jane/03-guards.cl", "guards");
  char *jane = wb_path_join(it->folder, "jane"), *eve = wb_path_join(it->folder, "eve");
  const char *const paths[] = {jane, eve};
  struct wb_intake order = {
      .paths = paths, .n_paths = 2, .stop_fd = -1, .taken = class_take, .data = it};
  CHECK_INT(wb_intake_run(&order, &it->err), WB_ERR_USAGE);
  CHECK(strstr(it->err.message, "eve may be one submission or hold several") != NULL);
  CHECK(strstr(it->err.message, "--one") != NULL);
  class_clear(it);
  order.form = WB_INTAKE_ONE;
  CHECK_INT(wb_intake_run(&order, &it->err), WB_OK);
  CHECK_CLASS(it, "jane [jane]: 03-guards.cl;\neve [eve]: bob/03-guards.cl; jane/03-guards.cl;\n");
  free(jane);
  free(eve);
  class_end(it);
}

static void a_path_that_is_not_there_is_said(void) {
  struct class *it = class_begin();
  CHECK_INT(class_run(it, "nobody", WB_INTAKE_EITHER, NULL), WB_ERR_NOT_FOUND);
  CHECK_INT(class_run(it, "nobody/at/all", WB_INTAKE_EITHER, NULL), WB_ERR_NOT_FOUND);
  class_end(it);
}

/* ---- what is hostile ---------------------------------------------------------------------------
 */

static void check_why(struct class *it, const char *name, const char *part) {
  const struct wb_submitted_file *file = class_file(it, 0, name);
  CHECK_INT(file->state, WB_SUBMITTED_UNREADABLE);
  if (!CHECK(file->why != NULL && strstr(file->why, part) != NULL))
    printf("# %s: %s\n", name, file->why != NULL ? file->why : "(null)");
  CHECK_STRING(file->sha256, "");
}

static void what_is_no_regular_file_is_unreadable_and_never_opened(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/a.cl", "guards");
  class_put(it, "secret", "secret");
  class_do(it,
           "cd s && mkfifo fifo.cl && ln -s ../secret link.cl && ln -s .. up && mkdir 03-x.cl "
           "&& mkdir 04-y.cl && echo x >04-y.cl/04-y.cl && truncate -s 100M huge.cl && "
           "truncate -s 100M huge.pdf && ln a.cl hard.cl");
  class_read(it, "s");
  CHECK_CLASS(it,
              "s [s]: 03-x.cl unreadable; 04-y.cl/04-y.cl; a.cl; fifo.cl unreadable; hard.cl; "
              "huge.cl unreadable; huge.pdf other; link.cl unreadable; up unreadable;\n");
  check_why(it, "03-x.cl", "It is a folder; hand in a file");
  check_why(it, "fifo.cl", "It is a FIFO; hand in the file itself");
  check_why(it, "huge.cl", "larger than 1 MiB");
  check_why(it, "link.cl", "a symbolic link");
  class_end(it);
}

static void no_link_is_followed_wherever_it_stands(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "real/03-guards.cl", "guards");
  class_put_kernel(it, "class/jane/03-guards.cl", "guards");
  class_do(it, "ln -s real link; ln -s ../real class/eve; ln -s ../real class/jane/more");
  class_read(it, "class");
  CHECK_CLASS(it, "eve [eve]: eve unreadable;\njane [jane]: 03-guards.cl; more unreadable;\n");
  CHECK_STRING(it->items[0].trouble, "eve: It is a symbolic link; hand in the file itself.");
  class_read(it, "link");
  CHECK_CLASS(it, "link [link]: link unreadable;\n");
  class_end(it);
}

static void names_are_repaired_and_that_is_said(void) {
  struct class *it = class_begin();
  struct wb_str name;
  class_put(it, "s/a.cl", "x");
  class_put(it, "s/\033[2Jb.cl", "x");
  class_put(it, "s/c\n\td.cl", "x");
  class_put(it,
            "s/\xDC"
            "e.cl",
            "x");
  /* U+202E turns text round. NOLINTNEXTLINE(misc-misleading-bidirectional) */
  class_put(it, "s/\342\200\256f.cl", "x");
  wb_str_init(&name);
  wb_str_add(&name, "s/");
  for (size_t i = 0; i < 252; i++) wb_str_add_char(&name, 'z');
  wb_str_add(&name, ".cl");
  class_put(it, name.data, "x");
  class_read(it, "s");
  char *expected = wb_format(
      "s [s]: ␛[2Jb.cl repaired; a.cl; c␊␉d.cl repaired; %s; %%DCe.cl repaired; "
      "%%E2%%80%%AEf.cl repaired;\n",
      name.data + 2);
  CHECK_CLASS(it, expected);
  free(expected);
  wb_str_release(&name);
  class_put(it, "cl/\033]0;x\a/03-guards.cl", "x");
  class_put(it, "cl/b/03-guards.cl", "x");
  class_read(it, "cl");
  CHECK_CLASS(it, "␛]0;x␇ [␛]0;x␇]: 03-guards.cl;\nb [b]: 03-guards.cl;\n");
  /* Two people, whatever their names are shown as. */
  class_put(it, "u/M\xFCller/03-guards.cl", "x");
  class_put(it, "u/M\xF6ller/03-guards.cl", "x");
  class_read(it, "u");
  CHECK_CLASS(it, "M%F6ller [M%F6ller]: 03-guards.cl;\nM%FCller [M%FCller]: 03-guards.cl;\n");
  class_end(it);
}

static void what_systems_leave_behind_is_passed_over(void) {
  struct class *it = class_begin();
  class_put(it, "s/a.cl", "x");
  class_put(it, "s/._a.cl", "x");
  class_put(it, "s/__MACOSX/._a.cl", "x");
  class_put(it, "s/Thumbs.db", "x");
  class_put(it, "s/.DS_Store", "x");
  class_put(it, "s/.a.cl.swp", "x");
  class_read(it, "s");
  CHECK_CLASS(it,
              "s [s]: .DS_Store passed over; ._a.cl passed over; .a.cl.swp passed over; Thumbs.db "
              "passed over; __MACOSX passed over; a.cl;\n");
  class_end(it);
}

static void of_too_many_files_the_answers_stay(void) {
  struct class *it = class_begin();
  class_do(it,
           "mkdir s; cd s; for i in $(seq 250); do echo $i >a$i.png; done; mkfifo b; echo x >z.cl");
  class_read(it, "s");
  CHECK_INT(it->items[0].n_files, WB_SUBMITTED_FILES_MAX);
  CHECK_INT(it->items[0].files_left_out, 52);
  CHECK_INT(class_file(it, 0, "z.cl")->state, WB_SUBMITTED_READ);
  CHECK_INT(class_file(it, 0, "b")->state, WB_SUBMITTED_UNREADABLE);
  class_do(it, "for i in $(seq 250); do echo $i >s/k$i.cl; done");
  class_read(it, "s");
  CHECK_INT(it->items[0].n_files, WB_SUBMITTED_FILES_MAX);
  CHECK_INT(it->items[0].files_left_out, 302);
  class_end(it);
}

static void folders_that_are_too_deep_are_said(void) {
  struct class *it = class_begin();
  class_do(it,
           "mkdir s; echo x >s/a.cl; p=s; for i in $(seq 40); do p=$p/d; done; mkdir -p $p; echo x "
           ">$p/b.cl");
  class_read(it, "s");
  CHECK_INT(it->items[0].n_files, 2);
  CHECK_INT(it->items[0].files[1].state, WB_SUBMITTED_UNREADABLE);
  CHECK(strstr(it->items[0].files[1].why, "16 folders deep") != NULL);
  class_end(it);
}

/* ---- archives ----------------------------------------------------------------------------------
 */

static void archives_in_archives_are_read_three_deep(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/1.cl", "one");
  class_do(
      it,
      "cd s; tar -cf 4.tar 1.cl; tar -czf 3.tgz 4.tar; tar -cf 2.tar 3.tgz 1.cl; tar -cf ../5.tar "
      "2.tar 1.cl; mkdir ../t; tar -cf ../t/2.tar 3.tgz; cp 1.cl ../t; rm *");
  class_read(it, "t");
  CHECK_CLASS(it, "t [t]: 1.cl; 2.tar/3.tgz/4.tar/1.cl;\n");
  class_do(it, "mkdir u; cp 5.tar t/1.cl u");
  class_read(it, "u");
  CHECK_CLASS(it,
              "u [u]: 1.cl; 5.tar/1.cl; 5.tar/2.tar/1.cl; 5.tar/2.tar/3.tgz/4.tar unreadable;\n");
  check_why(it, "5.tar/2.tar/3.tgz/4.tar", "too deep in each other");
  class_end(it);
}

static void a_damaged_archive_costs_itself_alone(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "c/jane/03-guards.cl", "guards");
  class_put(it, "c/bob/hw1.zip", "this is no zip");
  class_put(it, "c/cy.zip", "nor is this");
  class_put(it, "c/di/hw1.7z", "x");
  class_do(it,
           "head -c 300000 /dev/urandom >big.cl; tar -cf c/ed.tar c/jane/03-guards.cl big.cl; "
           "truncate -s 200000 c/ed.tar");
  class_read(it, "c");
  CHECK_CLASS(it,
              "bob [bob]: hw1.zip unreadable;\n"
              "cy.zip [cy]: cy.zip unreadable;\n"
              "di [di]: hw1.7z unreadable;\n"
              "ed.tar [ed]: c/jane/03-guards.cl; big.cl unreadable; ed.tar unreadable;\n"
              "jane [jane]: 03-guards.cl;\n");
  check_why(it, "hw1.zip", "Hand in a zip.");
  CHECK(strstr(class_file(it, 3, "ed.tar")->why, "could not be read to its end") != NULL);
  CHECK(strstr(class_file(it, 3, "big.cl")->why, "could not be taken out of its archive") != NULL);
  CHECK(strncmp(it->items[1].trouble, "cy.zip: It cannot be read: ", 20) == 0);
  CHECK(it->items[3].trouble == NULL);
  class_read(it, "c/cy.zip");
  CHECK_CLASS(it, "cy.zip [cy]: cy.zip unreadable;\n");
  class_read(it, "c/ed.tar");
  CHECK_CLASS(it, "ed.tar [ed]: c/jane/03-guards.cl; big.cl unreadable; ed.tar unreadable;\n");
  class_end(it);
}

static void what_of_an_archive_is_bad_is_said(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/a.cl", "guards");
  class_do(
      it,
      "cd s; ln -s /etc/passwd b.cl; mkfifo c.cl; echo 1 >d.cl; tar -cf x.tar a.cl b.cl c.cl d.cl; "
      "echo 2 >d.cl; tar -rf x.tar d.cl; echo x >e; tar -rf x.tar --transform 's,e,../../out.cl,' "
      "-P e; mkdir __MACOSX; echo x >__MACOSX/._a.cl; tar -rf x.tar __MACOSX; "
      "echo y >\"$(printf 'f\\n\\033.cl')\"; tar -rf x.tar f*; rm -r a.cl b.cl c.cl d.cl e f* "
      "__MACOSX");
  class_read(it, "s/x.tar");
  CHECK_CLASS(it,
              "x.tar [x]: __MACOSX passed over; a.cl; d.cl; f␊␛.cl repaired; b.cl unreadable; c.cl "
              "unreadable; d.cl unreadable; ../../out.cl unreadable;\n");
  check_why(it, "../../out.cl", "leads out of the archive");
  check_why(it, "b.cl", "a symbolic link");
  class_end(it);
}

static void a_bomb_costs_its_own_submission_alone(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "c/jane/03-guards.cl", "guards");
  class_do(it,
           "mkdir c/eve; for i in 1 2 3 4 5 6 7 8 9 10; do truncate -s 30M b$i; done; tar -czf "
           "c/eve/bomb.tgz b*; "
           "cp c/jane/03-guards.cl c/eve; mkdir many; for i in $(seq 30); do tar -cf many/$i.tar "
           "-C c/jane .; done; "
           "mkdir c/max; tar -C many -cf c/max/m.tar .");
  class_read(it, "c");
  CHECK_INT(it->count, 3);
  CHECK_INT(class_file(it, 0, "03-guards.cl")->state, WB_SUBMITTED_READ);
  CHECK(strstr(class_file(it, 0, "bomb.tgz")->why, "holds more than 256 MiB") != NULL);
  CHECK_INT(class_file(it, 1, "03-guards.cl")->state, WB_SUBMITTED_READ);
  CHECK_INT(it->items[2].n_files, 30);
  CHECK_INT(class_file(it, 2, "m.tar/9.tar")->state, WB_SUBMITTED_UNREADABLE);
  class_end(it);
}

static void the_archives_of_a_submission_share_its_limit(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/a.cl", "guards");
  class_do(
      it,
      "for i in 1 2 3 4 5; do truncate -s 30M b$i; done; tar -czf s/1.tgz b*; cp s/1.tgz s/2.tgz");
  class_read(it, "s");
  CHECK_INT(class_file(it, 0, "1.tgz/b5")->state, WB_SUBMITTED_OTHER);
  CHECK(strstr(class_file(it, 0, "2.tgz")->why, "holds more than 106 MiB") != NULL);
  class_end(it);
}

static void a_download_that_is_cut_off_is_an_error(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "c/jane/03-guards.cl", "guards");
  class_put_kernel(it, "c/zed/03-guards.cl", "guards");
  class_do(it, "tar -cf c.tar c; truncate -s 2500 c.tar");
  CHECK_INT(class_run(it, "c.tar", WB_INTAKE_MANY, NULL), WB_ERR_SPEC);
  CHECK_STRING(it->err.where, "c.tar");
  CHECK(strstr(it->err.message, "could not be read to its end") != NULL);
  CHECK_INT(it->count, 0);
  class_put(it, "d.zip", "x");
  CHECK_INT(class_run(it, "d.zip", WB_INTAKE_MANY, NULL), WB_ERR_SPEC);
  class_end(it);
}

/* Names in an archive of all are strangers' as well. */
static void what_an_archive_of_all_left_out_is_said_where_it_belongs(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "c/jane/03-guards.cl", "guards");
  class_put_kernel(it, "c/bob/03-guards.cl", "guards");
  class_do(it, "ln -s x c/bob/04-x.cl; ln -s jane c/eve; tar -cf c.tar c");
  class_read(it, "c.tar");
  CHECK_CLASS(it,
              "bob [bob]: 03-guards.cl; 04-x.cl unreadable;\n"
              "jane [jane]: 03-guards.cl;\n");
  CHECK_STRING(it->passed_over.data, "eve\n");
  class_end(it);
}

/* ---- what is kept ------------------------------------------------------------------------------
 */

static void bytes_are_kept_by_their_digest_for_the_owner_alone(void) {
  struct class *it = class_begin();
  struct stat found;
  struct wb_names names;
  class_put(it, "c/a/03-guards.cl", "hello\n");
  class_put(it, "c/b/guards (1).CL", "hello\n");
  class_put(it, "c/b/picture.png", "png");
  class_do(it, "mkdir store; mkfifo c/b/x.cl; chmod 666 c/*/*");
  char *store = wb_path_join(it->folder, "store");
  CHECK_INT(class_run(it, "c", WB_INTAKE_EITHER, store), WB_OK);
  static const char hello[] = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
  CHECK_STRING(class_file(it, 0, "03-guards.cl")->sha256, hello);
  CHECK_STRING(class_file(it, 1, "guards (1).CL")->sha256, hello);
  wb_names_init(&names);
  wb_directory_list(store, &names, NULL);
  CHECK_INT(names.count, 2);
  CHECK(wb_names_have(&names, hello));
  char *kept = wb_path_join(store, hello), *text = wb_file_read_text(kept, 100, NULL);
  CHECK_STRING(text, "hello\n");
  CHECK(stat(kept, &found) == 0);
  CHECK_INT(found.st_mode & 07777, 0600);
  class_do(it, "rm -r store");
  CHECK_INT(class_run(it, "c", WB_INTAKE_EITHER, store), WB_ERR_IO);
  free(text);
  free(kept);
  wb_names_release(&names);
  free(store);
  class_end(it);
}

static void a_run_can_be_stopped_and_leaves_nothing(void) {
  struct class *it = class_begin();
  int ends[2];
  class_put_kernel(it, "c/jane/03-guards.cl", "guards");
  class_do(it, "tar -cf c.tar c; mkdir tmp");
  char *path = wb_path_join(it->folder, "c.tar"), *temporary = wb_path_join(it->folder, "tmp");
  setenv("TMPDIR", temporary, 1);
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  CHECK_INT(write(ends[1], "x", 1), 1);
  const char *const paths[] = {path};
  struct wb_intake order = {
      .paths = paths, .n_paths = 1, .stop_fd = ends[0], .taken = class_take, .data = it};
  CHECK_INT(wb_intake_run(&order, &it->err), WB_ERR_CANCELLED);
  order.stop_fd = -1;
  CHECK_INT(wb_intake_run(&order, &it->err), WB_OK);
  CHECK_INT(it->count, 1);
  class_do(it, "test -z \"$(find tmp -name 'run-*')\"");
  unsetenv("TMPDIR");
  close(ends[0]);
  close(ends[1]);
  free(temporary);
  free(path);
  class_end(it);
}

static void a_manifest_says_what_is_what(void) {
  struct class *it = class_begin();
  class_put(it, "s/work/a.cl", "hello\n");
  class_put(it, "s/work/b.cl", "other\n");
  class_put(
      it, "s/handed-in.json",
      "{\"schema\":1,\"course\":{\"name\":\"gpu-101\",\"version\":\"2\"},\"assignment\":\"hw1\","
      "\"files\":[{\"puzzle\":\"03-guards\",\"file\":\"work/a.cl\",\"sha256\":"
      "\"5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\"},"
      "{\"puzzle\":\"04-x\\u001b\",\"file\":\"work/b.cl\",\"sha256\":\"00\"},"
      "{\"puzzle\":\"05\",\"file\":\"/etc/passwd\",\"sha256\":\"00\"},{},7]}");
  class_read(it, "s");
  CHECK_STRING(it->items[0].course, "gpu-101");
  CHECK_STRING(it->items[0].edition, "2");
  CHECK_STRING(it->items[0].assignment, "hw1");
  CHECK_STRING(class_file(it, 0, "work/a.cl")->claimed, "03-guards");
  CHECK(class_file(it, 0, "work/a.cl")->is_as_claimed);
  CHECK_STRING(class_file(it, 0, "work/b.cl")->claimed, "04-x␛");
  CHECK(!class_file(it, 0, "work/b.cl")->is_as_claimed);
  static const char *const broken[] = {"",
                                       "{",
                                       "[]",
                                       "{\"schema\":1,\"files\":{}}",
                                       "null",
                                       "\xFF",
                                       "{\"schema\":\"1\"}",
                                       "{\"schema\":1,\"course\":[]}"};
  for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
    class_put(it, "s/handed-in.json", broken[i]);
    class_read(it, "s");
    CHECK(it->items[0].course == NULL && class_file(it, 0, "work/a.cl")->claimed == NULL);
  }
  class_end(it);
}

/* ---- attempts ----------------------------------------------------------------------------------
 */

static void attempts_of_one_person_are_numbered_by_time(void) {
  struct class *it = class_begin();
  class_put(it, "c/1/jane/a.cl", "x");
  class_put(it, "c/2/jane/a.cl", "x");
  class_put(it, "c/3/jane/a.cl", "x");
  class_put(it, "c/3/bob/a.cl", "x");
  class_do(it,
           "touch -d 2026-03-01 c/3/jane/a.cl; touch -d 2026-03-02 c/1/jane/a.cl; "
           "touch -d 2026-03-03 c/2/jane/a.cl c/3/bob/a.cl");
  char *paths[3];
  for (int i = 0; i < 3; i++) paths[i] = wb_format("%s/c/%d", it->folder, i + 1);
  const struct wb_intake order = {.paths = (const char *const *)paths,
                                  .n_paths = 3,
                                  .form = WB_INTAKE_MANY,
                                  .stop_fd = -1,
                                  .taken = class_take,
                                  .data = it};
  CHECK_INT(wb_intake_run(&order, &it->err), WB_OK);
  CHECK_INT(it->count, 4);
  wb_submissions_number(it->items, it->count);
  CHECK_INT(it->items[0].attempt, 2);
  CHECK_INT(it->items[1].attempt, 3);
  CHECK_STRING(it->items[2].ids[0], "bob");
  CHECK_INT(it->items[2].attempt, 1);
  CHECK_INT(it->items[3].attempt, 1);
  wb_submissions_number(it->items, 0);
  for (int i = 0; i < 3; i++) free(paths[i]);
  class_end(it);
}

int main(void) {
  tap_run("a folder with a kernel at its top is one submission",
          a_folder_with_a_kernel_at_its_top_is_one_submission);
  tap_run("a folder with work in it is one submission", a_folder_with_work_in_it_is_one_submission);
  tap_run("what is in a folder of submissions is one each",
          what_is_in_a_folder_of_submissions_is_one_each);
  tap_run("300 folders or archives are 300 submissions",
          three_hundred_folders_or_archives_are_three_hundred_submissions);
  tap_run("an archive is read as what is in it", an_archive_is_read_as_what_is_in_it);
  tap_run("the order may say which it is", the_order_may_say_which_it_is);
  tap_run("beside others no submission can hold other people's",
          beside_others_no_submission_can_hold_other_peoples);
  tap_run("a path that is not there is said", a_path_that_is_not_there_is_said);
  tap_run("what is no regular file is unreadable, and never opened",
          what_is_no_regular_file_is_unreadable_and_never_opened);
  tap_run("no link is followed, wherever it stands", no_link_is_followed_wherever_it_stands);
  tap_run("names are repaired, and that is said", names_are_repaired_and_that_is_said);
  tap_run("what systems leave behind is passed over", what_systems_leave_behind_is_passed_over);
  tap_run("of too many files the answers stay", of_too_many_files_the_answers_stay);
  tap_run("folders that are too deep are said", folders_that_are_too_deep_are_said);
  tap_run("archives in archives are read three deep", archives_in_archives_are_read_three_deep);
  tap_run("a damaged archive costs itself alone", a_damaged_archive_costs_itself_alone);
  tap_run("what of an archive is bad is said", what_of_an_archive_is_bad_is_said);
  tap_run("a bomb costs its own submission alone", a_bomb_costs_its_own_submission_alone);
  tap_run("the archives of a submission share its limit",
          the_archives_of_a_submission_share_its_limit);
  tap_run("a download that is cut off is an error", a_download_that_is_cut_off_is_an_error);
  tap_run("what an archive of all left out is said where it belongs",
          what_an_archive_of_all_left_out_is_said_where_it_belongs);
  tap_run("bytes are kept by their digest, for the owner alone",
          bytes_are_kept_by_their_digest_for_the_owner_alone);
  tap_run("a run can be stopped, and leaves nothing", a_run_can_be_stopped_and_leaves_nothing);
  tap_run("a manifest says what is what", a_manifest_says_what_is_what);
  tap_run("attempts of one person are numbered by time",
          attempts_of_one_person_are_numbered_by_time);
  return tap_finish();
}
