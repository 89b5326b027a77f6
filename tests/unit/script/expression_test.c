#include "script/expression.h"

#include "tap.h"

static const struct wb_expression_name bindings[] = {{"n", 15}, {"k", 4}, {"local_x", 8}};
static const struct wb_scope scope = {bindings, 3};

static void check(const char *text, int64_t expected) {
  char message[WB_EXPRESSION_MESSAGE_MAX] = "";
  int64_t value = 0;
  if (CHECK(wb_expression_eval(text, &scope, &value, message)))
    CHECK_INT(value, expected);
  else
    printf("# %s\n", message);
}

static void fails(const char *text, const char *expected) {
  char message[WB_EXPRESSION_MESSAGE_MAX] = "";
  int64_t value = 77;
  CHECK(!wb_expression_eval(text, &scope, &value, message));
  CHECK_INT(value, 77);
  CHECK_STRING(message, expected);
}

static void values(void) {
  check("42", 42);
  check(" n ", 15);
  check("n + 2 * k - 1", 22);
  check("(n + 2) * k", 68);
  check("n / k", 3);
  check("-n / k", -3);
  check("n % k", 3);
  check("20 - 5 - 3", 12);
  check("100 / 5 / 2", 10);
  check("--n", 15);
  check("ceil_div(n, local_x) * local_x", 16);
  check("ceil_div(16, 8)", 2);
  check("min(n, k, 2)", 2);
  check("max(n, k + 20)", 24);
  check("9223372036854775807", INT64_MAX);
}

static void errors(void) {
  fails("", "'' ends too early");
  fails("n +", "'n +' ends too early");
  fails("n k", "unexpected 'k' at character 3 of 'n k'");
  fails("n ^ 2", "unexpected '^ 2' at character 3 of 'n ^ 2'");
  fails("m", "there is no size 'm' (there are: n, k, local_x)");
  fails("local_y", "there is no size 'local_y'; did you mean 'local_x'?");
  fails("ceil_dvi(n, 2)", "there is no size 'ceil_dvi'; did you mean 'ceil_div'?");
  fails("n / (k - 4)", "'n / (k - 4)' divides by zero");
  fails("ceil_div(n, 0)", "'ceil_div(n, 0)' divides by zero");
  fails("n * 9223372036854775807", "'n * 9223372036854775807' is too large a number");
  fails("99999999999999999999", "'99999999999999999999' is too large a number");
  check("ceil_log2(1)", 0);
  check("ceil_log2(8) + ceil_log2(9)", 7);
  check("ceil_pow2(1000)", 1024);
  check("ceil_pow2(1)", 1);
  fails("ceil_log2(n, 2)", "'ceil_log2' takes one number in 'ceil_log2(n, 2)'");
  fails("ceil_div(n)", "'ceil_div' takes two numbers in 'ceil_div(n)'");
  fails("ceil_div(n, 2, 3)", "'ceil_div' takes two numbers in 'ceil_div(n, 2, 3)'");
  fails("min", "'min' ends too early");
  fails("(n", "'(n' ends too early");
}

static void deep_nesting_is_refused(void) {
  char text[300];
  char message[WB_EXPRESSION_MESSAGE_MAX];
  int64_t value;
  memset(text, '(', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  CHECK(!wb_expression_eval(text, &scope, &value, message));
}

int main(void) {
  tap_run("expressions have the values that C would give them", values);
  tap_run("mistakes are named, with their place", errors);
  tap_run("deep nesting is refused, not followed", deep_nesting_is_refused);
  return tap_finish();
}
