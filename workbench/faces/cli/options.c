#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "cli/command.h"
#include "finding/schedule.h"
#include "launch/spec.h"

/* The words of a command line that are still to be read. */
struct words {
  char **next, **end;
};

static bool is_named(const struct wb_option *option, const char *name, size_t length, char letter) {
  if (name == NULL) return letter != 0 && option->letter == letter;
  return strlen(option->name) == length && memcmp(option->name, name, length) == 0;
}

/* Finds a long (name) or short (letter) option, and where its value goes. */
static const struct wb_option *find_option(struct wb_invocation *invocation, const char *name,
                                           size_t length, char letter, const char ***slot) {
  const struct wb_option *options = invocation->command->shell.options;
  for (size_t i = 0; i < wb_n_global_options; i++)
    if (is_named(&wb_global_options[i], name, length, letter)) {
      *slot = &invocation->globals[i];
      return &wb_global_options[i];
    }
  for (size_t i = 0; i < wb_count_options(invocation->command); i++)
    if (is_named(&options[i], name, length, letter)) {
      *slot = &invocation->values[i];
      return &options[i];
    }
  return NULL;
}

static enum wb_status unknown_option(const struct wb_invocation *invocation, const char *word,
                                     struct wb_error *err) {
  const char *names[WB_MAX_COMMAND_OPTIONS + WB_CLI_MAX_GLOBALS];
  size_t count = 0, n = wb_count_options(invocation->command);
  char *wanted = wb_strndup(word + strspn(word, "-"), strcspn(word + strspn(word, "-"), "="));
  for (size_t i = 0; i < n; i++) names[count++] = invocation->command->shell.options[i].name;
  for (size_t i = 0; i < wb_n_global_options; i++) names[count++] = wb_global_options[i].name;
  const char *nearest = wb_nearest(wanted, names, count);
  free(wanted);
  if (nearest != NULL)
    return wb_fail(err, WB_ERR_USAGE, "unknown option '%s'; did you mean '--%s'?", word, nearest);
  if (invocation->command == wb_cli_command_default())
    return wb_fail(err, WB_ERR_USAGE,
                   "unknown option '%s'; a command's options stand after its name", word);
  return wb_fail(err, WB_ERR_USAGE, "unknown option '%s'", word);
}

static bool parse_number(const char *text, uint64_t least, uint64_t *number) {
  char *end = NULL;
  if (!isdigit((unsigned char)text[0])) return false;
  errno = 0;
  *number = strtoull(text, &end, 0);
  return errno == 0 && *end == '\0' && *number >= least;
}

bool wb_cli_is_choice(const char *choices, const char *text) {
  size_t length = strlen(text);
  for (const char *at = choices; *at != '\0'; at += strcspn(at, "|"), at += *at == '|')
    if (strcspn(at, "|") == length && memcmp(at, text, length) == 0) return true;
  return false;
}

static bool parse_seconds(const char *text, double *seconds) {
  char *end = NULL;
  if (!isdigit((unsigned char)text[0]) && text[0] != '.') return false;
  *seconds = strtod(text, &end);
  return *end == '\0' && *seconds >= 0.001 && *seconds <= 1e6;
}

static enum wb_status check_value(const struct wb_option *option, const char *value,
                                  struct wb_error *err) {
  uint64_t number = 0;
  struct wb_schedule schedule;
  size_t sizes[3];
  double seconds;
  bool fits = true;
  const char *wants = option->argument;
  switch (option->kind) {
    case WB_OPTION_FLAG:
    case WB_OPTION_TEXT:
      fits = value[0] != '\0' || option->kind == WB_OPTION_FLAG;
      break;
    case WB_OPTION_NUMBER:
      fits = parse_number(value, 0, &number);
      wants = "a whole number";
      break;
    case WB_OPTION_COUNT:
      fits = parse_number(value, 1, &number) && number <= INT32_MAX;
      wants = "a whole number from 1";
      break;
    case WB_OPTION_CHOICE:
      fits = wb_cli_is_choice(option->argument, value);
      break;
    case WB_OPTION_SCHEDULE:
      fits = wb_schedule_parse(value, &schedule);
      break;
    case WB_OPTION_SIZES:
      fits = wb_sizes_parse(value, 0, sizes) > 0;
      wants = "one to three whole numbers, as 64 or 64,32";
      break;
    case WB_OPTION_SECONDS:
      fits = parse_seconds(value, &seconds);
      wants = "a number of seconds, as 0.5";
      break;
  }
  if (fits) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "--%s takes %s, not '%s'", option->name, wants, value);
}

/* Stores the value that stands in the option's own word (`attached`, NULL for
 * none) or in the next. */
static enum wb_status take_value(const struct wb_option *option, const char *attached,
                                 struct words *words, const char **slot, struct wb_error *err) {
  if (option->kind == WB_OPTION_FLAG) {
    if (attached != NULL) return wb_fail(err, WB_ERR_USAGE, "--%s takes no value", option->name);
    *slot = "";
    return WB_OK;
  }
  if (attached == NULL && words->next == words->end)
    return wb_fail(err, WB_ERR_USAGE, "--%s needs a value: --%s %s", option->name, option->name,
                   option->argument);
  *slot = attached != NULL ? attached : *words->next++;
  return check_value(option, *slot, err);
}

static enum wb_status remember_value(struct wb_invocation *invocation,
                                     const struct wb_option *option, const char *value,
                                     struct wb_error *err) {
  if (!option->repeats) return WB_OK;
  if (invocation->n_repeated == WB_CLI_MAX_REPEATED)
    return wb_fail(err, WB_ERR_USAGE, "--%s is given too often", option->name);
  invocation->repeated[invocation->n_repeated].option = option;
  invocation->repeated[invocation->n_repeated++].value = value;
  return WB_OK;
}

static enum wb_status parse_option(struct wb_invocation *invocation, const char *word,
                                   struct words *words, struct wb_error *err) {
  const char **slot = NULL;
  const char *attached = NULL;
  const struct wb_option *option = NULL;
  if (word[1] == '-') {
    const char *equals = strchr(word, '=');
    size_t length = equals != NULL ? (size_t)(equals - word - 2) : strlen(word) - 2;
    attached = equals != NULL ? equals + 1 : NULL;
    option = find_option(invocation, word + 2, length, 0, &slot);
  } else {
    attached = word[2] != '\0' ? word + 2 : NULL;
    option = find_option(invocation, NULL, 0, word[1], &slot);
  }
  if (option == NULL && invocation->is_bare_word)
    return wb_cli_unknown_command(invocation->operands[0], err);
  if (option == NULL) return unknown_option(invocation, word, err);
  enum wb_status status = take_value(option, attached, words, slot, err);
  return status == WB_OK ? remember_value(invocation, option, *slot, err) : status;
}

enum wb_status wb_cli_unknown_command(const char *word, struct wb_error *err) {
  const char *names[64];
  size_t count = 0;
  for (size_t i = 0; i < wb_n_commands && count < 64; i++)
    if (wb_is_of_shell(&wb_commands[i])) names[count++] = wb_commands[i].name;
  const char *nearest = wb_nearest(word, names, count);
  if (nearest != NULL)
    return wb_fail(err, WB_ERR_USAGE, "unknown command '%s'; did you mean '%s'?", word, nearest);
  return wb_fail(err, WB_ERR_USAGE, "unknown command '%s'; `workbench help` lists them", word);
}

/* A word that is no command may be a puzzle to open: the default command looks. One that begins
 * with a digit is, since no command does. */
static enum wb_status parse_operand(struct wb_invocation *invocation, const char *word,
                                    bool *has_command, struct wb_error *err) {
  const struct wb_command *command = *has_command ? NULL : wb_cli_command_find(word);
  invocation->is_bare_word = !*has_command && command == NULL && !isdigit((unsigned char)word[0]);
  *has_command = true;
  if (command != NULL) {
    invocation->command = command;
    return WB_OK;
  }
  const size_t most = invocation->command->shell.max_operands;
  if (invocation->n_operands == most && most > 1)
    return wb_fail(err, WB_ERR_USAGE, "unexpected '%s': it takes at most %zu operands", word, most);
  if (invocation->n_operands == most)
    return wb_fail(err, WB_ERR_USAGE, "unexpected '%s': it takes %s operand", word,
                   most == 0 ? "no" : "one");
  invocation->operands[invocation->n_operands++] = word;
  return WB_OK;
}

/* Options that stand before the command are of the first one, whose values
 * are dropped if another is named: only global ones survive. */
static bool has_values(const struct wb_invocation *invocation) {
  for (size_t i = 0; i < WB_MAX_COMMAND_OPTIONS; i++)
    if (invocation->values[i] != NULL) return true;
  return false;
}

/* --json beside another --format asks for two things at once. */
static enum wb_status check_format(const struct wb_invocation *invocation, struct wb_error *err) {
  const char *format = wb_cli_value_if_any(invocation, "format");
  const bool short_form = wb_cli_value_if_any(invocation, "json") != NULL;
  if (!short_form || format == NULL || strcmp(format, "json") == 0) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "--json is short for --format json; --format %s is another",
                 format);
}

enum wb_status wb_cli_parse(struct wb_invocation *invocation, int argc, char **argv,
                            struct wb_error *err) {
  struct words words = {argv + (argc > 0), argv + argc};
  bool has_command = false, only_operands = false;
  enum wb_status status = WB_OK;
  memset(invocation, 0, sizeof *invocation);
  invocation->command = wb_cli_command_default();
  while (words.next < words.end && status == WB_OK) {
    const char *word = *words.next++;
    if (!only_operands && strcmp(word, "--") == 0) {
      only_operands = true;
    } else if (!only_operands && word[0] == '-' && word[1] != '\0') {
      status = parse_option(invocation, word, &words, err);
      has_command = has_command || has_values(invocation);
    } else {
      status = parse_operand(invocation, word, &has_command, err);
    }
  }
  return status == WB_OK ? check_format(invocation, err) : status;
}

static bool find_value(const struct wb_invocation *invocation, const char *name,
                       const char **value) {
  bool found = false;
  for (size_t i = 0; i < wb_n_global_options && !found; i++) {
    found = strcmp(wb_global_options[i].name, name) == 0;
    if (found) *value = invocation->globals[i];
  }
  for (size_t i = 0; i < wb_count_options(invocation->command) && !found; i++) {
    found = strcmp(invocation->command->shell.options[i].name, name) == 0;
    if (found) *value = invocation->values[i];
  }
  return found;
}

const char *wb_cli_value_if_any(const struct wb_invocation *invocation, const char *name) {
  const char *value = NULL;
  return find_value(invocation, name, &value) ? value : NULL;
}

const char *wb_cli_value(const struct wb_invocation *invocation, const char *name) {
  const char *value = NULL;
  if (find_value(invocation, name, &value)) return value;
  wb_bug("%s has no option --%s", invocation->command->name, name);
}

bool wb_cli_flag(const struct wb_invocation *invocation, const char *name) {
  return wb_cli_value(invocation, name) != NULL;
}

uint64_t wb_cli_number(const struct wb_invocation *invocation, const char *name,
                       uint64_t otherwise) {
  const char *value = wb_cli_value(invocation, name);
  uint64_t number = otherwise;
  if (value != NULL) parse_number(value, 0, &number);
  return number;
}

struct wb_schedule wb_cli_schedule(const struct wb_invocation *invocation, const char *name) {
  const char *value = wb_cli_value(invocation, name);
  struct wb_schedule schedule = {.kind = WB_SCHEDULE_FORWARD};
  if (value != NULL) wb_schedule_parse(value, &schedule);
  return schedule;
}

unsigned wb_cli_sizes(const struct wb_invocation *invocation, const char *name, size_t otherwise,
                      size_t sizes[3]) {
  const char *value = wb_cli_value(invocation, name);
  for (int d = 0; d < 3; d++) sizes[d] = otherwise;
  return value != NULL ? wb_sizes_parse(value, otherwise, sizes) : 0;
}

double wb_cli_seconds(const struct wb_invocation *invocation, const char *name, double otherwise) {
  const char *value = wb_cli_value(invocation, name);
  double seconds = otherwise;
  if (value != NULL) parse_seconds(value, &seconds);
  return seconds;
}

size_t wb_cli_values(const struct wb_invocation *invocation, const char *name, const char **values,
                     size_t max) {
  size_t count = 0;
  for (size_t i = 0; i < invocation->n_repeated && count < max; i++)
    if (strcmp(invocation->repeated[i].option->name, name) == 0)
      values[count++] = invocation->repeated[i].value;
  return count;
}

const char *wb_cli_operand(const struct wb_invocation *invocation) {
  return invocation->n_operands > 0 ? invocation->operands[0] : NULL;
}

bool wb_cli_wants_json(const struct wb_invocation *invocation) {
  const char *format = wb_cli_value_if_any(invocation, "format");
  return wb_cli_flag(invocation, "json") || (format != NULL && strcmp(format, "json") == 0);
}
