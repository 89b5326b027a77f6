#include "emulator/compile/object.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/str.h"
#include "emulator/compile/library_symbols.h"
#include "emulator/compile/object_patch.h"

/* Where sections go: three runs of pages, each with rights of its own. */
enum area { AREA_CODE, AREA_CONSTANT, AREA_VARIABLE, AREA_COUNT, AREA_NONE = AREA_COUNT };
enum { MAX_OBJECT_BYTES = 256 << 20, MAX_ALIGN = 4096 };

struct export {
  char *name;
  void *address;
};

struct wb_object {
  unsigned char *map;
  size_t size;
  struct export *exports;
  size_t n_exports, capacity;
};

/* The file while it is loaded. Nothing in it is trusted. */
struct loading {
  const unsigned char *bytes;
  size_t length;
  Elf64_Ehdr header;
  const Elf64_Shdr *sections;
  const Elf64_Sym *symbols;
  size_t n_symbols;
  const char *names;
  size_t names_length;
  uint64_t *offsets; /* of each section in the map; UINT64_MAX: it is not there */
  uint64_t slots;    /* offset of the symbols' slots */
  uint64_t area_start[AREA_COUNT], area_end[AREA_COUNT];
  struct wb_object *object;
  struct wb_error *err;
};

static enum wb_status object_broken(struct loading *in, const char *what) {
  return wb_fail(in->err, WB_ERR_CRASH, "the compiled code cannot be loaded: %s", what);
}

/* `count` items of the file at `offset`, or NULL. */
static const void *file_range(const struct loading *in, uint64_t offset, uint64_t count,
                              size_t size) {
  bool inside = offset <= in->length && count <= (in->length - offset) / size && offset % 8 == 0;
  return inside ? in->bytes + offset : NULL;
}

static enum area area_of(const Elf64_Shdr *section, const char *name) {
  if ((section->sh_flags & SHF_ALLOC) == 0 || strcmp(name, ".eh_frame") == 0) return AREA_NONE;
  if ((section->sh_flags & SHF_EXECINSTR) != 0) return AREA_CODE;
  return (section->sh_flags & SHF_WRITE) != 0 ? AREA_VARIABLE : AREA_CONSTANT;
}

/* A text of a string table, or "". */
static const char *text_at(const char *table, size_t length, uint64_t offset) {
  return offset < length && memchr(table + offset, '\0', length - offset) != NULL ? table + offset
                                                                                  : "";
}

static const char *section_name(const struct loading *in, size_t i) {
  const Elf64_Shdr *table = &in->sections[in->header.e_shstrndx];
  const char *names = (const char *)in->bytes + table->sh_offset;
  return text_at(names, table->sh_size, in->sections[i].sh_name);
}

static bool has_bytes(const struct loading *in, const Elf64_Shdr *section) {
  return section->sh_offset <= in->length && section->sh_size <= in->length - section->sh_offset;
}

static enum wb_status find_tables(struct loading *in) {
  if (in->length < sizeof in->header) return object_broken(in, "it is cut off");
  memcpy(&in->header, in->bytes, sizeof in->header);
  const Elf64_Ehdr *h = &in->header;
  if (memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_ident[EI_CLASS] != ELFCLASS64 ||
      h->e_type != ET_REL || h->e_machine != WB_OBJECT_MACHINE ||
      h->e_shentsize != sizeof(Elf64_Shdr))
    return object_broken(in, "it is not an object file for this machine");
  in->sections = file_range(in, h->e_shoff, h->e_shnum, sizeof(Elf64_Shdr));
  if (in->sections == NULL || h->e_shstrndx >= h->e_shnum ||
      !has_bytes(in, &in->sections[h->e_shstrndx]))
    return object_broken(in, "its sections are cut off");
  for (size_t i = 0; i < h->e_shnum; i++) {
    const Elf64_Shdr *section = &in->sections[i];
    if (section->sh_type != SHT_SYMTAB) continue;
    in->n_symbols = section->sh_size / sizeof(Elf64_Sym);
    in->symbols = file_range(in, section->sh_offset, in->n_symbols, sizeof(Elf64_Sym));
    if (in->symbols == NULL || section->sh_link >= h->e_shnum ||
        !has_bytes(in, &in->sections[section->sh_link]))
      return object_broken(in, "its symbols are cut off");
    in->names = (const char *)in->bytes + in->sections[section->sh_link].sh_offset;
    in->names_length = in->sections[section->sh_link].sh_size;
  }
  return WB_OK;
}

static uint64_t align_up(uint64_t offset, uint64_t align) {
  return align > 1 ? (offset + align - 1) / align * align : offset;
}

/* Gives each section its offset, area by area. */
static enum wb_status lay_out(struct loading *in) {
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t end = 0;
  for (size_t i = 0; i < in->header.e_shnum; i++) in->offsets[i] = UINT64_MAX;
  for (enum area area = AREA_CODE; area < AREA_COUNT; area++) {
    in->area_start[area] = end = align_up(end, page);
    for (size_t i = 0; i < in->header.e_shnum; i++) {
      const Elf64_Shdr *section = &in->sections[i];
      if (area_of(section, section_name(in, i)) != area) continue;
      if (section->sh_addralign > MAX_ALIGN || section->sh_size > MAX_OBJECT_BYTES ||
          (section->sh_type != SHT_NOBITS && !has_bytes(in, section)))
        return object_broken(in, "it has an invalid section");
      in->offsets[i] = align_up(end, section->sh_addralign);
      end = in->offsets[i] + section->sh_size;
      if (end > MAX_OBJECT_BYTES) return object_broken(in, "it is too large");
    }
    if (area == AREA_CODE) {
      /* A call reaches 2 GiB, and the emulator's own functions may lie further away: for each
       * symbol there is a jump beside the code. */
      in->slots = align_up(end, WB_OBJECT_SLOT_BYTES);
      end = in->slots + in->n_symbols * WB_OBJECT_SLOT_BYTES;
    }
    in->area_end[area] = end;
  }
  in->object->size = align_up(end > 0 ? end : 1, page);
  return WB_OK;
}

static enum wb_status fill_sections(struct loading *in) {
  void *map =
      mmap(NULL, in->object->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) return wb_fail_errno(in->err, "no memory for compiled code");
  in->object->map = map;
  for (size_t i = 0; i < in->header.e_shnum; i++) {
    const Elf64_Shdr *section = &in->sections[i];
    if (in->offsets[i] == UINT64_MAX || section->sh_type == SHT_NOBITS) continue;
    memcpy(in->object->map + in->offsets[i], in->bytes + section->sh_offset, section->sh_size);
  }
  return WB_OK;
}

/* ---- symbols ------------------------------------------------------------------------- */

static void *address_in(const struct wb_symbol *symbols, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(symbols[i].name, name) == 0) return symbols[i].address;
  return NULL;
}

static void *of_the_emulator(const char *name) {
  size_t n_runtime = 0, n_math = 0;
  const struct wb_symbol *runtime = wb_runtime_symbols(&n_runtime);
  const struct wb_symbol *math = wb_library_symbols(&n_math);
  void *found = address_in(runtime, n_runtime, name);
  return found != NULL ? found : address_in(math, n_math, name);
}

/* Whether the object itself has the symbol, and where. */
static bool find_defined(const struct loading *in, const Elf64_Sym *symbol, uint64_t *address) {
  size_t section = symbol->st_shndx;
  if (section == SHN_UNDEF || section >= in->header.e_shnum) return false;
  if (in->offsets[section] == UINT64_MAX || symbol->st_value > in->sections[section].sh_size)
    return false;
  *address = (uint64_t)(uintptr_t)in->object->map + in->offsets[section] + symbol->st_value;
  return true;
}

static void export_symbol(struct wb_object *object, const char *name, uint64_t address) {
  object->exports =
      wb_grow(object->exports, &object->capacity, object->n_exports + 1, sizeof *object->exports);
  object->exports[object->n_exports++] =
      (struct export){wb_strdup(name), (void *)(uintptr_t)address};
}

static void take_exports(struct loading *in) {
  for (size_t i = 0; i < in->n_symbols; i++) {
    uint64_t address;
    if (ELF64_ST_BIND(in->symbols[i].st_info) == STB_GLOBAL &&
        find_defined(in, &in->symbols[i], &address))
      export_symbol(in->object, text_at(in->names, in->names_length, in->symbols[i].st_name),
                    address);
  }
}

/* ---- relocations ----------------------------------------------------------------------- */

static enum wb_status resolve_symbol(struct loading *in, size_t index, struct wb_patch *patch) {
  if (index >= in->n_symbols) return object_broken(in, "it names a symbol that is not there");
  const Elf64_Sym *symbol = &in->symbols[index];
  const char *name = text_at(in->names, in->names_length, symbol->st_name);
  uint64_t slot = in->slots + index * WB_OBJECT_SLOT_BYTES;
  bool own = find_defined(in, symbol, &patch->target);
  if (!own) patch->target = (uint64_t)(uintptr_t)of_the_emulator(name);
  if (!own && patch->target == 0)
    return wb_fail(in->err, WB_ERR_CRASH,
                   "the compiled code uses '%s', which the emulator does not have", name);
  wb_object_make_slot(WB_OBJECT_MACHINE, in->object->map + slot, patch->target);
  patch->slot = (uint64_t)(uintptr_t)in->object->map + slot;
  patch->jump = own ? patch->target : patch->slot;
  return WB_OK;
}

static enum wb_status apply_relocations(struct loading *in, const Elf64_Shdr *table) {
  enum wb_status status = WB_OK;
  size_t count = table->sh_size / sizeof(Elf64_Rela);
  const Elf64_Rela *items = file_range(in, table->sh_offset, count, sizeof *items);
  if (table->sh_info >= in->header.e_shnum || items == NULL)
    return object_broken(in, "its relocations are cut off");
  if (in->offsets[table->sh_info] == UINT64_MAX) return WB_OK;
  const Elf64_Shdr *section = &in->sections[table->sh_info];
  unsigned char *start = in->object->map + in->offsets[table->sh_info];
  for (size_t i = 0; i < count && status == WB_OK; i++) {
    if (items[i].r_offset > section->sh_size)
      return object_broken(in, "it changes what is not there");
    struct wb_patch patch = {.at = start + items[i].r_offset,
                             .room = section->sh_size - items[i].r_offset,
                             .place = (uint64_t)(uintptr_t)(start + items[i].r_offset),
                             .type = (uint32_t)ELF64_R_TYPE(items[i].r_info),
                             .addend = items[i].r_addend};
    status = resolve_symbol(in, ELF64_R_SYM(items[i].r_info), &patch);
    if (status == WB_OK && !wb_object_patch(WB_OBJECT_MACHINE, &patch))
      status =
          wb_fail(in->err, WB_ERR_CRASH,
                  "the compiled code needs relocation %u, which cannot be done here", patch.type);
  }
  return status;
}

static enum wb_status relocate_all(struct loading *in) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < in->header.e_shnum && status == WB_OK; i++)
    if (in->sections[i].sh_type == SHT_RELA) status = apply_relocations(in, &in->sections[i]);
  return status;
}

static enum wb_status protect_sections(struct loading *in) {
  static const int RIGHTS[AREA_COUNT] = {[AREA_CODE] = PROT_READ | PROT_EXEC,
                                         [AREA_CONSTANT] = PROT_READ,
                                         [AREA_VARIABLE] = PROT_READ | PROT_WRITE};
  unsigned char *map = in->object->map;
  for (enum area area = AREA_CODE; area < AREA_COUNT; area++) {
    size_t length = in->area_end[area] - in->area_start[area];
    if (length > 0 && mprotect(map + in->area_start[area], length, RIGHTS[area]) != 0)
      return wb_fail_errno(in->err, "compiled code cannot be made executable");
  }
  __builtin___clear_cache((char *)map, (char *)map + in->object->size);
  return WB_OK;
}

/* ---- the object ----------------------------------------------------------------------- */

enum wb_status wb_object_load(const void *bytes, size_t length, struct wb_object **object,
                              struct wb_error *err) {
  struct wb_object *made = wb_alloc(sizeof *made);
  struct loading in = {.bytes = bytes, .length = length, .object = made, .err = err};
  enum wb_status status = find_tables(&in);
  if (status == WB_OK) in.offsets = wb_alloc((in.header.e_shnum + 1) * sizeof *in.offsets);
  if (status == WB_OK) status = lay_out(&in);
  if (status == WB_OK) status = fill_sections(&in);
  if (status == WB_OK) status = relocate_all(&in);
  if (status == WB_OK) status = protect_sections(&in);
  if (status == WB_OK) {
    take_exports(&in);
  } else {
    wb_object_free(made);
    made = NULL;
  }
  free(in.offsets);
  *object = made;
  return status;
}

void wb_object_free(struct wb_object *object) {
  if (object == NULL) return;
  if (object->map != NULL) munmap(object->map, object->size);
  for (size_t i = 0; i < object->n_exports; i++) free(object->exports[i].name);
  free(object->exports);
  free(object);
}

void *wb_object_symbol(const struct wb_object *object, const char *name) {
  for (size_t i = 0; i < object->n_exports; i++)
    if (strcmp(object->exports[i].name, name) == 0) return object->exports[i].address;
  return NULL;
}
