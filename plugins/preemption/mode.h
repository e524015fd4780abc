/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/guard.h>

/* Where the kernel says and takes its mode. */
#define PREEMPTION_FILE "/sys/kernel/debug/sched/preempt"

/* Ended by NULL; the last one is "unknown". */
extern const char *const preemption_mode_nicks[];
extern const char *const preemption_mode_titles[];

/* The texts in which a kernel states its mode; each may be NULL. */
typedef struct
{
  /* PREEMPTION_FILE */
  char *file;
  /* /proc/version, /proc/cmdline */
  char *version;
  char *cmdline;
  /* what it logged since it was started, as far as it still has that */
  char *log;
} PreemptionTexts;

void preemption_texts_read (PreemptionTexts *self);
/* The texts that change while the kernel runs. */
void preemption_texts_refresh (PreemptionTexts *self);
void preemption_texts_clear (PreemptionTexts *self);

/* One of the nicks. where is set to what says so. */
const char *preemption_mode_find (const PreemptionTexts *texts, const char **where);

/* Returns the text to restore in the file; NULL if the file does not state the mode. */
const char *preemption_mode_find_written (const PreemptionTexts *texts);

/* Why the mode cannot be written to a file of the kernel, and what to do; NULL if it can. */
char *preemption_mode_find_refusal (const char *path, const PreemptionTexts *texts);
/* The file is one of the kernel, which must not be refused. */
gboolean preemption_mode_write (const char *path, const char *nick, GError **error);
