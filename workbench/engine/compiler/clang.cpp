#include "compiler/clang.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
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
#include <functional>
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

/* The text, and the files that `find` finds, each asked for once. As of standard input, nothing
 * lies beside the text: files have the names of the folders of headers. */
class Files final : public llvm::vfs::InMemoryFileSystem {
 public:
  explicit Files(const wb_clang_text &text) : text(text) {
    setCurrentWorkingDirectory(text.folder);
    known[text.folder] = std::error_code();
    put(text.folder, "", llvm::sys::fs::file_type::directory_file);
  }

  void put(llvm::StringRef path, llvm::StringRef bytes, llvm::sys::fs::file_type type) {
    addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(bytes, path), std::nullopt, std::nullopt,
            type);
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
    if (absolute == TEXT_NAME) return std::error_code();
    if (absolute.str().starts_with("./")) return {ENOENT, std::generic_category()};
    if (const std::error_code error = makeAbsolute(absolute)) return error;
    llvm::sys::path::remove_dots(absolute); /* but not what ".." would make of a link */
    const auto found = known.find(absolute);
    if (found != known.end()) return found->second;
    return known[absolute] = add(absolute.c_str());
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
};

/* Clang's generator of code begins with the text's checksum: what the parser finds before there is
 * a text, in clang's own header, waits for that. */
class Consumer final : public clang::MultiplexConsumer {
 public:
  using MultiplexConsumer::MultiplexConsumer;
  bool has_begun = false;

  void begin() {
    has_begun = true;
    MultiplexConsumer::Initialize(*context);
    for (const auto &call : early) call();
  }

  void Initialize(clang::ASTContext &given) override { context = &given; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    return await([=] { MultiplexConsumer::HandleTopLevelDecl(group); });
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl *function) override {
    await([=] { MultiplexConsumer::HandleInlineFunctionDefinition(function); });
  }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override {
    await([=] { MultiplexConsumer::HandleTagDeclDefinition(tag); });
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *tag) override {
    await([=] { MultiplexConsumer::HandleTagDeclRequiredDefinition(tag); });
  }
  void HandleTranslationUnit(clang::ASTContext &unit) override {
    if (has_begun) MultiplexConsumer::HandleTranslationUnit(unit);
  }

 private:
  clang::ASTContext *context = nullptr;
  std::vector<std::function<void()>> early;

  bool await(const std::function<void()> &call) {
    has_begun ? call() : early.push_back(call);
    return true;
  }
};

/* What a text may come to, words and replaced macros together, after clang has read it and all that
 * it includes. A few lines of macros can ask for more than any machine reads: how much is counted,
 * and so is the same on each. */
enum { MOST_STEPS = 1 << 20 };

/* Begins with an empty text. The text takes its place where clang comes to it, after its own macros
 * and header. What comes of it is handed over before all that it took is destroyed. */
class Action final : public clang::EmitLLVMOnlyAction {
 public:
  Action(const wb_clang_text &text, llvm::LLVMContext &context, Files &files)
      : EmitLLVMOnlyAction(&context), text(text), files(files) {}

  /* Where clang leaves a file that was included. */
  void leave(clang::FileID included) {
    clang::SourceManager &sources = getCompilerInstance().getSourceManager();
    clang::Preprocessor &preprocessor = getCompilerInstance().getPreprocessor();
    const char *bytes;
    size_t length;
    if (included != preprocessor.getPredefinesFileID()) return;
    if (!text.begin(text.data, &bytes, &length)) return;
    files.put(TEXT_NAME, llvm::StringRef(bytes, length), llvm::sys::fs::file_type::regular_file);
    if (!getCompilerInstance().InitializeSourceManager({TEXT_NAME, getCurrentFileKind()})) return;
    const clang::FileID file = sources.getMainFileID();
    /* As Preprocessor::EnterMainSourceFile has it. The preprocessor knows where its lexer is. */
    preprocessor.markIncluded(*sources.getFileEntryRefForID(file));
    auto *lexer = static_cast<clang::Lexer *>(preprocessor.getCurrentLexer());
    lexer->~Lexer();
    new (lexer) clang::Lexer(file, sources.getBufferOrFake(file), preprocessor);
    preprocessor.setTokenWatcher([this](const clang::Token &token) { step(token); });
    consumer->begin();
  }

  /* A word, or a macro that is replaced. */
  void step(const clang::Token &token) {
    if (consumer == nullptr || !consumer->has_begun || ++steps < MOST_STEPS) return;
    clang::DiagnosticsEngine &diagnostics = getCompilerInstance().getDiagnostics();
    diagnostics.Report(
        token.getLocation(),
        diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Fatal,
                                    "with its macros replaced this text is longer than %0 words"))
        << static_cast<int>(MOST_STEPS);
    _exit(1);
  }

 private:
  const wb_clang_text &text;
  Files &files;
  Consumer *consumer = nullptr;
  int steps = 0;

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &clang,
                                                        llvm::StringRef name) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> generator;
    generator.push_back(EmitLLVMOnlyAction::CreateASTConsumer(clang, name));
    consumer = new Consumer(std::move(generator));
    return std::unique_ptr<clang::ASTConsumer>(consumer);
  }

  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    getCompilerInstance().printDiagnosticStats(); /* the last that it says */
    const std::unique_ptr<llvm::Module> module = takeModule();
    const bool compiled = consumer->has_begun && module != nullptr &&
                          getCompilerInstance().getDiagnosticClient().getNumErrors() == 0;
    llvm::SmallVector<char, 0> bitcode;
    if (compiled) {
      module->setSourceFileName("-"); /* as clang's driver has it */
      llvm::raw_svector_ostream out(bitcode);
      llvm::WriteBitcodeToFile(*module, out, /* with the order of uses */ true);
    }
    text.end(text.data, compiled, bitcode.data(), bitcode.size());
  }
};

/* Tells the action. */
struct Leaver final : clang::PPCallbacks {
  explicit Leaver(Action &action) : action(action) {}
  Action &action;

  void FileChanged(clang::SourceLocation, FileChangeReason why, clang::SrcMgr::CharacteristicKind,
                   clang::FileID before) override {
    if (why == ExitFile) action.leave(before);
  }
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    action.step(name);
  }
};

void end_process(void *log, const char *message, bool) {
  *static_cast<Log *>(log) << "fatal error: error in backend: " << message << "\n";
  _exit(1);
}

/* While it lives, whoever finds no memory says so and ends the process. What is written allocates
 * nothing. */
struct MemoryWatch final {
  explicit MemoryWatch(Log &log) {
    llvm::install_bad_alloc_error_handler(end_without_memory, &log);
    llvm::install_out_of_memory_new_handler();
  }
  ~MemoryWatch() { llvm::remove_bad_alloc_error_handler(); }

 private:
  static void end_without_memory(void *log, const char *, bool) {
    *static_cast<Log *>(log) << "error: this text takes more memory to compile than the compiler "
                                "may use; write it in another way\n";
    _exit(1);
  }
};

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
  const MemoryWatch watch(log);
  llvm::LLVMContext context;
  clang::CompilerInstance clang;
  clang::noteBottomOfStack();
  if (!take_words(*text, clang, log)) return text->end(text->data, false, nullptr, 0);
  clang.createDiagnostics(new clang::TextDiagnosticPrinter(log, &clang.getDiagnosticOpts()));
  clang.setVerboseOutputStream(log);
  const llvm::IntrusiveRefCntPtr<Files> files(new Files(*text));
  clang.setFileManager(new clang::FileManager(clang.getFileSystemOpts(), files));
  /* What CompilerInstance::ExecuteAction does, which speaks once more at its end. */
  Action action(*text, context, *files);
  const clang::FrontendInputFile nothing(llvm::MemoryBufferRef("", TEXT_NAME),
                                         clang.getFrontendOpts().DashX);
  if (!clang.createTarget() || !action.BeginSourceFile(clang, nothing))
    return text->end(text->data, false, nullptr, 0);
  clang.getPreprocessor().addPPCallbacks(std::make_unique<Leaver>(action));
  llvm::consumeError(action.Execute());
  action.EndSourceFile();
}
