#include "compiler/frontend_series.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "compiler/frontend_series_text.h"

enum {
  FIRST_TEXT_FD = 16,
  TIME_LIMIT_MS = 10000, /* of a text; of them all, the processor's time */
  PATIENCE = 8,          /* so many failures in a row: this clang does not work so */
  SLOW_MS = 1000,        /* after one that took so long another clang begins anew */
  MAX_HEADER = 1 << 20
};

/* ---- the command --------------------------------------------------------------------------- */

/* The next word of a line in which each is in quotes; NULL: there is none. */
static char *next_quoted(const char **cursor) {
  const char *at = strchr(*cursor, '"');
  struct wb_str word;
  if (at == NULL) return NULL;
  wb_str_init(&word);
  for (at++; *at != '"' && *at != '\0'; at++) {
    if (*at == '\\' && at[1] != '\0') at++;
    wb_str_add_char(&word, *at);
  }
  *cursor = *at == '"' ? at + 1 : at;
  return wb_str_detach(&word);
}

/* Of what the driver says, the line that runs the front end. */
static bool take_words(struct wb_frontend_series *series, const char *log) {
  const char *front_end = strstr(log, "\" \"-cc1\" ");
  if (front_end == NULL) return false;
  const char *line = front_end;
  while (line > log && line[-1] != '\n') line--;
  char *rest = wb_strndup(line, strcspn(line, "\n"));
  const char *cursor = rest;
  for (char *word = next_quoted(&cursor); word != NULL; word = next_quoted(&cursor)) {
    wb_names_add(&series->words, word);
    free(word);
  }
  free(rest);
  return series->words.count > 2 && series->words.count < WB_CLANG_ARGUMENTS - WB_CLANG_TEXTS;
}

/* Asks the driver, which does nothing else then. */
static bool ask_driver(struct wb_frontend_series *series, const struct wb_clang_command *single,
                       const struct wb_build_request *request) {
  struct wb_clang_command command = *single;
  struct wb_frontend asked;
  struct wb_str output, log;
  wb_str_init(&output);
  wb_str_init(&log);
  wb_frontend_init(&asked, series->clang.rules);
  asked.time_limit_ms = TIME_LIMIT_MS;
  memmove(&command.argv[2], &command.argv[1], command.n * sizeof command.argv[0]);
  command.argv[1] = "-###";
  command.n++;
  bool good = wb_clang_spawn(&asked, &command, request, NULL) == WB_OK;
  asked.deadline_ns = wb_clock_ns() + TIME_LIMIT_MS * UINT64_C(1000000);
  wb_close_end(&asked.source_fd);
  good = good && wb_frontend_collect(&asked, &output, &log, NULL, NULL) == WB_OK;
  good = good && output.length == 0 && take_words(series, log.data);
  wb_frontend_release(&asked);
  wb_str_release(&output);
  wb_str_release(&log);
  return good;
}

/* How many words from here on a series has no use for. */
static size_t needless_words(const struct wb_names *words, size_t i) {
  static const struct {
    const char *word;
    size_t count;
  } NEEDLESS[] = {{"-dependency-file", 2}, {"-MT", 2}, {"-sys-header-deps", 1}};
  size_t count = 0;
  for (size_t k = 0; k < sizeof NEEDLESS / sizeof NEEDLESS[0]; k++)
    if (strcmp(words->items[i], NEEDLESS[k].word) == 0) count = NEEDLESS[k].count;
  return i + 1 == words->count ? 1 : count; /* the last is the single text */
}

/* ---- the process --------------------------------------------------------------------------- */

#define FOLDER "/texts"

/* The files that clang finds, and in a folder of their own its texts. */
static void add_texts(struct wb_str *file_system) {
  static const char END[] = "]}\n";
  if (!wb_ends_with(file_system->data, END)) return;
  file_system->length -= sizeof END - 1;
  file_system->data[file_system->length] = '\0';
  wb_str_add(file_system, ",{\"type\":\"directory\",\"name\":\"" FOLDER "\",\"contents\":[");
  for (int i = 0; i < WB_CLANG_TEXTS; i++)
    wb_str_addf(file_system,
                "%s{\"type\":\"file\",\"name\":\"%d.cl\",\"use-external-name\":false,"
                "\"external-contents\":\"/dev/fd/%d\"}",
                i > 0 ? "," : "", i, FIRST_TEXT_FD + i);
  wb_str_add(file_system, "]}");
  wb_str_add(file_system, END);
}

static void close_texts(struct wb_frontend_series *series) {
  for (size_t i = 0; i < WB_CLANG_TEXTS; i++) wb_close_end(&series->texts[i]);
  series->next = WB_CLANG_TEXTS;
}

static void end_clang(struct wb_frontend_series *series) {
  series->clang.source_fd = -1; /* one of the texts, if it is one */
  wb_frontend_release(&series->clang);
  close_texts(series);
}

static void make_front_end(const struct wb_frontend_series *series,
                           const struct wb_clang_command *single, struct wb_clang_command *made,
                           char names[][32]) {
  const struct wb_names *words = &series->words;
  *made = *single;
  made->n = 0;
  wb_str_init(&made->file_system);
  wb_str_add_bytes(&made->file_system, single->file_system.data, single->file_system.length);
  add_texts(&made->file_system);
  made->argv[made->n++] = single->argv[0];
  for (size_t i = 1; i < words->count; i++) {
    const size_t needless = needless_words(words, i);
    if (needless > 0)
      i += needless - 1;
    else
      made->argv[made->n++] = words->items[i];
  }
  for (int i = 0; i < WB_CLANG_TEXTS; i++) {
    snprintf(names[i], sizeof names[i], FOLDER "/%d.cl", i);
    made->argv[made->n++] = names[i];
  }
  made->argv[made->n] = NULL;
}

static bool start_clang(struct wb_frontend_series *series, const struct wb_clang_command *single,
                        const struct wb_build_request *request) {
  struct wb_clang_command command;
  struct wb_fd_map fds[WB_CLANG_TEXTS];
  char names[WB_CLANG_TEXTS][32];
  int ends[WB_CLANG_TEXTS][2];
  size_t n = 0;
  end_clang(series);
  while (n < WB_CLANG_TEXTS && wb_pipe(ends[n], NULL) == WB_OK) {
    fds[n] = (struct wb_fd_map){ends[n][0], FIRST_TEXT_FD + (int)n};
    series->texts[n] = ends[n][1];
    n++;
  }
  make_front_end(series, single, &command, names);
  command.more = fds;
  command.n_more = n;
  series->clang.time_limit_ms = TIME_LIMIT_MS;
  const bool good =
      n == WB_CLANG_TEXTS && wb_clang_spawn(&series->clang, &command, request, NULL) == WB_OK;
  for (size_t i = 0; i < n; i++) close(ends[i][0]);
  wb_close_end(&series->clang.source_fd); /* its standard input, which it does not read */
  wb_str_release(&command.file_system);
  series->next = good ? 0 : WB_CLANG_TEXTS;
  if (!good) end_clang(series);
  return good;
}

/* ---- a text -------------------------------------------------------------------------------- */

/* Whatever clang says: it ends the series. */
static bool has_spoken(const struct wb_frontend *clang, const struct wb_str *output,
                       const struct wb_str *log) {
  return log->length > 0 || (clang->source_fd < 0 && wb_frontend_is_module(output));
}

static bool compile_next(struct wb_frontend_series *series, const struct wb_str *text,
                         struct wb_str *bitcode) {
  struct wb_frontend *clang = &series->clang;
  const uint64_t start = wb_clock_ns();
  struct wb_str log;
  wb_str_init(&log);
  wb_str_clear(&clang->source);
  wb_str_add_bytes(&clang->source, text->data, text->length);
  clang->sent = 0;
  clang->source_fd = series->texts[series->next];
  series->texts[series->next++] = -1;
  fcntl(clang->source_fd, F_SETFL, O_NONBLOCK);
  clang->deadline_ns = start + TIME_LIMIT_MS * UINT64_C(1000000);
  const bool compiled = wb_frontend_collect(clang, bitcode, &log, has_spoken, NULL) == WB_OK &&
                        log.length == 0 && clang->bitcode_fd >= 0 && clang->log_fd >= 0 &&
                        wb_frontend_is_module(bitcode);
  if (!compiled) {
    wb_close_end(&clang->source_fd);
    wb_str_clear(bitcode);
  }
  if (!compiled || wb_elapsed_ms(start) > SLOW_MS) end_clang(series);
  wb_str_release(&log);
  return compiled;
}

/* For another command nothing is known. */
static void take_command(struct wb_frontend_series *series, const struct wb_clang_command *command,
                         const struct wb_build_request *request, const char *signature) {
  if (series->signature != NULL && strcmp(series->signature, signature) == 0) return;
  end_clang(series);
  wb_names_release(&series->words);
  free(series->signature);
  series->signature = wb_strdup(signature);
  series->failures = ask_driver(series, command, request) ? 0 : PATIENCE;
}

/* Whether a clang waits for the next text of this command. */
static bool have_clang(struct wb_frontend_series *series, const struct wb_clang_command *command,
                       const struct wb_build_request *request) {
  return series->next < WB_CLANG_TEXTS || start_clang(series, command, request);
}

static bool compile_in_series(struct wb_frontend_series *series,
                              const struct wb_clang_command *command,
                              const struct wb_build_request *request, const char *signature,
                              const struct wb_str *text, struct wb_str *bitcode) {
  take_command(series, command, request, signature);
  if (series->failures >= PATIENCE) return false;
  const bool compiled = have_clang(series, command, request) && compile_next(series, text, bitcode);
  series->failures = compiled ? 0 : series->failures + 1;
  return compiled;
}

/* Of the header that clang reads before each text. */
static const char *header_of(struct wb_frontend_series *series) {
  if (series->header == NULL)
    series->header = wb_file_read_text(wb_frontend_source_header, MAX_HEADER, NULL);
  if (series->header == NULL) series->header = wb_strdup("");
  return series->header;
}

bool wb_frontend_series_compile(struct wb_frontend_series *series,
                                const struct wb_build_request *request, struct wb_str *bitcode) {
  /* What includes nothing does not need to find it. */
  struct wb_build_request closed = *request;
  struct wb_clang_command command;
  struct wb_str log, text;
  bool compiled = false;
  closed.any_include = false;
  wb_str_init(&log);
  wb_str_init(&text);
  wb_clang_command_init(&command);
  if (wb_clang_command_make(&command, &closed, &log, NULL) == WB_OK &&
      command.file_system.length > 0) {
    const bool may = wb_frontend_series_text(&closed, header_of(series), &command, &text);
    char *signature = wb_clang_command_signature(&command, &closed, TIME_LIMIT_MS);
    const bool again = series->known != NULL && strcmp(series->known, signature) == 0;
    free(series->asked);
    series->asked = signature;
    compiled =
        again && may && compile_in_series(series, &command, &closed, signature, &text, bitcode);
  }
  wb_clang_command_release(&command);
  wb_str_release(&log);
  wb_str_release(&text);
  return compiled;
}

void wb_frontend_series_note(struct wb_frontend_series *series, bool ended_well) {
  free(series->known);
  series->known = ended_well && series->asked != NULL ? wb_strdup(series->asked) : NULL;
}

void wb_frontend_series_init(struct wb_frontend_series *series,
                             const struct wb_frontend_rules *rules) {
  memset(series, 0, sizeof *series);
  wb_frontend_init(&series->clang, rules);
  wb_names_init(&series->words);
  for (size_t i = 0; i < WB_CLANG_TEXTS; i++) series->texts[i] = -1;
  series->next = WB_CLANG_TEXTS;
}

void wb_frontend_series_release(struct wb_frontend_series *series) {
  end_clang(series);
  wb_names_release(&series->words);
  free(series->signature);
  free(series->asked);
  free(series->known);
  free(series->header);
  series->signature = series->asked = series->known = series->header = NULL;
}
