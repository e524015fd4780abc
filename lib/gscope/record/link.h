/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/merge.h>
#include <gscope/scope/scope.h>

/* The time between two writes. */
#define GSCOPE_RECORD_INTERVAL (100 * GSCOPE_MSEC)

/* The signals that are recorded. */
typedef struct
{
  /* full names; NULL for all signals, without the diagnostic ones unless `has_diagnostics` */
  GHashTable *names;
  gboolean has_diagnostics;
} GscopeRecordChoice;

/* A scope that is recorded: adds its signals, markers and sources to a merge, as they come and go. */
typedef struct _GscopeRecordLink GscopeRecordLink;

GscopeRecordLink *gscope_record_link_new (GscopeScope *scope, const GscopeRecordChoice *choice);
void gscope_record_link_free (GscopeRecordLink *self);

/* Adds all signals and markers from `start` on to the merge, and those that come. Appends the
 * signals to `added`, too. */
void gscope_record_link_attach (GscopeRecordLink *self, GscopeRecordMerge *merge, gint64 start,
                                GPtrArray *added);
void gscope_record_link_detach (GscopeRecordLink *self);

/* Appends the chosen signals that the scope has now, which it keeps. */
void gscope_record_link_collect (GscopeRecordLink *self, GPtrArray *recorded);
/* Appends the parameters of the scope. */
void gscope_record_link_describe_parameters (GscopeRecordLink *self, GString *text);
/* Drains the scope. Returns the time before which all samples are in the traces; later ones may still
 * come. */
gint64 gscope_record_link_drain (GscopeRecordLink *self, gint64 now);
