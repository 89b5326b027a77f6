#include "compiler/clang.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

/* Debian's archives of LLVM ask for Polly, which is not in them and is never run here. */
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "", "", [](llvm::PassBuilder &) {}};
}

namespace {

/* All that clang prints, without a delay: what it said before a crash is known. */
class Log final : public llvm::raw_ostream {
 public:
  explicit Log(const wb_clang_text &text) : text(text) { SetUnbuffered(); }

 private:
  const wb_clang_text &text;
  uint64_t position = 0;

  void write_impl(const char *bytes, size_t length) override {
    text.say(text.data, bytes, length);
    position += length;
  }
  uint64_t current_pos() const override { return position; }
};

/* What the text is called where it has no #line: as if it came from standard input. */
const char TEXT_NAME[] = "<stdin>";

/* The text, and the files that `find` finds, each asked for once. */
class Files final : public llvm::vfs::InMemoryFileSystem {
 public:
  explicit Files(const wb_clang_text &text) : text(text) {
    llvm::SmallString<256> path(TEXT_NAME);
    setCurrentWorkingDirectory(text.folder);
    makeAbsolute(path);
    known[path] = known[text.folder] = std::error_code();
    put(path, llvm::StringRef(text.text, text.length), llvm::sys::fs::file_type::regular_file);
  }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    if (const std::error_code error = have(path)) return error;
    return InMemoryFileSystem::status(path);
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine &path) override {
    if (const std::error_code error = have(path)) return error;
    return InMemoryFileSystem::openFileForRead(path);
  }

 private:
  const wb_clang_text &text;
  llvm::StringMap<std::error_code> known;

  std::error_code have(const llvm::Twine &path) {
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    if (const std::error_code error = makeAbsolute(absolute)) return error;
    llvm::sys::path::remove_dots(absolute); /* but not what ".." would make of a link */
    const auto found = known.find(absolute);
    if (found != known.end()) return found->second;
    const std::error_code error = add(absolute.c_str());
    known[absolute] = error;
    return error;
  }

  std::error_code add(const char *path) {
    wb_clang_file file = {};
    const int error = text.find(text.data, path, &file);
    if (error != 0) return std::error_code(error, std::generic_category());
    if (file.is_folder)
      put(path, "", llvm::sys::fs::file_type::directory_file);
    else
      put(path, llvm::StringRef(file.bytes, file.length), llvm::sys::fs::file_type::regular_file);
    return std::error_code();
  }

  void put(llvm::StringRef path, llvm::StringRef bytes, llvm::sys::fs::file_type type) {
    addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(bytes, path), std::nullopt, std::nullopt,
            type);
  }
};

/* Hands over what comes of the text before all that it took is destroyed. */
class Action final : public clang::EmitLLVMOnlyAction {
 public:
  Action(const wb_clang_text &text, llvm::LLVMContext &context)
      : EmitLLVMOnlyAction(&context), text(text) {}

 private:
  const wb_clang_text &text;

  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    getCompilerInstance().printDiagnosticStats(); /* the last that it says */
    const std::unique_ptr<llvm::Module> module = takeModule();
    const bool compiled =
        module != nullptr && getCompilerInstance().getDiagnosticClient().getNumErrors() == 0;
    llvm::SmallVector<char, 0> bitcode;
    if (compiled) {
      module->setSourceFileName("-"); /* as clang's driver has it */
      llvm::raw_svector_ostream out(bitcode);
      llvm::WriteBitcodeToFile(*module, out, /* with the order of uses */ true);
    }
    text.end(text.data, compiled, bitcode.data(), bitcode.size());
  }
};

void end_process(void *log, const char *message, bool) {
  *static_cast<Log *>(log) << "fatal error: error in backend: " << message << "\n";
  _exit(1);
}

/* The words in clang's own form; what is wrong with one is said. */
bool take_words(const wb_clang_text &text, clang::CompilerInstance &clang, Log &log) {
  const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  const auto diagnostics = clang::CompilerInstance::createDiagnostics(
      options.get(), new clang::TextDiagnosticPrinter(log, options.get()));
  return clang::CompilerInvocation::CreateFromArgs(
      clang.getInvocation(), llvm::ArrayRef(text.words, text.n_words), *diagnostics);
}

}  // namespace

extern "C" void wb_clang_compile(const wb_clang_text *text) {
  Log log(*text);
  const llvm::ScopedFatalErrorHandler handler(end_process, &log);
  llvm::LLVMContext context;
  clang::CompilerInstance clang;
  clang::noteBottomOfStack();
  if (!take_words(*text, clang, log)) return text->end(text->data, false, nullptr, 0);
  clang.createDiagnostics(new clang::TextDiagnosticPrinter(log, &clang.getDiagnosticOpts()));
  clang.setVerboseOutputStream(log);
  clang.setFileManager(new clang::FileManager(clang.getFileSystemOpts(), new Files(*text)));
  /* What CompilerInstance::ExecuteAction does, which speaks once more at its end. */
  Action action(*text, context);
  const clang::FrontendInputFile input(TEXT_NAME, clang.getFrontendOpts().DashX);
  if (!clang.createTarget() || !action.BeginSourceFile(clang, input))
    return text->end(text->data, false, nullptr, 0);
  llvm::consumeError(action.Execute());
  action.EndSourceFile();
}
