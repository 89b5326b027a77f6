# GPU Puzzle Workbench
#
#   make run       install what is missing, build, open the workbench
#   make check     install what is missing, build, run the tests (of what is slow, a sample)
#                  (what has passed with the same programs, files and packages is remembered:
#                  FRESH=1 runs it all the same; SHUFFLE=1 runs it in a random order)
#   make check-all the same with everything: all mutants of the course, all of it on OpenCL devices
#   make quick     after a change: build, the unit tests that depend on it, a script for each face
#   make           build only (build/workbench runs in place)
#   make asan      build with ASan and UBSan; `make asan check` tests that build
#   make fuzz      lists what can be fuzzed; TARGET=NAME SECONDS=300 SEED=1 does it, under ASan
#   make lint      clang-format, clang-tidy, cppcheck, include arrows
#   make install uninstall   PREFIX=/usr/local LIBDIR=PREFIX/lib DESTDIR=
#   make clean
#
# DEVELOPER=1 turns warnings into errors; V=1 shows whole commands.

VERSION := 0.1.0
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
ifneq ($(filter asan fuzz,$(MAKECMDGOALS)),)
BUILD ?= build-asan
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else
BUILD ?= build
endif
# Recursive calls and tests see the same choices.
export BUILD SANITIZE

MAKEFLAGS += --no-builtin-rules
QUIET := $(if $(V),,@)
say = $(if $(V),:,printf '  %-5s %s\n' $(1) $(2))
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# For a make within a recipe: a -j of the outer one reaches it by itself.
JOBS_FLAG = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))
CC := $(if $(filter default undefined,$(origin CC)),gcc,$(CC))
CLANG_CL ?= clang-19
# clang reads its own headers in little more than half the time that g++ takes.
CLANGXX := $(subst clang,clang++,$(CLANG_CL))
CXX := $(if $(filter default undefined,$(origin CXX)),$(if $(shell command -v $(CLANGXX) 2>/dev/null),$(CLANGXX),g++),$(CXX))
LLVM_CONFIG ?= llvm-config-19
PKG_CONFIG ?= pkg-config

# ---- which folders there are ---------------------------------------------------

# workbench/layers.txt says what may include what. From it come the rooms in the order of
# their layers, as FLOOR/NAME, and for each room and program all rooms that it is linked
# with: needs_NAME.
LAYERS := workbench/layers.txt
comma := ,
ROOM_PATHS := $(shell awk '$$1 == "room" { print $$2 }' $(LAYERS))
FLOORS := $(shell awk '$$1 == "room" { split($$2, path, "/"); if (!seen[path[1]]++) print path[1] }' $(LAYERS))
$(foreach word,$(shell awk -f workbench/layers.awk $(LAYERS)),$(eval $(subst $(comma), ,$(word))))

# ---- what this machine has ---------------------------------------------------

have_package = $(shell $(PKG_CONFIG) --exists $(1) 2>/dev/null && echo yes)
HAVE_BASE := $(and $(call have_package,ncursesw),$(call have_package,lua5.4),$(call have_package,jansson),$(call have_package,libcmark),$(call have_package,vterm),$(call have_package,sqlite3),$(call have_package,libseccomp),$(call have_package,libarchive),$(wildcard /usr/include/dlpack/dlpack.h))
LIBCLC := /usr/lib/clc/nvptx64--.bc
HAVE_EMULATOR := $(and $(shell command -v $(CLANG_CL) 2>/dev/null),$(shell command -v $(LLVM_CONFIG) 2>/dev/null),$(shell command -v $(CXX) 2>/dev/null),$(wildcard $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)/clang/CodeGen/CodeGenAction.h),$(wildcard $(LIBCLC)),$(wildcard /usr/include/boost/context/detail/fcontext.hpp))
HAVE_OPENCL := $(and $(call have_package,OpenCL),$(wildcard /usr/include/CL/cl.h))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes
ifdef DEVELOPER
WARNINGS += -Werror
endif
OPTIMIZE ?= -O2
# Lines are enough for what a crash or a sanitizer tells; CFLAGS=-g has all that a debugger shows.
CFLAGS ?= -g1
BASE_CFLAGS := -std=c17 -D_GNU_SOURCE $(FLOORS:%=-Iworkbench/%) -I$(BUILD)/generated \
  -DWB_VERSION='"$(VERSION)"' -DWB_PREFIX='"$(PREFIX)"' $(WARNINGS) $(OPTIMIZE) $(SANITIZE) \
  -fstack-clash-protection -fPIC -fvisibility=hidden

pkg_cflags = $(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null)
pkg_libs = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null)
CFLAGS_tui := $(call pkg_cflags,ncursesw)
CFLAGS_text := $(call pkg_cflags,libcmark)
CFLAGS_script := $(call pkg_cflags,lua5.4)
CFLAGS_gpu := $(CFLAGS_script)
CFLAGS_library := $(CFLAGS_script)
CFLAGS_lua_module := $(CFLAGS_script)
CFLAGS_store := $(call pkg_cflags,sqlite3)
CFLAGS_terminal := $(call pkg_cflags,vterm)
CFLAGS_archive := $(call pkg_cflags,libarchive)
CFLAGS_filters := $(call pkg_cflags,libseccomp)
CFLAGS_lua_library := $(CFLAGS_script)
CFLAGS_opencl := -DCL_TARGET_OPENCL_VERSION=300
ifneq ($(HAVE_EMULATOR),)
# LLVM's headers are the system's: their warnings are not ours to fix.
EMULATOR_PLACES := -DWB_CLANG_RESOURCES='"$(shell $(CLANG_CL) -print-resource-dir)"' \
  -DWB_LLVM_LIBRARIES='"$(shell $(LLVM_CONFIG) --libdir)"' -DWB_LLVM_VERSION='"$(shell $(LLVM_CONFIG) --version)"'
CFLAGS_emulator := $(EMULATOR_PLACES)
CFLAGS_authoring := $(EMULATOR_PLACES)
CFLAGS_compiler := $(EMULATOR_PLACES) -isystem $(shell $(LLVM_CONFIG) --includedir)
CFLAGS_libclc := -isystem $(shell $(LLVM_CONFIG) --includedir)
LINK_llvm := $(shell $(LLVM_CONFIG) --ldflags) -l:libclang-cpp.so.19.1 $(shell $(LLVM_CONFIG) --libs --link-shared) -lstdc++
# Linked statically and at a fixed place, LLVM and clang start in 3 ms instead of 40: a new kernel's
# verdict waits for that. Where the archives or what they need are not installed, or under
# sanitizers, it is the shared libraries after all. (Debian's archives name Polly, which they do not
# have and do not need: compiler/clang.cpp.)
CLANG_ARCHIVES := Frontend CodeGen Driver Parse Sema Serialization APINotes Analysis Edit ASTMatchers AST Support Lex Basic
LINK_llvm_static := $(shell $(LLVM_CONFIG) --ldflags) -Wl,--start-group $(CLANG_ARCHIVES:%=-lclang%) -Wl,--end-group \
  $(filter-out -lPolly -lPollyISL -lLLVMExtensions,$(shell $(LLVM_CONFIG) --link-static --libs native passes bitreader \
  bitwriter linker analysis option frontendopenmp frontendhlsl frontenddriver coverage lto))
endif
# By the names of the lines `link` in the layers file.
LINK_lua := $(call pkg_libs,lua5.4)
LINK_curses := $(call pkg_libs,ncursesw)
LINK_vterm := $(call pkg_libs,vterm)
LINK_sqlite := $(call pkg_libs,sqlite3)
LINK_cmark := $(call pkg_libs,libcmark)
LINK_jansson := $(call pkg_libs,jansson)
LINK_boost := -lboost_context
LINK_opencl := -lOpenCL
LINK_archive := $(call pkg_libs,libarchive)

# ---- what is built -----------------------------------------------------------

ABSENT := $(if $(HAVE_EMULATOR),,emulator compiler) $(if $(HAVE_OPENCL),,opencl)
ROOMS := $(filter-out $(ABSENT),$(notdir $(ROOM_PATHS)))
PROGRAMS := $(BUILD)/workbench $(BUILD)/workbench-judge $(BUILD)/workbench-host $(BUILD)/workbench-archive
PROGRAMS += $(if $(HAVE_EMULATOR),$(BUILD)/workbench-emulator $(BUILD)/workbench-compiler) $(if $(HAVE_OPENCL),$(BUILD)/workbench-opencl)

# Shared objects, by the names that they are linked by; `make` goes on where they are no file.
SHARED := $(addprefix $(BUILD)/,$(shell awk '$$1 == "shared" { print $$2 }' $(LAYERS)))

room_path = $(filter %/$(1),$(ROOM_PATHS))
sources = $(shell find workbench/$(call room_path,$(1)) -name '*.c' 2>/dev/null)
objects = $(patsubst workbench/%.c,$(BUILD)/obj/%.o,$(call sources,$(1)))
archive = $(BUILD)/lib/lib$(1).a
archives = $(foreach room,$(1),$(call archive,$(room)))
# What a program or a room's tests are linked with: archives, and libraries.
archives_of = $(call archives,$(needs_$(1)))
libraries_of = $(foreach name,$(links_$(1)),$(LINK_$(name)))

UNIT_ROOMS := $(foreach room,$(ROOMS),$(if $(wildcard tests/unit/$(room)),$(room)))
unit_tests = $(patsubst tests/unit/%_test.c,$(BUILD)/tests/unit/%.t,$(wildcard tests/unit/$(1)/*_test.c))
UNIT_TESTS := $(foreach room,$(UNIT_ROOMS),$(call unit_tests,$(room)))
TEST_COURSE := $(BUILD)/tests/course/course.lua
SCRIPT_TESTS := $(wildcard tests/lint/*.t tests/cli/*.t tests/kernels/*.t tests/tui/*.t tests/plain/*.t tests/cheats/*.t tests/grade/*.t tests/docs/*.t tests/fuzz/*.t tests/course/*.t tests/host/*.t tests/host/graph/*.t)

.PHONY: all run check check-all test deps check-deps missing asan lint install install-files uninstall clean
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:

all: missing $(PROGRAMS) $(SHARED) $(BUILD)/workbench.pc

ifeq ($(HAVE_BASE),)
missing:
	@echo "The workbench cannot be built yet: libraries are missing. Run 'make run', or:" >&2
	@echo "  $$(.ci/setup --print build emulator opencl)" >&2
	@exit 1
$(PROGRAMS) $(SHARED): missing
else
missing:
	@$(if $(HAVE_EMULATOR),:,echo "Building without the emulator; to have it: $$(.ci/setup --print emulator)" >&2)
	@$(if $(HAVE_OPENCL),:,echo "Building without OpenCL devices; to have them: $$(.ci/setup --print opencl)" >&2)
endif

# What is installed changes what is built, so both run a second make.
run:
	@.ci/setup build emulator opencl
	@+$(MAKE) --no-print-directory $(JOBS_FLAG) all
	@$(BUILD)/workbench

check:
	@.ci/setup build emulator opencl test
	@mkdir -p $(BUILD)/consumers
	@$(if $(EVERYTHING),tests/grade/consumers/install $(BUILD)/consumers)
	@+$(MAKE) --no-print-directory $(JOBS_FLAG) all unit-tests
	@+$(MAKE) --no-print-directory test

# Tests that take a sample look for this.
check-all: export EVERYTHING := 1
check-all: check

asan:
ifeq ($(filter check,$(MAKECMDGOALS)),)
	@+$(MAKE) --no-print-directory $(JOBS_FLAG) all unit-tests
endif

.PHONY: unit-tests
unit-tests: $(UNIT_TESTS) $(TEST_COURSE)
	@:
# What has passed with the same of everything is remembered (tests/run); FRESH=1 runs all. Many tests
# wait more than they compute, so that two more than there are cores run at a time.
RUN_TESTS = tests/run $$(($(JOBS) + 2))
test: all $(UNIT_TESTS) $(TEST_COURSE)
	@$(RUN_TESTS) $(UNIT_TESTS) $(SCRIPT_TESTS)

# After a change: the unit tests of the rooms that changed and of those above them, but those that
# take long, and a script for each face and for the API.
QUICK_SCRIPTS := tests/cli/run.t tests/tui/working.t tests/plain/pipes.t tests/host/lua_module.t
$(foreach script,$(QUICK_SCRIPTS),$(if $(wildcard $(script)),,$(error there is no $(script))))
.PHONY: quick
quick:
	@+$(MAKE) --no-print-directory $(JOBS_FLAG) all unit-tests
	@LONGEST=4 $(RUN_TESTS) $(UNIT_TESTS) $(QUICK_SCRIPTS)

# What can be fuzzed: its name, what is thrown at what, and the tests that do it for
# FUZZ_SECONDS each, from FUZZ_SEED on. In `make check` they run for a second or a few.
FUZZ_TARGETS := ui wire package kernels values specs traces json pages npy
FUZZ_ui := keys, sizes and events at the screen: tui/fuzz tui/pty_fuzz
FUZZ_wire := records between the processes: device/wire_fuzz
FUZZ_package := compiled programs, as the cache may hold them: emulator/package_fuzz
FUZZ_kernels := broken kernel text: emulator/broken
FUZZ_values := right kernels, the emulator in three orders and OpenCL: emulator/differential
FUZZ_specs := puzzle specs in Lua: script/fuzz
FUZZ_traces := files of traces: report/trace_fuzz
FUZZ_pages := lessons as parts of web pages: text/html_fuzz
FUZZ_json := events of judges and lists of devices: result/json_fuzz
FUZZ_npy := files of NumPy's arrays: tensor/npy_fuzz
SECONDS ?= 300
SEED ?= 1
FUZZ_TESTS := $(foreach word,$(if $(filter $(TARGET),$(FUZZ_TARGETS)),$(FUZZ_$(TARGET))),$(if $(findstring /,$(word)),$(BUILD)/tests/unit/$(word).t))
.PHONY: fuzz
fuzz: $(if $(FUZZ_TESTS),all $(FUZZ_TESTS))
ifeq ($(TARGET),)
	@$(foreach target,$(FUZZ_TARGETS),printf '%-8s %s\n' '$(target)' '$(FUZZ_$(target))';)
	@echo 'make fuzz TARGET=NAME SECONDS=$(SECONDS) SEED=$(SEED)'
else ifeq ($(FUZZ_TESTS),)
	@echo "there is nothing called '$(TARGET)' to fuzz; make fuzz lists what there is" >&2; exit 2
else
	@for test in $(FUZZ_TESTS); do \
	  echo "FUZZ_SECONDS=$(SECONDS) FUZZ_SEED=$(SEED) $$test"; \
	  FUZZ_SECONDS=$(SECONDS) FUZZ_SEED=$(SEED) $$test || exit 1; \
	done
endif

# ---- rules -------------------------------------------------------------------

# Changed flags or another compiler rebuild everything; goals that build nothing
# must not make the next one think so.
# The prefix, which an installation often names first, is in few files.
FLAGS_NOW := $(filter-out -DWB_PREFIX=%,$(CC) $(BASE_CFLAGS) $(CFLAGS) $(CFLAGS_tui) $(CFLAGS_compiler) $(CFLAGS_script))
note = $(shell mkdir -p $(BUILD); printf '%s\n' '$(subst ','\'',$(2))' | cmp -s - $(1) || printf '%s\n' '$(subst ','\'',$(2))' > $(1))
ifneq ($(filter-out install-files uninstall clean,$(or $(MAKECMDGOALS),all)),)
$(call note,$(BUILD)/flags,$(FLAGS_NOW))
$(call note,$(BUILD)/prefix,$(PREFIX))
endif
$(patsubst workbench/%.c,$(BUILD)/obj/%.o,$(shell grep -rlw WB_PREFIX workbench --include=*.c)) \
$(BUILD)/tests/unit/course/course.o: $(BUILD)/prefix

$(BUILD)/obj/%.o: workbench/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	@$(call say,CC,$<)
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS_$(word 2,$(subst /, ,$*))) $(CFLAGS) -MMD -MP -c -o $@ $<

define room_rules
$(call archive,$(1)): $(call objects,$(1)) workbench/$(call room_path,$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	@$$(call say,AR,$$@)
	$(QUIET)ar qcs $$@ $$(filter %.o,$$^)
endef
$(foreach room,$(ROOMS),$(eval $(call room_rules,$(room))))

# Whole rooms, so that a file with a call of a library that its program does not have is an
# error here, whether anything calls that file or not.
link = $(CC) $(SANITIZE) $(CFLAGS) -o $@ $(filter %.o,$^) -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive
# A program that each run starts is linked with archives, where they are installed: half of its
# start was the search for libraries and their symbols. `workbench` itself asks the system's
# library for names of users and for locales, which an archive of it cannot answer everywhere.
# The compiler has a hundred thousand addresses to relocate, unless its place is fixed; of its fifty
# megabytes of code a first text runs a tenth, which lies together.
FIRST_TEXT := $(BUILD)/generated/first_text.ld
alone_workbench = -Wl,-Bstatic $(1) -Wl,-Bdynamic
alone_workbench-judge = -static-pie $(1)
alone_workbench-emulator = -static-pie $(1)
alone_workbench-compiler = -static -no-pie -Wl,--gc-sections -Wl,-T,$(FIRST_TEXT) \
  -Wl,--wrap=_ZN4llvm2cl6Option11addArgumentEv $(LINK_llvm_static) -lstdc++ $(filter-out $(LINK_llvm),$(1))
# Written in one piece, a program lies in the page cache in large pages, until it is read from the disk
# again: a run of a new kernel then has a third fewer page faults. For want of memory or room for it,
# it stays as the linker wrote it.
in_one_piece = (dd if=$@ of=$@.piece bs=256M 2>/dev/null && chmod --reference=$@ $@.piece && mv -f $@.piece $@) || rm -f $@.piece
define program_rules
$(BUILD)/$(1): $(BUILD)/obj/programs/$(basename $(main_$(1))).o $(call archives_of,$(1))
	@$$(call say,LINK,$$@)
	$(QUIET)$(if $(if $(SANITIZE),,$(alone_$(1))),$$(link) $(call alone_$(1),$(call libraries_of,$(1))) -lpthread -lm 2>/dev/null || )\
	  $$(link) $(call libraries_of,$(1)) -lpthread -lm
	$(QUIET)$$(in_one_piece)
endef
$(foreach program,$(notdir $(PROGRAMS)),$(eval $(call program_rules,$(program))))
$(BUILD)/workbench-compiler $(BUILD)/bench-compiler: $(FIRST_TEXT)
$(FIRST_TEXT): workbench/engine/compiler/first_text.txt Makefile
	@mkdir -p $(@D)
	$(QUIET)(echo 'SECTIONS { .text.first : {'; sed '/^#/d; s/[^ ]*/*(.text.&)/g' $<; echo '} } INSERT BEFORE .text;') > $@

# Shared objects, of the same objects: only what their map names leaves them.
# Sanitizers' run times come with the program.
link_shared = $(CC) $(SANITIZE) $(CFLAGS) -shared -Wl,--version-script=$(filter %.map,$^) -o $@ -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive

# The library's MAJOR is that of its interface, as its soname has it.
LIBRARY := $(BUILD)/libworkbench.so.1
$(LIBRARY): $(call archives_of,libworkbench.so) workbench/host/library/libworkbench.map
	@$(call say,LINK,$@)
	$(QUIET)$(link_shared) $(if $(SANITIZE),,-Wl,-z,defs) -Wl,-soname,$(@F) $(call libraries_of,libworkbench.so) -lpthread -lm
$(BUILD)/libworkbench.so: $(LIBRARY)
	$(QUIET)ln -sf $(<F) $@
# What pkg-config reads: folders of the library and of its header, and how the library is found. The one
# in $(BUILD) is for programs that use it there.
pkg_config_file = sed -e 's|@LIBDIR@|$(1)|; s|@INCLUDEDIR@|$(patsubst %/,%,$(2))|; s|@RPATH@ |$(3)|; s|@VERSION@|$(VERSION)|' workbench/host/library/workbench.pc.in
$(BUILD)/workbench.pc: workbench/host/library/workbench.pc.in $(BUILD)/flags
	$(QUIET)$(call pkg_config_file,$(abspath $(BUILD)),$(CURDIR)/workbench/host/library,-Wl$(comma)-rpath$(comma)$(abspath $(BUILD)) ) > $@
# Lua is the interpreter's that loads it: two of them in one process would not know each other's values.
$(BUILD)/gpu.so: $(call archives_of,gpu.so) workbench/faces/lua_module/lua_module.map
	@$(call say,LINK,$@)
	$(QUIET)$(link_shared) $(foreach name,$(filter-out lua,$(links_gpu.so)),$(LINK_$(name))) -lpthread -lm

# The fast path of the emulator's checks, as bitcode inside the executable.
CHECK_BITCODE := $(BUILD)/generated/check.bc
$(CHECK_BITCODE): $(wildcard workbench/engine/emulator/check/*.c workbench/engine/emulator/check/*.h) workbench/engine/emulator/runtime.h
	@mkdir -p $(@D)
	@$(call say,CLANG,$@)
	$(QUIET)$(CLANG_CL) -std=c17 -O2 -g0 -fno-stack-protector -fno-slp-vectorize -fno-vectorize -ffreestanding $(FLOORS:%=-Iworkbench/%) -emit-llvm -c -o $@ workbench/engine/emulator/check/fast.c
# Builtins that libclc lacks or gets wrong, likewise.
BUILTINS := $(patsubst workbench/engine/compiler/builtins/%.cl,%,$(wildcard workbench/engine/compiler/builtins/*.cl))
$(BUILD)/generated/builtins_%.bc: workbench/engine/compiler/builtins/%.cl
	@mkdir -p $(@D)
	@$(call say,CLANG,$@)
	$(QUIET)$(CLANG_CL) -x cl -cl-std=CL1.2 -cl-no-stdinc -target nvptx64-- -nogpulib -Xclang -fpreserve-vec3-type \
	  -Xclang -cl-ext=+cl_khr_fp16,+cl_khr_3d_image_writes -ffp-contract=off -Wall -O1 -g0 -emit-llvm -c -o $@ $<
# And libclc itself, taken apart by a program of its own.
$(BUILD)/make-libclc: $(BUILD)/obj/programs/libclc.o $(BUILD)/obj/engine/compiler/libclc.o $(call archive,base)
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(SANITIZE) $(CFLAGS) -o $@ $^ $(LINK_llvm)
$(BUILD)/generated/libclc.bc: $(BUILD)/make-libclc $(LIBCLC)
	$(QUIET)$^ > $@
# A file's bytes as wb_NAME_bitcode, in an object.
$(BUILD)/generated/%_bitcode.o: $(BUILD)/generated/%.bc Makefile
	@printf '%s\n' '.section .rodata' '.global wb_$*_bitcode' '.global wb_$*_bitcode_size' '.balign 16' \
	  'wb_$*_bitcode:' '.incbin "$<"' '1: .balign 8' 'wb_$*_bitcode_size: .quad 1b - wb_$*_bitcode' \
	  '.section .note.GNU-stack,"",@progbits' > $(@:.o=.s)
	$(QUIET)$(CC) -c -o $@ $(@:.o=.s)
# The one file of C++. Sanitizers would look at it alone, and not at what it shares with clang.
$(BUILD)/obj/engine/compiler/clang.o: workbench/engine/compiler/clang.cpp $(BUILD)/flags
	@mkdir -p $(@D)
	@$(call say,CXX,$<)
	$(QUIET)$(CXX) -std=c++17 -fno-exceptions -fno-rtti -Wall -Wextra $(if $(DEVELOPER),-Werror) $(OPTIMIZE) -Iworkbench/engine \
	  -isystem $(shell $(LLVM_CONFIG) --includedir) $(CFLAGS) -MMD -MP -c -o $@ $<
ifneq ($(HAVE_EMULATOR),)
$(call archive,compiler): $(BUILD)/obj/engine/compiler/clang.o $(BUILD)/generated/check_bitcode.o $(BUILD)/generated/libclc_bitcode.o \
  $(BUILTINS:%=$(BUILD)/generated/builtins_%_bitcode.o)
endif

# The system call filters, made once by a program of their own.
$(BUILD)/make-filters: $(BUILD)/obj/programs/filters.o $(BUILD)/obj/lib/sandbox/calls.o
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(SANITIZE) $(CFLAGS) -o $@ $^ $(call pkg_libs,libseccomp)
$(BUILD)/generated/filters.c: $(BUILD)/make-filters
	@mkdir -p $(@D)
	$(QUIET)$< > $@
$(BUILD)/generated/filters.o: $(BUILD)/generated/filters.c
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<
$(call archive,sandbox): $(BUILD)/generated/filters.o

# How many columns characters take, asked of the C library once by a program of its own.
$(BUILD)/make-widths: $(BUILD)/obj/programs/widths.o
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(SANITIZE) $(CFLAGS) -o $@ $^
$(BUILD)/generated/widths.inc: $(BUILD)/make-widths
	@mkdir -p $(@D)
	$(QUIET)$< > $@
$(BUILD)/obj/lib/text/columns.o: | $(BUILD)/generated/widths.inc

# The part of the tensor library that is written in Lua, as bytes: without what is empty.
$(BUILD)/generated/tensor.inc: lua/tensor.lua
	@mkdir -p $(@D)
	$(QUIET)grep -v -e '^$$' -e '^ *--' -e '^function tensor\.[a-z0-9_]*([a-z_, .]*) end$$' $< | od -An -v -tu1 | sed 's/\([0-9]\) *$$/\1,/; s/\([0-9]\) /\1, /g' > $@
$(BUILD)/obj/engine/script/tensor_lua.o: $(BUILD)/generated/tensor.inc

# The library that is written in Lua (script/library.h): a table of its files, with their bytes and their code. The folders
# are newer where a file came or went; what tells editors of graph.native is no part of it.
LUA_LIBRARY := $(wildcard lua/op.lua lua/ops.lua lua/graph.lua) \
  $(filter-out lua/graph/native.lua,$(sort $(shell find lua/graph -name '*.lua' 2>/dev/null)))
$(BUILD)/make-lua-library: $(BUILD)/obj/programs/lua_library.o $(call archives_of,make-lua-library)
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(SANITIZE) $(CFLAGS) -o $@ $^ $(LINK_lua) -lm
$(BUILD)/generated/library.inc: $(BUILD)/make-lua-library $(LUA_LIBRARY) lua $(shell find lua/graph -type d 2>/dev/null)
	@mkdir -p $(@D)
	$(QUIET)$< $(LUA_LIBRARY) > $@
$(BUILD)/obj/engine/script/library.o: $(BUILD)/generated/library.inc

# The package list, for doctor.
$(BUILD)/generated/packages.inc: workbench/packages.txt
	@mkdir -p $(@D)
	@sed -n 's/"/\\"/g; /^[^#]/s/\(.*\)\t\(.*\)\t\(.*\)/{"\1", "\2", "\3"},/p' $< > $@
$(call objects,verbs): | $(BUILD)/generated/packages.inc

# Unit tests: tests/unit/ROOM/*_test.c, linked with what ROOM needs and what the layers file
# gives its tests. Their own code computes little: to optimise it takes longer than it saves.
define unit_rules
$(BUILD)/tests/unit/$(1)/%.o: tests/unit/$(1)/%_test.c $(BUILD)/flags
	@mkdir -p $$(@D)
	@$$(call say,CC,$$<)
	$(QUIET)$(CC) $(BASE_CFLAGS) -O0 $(CFLAGS_$(1)) $(CFLAGS) -Itests -DWB_TEST_BUILD='"$(abspath $(BUILD))"' -DWB_TEST_ROOT='"$(CURDIR)"' -MMD -MP -c -o $$@ $$<
$(BUILD)/tests/unit/$(1)/%.t: $(BUILD)/tests/unit/$(1)/%.o $(call archives_of,tests-$(1))
	@$$(call say,LINK,$$@)
	$(QUIET)$(CC) $(SANITIZE) $(CFLAGS) -o $$@ $$< \
	  -Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group $(call libraries_of,tests-$(1)) -lpthread -lm
endef
$(foreach room,$(UNIT_ROOMS),$(eval $(call unit_rules,$(room))))
$(call unit_tests,emulator): | $(BUILD)/workbench-compiler
$(call unit_tests,opencl): | $(BUILD)/workbench-opencl

# The small course of the tests.
$(TEST_COURSE): tests/make-course course.lua $(wildcard lua/*.lua kernels/*.cl puzzles/*.md puzzles/*/* solutions/*/* solutions/*/*/*)
	$(QUIET)tests/make-course $(@D)

# The benchmarks' own programs (tests/bench/run and tests/bench/start, and one by itself).
$(BUILD)/bench-resident: tests/bench/resident.c $(call archives_of,workbench)
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -Itests -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(call libraries_of,workbench) -lpthread -lm
$(BUILD)/bench-emulator: tests/bench/emulator.c $(call archives_of,workbench-emulator)
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
	  $(call libraries_of,workbench-emulator) -lpthread -lm
libraries_compiler = $(call libraries_of,workbench-compiler)
$(BUILD)/bench-compiler: tests/bench/compiler.c $(call archives_of,workbench-compiler)
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -o $@ $< -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive \
	  $(if $(SANITIZE),$(libraries_compiler),$(call alone_workbench-compiler,$(libraries_compiler))) -lpthread -lm 2>/dev/null
$(BUILD)/bench-launches: tests/bench/launches.c $(call archives_of,workbench-host) | $(BUILD)/workbench-opencl
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -Itests -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
	  $(call libraries_of,workbench-host) $(LINK_opencl) -lpthread -lm
$(BUILD)/bench-walls: tests/bench/walls.c $(call archives,sandbox base)
	@$(call say,LINK,$@)
	$(QUIET)$(CC) $(BASE_CFLAGS) $(CFLAGS) -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -lpthread

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# ---- the rest ----------------------------------------------------------------

lint:
	@.ci/setup build emulator opencl test lint
	@+tests/lint/run

# What the program itself writes: the manual page, and what shells complete by.
INSTALL_TEXTS := share/man/man1/workbench.1 share/bash-completion/completions/workbench \
  share/zsh/site-functions/_workbench share/fish/vendor_completions.d/workbench.fish
INSTALL_DATA := course.lua puzzles kernels lua solutions workbench/bench workbench/editors workbench/templates workbench/book \
  workbench/include workbench/examples workbench/bindings/python
# Where C finds the library, and Lua the module.
INSTALL_HEADER := $(PREFIX)/include/workbench.h
INSTALL_LIBRARY := $(LIBDIR)/$(notdir $(LIBRARY))
INSTALL_LINK := $(LIBDIR)/libworkbench.so
INSTALL_PC := $(LIBDIR)/pkgconfig/workbench.pc
INSTALL_MODULE := $(LIBDIR)/lua/5.4/gpu.so
install: all
	@$(MAKE) --no-print-directory install-files

# What is built, as it is, at the place that it was built for.
# Whatever the umask, everybody may read it.
install-files: SHARE := $(DESTDIR)$(PREFIX)/share/workbench
install-files:
	umask 022; install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/workbench $(SHARE) \
	  $(addprefix $(DESTDIR)$(PREFIX)/,$(dir $(INSTALL_TEXTS))) $(addprefix $(DESTDIR),$(dir $(INSTALL_HEADER) $(INSTALL_PC) $(INSTALL_MODULE)))
	install -m 755 $(BUILD)/workbench $(DESTDIR)$(PREFIX)/bin/workbench
	install -m 755 $(filter-out $(BUILD)/workbench,$(PROGRAMS)) $(DESTDIR)$(PREFIX)/libexec/workbench
	install -m 644 workbench/host/library/workbench.h $(DESTDIR)$(INSTALL_HEADER)
	install -m 644 $(LIBRARY) $(DESTDIR)$(INSTALL_LIBRARY)
	ln -sf $(notdir $(LIBRARY)) $(DESTDIR)$(INSTALL_LINK)
	install -m 644 $(BUILD)/gpu.so $(DESTDIR)$(INSTALL_MODULE)
	umask 022; $(call pkg_config_file,$(LIBDIR),$(dir $(INSTALL_HEADER)),) > $(DESTDIR)$(INSTALL_PC)
	cp -R $(INSTALL_DATA) $(SHARE)
	chmod -R u=rwX,go=rX $(SHARE)
	umask 022; $(BUILD)/workbench help --man > $(DESTDIR)$(PREFIX)/$(word 1,$(INSTALL_TEXTS))
	umask 022; $(BUILD)/workbench completion bash > $(DESTDIR)$(PREFIX)/$(word 2,$(INSTALL_TEXTS))
	umask 022; $(BUILD)/workbench completion zsh > $(DESTDIR)$(PREFIX)/$(word 3,$(INSTALL_TEXTS))
	umask 022; $(BUILD)/workbench completion fish > $(DESTDIR)$(PREFIX)/$(word 4,$(INSTALL_TEXTS))

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/workbench $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALL_TEXTS))
	rm -f $(addprefix $(DESTDIR),$(INSTALL_HEADER) $(INSTALL_LIBRARY) $(INSTALL_LINK) $(INSTALL_PC) $(INSTALL_MODULE))
	rm -rf $(addprefix $(DESTDIR)$(PREFIX)/,libexec/workbench $(addprefix share/workbench/,$(notdir $(INSTALL_DATA))))
	-rmdir $(DESTDIR)$(PREFIX)/share/workbench

clean:
	rm -rf build build-asan
