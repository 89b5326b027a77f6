/* Words of a glossary: which form of which is meant. */
#include <stdlib.h>
#include <unistd.h>

#include "tap.h"
#include "session/glossary.h"

static const char page[] =
    "# Words\n\nFor readers.\n\n## body\n\nA.\n\n## memory\n\nB.\n\n## local memory\n\nC\n"
    "and *D*.\n\n- CUDA: shared memory, `__shared__`\n- Mojo: shared memory\n"
    "- also: `__local`, LDS\n- apart from: local memory lane\n\n## pass\n\nE.\n\n- CUDA: `f(x)`\n";

/* As a course whose root is a folder of this test's own. */
static struct wb_glossary load_page(const char *markdown) {
  char root[] = "/tmp/wb-glossary-XXXXXX";
  struct wb_glossary glossary = {0};
  struct wb_error err;
  if (!CHECK(mkdtemp(root) != NULL)) return glossary;
  const struct wb_course course = {.root = root};
  char *file = wb_course_glossary(&course);
  char *folder = wb_path_dirname(file);
  CHECK_INT(wb_make_directories(folder, &err), WB_OK);
  CHECK_INT(wb_file_write_atomic(file, markdown, strlen(markdown), &err), WB_OK);
  CHECK_INT(wb_glossary_load(&course, &glossary, &err), WB_OK);
  unlink(file);
  rmdir(folder);
  rmdir(root);
  free(folder);
  free(file);
  return glossary;
}

static void terms_have_their_parts(void) {
  struct wb_glossary glossary = load_page(page);
  if (CHECK_INT(glossary.count, 4)) {
    const struct wb_term *term = &glossary.terms[2];
    CHECK_STRING(term->word, "local memory");
    CHECK_STRING(term->meaning, "C\nand *D*.");
    CHECK_STRING(term->names[WB_LANGUAGE_CUDA], "shared memory, `__shared__`");
    CHECK_INT(term->line, 13);
    CHECK_INT(term->n_also, 2);
    CHECK_STRING(glossary.terms[0].names[WB_LANGUAGE_CUDA], NULL);
  }
  wb_glossary_release(&glossary);
}

static void check_found(const struct wb_glossary *glossary, const char *wanted, const char *word) {
  const struct wb_term *term = NULL;
  struct wb_error err;
  const enum wb_status status = wb_glossary_find(glossary, wanted, &term, &err);
  CHECK_INT(status, word != NULL ? WB_OK : WB_ERR_USAGE);
  CHECK_STRING(term != NULL ? term->word : NULL, word);
}

static void words_are_found_in_all_forms(void) {
  struct wb_glossary glossary = load_page(page);
  check_found(&glossary, "Body", "body");
  check_found(&glossary, "bodies", "body");
  check_found(&glossary, "bodys", "body");
  check_found(&glossary, "passes", "pass");
  check_found(&glossary, " local  Memories ", "local memory");
  check_found(&glossary, "lds", "local memory");
  check_found(&glossary, "__local", "local memory");
  check_found(&glossary, "shared memory", "local memory");
  check_found(&glossary, "__shared__", "local memory");
  check_found(&glossary, "f(x)", "pass");
  check_found(&glossary, "memory", "memory");
  check_found(&glossary, "local", NULL);
  check_found(&glossary, "local memory lane", NULL);
  check_found(&glossary, "", NULL);
  wb_glossary_release(&glossary);
}

/* "LINE word, LINE word" */
static void check_uses(const struct wb_glossary *glossary, const char *markdown,
                       const char *expected) {
  struct wb_term_uses uses = {0};
  struct wb_str seen;
  wb_str_init(&seen);
  wb_glossary_uses(glossary, markdown, strlen(markdown), &uses);
  for (size_t i = 0; i < uses.count; i++)
    wb_str_addf(&seen, "%s%u %s", i > 0 ? ", " : "", uses.items[i].line, uses.items[i].term->word);
  CHECK_STRING(seen.data, expected);
  wb_str_release(&seen);
  wb_term_uses_release(&uses);
}

static void uses_are_the_longest_words(void) {
  struct wb_glossary glossary = load_page(page);
  check_uses(&glossary, "a\nbody,\nmemory\n\nbody\n", "2 body, 3 memory");
  check_uses(&glossary, "local\nmemory, `x + __local`", "1 local memory");
  check_uses(&glossary, "# **local** memory\n\n- memory", "1 local memory, 3 memory");
  check_uses(&glossary, "local memory lane, anybody, body-less, bodyless, __local_x, `memory`", "");
  check_uses(&glossary, "```\nmemory\n```\n<!-- memory -->\n[x](memory)", "");
  check_uses(&glossary, "“body”, memory’s\n", "1 body, 1 memory");
  wb_glossary_release(&glossary);
}

/* ---- other languages ---- */

static const char languages[] =
    "## group\n\nA.\n\n- CUDA: block, thread block\n- Metal: `threadgroup`\n\n## lane\n\nB.\n\n"
    "## width\n\nC.\n\n- CUDA: `warpSize`\n- HIP: -\n\n## step\n\nD.\n\n- HIP: wave of work\n";

static void check_lines(const struct wb_glossary *glossary, enum wb_language only, unsigned width,
                        const char *expected) {
  struct wb_document document = {0};
  struct wb_str seen;
  wb_str_init(&seen);
  wb_glossary_write_table(glossary, only, width, &document);
  for (size_t i = 0; i < document.n_lines; i++) {
    for (size_t k = 0; k < document.lines[i].n_spans; k++)
      wb_str_add(&seen, document.lines[i].spans[k].text);
    wb_str_add_char(&seen, '\n');
  }
  CHECK_STRING(seen.data, expected);
  wb_str_release(&seen);
  wb_document_release(&document);
}

static void names_of_hip_are_those_of_cuda(void) {
  struct wb_glossary glossary = load_page(languages);
  if (CHECK_INT(glossary.count, 4)) {
    CHECK_STRING(wb_term_names(&glossary.terms[0], WB_LANGUAGE_HIP), "block, thread block");
    CHECK_STRING(wb_term_names(&glossary.terms[0], WB_LANGUAGE_SYCL), NULL);
    CHECK_STRING(wb_term_names(&glossary.terms[2], WB_LANGUAGE_HIP), NULL);
    CHECK_STRING(wb_term_names(&glossary.terms[3], WB_LANGUAGE_HIP), "wave of work");
  }
  check_found(&glossary, "threadgroup", "group");
  check_found(&glossary, "wave of work", "step");
  wb_glossary_release(&glossary);
}

static void tables_are_as_wide_as_there_is_room(void) {
  struct wb_glossary glossary = load_page(languages);
  check_lines(&glossary, WB_LANGUAGE_OPENCL, 80,
              "OpenCL  CUDA      Mojo  Metal        SYCL  HIP\n"
              "group   block     -     threadgroup  -     block\n"
              "width   warpSize  -     -            -     -\n"
              "step    -         -     -            -     wave of work\n");
  check_lines(&glossary, WB_LANGUAGE_OPENCL, 48,
              "OpenCL  CUDA      Mojo  Metal        SYCL  HIP\n"
              "group   block     -     threadgroup  -     block\n"
              "width   warpSize  -     -            -     -\n"
              "step    -         -     -            -     wave\n"
              "                                           of\n"
              "                                           work\n");
  check_lines(&glossary, WB_LANGUAGE_OPENCL, 20,
              "group\n  CUDA, HIP: block\n  Metal: threadgroup\n\nwidth\n  CUDA: warpSize\n\n"
              "step\n  HIP: wave of work\n");
  check_lines(&glossary, WB_LANGUAGE_METAL, 20, "OpenCL  Metal\ngroup   threadgroup\n");
  check_lines(&glossary, WB_LANGUAGE_MOJO, 20, "OpenCL  Mojo\n");
  wb_glossary_release(&glossary);
}

int main(void) {
  tap_run("terms have their parts", terms_have_their_parts);
  tap_run("words are found in all forms", words_are_found_in_all_forms);
  tap_run("uses are those of the longest words", uses_are_the_longest_words);
  tap_run("names of HIP are those of CUDA", names_of_hip_are_those_of_cuda);
  tap_run("tables are as wide as there is room", tables_are_as_wide_as_there_is_room);
  return tap_finish();
}
