#include "emulator/compile/package.h"

#include <stdlib.h>
#include <string.h>

#include "fields/wire.h"

enum { MAX_KERNELS = 1 << 16, MAX_TEXTS = 1 << 20, NO_TEXT = 0 };

/* Part of every package, so that one of another layout is not taken for one. */
static const uint32_t LAYOUT[] = {sizeof(struct wb_kernel_image), sizeof(struct wb_static_object),
                                  sizeof(struct wbrt_site),       sizeof(struct wbrt_context),
                                  sizeof(struct wb_kernel_info),  sizeof(struct wb_param_info)};
enum { N_LAYOUT = sizeof LAYOUT / sizeof LAYOUT[0] };

/* ---- writing ------------------------------------------------------------------------- */

/* The program's texts are unique, so that a pointer is its place in the list. */
static const char *number_of(const struct wb_program *program, const char *text) {
  uintptr_t number = NO_TEXT;
  for (size_t i = 0; i < program->n_texts && text != NULL && number == NO_TEXT; i++)
    if (program->texts[i] == text) number = i + 1;
  return (const char *)number;
}

static void put_objects(struct wb_str *out, const struct wb_program *program,
                        const struct wb_program_kernel *kernel) {
  for (uint32_t i = 0; i < kernel->image.n_objects; i++) {
    struct wb_static_object object = kernel->objects[i];
    object.name = number_of(program, object.name);
    object.initial = NULL;
    wb_put_bytes(out, &object, sizeof object);
    wb_put_u32(out, kernel->objects[i].initial != NULL);
    if (kernel->objects[i].initial != NULL)
      wb_put_bytes(out, kernel->objects[i].initial, object.size);
  }
}

/* Names repeat from one site to the next. */
static void put_sites(struct wb_str *out, const struct wb_program *program,
                      const struct wb_program_kernel *kernel) {
  struct wbrt_site last = {0}, numbered = {0};
  wb_put_u32(out, kernel->image.n_sites);
  for (uint32_t i = 0; i < kernel->image.n_sites; i++) {
    struct wbrt_site site = kernel->sites[i];
    const char *file = site.file == last.file ? numbered.file : number_of(program, site.file);
    const char *array = site.array == last.array ? numbered.array : number_of(program, site.array);
    const char *layout = number_of(program, site.layout);
    const char *member = number_of(program, site.member);
    last = site;
    site.file = file;
    site.array = array;
    site.layout = layout;
    site.member = member;
    numbered = site;
    wb_str_add_bytes(out, &site, sizeof site);
  }
}

static void put_kernel(struct wb_str *out, const struct wb_program *program,
                       const struct wb_program_kernel *kernel) {
  struct wb_kernel_image image = kernel->image;
  image.name = number_of(program, image.name);
  image.entry = NULL;
  image.item_loop = NULL;
  image.info = NULL;
  image.param_bytes = NULL;
  image.objects = NULL;
  image.sites = NULL;
  image.private_use.largest = number_of(program, image.private_use.largest);
  image.private_use.file = number_of(program, image.private_use.file);
  wb_put_bytes(out, &image, sizeof image);
  wb_put_text(out, kernel->symbol);
  wb_put_u32(out, kernel->is_item_loop);
  wb_put_bytes(out, &kernel->info, sizeof kernel->info);
  wb_put_bytes(out, kernel->param_bytes, sizeof kernel->param_bytes);
  put_objects(out, program, kernel);
  put_sites(out, program, kernel);
}

void wb_package_put(struct wb_str *out, const struct wb_program *program, const void *code,
                    size_t code_length) {
  wb_put_bytes(out, LAYOUT, sizeof LAYOUT);
  wb_put_text(out, program->fingerprint);
  wb_put_u32(out, (uint32_t)program->n_texts);
  for (size_t i = 0; i < program->n_texts; i++) wb_put_text(out, program->texts[i]);
  wb_put_u32(out, (uint32_t)program->n_kernels);
  for (size_t i = 0; i < program->n_kernels; i++) put_kernel(out, program, &program->kernels[i]);
  wb_put_bytes(out, code, code_length);
}

/* ---- reading ------------------------------------------------------------------------- */

/* Counted bytes, of exactly the expected length. */
static void get_exactly(struct wb_reader *in, void *to, size_t size) {
  size_t length;
  const void *bytes = wb_get_bytes(in, &length);
  if (length != size) in->bad = true;
  if (in->bad)
    memset(to, 0, size);
  else
    memcpy(to, bytes, size);
}

static char *get_copy(struct wb_reader *in) {
  size_t length;
  const char *bytes = wb_get_bytes(in, &length);
  return wb_strndup(bytes != NULL ? bytes : "", length);
}

static void get_texts(struct wb_reader *in, struct wb_program *program) {
  size_t count = wb_get_below(in, MAX_TEXTS);
  for (size_t i = 0; i < count && !in->bad; i++) {
    program->texts = wb_grow(program->texts, &program->texts_capacity, program->n_texts + 1,
                             sizeof *program->texts);
    program->texts[program->n_texts++] = get_copy(in);
  }
}

static const char *text_of(struct wb_reader *in, const struct wb_program *program,
                           const char *number) {
  uintptr_t index = (uintptr_t)number;
  if (index > program->n_texts) in->bad = true;
  return in->bad || index == NO_TEXT ? NULL : program->texts[index - 1];
}

static void get_objects(struct wb_reader *in, struct wb_program *program,
                        struct wb_program_kernel *kernel) {
  const uint32_t count = kernel->image.n_objects;
  if (count > WBRT_MAX_OBJECTS) in->bad = true;
  if (in->bad) return;
  kernel->objects = wb_alloc((count + 1) * sizeof *kernel->objects);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    struct wb_static_object *object = &kernel->objects[i];
    get_exactly(in, object, sizeof *object);
    object->name = text_of(in, program, object->name);
    object->initial = NULL;
    if (!wb_get_bool(in)) continue;
    size_t length;
    const void *bytes = wb_get_bytes(in, &length);
    if (length != object->size) in->bad = true;
    if (!in->bad) object->initial = memcpy(wb_program_block(program, length), bytes, length);
  }
}

static void get_sites(struct wb_reader *in, struct wb_program *program,
                      struct wb_program_kernel *kernel) {
  const uint32_t count = wb_get_u32(in);
  if (count != kernel->image.n_sites ||
      count > (size_t)(in->end - in->next) / sizeof(struct wbrt_site))
    in->bad = true;
  if (in->bad) return;
  kernel->sites = wb_alloc((count + 1) * sizeof *kernel->sites);
  memcpy(kernel->sites, in->next, count * sizeof *kernel->sites);
  in->next += count * sizeof *kernel->sites;
  for (uint32_t i = 0; i < count; i++) {
    kernel->sites[i].file = text_of(in, program, kernel->sites[i].file);
    kernel->sites[i].array = text_of(in, program, kernel->sites[i].array);
    kernel->sites[i].layout = text_of(in, program, kernel->sites[i].layout);
    kernel->sites[i].member = text_of(in, program, kernel->sites[i].member);
  }
}

/* What is copied whole is checked here, once: its texts end, and its enumerations are valid. A
 * bool is looked at as the byte that it lies in, since it may be no bool. */
static bool is_possible(const struct wb_kernel_info *info) {
  bool possible = info->n_params <= WB_MAX_ARGS;
  for (size_t i = 0; i < info->n_params && possible; i++) {
    const struct wb_param_info *param = &info->params[i];
    unsigned char is_const;
    memcpy(&is_const, &param->is_const, 1);
    possible = memchr(param->name, '\0', sizeof param->name) != NULL &&
               memchr(param->type_name, '\0', sizeof param->type_name) != NULL &&
               memchr(param->base_name, '\0', sizeof param->base_name) != NULL &&
               (unsigned)param->memory <= WB_MEMORY_PRIVATE && is_const <= 1;
  }
  return possible;
}

static void get_kernel(struct wb_reader *in, struct wb_program *program) {
  struct wb_program_kernel *kernel = wb_program_add_kernel(program);
  get_exactly(in, &kernel->image, sizeof kernel->image);
  kernel->image.name = text_of(in, program, kernel->image.name);
  struct wb_private_use *use = &kernel->image.private_use;
  use->largest = text_of(in, program, use->largest);
  use->file = text_of(in, program, use->file);
  kernel->symbol = get_copy(in);
  kernel->is_item_loop = wb_get_bool(in);
  get_exactly(in, &kernel->info, sizeof kernel->info);
  get_exactly(in, kernel->param_bytes, sizeof kernel->param_bytes);
  if (!is_possible(&kernel->info) || kernel->image.name == NULL) in->bad = true;
  get_objects(in, program, kernel);
  get_sites(in, program, kernel);
}

/* A copy, since an object must be as aligned as its tables. */
static enum wb_status load_code(struct wb_program *program, const void *bytes, size_t length,
                                struct wb_error *err) {
  void *copy = memcpy(wb_alloc(length + 1), bytes, length);
  enum wb_status status = wb_object_load(copy, length, &program->code, err);
  free(copy);
  for (size_t i = 0; i < program->n_kernels && status == WB_OK; i++) {
    struct wb_program_kernel *kernel = &program->kernels[i];
    void *entry = wb_object_symbol(program->code, kernel->symbol);
    if (entry == NULL)
      status = wb_fail(err, WB_ERR_CRASH, "the compiled code has no '%s'", kernel->symbol);
    void *where =
        kernel->is_item_loop ? (void *)&kernel->image.item_loop : (void *)&kernel->image.entry;
    memcpy(where, &entry, sizeof entry);
  }
  return status;
}

enum wb_status wb_package_open(const void *bytes, size_t length, struct wb_program **program,
                               struct wb_error *err) {
  struct wb_reader in = wb_reader_of(bytes, length);
  struct wb_program *made = wb_alloc(sizeof *made);
  uint32_t layout[N_LAYOUT];
  size_t code_length = 0;
  get_exactly(&in, layout, sizeof layout);
  if (memcmp(layout, LAYOUT, sizeof layout) != 0) in.bad = true;
  wb_get_text(&in, made->fingerprint, sizeof made->fingerprint);
  get_texts(&in, made);
  size_t count = wb_get_below(&in, MAX_KERNELS);
  for (size_t i = 0; i < count && !in.bad; i++) get_kernel(&in, made);
  const void *code = wb_get_bytes(&in, &code_length);
  enum wb_status status = WB_OK;
  if (!wb_reader_done(&in))
    status = wb_fail(err, WB_ERR_CRASH, "a compiled program cannot be read");
  if (status == WB_OK) status = load_code(made, code, code_length, err);
  if (status == WB_OK) {
    wb_program_complete(made);
  } else {
    wb_program_free(made);
    made = NULL;
  }
  *program = made;
  return status;
}
