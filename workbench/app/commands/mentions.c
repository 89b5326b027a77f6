#include "commands/mentions.h"

#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

static const char prefix[] = "`workbench ";

/* Its row; *arguments is what follows the name, up to the closing backtick. */
static const struct wb_command *mentioned_command(const char *mention, const char *end,
                                                  const char **arguments) {
  const size_t length = strcspn(mention, " `");
  char *name = wb_strndup(mention, length);
  const struct wb_command *command = wb_command_named(name);
  free(name);
  *arguments = mention + length;
  while (*arguments < end && **arguments == ' ') (*arguments)++;
  return command;
}

/* The dialogue's own commands take the options of the shell as words: "all" for "--all".
 * Those that it hands to the shell keep them. */
static void put_spoken(const struct wb_command *command, const char *arguments, const char *end,
                       struct wb_str *out) {
  wb_str_add(out, command->name);
  if (arguments < end) wb_str_add_char(out, ' ');
  for (const char *at = arguments; at < end; at++) {
    const bool begins = at == arguments || at[-1] == ' ';
    if (begins && wb_is_spoken(command) && wb_starts_with(at, "--")) at += 2;
    wb_str_add_char(out, *at);
  }
}

/* A key, or a line without an argument, acts on the puzzle that is open, which is the one that the
 * message is about. */
static void put_for_screen(const struct wb_command *command, const char *arguments, const char *end,
                           struct wb_str *out) {
  char key[WB_KEY_WORD_MAX];
  if (wb_is_key(command)) {
    wb_str_add(out, wb_first_key(command, key));
  } else {
    const bool of_open = wb_is_line(command) && command->line.argument == NULL;
    wb_str_addf(out, ":%s", command->name);
    if (arguments < end && !of_open) wb_str_addf(out, " %.*s", (int)(end - arguments), arguments);
  }
}

void wb_mentions_put(enum wb_face face, const char *message, struct wb_str *out) {
  const char *at = message;
  const char *mention = face == WB_FACE_SHELL ? NULL : strstr(at, prefix);
  for (; mention != NULL; mention = strstr(mention, prefix)) {
    const char *name = mention + sizeof prefix - 1, *end = strchr(name, '`'), *arguments;
    if (end == NULL) break;
    const struct wb_command *command = mentioned_command(name, end, &arguments);
    if (command != NULL) {
      wb_str_add_bytes(out, at, (size_t)(mention - at));
      if (face == WB_FACE_SCREEN)
        put_for_screen(command, arguments, end, out);
      else
        put_spoken(command, arguments, end, out);
      at = end + 1;
    }
    mention = end + 1;
  }
  wb_str_add(out, at);
}

char *wb_mentions_in(enum wb_face face, const char *message) {
  struct wb_str text;
  wb_str_init(&text);
  wb_mentions_put(face, message, &text);
  return wb_str_detach(&text);
}
