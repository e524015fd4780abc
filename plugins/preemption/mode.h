/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/guard.h>

/* The file in which the kernel's mode is read and set. */
#define PREEMPTION_FILE "/sys/kernel/debug/sched/preempt"

/* Terminated by NULL; the last mode is "unknown". */
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
  /* the kernel log since boot, as far as the kernel still has it */
  char *log;
} PreemptionTexts;

void preemption_texts_read (PreemptionTexts *self);
/* Reads the texts that may change while the kernel runs. */
void preemption_texts_refresh (PreemptionTexts *self);
void preemption_texts_clear (PreemptionTexts *self);

/* Returns one of the nicks, and in `where` the name of the text that states it; NULL for none. */
const char *preemption_mode_find (const PreemptionTexts *texts, const char **where);

/* Returns the text to restore in the file; NULL if the file does not state the mode. */
const char *preemption_mode_find_written (const PreemptionTexts *texts);

/* Returns the reason why the mode cannot be written to the file, with the remedy; NULL if it
 * can. */
char *preemption_mode_find_refusal (const char *path, const PreemptionTexts *texts);
/* Call it only if preemption_mode_find_refusal() returns NULL. */
gboolean preemption_mode_write (const char *path, const char *nick, GError **error);
