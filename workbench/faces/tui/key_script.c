#include "tui/key_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "base/utf8.h"

enum { SCRIPT_MAX_BYTES = 1 << 20 };

enum wb_status wb_key_script_open(struct wb_key_script *script, const char *path,
                                  struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  *script = (struct wb_key_script){0};
  enum wb_status status = wb_file_read(path, SCRIPT_MAX_BYTES, &text, err);
  if (status == WB_OK) {
    script->name = wb_strdup(path);
    script->text = wb_str_detach(&text);
  }
  wb_str_release(&text);
  return status;
}

void wb_key_script_release(struct wb_key_script *script) {
  free(script->name);
  free(script->text);
  free(script->wait_text);
  *script = (struct wb_key_script){0};
}

static enum wb_status fail_script(const struct wb_key_script *script, struct wb_error *err,
                                  const char *message) {
  char *where = wb_format("%s:%u", script->name, script->line);
  enum wb_status status = wb_fail_at(err, WB_ERR_USAGE, where, "%s", message);
  free(where);
  return status;
}

/* ---- waiting ---- */

static bool shows(const struct wb_cells *cells, const char *text) {
  struct wb_str screen;
  wb_str_init(&screen);
  wb_cells_dump(cells, &screen);
  bool found = strstr(screen.data, text) != NULL;
  wb_str_release(&screen);
  return found;
}

static bool wait_is_over(struct wb_key_script *script, const struct wb_model *model,
                         const struct wb_cells *cells, bool idle) {
  switch (script->wait) {
    case WB_WAIT_IDLE:
      return idle;
    case WB_WAIT_TEXT:
      return shows(cells, script->wait_text);
    case WB_WAIT_TIME:
      return model->now_ms >= script->wait_until_ms;
    case WB_WAIT_RESULT:
      if (model->runs_ended <= script->results_seen) return false;
      script->results_seen = model->runs_ended;
      return true;
    default:
      return true;
  }
}

static void wait_for(struct wb_key_script *script, const struct wb_model *model,
                     enum wb_script_wait wait, uint64_t ms) {
  script->wait = wait;
  script->wait_until_ms = model->now_ms + ms;
}

/* ---- lines ---- */

static enum wb_status do_wait_idle(struct wb_key_script *script, struct wb_model *model,
                                   const char *argument, struct wb_error *err) {
  (void)argument, (void)err;
  wait_for(script, model, WB_WAIT_IDLE, WB_SCRIPT_WAIT_MS);
  return WB_OK;
}

static enum wb_status do_wait_result(struct wb_key_script *script, struct wb_model *model,
                                     const char *argument, struct wb_error *err) {
  (void)argument, (void)err;
  wait_for(script, model, WB_WAIT_RESULT, WB_SCRIPT_WAIT_MS);
  return WB_OK;
}

static enum wb_status do_wait_text(struct wb_key_script *script, struct wb_model *model,
                                   const char *argument, struct wb_error *err) {
  (void)err;
  free(script->wait_text);
  script->wait_text = wb_strdup(argument);
  wait_for(script, model, WB_WAIT_TEXT, WB_SCRIPT_WAIT_MS);
  return WB_OK;
}

static enum wb_status do_sleep(struct wb_key_script *script, struct wb_model *model,
                               const char *argument, struct wb_error *err) {
  char *end;
  unsigned long ms = strtoul(argument, &end, 10);
  if (end == argument || *end != '\0') return fail_script(script, err, ":sleep needs milliseconds");
  wait_for(script, model, WB_WAIT_TIME, ms);
  return WB_OK;
}

static enum wb_status do_resize(struct wb_key_script *script, struct wb_model *model,
                                const char *argument, struct wb_error *err) {
  int columns = 0, lines = 0;
  char rest;
  if (sscanf(argument, "%4dx%4d%c", &columns, &lines, &rest) != 2 || columns < 1 || lines < 1) {
    return fail_script(script, err, ":resize needs COLUMNSxLINES, as 80x24");
  }
  wb_model_resize(model, lines, columns);
  return WB_OK;
}

/* As a person does: what a key asked for is done before the next one. */
static void press_key(struct wb_key_script *script, struct wb_model *model, int key) {
  wb_model_key(model, key);
  wb_model_prepare(model);
  if (script->pressed != NULL) script->pressed(script->data);
}

static enum wb_status do_type(struct wb_key_script *script, struct wb_model *model,
                              const char *argument, struct wb_error *err) {
  size_t length = strlen(argument);
  (void)err;
  for (size_t at = 0; at < length;) {
    unsigned character = 0;
    at += wb_utf8_decode(argument + at, length - at, &character);
    press_key(script, model, (int)character);
  }
  return WB_OK;
}

static const struct {
  const char *name;
  enum wb_status (*run)(struct wb_key_script *, struct wb_model *, const char *, struct wb_error *);
} script_commands[] = {{"wait-idle", do_wait_idle}, {"wait-result", do_wait_result},
                       {"wait-text", do_wait_text}, {"sleep", do_sleep},
                       {"resize", do_resize},       {"type", do_type}};

static enum wb_status command_line(struct wb_key_script *script, struct wb_model *model,
                                   const char *line, struct wb_error *err) {
  size_t length = strcspn(line, " ");
  const char *argument = line + length + strspn(line + length, " ");
  for (size_t i = 0; i < sizeof script_commands / sizeof script_commands[0]; i++) {
    const char *name = script_commands[i].name;
    if (strlen(name) == length && strncmp(name, line, length) == 0) {
      return script_commands[i].run(script, model, argument, err);
    }
  }
  return wb_model_command(model, line) ? WB_OK : fail_script(script, err, model->message);
}

static enum wb_status press_named_key(struct wb_key_script *script, struct wb_model *model,
                                      const char *name, struct wb_error *err) {
  int key;
  if (wb_key_parse(name, &key)) {
    press_key(script, model, key);
    return WB_OK;
  }
  size_t count;
  const char *const *names = wb_key_names(&count);
  const char *nearest = wb_nearest(name, names, count);
  char *message =
      wb_format("there is no key \"%s\"%s%s%s", name, nearest != NULL ? "; did you mean " : "",
                nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
  enum wb_status status = fail_script(script, err, message);
  free(message);
  return status;
}

static enum wb_status keys_line(struct wb_key_script *script, struct wb_model *model, char *line,
                                struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *rest = NULL;
  for (char *name = strtok_r(line, " \t", &rest); name != NULL && status == WB_OK;
       name = strtok_r(NULL, " \t", &rest)) {
    status = press_named_key(script, model, name, err);
  }
  return status;
}

static enum wb_status run_line(struct wb_key_script *script, struct wb_model *model, char *line,
                               struct wb_error *err) {
  bool comment = line[0] == '#' && (line[1] == ' ' || line[1] == '\0');
  if (line[0] == '\0' || comment) return WB_OK;
  if (line[0] == ':' && line[1] != '\0' && line[1] != ' ') {
    return command_line(script, model, line + 1, err);
  }
  return keys_line(script, model, line, err);
}

enum wb_status wb_key_script_step(struct wb_key_script *script, struct wb_model *model,
                                  const struct wb_cells *cells, bool idle,
                                  enum wb_script_state *state, struct wb_error *err) {
  *state = WB_SCRIPT_WAITS;
  if (!wait_is_over(script, model, cells, idle)) {
    bool patient = script->wait == WB_WAIT_TIME || model->now_ms < script->wait_until_ms;
    return patient ? WB_OK : fail_script(script, err, "waited for three minutes in vain");
  }
  script->wait = WB_WAIT_NONE;
  if (script->text[script->at] == '\0') {
    *state = WB_SCRIPT_ENDED;
    return WB_OK;
  }
  *state = WB_SCRIPT_WENT_ON;
  size_t length = strcspn(script->text + script->at, "\n");
  char *line = wb_strndup(script->text + script->at, length);
  script->at += length + (script->text[script->at + length] == '\n');
  script->line++;
  enum wb_status status = run_line(script, model, line, err);
  free(line);
  return status;
}
