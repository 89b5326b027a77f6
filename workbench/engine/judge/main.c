#include "judge/main.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/large_pages.h"
#include "fields/json_tools.h"
#include "judge/audit.h"
#include "judge/data.h"
#include "judge/describe_course.h"
#include "judge/enclosure.h"
#include "judge/service.h"
#include "judge/spec_source.h"
#include "launch/source_file.h"
#include "result/judge_protocol.h"
#include "sandbox/reaper.h"
#include "sandbox/sandbox.h"
#include "script/puzzle.h"
#include "script/student_spec.h"

enum { REAPER_PATIENCE_MS = 500, SWEEP_LIMIT_MS = 2000 };

/* What the spec takes; and what is kept of the heap from case to case: references make arrays as
 * large as the outputs, one a step. */
enum { HEAP_ROOM = 1 << 20, HEAP_KEPT = 32 << 20 };

static int describe_puzzles(const struct wb_judge_arguments *arguments) {
  struct wb_error err = {0};
  if (wb_describe_course(arguments->course, arguments->puzzle, WB_JUDGE_EVENT_FD, &err) == WB_OK)
    return 0;
  fprintf(stderr, "%s%s%s\n", err.where, err.where[0] != '\0' ? ": " : "", err.message);
  return 1;
}

/* The data, or what is wrong as a result, as a run would say it. */
static void tell_data(const struct wb_data_job *job, const char *course) {
  struct wb_puzzle_data data = {0};
  struct wb_result result = {.verdict = WB_VERDICT_ACCEPTED};
  struct wb_error err = {0};
  struct wb_event event = {.kind = WB_EVENT_DATA, .data = &data};
  enum wb_status status = wb_judge_enclose(course, &err);
  if (status == WB_OK) status = wb_data_make(job, &data, &err);
  if (status != WB_OK) {
    wb_source_file_fail(&result, &err);
    event = (struct wb_event){.kind = WB_EVENT_RESULT, .result = &result};
  }
  wb_judge_write_event(&event, 0, NULL);
  wb_result_release(&result);
  wb_puzzle_data_release(&data);
}

static int give_data(const struct wb_judge_arguments *arguments) {
  struct wb_spec_source spec = {.course = arguments->course};
  struct wb_data_job job = {.slug = arguments->puzzle, .cases = wb_spec_source_cases(&spec)};
  if (arguments->puzzle == NULL) return wb_judge_complain("data needs --puzzle", NULL);
  job.author = wb_judge_says_yes(arguments->author);
  job.extra_case = arguments->extra_case != NULL;
  if (arguments->first != NULL && !wb_judge_parse_number(arguments->first, &job.first))
    return wb_judge_complain("--first needs a whole number", arguments->first);
  const int code = wb_spec_source_read(&spec, arguments, &job.only_case);
  if (code == 0) tell_data(&job, arguments->course);
  wb_spec_source_release(&spec);
  return code;
}

/* Likewise what there is to be said of the spec. */
static void tell_audit(const struct wb_audit_job *job, const char *course) {
  struct wb_puzzle_audit audit = {0};
  struct wb_result result = {.verdict = WB_VERDICT_ACCEPTED};
  struct wb_error err = {0};
  struct wb_event event = {.kind = WB_EVENT_AUDIT, .audit = &audit};
  enum wb_status status = wb_judge_enclose(course, &err);
  if (status == WB_OK) status = wb_audit_make(job, &audit, &err);
  if (status != WB_OK) {
    wb_source_file_fail(&result, &err);
    event = (struct wb_event){.kind = WB_EVENT_RESULT, .result = &result};
  }
  wb_judge_write_event(&event, 0, NULL);
  wb_result_release(&result);
  wb_puzzle_audit_release(&audit);
}

static int give_audit(const struct wb_judge_arguments *arguments) {
  struct wb_spec_source spec = {.course = arguments->course, .lasting = true};
  const struct wb_audit_job job = {.slug = arguments->puzzle,
                                   .cases = wb_spec_source_cases(&spec),
                                   .refer = wb_spec_source_refer,
                                   .event = wb_judge_write_event};
  size_t only_case = 0;
  if (arguments->puzzle == NULL) return wb_judge_complain("audit needs --puzzle", NULL);
  const int code = wb_spec_source_read(&spec, arguments, &only_case);
  if (code == 0) tell_audit(&job, arguments->course);
  wb_spec_source_release(&spec);
  return code;
}

/* The spec for a student's pack, or what is wrong as a result. */
static int give_student_spec(const struct wb_judge_arguments *arguments) {
  struct wb_spec_source spec = {.course = arguments->course};
  const struct wb_case_source source = wb_spec_source_cases(&spec);
  const struct wb_puzzle *puzzle = NULL;
  struct wb_result result = {.verdict = WB_VERDICT_ACCEPTED};
  struct wb_error err = {0};
  struct wb_str text;
  size_t only_case = 0;
  if (arguments->puzzle == NULL) return wb_judge_complain("student-spec needs --puzzle", NULL);
  const int code = wb_spec_source_read(&spec, arguments, &only_case);
  wb_str_init(&text);
  enum wb_status status = wb_judge_enclose(arguments->course, &err);
  if (status == WB_OK) status = source.load(source.data, &puzzle, &err);
  if (status == WB_OK) status = wb_student_spec_write(spec.puzzle, &text, &err);
  struct wb_event event = {.kind = WB_EVENT_SPEC, .text = text.data};
  if (status != WB_OK) {
    wb_source_file_fail(&result, &err);
    event = (struct wb_event){.kind = WB_EVENT_RESULT, .result = &result};
  }
  if (code == 0) wb_judge_write_event(&event, 0, NULL);
  wb_result_release(&result);
  wb_str_release(&text);
  wb_spec_source_release(&spec);
  return code;
}

/* Finds out once which walls are to stand, for all that this process starts. */
static enum wb_status choose_walls(struct wb_walls *walls, struct wb_error *err) {
  enum wb_status status = wb_walls_choose(walls, err);
  return status == WB_OK ? wb_walls_hand_on(walls, err) : status;
}

/* What sanitizers do at the end of a process takes calls that walls refuse, which `describe` raises
 * around its children alone. */
static int end_judge(int code, const struct wb_walls *walls, const char *command) {
  if (walls->which != 0 && strcmp(command, "describe") != 0) {
    fflush(NULL);
    _exit(code);
  }
  return code;
}

int wb_judge_main(int argc, char **argv) {
  struct wb_judge_arguments arguments = {0};
  struct wb_walls walls = {0};
  struct wb_error err = {0};
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("%s with Lua %s, jansson %s\n", WB_VERSION, wb_script_lua_version(),
           jansson_version_str());
    return 0;
  }
  int code = wb_judge_arguments_parse(argc - 2, argv + 2, &arguments);
  if (code != 0) return code;
  wb_json_needs_memory();
  wb_heap_keep(HEAP_ROOM, HEAP_KEPT);
  signal(SIGPIPE, SIG_IGN);
  wb_script_use_timer();
  wb_reaper_adopt(); /* what a worker's reaper leaves, should somebody kill it */
  if (choose_walls(&walls, &err) != WB_OK)
    code = wb_judge_complain(err.message, NULL);
  else if (strcmp(argv[1], "run") == 0)
    code = wb_judge_service_run(&arguments);
  else if (strcmp(argv[1], "describe") == 0)
    code = describe_puzzles(&arguments);
  else if (strcmp(argv[1], "data") == 0)
    code = give_data(&arguments);
  else if (strcmp(argv[1], "audit") == 0)
    code = give_audit(&arguments);
  else if (strcmp(argv[1], "student-spec") == 0)
    code = give_student_spec(&arguments);
  else if (strcmp(argv[1], "wait") == 0)
    code = wb_judge_service_wait(&arguments);
  else
    code = wb_judge_complain("no such command", argv[1]);
  wb_reaper_sweep(REAPER_PATIENCE_MS, SWEEP_LIMIT_MS);
  return end_judge(code, &walls, argv[1]);
}
