/* Every conversion, as_type, vloadn and vstoren, half in memory, shuffle, copy
 * of a work-group, atomic and work-item function of OpenCL C 1.2, in every
 * type, width and memory: it is there, runs without a finding, and vectors give
 * what single lanes do. Conversions and halves run in some widths and memories
 * only: all with WB_AUDIT_ALL set.
 *
 * With a number as argument: prints that source instead. */
#include "sample.h"
#include "unit/emulator/audit/memory.h"
#include "unit/emulator/audit/run.h"

enum { SLOTS = 6000, PERIOD = 4 };

static struct audit_rig rig;

static void conversions(struct audit *audit) {
  for (size_t i = 0; i < AUDIT_TYPES; i++) audit_conversions(audit, &audit_types[i]);
}

static void loads(struct audit *audit) {
  for (size_t i = 0; i < AUDIT_TYPES; i++) audit_loads(audit, &audit_types[i]);
}

static void halves(struct audit *audit) {
  static const char *const SPACES[] = {"private", "local", "global"};
  audit_constant_halves(audit);
  for (size_t i = 0; i < 3; i++) {
    if (!audit->thin || i == 0) audit_halves(audit, SPACES[i], "double");
    if (!audit->thin || i == 2) audit_halves(audit, SPACES[i], "float");
  }
}

static void shuffles(struct audit *audit) {
  for (size_t i = 0; i < AUDIT_TYPES; i++) audit_shuffles(audit, &audit_types[i]);
}

static void copies(struct audit *audit) {
  for (size_t i = 0; i < AUDIT_TYPES; i++) audit_copies(audit, &audit_types[i]);
}

static void atomics(struct audit *audit) {
  audit_atomics(audit, "global", "int");
  audit_atomics(audit, "global", "uint");
  audit_atomics(audit, "local", "int");
  audit_atomics(audit, "local", "uint");
}

typedef void generator(struct audit *audit);

static void run(generator *generate, bool runs) {
  struct audit audit;
  audit_init(&audit);
  audit.thin = runs && getenv("WB_AUDIT_ALL") == NULL;
  generate(&audit);
  if (runs)
    audit_run(&rig, &audit);
  else
    audit_find(&rig, &audit);
  audit_release(&audit);
}

static void test_conversions_are_there(void) { run(conversions, false); }
static void test_conversions(void) { run(conversions, true); }
static void test_reinterpretations(void) { run(audit_reinterpretations, false); }
static void test_loads(void) { run(loads, true); }
static void test_halves_are_there(void) { run(halves, false); }
static void test_halves(void) { run(halves, true); }
static void test_shuffles(void) { run(shuffles, true); }
static void test_copies(void) { run(copies, true); }
static void test_atomics(void) { run(atomics, true); }
static void test_images(void) { run(audit_images, false); }
static void test_work_items(void) { run(audit_work_items, true); }

static int print_source(size_t which) {
  static generator *const GENERATORS[] = {
      conversions, audit_reinterpretations, loads,       halves, shuffles, copies,
      atomics,     audit_work_items,        audit_images};
  struct audit audit;
  audit_init(&audit);
  GENERATORS[which % (sizeof GENERATORS / sizeof GENERATORS[0])](&audit);
  printf("%s", audit.source.data);
  audit_release(&audit);
  return 0;
}

static const struct sample_test tests[] = {
    {"every conversion between numbers is there", test_conversions_are_there},
    {"every conversion runs", test_conversions},
    {"every type is as every other of its size", test_reinterpretations},
    {"every vload and vstore in every memory", test_loads},
    {"every load and store of halves in every memory is there", test_halves_are_there},
    {"every load and store of halves runs", test_halves},
    {"every shuffle", test_shuffles},
    {"every copy of a work-group, and prefetch", test_copies},
    {"every atomic function of 32 bits", test_atomics},
    {"every function on work-items and order", test_work_items},
    {"every function on images and samplers is there", test_images},
};

int main(int argc, char **argv) {
  if (argc > 1) return print_source((size_t)atoi(argv[1]));
  audit_rig_init(&rig, SLOTS);
  sample_run(tests, sizeof tests / sizeof tests[0], PERIOD, "audits of memory");
  audit_rig_release(&rig);
  return tap_finish();
}
