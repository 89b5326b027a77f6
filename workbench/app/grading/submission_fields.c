#include "grading/submission.h"

static const struct wb_word state_rows[] = {
    [WB_SUBMITTED_READ] = {"read", NULL},
    [WB_SUBMITTED_PASSED_OVER] = {"passed-over", NULL},
    [WB_SUBMITTED_OTHER] = {"other", NULL},
    [WB_SUBMITTED_UNREADABLE] = {"unreadable", NULL},
};
const struct wb_words wb_submitted_states = WB_WORDS(state_rows);

static const struct wb_word rule_rows[] = {
    [WB_MATCH_NONE] = {"none", NULL},
    [WB_MATCH_MANIFEST] = {"manifest", "the manifest of hand-in names it"},
    [WB_MATCH_SLUG] = {"slug", "it is called as the puzzle's folder"},
    [WB_MATCH_NAME] = {"name", "it is called as the puzzle"},
    [WB_MATCH_NUMBER] = {"number", "its name has the puzzle's number"},
    [WB_MATCH_ENTRY] = {"entry", "it has the puzzle's kernel"},
    [WB_MATCH_PERSON] = {"person", "a person has said so"},
};
const struct wb_words wb_match_rules_words = WB_WORDS(rule_rows);

#define WB_OF struct wb_submitted_file
static const struct wb_field file_rows[] = {
    {"name", WB_VALUE(name)},
    {"repaired", WB_VALUE(repaired), .or_absent = true},
    {"state", WB_VALUE(state), .words = &wb_submitted_states},
    {"why", WB_VALUE(why), .or_absent = true},
    {"size", WB_VALUE(size)},
    {"sha256", WB_NAME(sha256)},
    {"puzzle", WB_VALUE(puzzle), .or_null = true},
    {"rule", WB_VALUE(rule), .words = &wb_match_rules_words},
    {"certain", WB_VALUE(certain)},
    {"counts", WB_VALUE(counts)},
    {"starter", WB_VALUE(is_starter)},
    {"doubt", WB_VALUE(doubt), .or_absent = true},
};
const struct wb_fields wb_submitted_file_fields = {WB_ROWS(file_rows)};
#undef WB_OF

#define WB_OF struct wb_submission
static const struct wb_field submission_rows[] = {
    {"trouble", WB_VALUE(trouble), .or_null = true},
    {"dated", WB_VALUE(is_received_said)},
    {"files", WB_LIST(files, n_files, WB_SUBMITTED_ANSWERS_MAX),
     .fields = &wb_submitted_file_fields},
    {"files_left_out", WB_VALUE(files_left_out)},
    {"left_out", WB_LIST(left_out, n_left_out, WB_SUBMITTED_LEFT_OUT_MAX), .or_absent = true},
};
const struct wb_fields wb_submission_fields = {WB_ROWS(submission_rows)};

static const struct wb_field listed_rows[] = {
    {"label", WB_VALUE(label)},
    {"ids", WB_LIST(ids, n_ids, WB_SUBMITTED_FILES_MAX)},
    {"name", WB_VALUE(name), .or_null = true},
    {"attempt", WB_VALUE(attempt)},
    {"submission", WB_SAME, .fields = &wb_submission_fields},
};
const struct wb_fields wb_submission_listed_fields = {WB_ROWS(listed_rows)};
#undef WB_OF
