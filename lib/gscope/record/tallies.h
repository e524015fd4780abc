/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/recorder.h>
#include <gscope/signal/tally.h>

/* The samples of a recording, and those that it does not have, by the name of their signal or source. The
 * recorder's own losses are samples that were in a trace and are not in the file. */
typedef struct
{
  guint64 n_samples;
  GscopeTally total;
  GscopeTally own;
  GHashTable *by_name;
} GscopeRecordTallies;

void gscope_record_tallies_init (GscopeRecordTallies *self);
void gscope_record_tallies_clear (GscopeRecordTallies *self);
void gscope_record_tallies_reset (GscopeRecordTallies *self);

/* Counts losses and appends a line that tells them; with 0 samples this does nothing. */
void gscope_record_tallies_lose (GscopeRecordTallies *self, const char *name, gint64 time,
                                 GscopeLoss cause, guint64 n, GString *text);
void gscope_record_tallies_lose_own (GscopeRecordTallies *self, const char *name, gint64 time,
                                     GscopeLoss cause, guint64 n, GString *text);
void gscope_record_tallies_add_gap (GscopeRecordTallies *self, const char *name);
void gscope_record_tallies_add_own_gap (GscopeRecordTallies *self, const char *name);

/* All 0 if there is no such name. */
void
gscope_record_tallies_find (const GscopeRecordTallies *self, const char *name, GscopeTally *tally);
/* The names, in order. */
GStrv gscope_record_tallies_list (const GscopeRecordTallies *self);

/* The tallies of a recorder, whose functions about losses are in tallies.c, too. */
const GscopeRecordTallies *gscope_recorder_get_tallies (GscopeRecorder *self);
