/* What `grade` says to people. */
#ifndef WB_CLI_GRADE_PRINT_H
#define WB_CLI_GRADE_PRINT_H

#include "cli/command.h"
#include "grading/comparison.h"
#include "grading/export.h"
#include "grading/leaderboard.h"
#include "text/styled.h"

/* A submission as `grade --list` shows it: its files, which puzzles they answer, and which of the
 * puzzles have none. `puzzles`: those that are graded. */
void wb_cli_put_submission(struct wb_document *text, const struct wb_submission *submission,
                           const struct wb_run_about *about);

/* Whose it is, as far as that is known: ids and name. */
void wb_cli_put_people(struct wb_document *text, const struct wb_submission *submission);

/* What lay beside a run's submissions and is in none; nothing where no person need look at it. */
void wb_cli_put_nobodys(struct wb_document *text, const struct wb_run_about *about);

/* How far a run is. */
void wb_cli_put_run_counts(struct wb_document *text, const struct wb_run_about *about,
                           const struct wb_run_counts *counts, bool taken);

/* The files that could have answered a puzzle in place of the one that does. */
void wb_cli_put_candidates(struct wb_document *text, const struct wb_submission *submission,
                           const struct wb_assessed_puzzle *one);

/* An assessment: each puzzle with its state, points and verdict, other candidates, and what persons
 * have decided; of several attempts `counts` says that this is the one that counts. */
void wb_cli_put_assessment(struct wb_document *text, const struct wb_assessment *assessment,
                           bool counts);

/* How many submissions differ between two runs; and one of them, with what differs and why. */
void wb_cli_put_comparison(struct wb_document *text, const struct wb_comparison_totals *totals);
void wb_cli_put_compared(struct wb_document *text, const struct wb_compared *one, bool with_people);

void wb_cli_put_leaderboard(struct wb_document *text, const struct wb_leaderboard *board);

/* What was done with a roster: counts, and each note. */
void wb_cli_put_roster(struct wb_document *text, const struct wb_roster_report *report);

#endif
