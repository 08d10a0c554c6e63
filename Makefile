# make            builds ./heddle (installing what is missing first)
# make demo       ... and verifies the two programs in examples/
# make check      ... and runs all tests
# make check-all  ... every test program with every engine
# make install    to PREFIX (DESTDIR is honoured)
# make deb        a Debian package, build/heddle.deb, without MathSAT
# make fuzz       random tests without end; failures are saved in build/fuzz
# make bench      runs configurations over a small set, or TASKS=..., and prints a table
# make format, tidy, clean
#
# Variables: CC, DEBUG=1 (assertions, checkers between passes), SANITIZE=1,
# MATHSAT=0 (never load MathSAT), WERROR=0, PREFIX. Each combination has a
# build directory of its own.

ifeq ($(origin CC),default)
CC := gcc
endif
# The C++ compiler of the same kind.
CXX := $(patsubst clang%,clang++%,$(patsubst gcc%,g++%,$(CC)))
PREFIX ?= /usr/local
LLVM ?= /usr/lib/llvm-19
DEBUG ?= 0
SANITIZE ?= 0
MATHSAT ?= 1
WERROR ?= 1
JOBS ?= 2
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(JOBS)
endif

ROOMS := util cfa frontend solver cpa refine engine witness main
# Sources lie in rooms and their sub-rooms; the models in C are input, not source.
in_rooms = $(foreach room,$(ROOMS),$(sort $(wildcard $(room)/$(1) $(room)/*/$(1))))
SOURCES := $(filter-out frontend/library/% witness/reproduce/runtime/%,$(call in_rooms,*.c))
CXX_SOURCES := $(call in_rooms,*.cpp)
HEADERS := $(call in_rooms,*.h)
UNIT_SOURCES := $(sort $(wildcard tests/unit/test_*.c))

CONFIG := $(if $(filter 1,$(DEBUG)),debug,release)$(if $(filter 1,$(SANITIZE)),-sanitize)
CONFIG := $(CONFIG)$(if $(filter 0,$(MATHSAT)),-nomathsat)
CONFIG := $(CONFIG)$(if $(filter-out gcc,$(CC)),-$(notdir $(CC)))
BUILD := build/$(CONFIG)

OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o) $(CXX_SOURCES:%.cpp=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libheddle.a
PROGRAM := $(BUILD)/heddle
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%)
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/*.c))
FUZZ_PROGRAMS := $(BUILD)/tests/fuzz_programs

CPPFLAGS += -I. -Ideps/z3/include -I$(LLVM)/include -D_GNU_SOURCE -MMD -MP
CFLAGS += -std=c17 -g -Wall -Wextra -fno-strict-aliasing
CFLAGS += $(if $(filter 1,$(WERROR)),-Werror)
ifeq ($(DEBUG),1)
CPPFLAGS += -DHEDDLE_DEBUG
CFLAGS += -O1
else
CFLAGS += -O2
endif
ifeq ($(SANITIZE),1)
CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
endif
ifeq ($(MATHSAT),0)
CPPFLAGS += -DHEDDLE_NO_MATHSAT
endif

# Where the program finds libz3: at the top of the tree, in a build directory,
# among the unit tests, and installed.
RPATHS := $$ORIGIN/deps/z3/lib:$$ORIGIN/../../deps/z3/lib:$$ORIGIN/../../../deps/z3/lib
RPATHS := $(RPATHS):$$ORIGIN/../lib/heddle
LDFLAGS += -Ldeps/z3/lib -Ldeps/cadical/lib -L$(LLVM)/lib '-Wl,-rpath,$(RPATHS)' -Wl,--disable-new-dtags
# libLLVM, under libclang, brings an older Z3 of its own. Both export the names
# of the C API, and the first library that is loaded wins: ours comes first. What
# libraries need for themselves is not checked here, or ld warns of the two.
LDFLAGS += -Wl,--allow-shlib-undefined
LDLIBS += -lcadical -lz3 -lclang-19 -lcjson -lyaml -lstdc++ -ldl -lm -lpthread

# V=1 shows whole commands.
Q := $(if $(V),,@)
say = @printf '  %-5s%s\n' $(1) $(2)

# scripts/deps is instant when all is there.
.PHONY: all deps demo check check-all tests fuzz install deb bench format tidy clean
all: heddle

deps:
	@MATHSAT=$(MATHSAT) scripts/deps

# The top of the tree shows the build asked for last.
heddle: $(PROGRAM) FORCE
	@cmp -s $< $@ || { cp $< $@.new && mv -f $@.new $@; }
.PHONY: FORCE
FORCE:

$(PROGRAM): $(BUILD)/main/main.o $(LIBRARY)
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# A source that went away must not live on in the library.
$(BUILD)/sources: FORCE
	@mkdir -p $(@D); echo '$(OBJECTS)' | cmp -s - $@ || echo '$(OBJECTS)' >$@
$(LIBRARY): $(filter-out $(BUILD)/main/main.o,$(OBJECTS)) $(BUILD)/sources
	@rm -f $@; ar qcs $@ $(filter %.o,$^)

$(BUILD)/%.o: %.c | deps
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# ... which embeds the models in C.
$(BUILD)/frontend/library_text.o: $(wildcard frontend/library/*.c)
# ... the page of reports,
$(BUILD)/witness/report/page_text.o: witness/report/page.html
# ... and the runtime of reproduced violations.
$(BUILD)/witness/reproduce/runtime_text.o: $(wildcard witness/reproduce/runtime/*)

# One file: a library that has no interface in C.
$(BUILD)/%.o: %.cpp | deps
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(CPPFLAGS) -isystem deps/cadical/include $(patsubst -std=c17,-std=c++17,$(CFLAGS)) \
	    -c -o $@ $<

$(BUILD)/tests/%: tests/unit/%.c $(LIBRARY) | deps
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -MF $@.d $(LDFLAGS) -o $@ $< $(LIBRARY) $(LDLIBS)

# The interpreter that heddle is compared with has nothing of heddle in it.
$(FUZZ_PROGRAMS): $(FUZZ_SOURCES) $(wildcard tests/fuzz/*.h)
	@mkdir -p $(@D)
	$(call say,TEST,tests/fuzz)
	$(Q)$(CC) -I. -D_GNU_SOURCE $(CFLAGS) $(filter -fsanitize%,$(LDFLAGS)) -o $@ $(FUZZ_SOURCES)

tests: $(UNIT_TESTS) $(FUZZ_PROGRAMS)

demo: heddle
	@scripts/demo ./heddle

check-all: export ALL := 1
check check-all: $(PROGRAM) $(UNIT_TESTS) $(FUZZ_PROGRAMS)
	@TESTS=1 MATHSAT=$(MATHSAT) scripts/deps
	@BUILD=$(BUILD) HEDDLE=$(CURDIR)/$(PROGRAM) MATHSAT=$(MATHSAT) SANITIZE=$(SANITIZE) \
	    JOBS=$(JOBS) MAKE='$(MAKE)' tests/run

# Programs are verified by the build asked for, C files are read by one with sanitizers.
fuzz: $(PROGRAM) $(FUZZ_PROGRAMS)
	@TESTS=1 MATHSAT=$(MATHSAT) scripts/deps
	@$(MAKE) --no-print-directory SANITIZE=1 build/release-sanitize/heddle
	@scripts/fuzz $(PROGRAM) build/release-sanitize/heddle $(FUZZ_PROGRAMS) build/fuzz

bench: heddle
	@JOBS=$(JOBS) sv-bench/bench $(TASKS)

LIBDIR := $(DESTDIR)$(PREFIX)/lib/heddle
install: $(PROGRAM)
	install -d $(DESTDIR)$(PREFIX)/bin $(LIBDIR) $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/heddle
	install -m 755 scripts/verify-files $(DESTDIR)$(PREFIX)/bin/heddle-verify-files
	install -m 644 deps/z3/lib/libz3.so.* $(LIBDIR)
ifeq ($(filter 0,$(MATHSAT) $(INSTALL_MATHSAT)),)
	test ! -e deps/mathsat/libmathsat.so || install -m 644 deps/mathsat/libmathsat.so $(LIBDIR)
endif
	$(PROGRAM) --man >$(DESTDIR)$(PREFIX)/share/man/man1/heddle.1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	$(PROGRAM) --completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle
	$(PROGRAM) --completion zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_heddle

# MathSAT is left out of it.
deb: $(PROGRAM)
	@scripts/deb '$(MAKE)' $(PROGRAM) build/heddle.deb

FORMATTED := $(SOURCES) $(CXX_SOURCES) $(HEADERS) $(wildcard tests/unit/*.[ch] tests/fuzz/*.[ch])
format: | deps
	clang-format-19 -i $(FORMATTED)

tidy: | deps
	clang-tidy-19 --quiet $(SOURCES) -- -std=c17 $(filter-out -M%,$(CPPFLAGS))

clean:
	rm -rf build heddle

-include $(OBJECTS:.o=.d) $(UNIT_TESTS:=.d)
