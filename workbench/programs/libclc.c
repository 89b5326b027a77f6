/* Takes libclc apart (compiler/libclc.h): its bitcode in, its parts on stdout. Runs when the
 * workbench is built. Each part is linked in a fork, since the linker uses up what it links. */
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiler/libclc.h"

enum { MAX_PARTS = 1000 };

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "cannot take libclc apart: %s\n", what);
  exit(1);
}

/* Whether a function is of a part; of any, where `name` is NULL. */
static bool is_of_part(LLVMValueRef function, const char *name, char found[WB_LIBCLC_NAME]) {
  size_t length = 0;
  return !LLVMIsDeclaration(function) &&
         wb_libclc_part_name(LLVMGetValueName2(function, &length), found) &&
         (name == NULL || strcmp(name, found) == 0);
}

static size_t find_parts(LLVMModuleRef libclc, struct wb_libclc_part *parts) {
  size_t count = 0;
  char name[WB_LIBCLC_NAME];
  for (LLVMValueRef f = LLVMGetFirstFunction(libclc); f; f = LLVMGetNextFunction(f)) {
    size_t i = 0;
    if (!is_of_part(f, NULL, name)) continue;
    while (i < count && strcmp(parts[i].name, name) != 0) i++;
    if (i < count) continue;
    if (count == MAX_PARTS) give_up("it has too many");
    strcpy(parts[count++].name, name);
  }
  return count;
}

/* What is declared, the linker takes, with what it calls. */
static void write_part(LLVMModuleRef libclc, const char *name, int file) {
  char found[WB_LIBCLC_NAME];
  size_t length = 0;
  LLVMModuleRef part = LLVMModuleCreateWithNameInContext("libclc", LLVMGetModuleContext(libclc));
  LLVMSetTarget(part, LLVMGetTarget(libclc));
  LLVMSetDataLayout(part, LLVMGetDataLayoutStr(libclc));
  for (LLVMValueRef f = LLVMGetFirstFunction(libclc); f; f = LLVMGetNextFunction(f))
    if (is_of_part(f, name, found))
      LLVMAddFunction(part, LLVMGetValueName2(f, &length), LLVMGlobalGetValueType(f));
  if (LLVMLinkModules2(part, libclc) != 0 || LLVMWriteBitcodeToFD(part, file, 0, 0) != 0)
    give_up(name);
}

static FILE *make_part(LLVMModuleRef libclc, struct wb_libclc_part *part) {
  int status = 0;
  FILE *file = tmpfile();
  if (file == NULL) give_up("there is no temporary file");
  const pid_t child = fork();
  if (child == 0) {
    write_part(libclc, part->name, fileno(file));
    _exit(0);
  }
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) give_up(part->name);
  fseek(file, 0, SEEK_END);
  part->size = (uint64_t)ftell(file);
  rewind(file);
  return file;
}

static void copy_part(FILE *file, uint64_t padding) {
  char bytes[1 << 16];
  size_t length;
  while ((length = fread(bytes, 1, sizeof bytes, file)) > 0) fwrite(bytes, 1, length, stdout);
  memset(bytes, 0, sizeof bytes);
  fwrite(bytes, 1, padding, stdout);
  fclose(file);
}

int main(int argc, char **argv) {
  static struct wb_libclc_part parts[MAX_PARTS + 1];
  static FILE *files[MAX_PARTS];
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef bytes = NULL;
  LLVMModuleRef libclc = NULL;
  char *message = NULL;
  if (argc != 2 || LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &bytes, &message) != 0 ||
      LLVMGetBitcodeModuleInContext2(context, bytes, &libclc) != 0)
    give_up(message != NULL ? message : "usage: make-libclc FILE.bc");
  const size_t count = find_parts(libclc, parts);
  uint64_t end = (count + 1) * sizeof *parts;
  for (size_t i = 0; i < count; i++) {
    files[i] = make_part(libclc, &parts[i]);
    parts[i].offset = end;
    end += (parts[i].size + WB_LIBCLC_ALIGN - 1) / WB_LIBCLC_ALIGN * WB_LIBCLC_ALIGN;
  }
  fwrite(parts, sizeof *parts, count + 1, stdout);
  for (size_t i = 0; i < count; i++) {
    const uint64_t next = i + 1 < count ? parts[i + 1].offset : end;
    copy_part(files[i], next - parts[i].offset - parts[i].size);
  }
  if (fflush(stdout) != 0 || ferror(stdout)) give_up("it cannot be written");
  LLVMDisposeModule(libclc);
  LLVMContextDispose(context);
  return 0;
}
