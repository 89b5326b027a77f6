/* Every built-in function of OpenCL C 1.2 in every type and width: it is there,
 * runs without a finding, and gives in each lane of a vector what it gives of
 * single lanes. (Whether that is the right number, other tests ask.)
 *
 * Real numbers run in some widths only, since their code takes long to make:
 * all with WB_AUDIT_ALL set. With the letter of an element type as argument:
 * prints the source instead. */
#include "sample.h"
#include "unit/emulator/audit/run.h"

enum { SLOTS = 1500, PERIOD = 4 };

static struct audit_rig rig;

static void run_type(char type) {
  struct audit audit;
  audit_init(&audit);
  audit.thin = audit_is_real(type) && getenv("WB_AUDIT_ALL") == NULL;
  audit_rows_of_type(&audit, type);
  CHECK(audit.count > 0);
  audit_run(&rig, &audit);
  audit_release(&audit);
}

static void test_presence(void) {
  for (size_t i = 0; i < AUDIT_TYPES; i++) {
    struct audit audit;
    if (!audit_is_real(audit_types[i].letter)) continue;
    audit_init(&audit);
    audit_rows_of_type(&audit, audit_types[i].letter);
    audit_find(&rig, &audit);
    audit_release(&audit);
  }
}

static void test_float(void) { run_type('f'); }
static void test_double(void) { run_type('d'); }
static void test_char(void) { run_type('c'); }
static void test_uchar(void) { run_type('C'); }
static void test_short(void) { run_type('s'); }
static void test_ushort(void) { run_type('S'); }
static void test_int(void) { run_type('i'); }
static void test_uint(void) { run_type('I'); }
static void test_long(void) { run_type('l'); }
static void test_ulong(void) { run_type('L'); }

static void test_half(void) { run_type('h'); }

static int print_source(char type) {
  struct audit audit;
  audit_init(&audit);
  audit_rows_of_type(&audit, type);
  printf("%s", audit.source.data);
  audit_release(&audit);
  return 0;
}

static const struct sample_test tests[] = {
    {"every function of real numbers is there, in all widths and memories", test_presence},
    {"every function of char", test_char},
    {"every function of uchar", test_uchar},
    {"every function of short", test_short},
    {"every function of ushort", test_ushort},
    {"every function of int", test_int},
    {"every function of uint", test_uint},
    {"every function of long", test_long},
    {"every function of ulong", test_ulong},
    {"every function of float", test_float},
    {"every function of double", test_double},
    {"every function of half", test_half},
};

int main(int argc, char **argv) {
  if (argc > 1) return print_source(argv[1][0]);
  audit_rig_init(&rig, SLOTS);
  sample_run(tests, sizeof tests / sizeof tests[0], PERIOD, "audits of functions");
  audit_rig_release(&rig);
  return tap_finish();
}
