/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <schedule-source/model.h>

/* The threads that are shown: patterns of names, and numbers of threads or processes. */
typedef struct _ScheduleChoice ScheduleChoice;

/* Reads a list, separated by commas or spaces; an empty one chooses all. Returns NULL with an error. */
ScheduleChoice *schedule_choice_parse (const char *text, GError **error);
void schedule_choice_free (ScheduleChoice *self);

/* Matches the name of the thread, the name of its process, or one of their numbers. */
gboolean schedule_choice_matches (const ScheduleChoice *self, ScheduleThread *thread);

/* Reads a list of processors such as “0-3,6” into a set of at most SCHEDULE_MAX_LANES; an empty text means
 * the first ones. Returns the numbers in order, or NULL with an error. */
GArray *schedule_processors_parse (const char *text, guint n_processors, GError **error);

enum
{
  SCHEDULE_MAX_LANES = 32,
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScheduleChoice, schedule_choice_free)
