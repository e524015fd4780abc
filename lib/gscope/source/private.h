/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The operations of a scope and its workspace on a source. The scope's clock stamps markers from
 * then on;
 * publish shows list changes now instead of at the next of the four times a second. */
void gscope_source_set_clock (GscopeSource *self, GscopeClock *clock);
void gscope_source_publish (GscopeSource *self);

/* Tells who acquires its signals of each that comes or goes, at once; @acquire is NULL for nobody. It is told of those
 * that are there already. Lists that are shown follow later. */
typedef void (*GscopeSourceAcquire) (GscopeSignal *signal, gboolean is_new, gpointer data);
void gscope_source_set_acquirer (GscopeSource *self, GscopeSourceAcquire acquire, gpointer data);

/* Who polls it: how to wake it, NULL for nobody, and until when it rests after the poll that has just been; 0 if it
 * does not. */
typedef void (*GscopeSourceWake) (gpointer data);
void gscope_source_set_worker (GscopeSource *self, GscopeSourceWake wake, gpointer data);
gint64 gscope_source_take_rest (GscopeSource *self);
/* Tells it how old samples may be when they come. */
void gscope_source_set_pace (GscopeSource *self, gint64 interval);

/* For mirrors of a source elsewhere: marks an event of another time, and reports that the source
 * stopped by itself, unless it is being started or stopped anyway. Then it may be started again. */
void gscope_source_mark_at (GscopeSource *self, gint64 time, const char *label, const char *detail);
void gscope_source_abandon (GscopeSource *self, const char *status);

/* While a source that was started does not answer, it is in trouble, whatever it said last, and `status` says so;
 * NULL where it answers again. */
void gscope_source_set_silence (GscopeSource *self, const char *status);

/* A text of the class's tables, in the user's language. */
const char *gscope_source_translate (GscopeSource *self, const char *text);
/* GscopeParameter; those too that the list does not show yet. */
GPtrArray *gscope_source_get_all_parameters (GscopeSource *self);
