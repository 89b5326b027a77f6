#include "cli/command.h"

#include "tap.h"

static struct wb_invocation parsed;
static struct wb_error err;

/* Parses "workbench" and these words, up to the NULL. */
static enum wb_status parse(const char *const *words) {
  char *argv[16] = {"workbench"};
  int argc = 1;
  for (; words[argc - 1] != NULL; argc++) argv[argc] = (char *)words[argc - 1];
  memset(&err, 0, sizeof err);
  return wb_cli_parse(&parsed, argc, argv, &err);
}
#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static void refused(enum wb_status status, const char *part) {
  CHECK_INT(status, WB_ERR_USAGE);
  if (!CHECK(strstr(err.message, part) != NULL)) printf("# %s\n", err.message);
}

static void takes_options_anywhere(void) {
  CHECK_INT(PARSE("run", "--json", "map", "--case", "2"), WB_OK);
  CHECK_STRING(parsed.command->name, "run");
  CHECK_STRING(wb_cli_operand(&parsed), "map");
  CHECK(wb_cli_flag(&parsed, "json"));
  CHECK_INT(wb_cli_number(&parsed, "case", 0), 2);
  CHECK(wb_cli_value(&parsed, "file") == NULL);
}

static void takes_each_spelling(void) {
  CHECK_INT(PARSE("check-all", "-j4"), WB_OK);
  CHECK_INT(wb_cli_number(&parsed, "jobs", 1), 4);
  CHECK_INT(PARSE("check-all", "-j", "5"), WB_OK);
  CHECK_INT(wb_cli_number(&parsed, "jobs", 1), 5);
  CHECK_INT(PARSE("check-all", "--jobs=6"), WB_OK);
  CHECK_INT(wb_cli_number(&parsed, "jobs", 1), 6);
  CHECK_INT(PARSE("check-all", "--jobs", "7", "--jobs", "8"), WB_OK);
  CHECK_INT(wb_cli_number(&parsed, "jobs", 1), 8);
}

static void takes_globals_before_the_command(void) {
  CHECK_INT(PARSE("--course", "/c", "list", "--color=never"), WB_OK);
  CHECK_STRING(parsed.command->name, "list");
  CHECK_STRING(wb_cli_value(&parsed, "course"), "/c");
  CHECK_STRING(wb_cli_value(&parsed, "color"), "never");
}

static void opens_the_screen_without_a_command(void) {
  CHECK_INT(parse((const char *const[]){NULL}), WB_OK);
  CHECK_STRING(parsed.command->name, "ui");
  CHECK_INT(PARSE("--script", "keys"), WB_OK);
  CHECK_STRING(parsed.command->name, "ui");
}

static void opens_a_puzzle_by_its_number(void) {
  struct wb_invocation invocation;
  char *argv[] = {(char[]){"workbench"}, (char[]){"7"}, (char[]){"--device"}, (char[]){"opencl"}};
  CHECK_INT(wb_cli_parse(&invocation, 4, argv, &err), WB_OK);
  CHECK_STRING(invocation.command->name, "ui");
  CHECK_STRING(wb_cli_operand(&invocation), "7");
  CHECK_STRING(wb_cli_value(&invocation, "device"), "opencl");
}

static void ends_options(void) {
  CHECK_INT(PARSE("run", "--", "--json"), WB_OK);
  CHECK_STRING(wb_cli_operand(&parsed), "--json");
  CHECK(!wb_cli_flag(&parsed, "json"));
}

static void suggests_names(void) {
  refused(wb_cli_unknown_command("rnu", &err), "did you mean 'run'?");
  refused(wb_cli_unknown_command("chekc-all", &err), "did you mean 'check-all'?");
  refused(wb_cli_unknown_command("xyzzy", &err), "`workbench help`");
  refused(PARSE("rnu", "--case", "1"), "did you mean 'run'?"); /* no option of a puzzle's */
  CHECK_INT(PARSE("rnu"), WB_OK); /* it may be a puzzle */
  CHECK(parsed.is_bare_word);
  refused(PARSE("run", "--jsno"), "did you mean '--json'?");
  refused(PARSE("run", "--jsno=1"), "did you mean '--json'?");
  refused(PARSE("list", "-x"), "unknown option '-x'");
}

static void checks_values(void) {
  refused(PARSE("run", "--case", "0"), "--case takes a whole number from 1, not '0'");
  refused(PARSE("run", "--case", "-1"), "not '-1'");
  refused(PARSE("run", "--case", "1x"), "not '1x'");
  refused(PARSE("run", "--seed", "99999999999999999999"), "--seed");
  refused(PARSE("run", "--file"), "--file needs a value");
  refused(PARSE("run", "--file="), "--file takes FILE");
  refused(PARSE("run", "--json=yes"), "--json takes no value");
  refused(PARSE("check-all", "--format", "xml"), "--format takes text|tap|json|junit|sarif, not 'xml'");
  refused(PARSE("check-all", "--format", "ta"), "not 'ta'");
  refused(PARSE("--color", "blue", "list"), "--color");
  refused(PARSE("run", "map", "zip"), "unexpected 'zip'");
  refused(PARSE("list", "map"), "unexpected 'map'");
}

static void reads_schedules(void) {
  CHECK_INT(PARSE("run", "--schedule", "shuffle:42"), WB_OK);
  CHECK_INT(wb_cli_schedule(&parsed, "schedule").kind, WB_SCHEDULE_SHUFFLE);
  CHECK_INT(wb_cli_schedule(&parsed, "schedule").seed, 42);
  CHECK_INT(PARSE("run", "--schedule", "reverse"), WB_OK);
  CHECK_INT(wb_cli_schedule(&parsed, "schedule").kind, WB_SCHEDULE_REVERSE);
  CHECK_INT(PARSE("run"), WB_OK);
  CHECK_INT(wb_cli_schedule(&parsed, "schedule").kind, WB_SCHEDULE_FORWARD);
  CHECK_INT(PARSE("run", "--schedule", "interleave:7"), WB_OK);
  refused(PARSE("run", "--schedule", "interleave"), "interleave:SEED");
  refused(PARSE("run", "--schedule", "forward:1"), "shuffle:SEED");
  refused(PARSE("run", "--schedule", "shuffle"), "shuffle:SEED");
  refused(PARSE("run", "--schedule", "shuffle:"), "shuffle:SEED");
  refused(PARSE("run", "--schedule", "random"), "shuffle:SEED");
}

/* Options that share a name or letter would hide each other. */
static void names_are_unique(void) {
  for (size_t c = 0; c < wb_n_commands; c++) {
    const struct wb_option *options = wb_commands[c].shell.options;
    const bool of_shell = wb_is_of_shell(&wb_commands[c]);
    CHECK(wb_cli_command_find(wb_commands[c].name) == (of_shell ? &wb_commands[c] : NULL));
    for (size_t i = 0; i < wb_count_options(&wb_commands[c]); i++) {
      for (size_t k = 0; k < i; k++) {
        CHECK(strcmp(options[i].name, options[k].name) != 0);
        CHECK(options[i].letter == 0 || options[i].letter != options[k].letter);
      }
      for (size_t g = 0; g < wb_n_global_options; g++)
        CHECK(strcmp(options[i].name, wb_global_options[g].name) != 0 &&
              (options[i].letter == 0 || options[i].letter != wb_global_options[g].letter));
      CHECK((options[i].kind == WB_OPTION_FLAG) == (options[i].argument == NULL));
    }
  }
}

static void every_command_has_examples(void) {
  for (size_t c = 0; c < wb_n_commands; c++) {
    const struct wb_shell_part *part = &wb_commands[c].shell;
    if (!wb_is_of_shell(&wb_commands[c])) continue;
    CHECK(wb_count_examples(part->examples) > 0);
    CHECK(wb_count_options(&wb_commands[c]) <= WB_MAX_COMMAND_OPTIONS);
    CHECK((part->operand != NULL) == (part->max_operands > 0));
  }
}

int main(void) {
  tap_run("options stand before and after operands", takes_options_anywhere);
  tap_run("options have short, long and attached forms, and the last one counts",
          takes_each_spelling);
  tap_run("options of every command may stand before the command",
          takes_globals_before_the_command);
  tap_run("no command means the screen", opens_the_screen_without_a_command);
  tap_run("a number alone opens that puzzle", opens_a_puzzle_by_its_number);
  tap_run("-- ends the options", ends_options);
  tap_run("unknown names suggest the nearest", suggests_names);
  tap_run("values that do not fit are refused by name", checks_values);
  tap_run("schedules are read", reads_schedules);
  tap_run("no two options of a command share a name or letter", names_are_unique);
  tap_run("every command has a summary and an example", every_command_has_examples);
  return tap_finish();
}
