/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

enum
{
  WEB_MAX_LINES = 256,
};

/* The signals of a source that come and go with the answers of a server. Each has a key. Main context. */
typedef struct _WebLines WebLines;

WebLines *web_lines_new (GscopeSource *source);
void web_lines_free (WebLines *self);
/* Removes all signals. */
void web_lines_clear (WebLines *self);

void web_lines_begin_round (WebLines *self);
/* Begins a gap in the signals that got no value in the round. Returns their number. */
guint web_lines_end_round (WebLines *self, gint64 time);

gboolean web_lines_contains (WebLines *self, const char *key);
/* Returns whether there is room for a signal more; those that have no value go first. If there is none, a sample is lost. */
gboolean web_lines_has_room (WebLines *self);
/* Adds a buffered signal, unless its name is taken, which is counted. */
void web_lines_add (WebLines *self, const char *key, GscopeSignal *signal);
/* Adds a sample to the signal with a key, if there is one. A value may be one of gscope_gap_value(). */
void web_lines_push (WebLines *self, const char *key, gint64 time, double value);
/* Begins a gap in all signals. */
void web_lines_break (WebLines *self, gint64 time, GscopeGapCause cause);

guint web_lines_count (WebLines *self);
guint64 web_lines_count_lost (WebLines *self);
/* Counts samples that are lost, because there is no room, beside those of web_lines_has_room(). */
void web_lines_lose (WebLines *self, guint n);
/* Appends what went wrong in the round, for the status. */
void web_lines_describe (WebLines *self, GString *text);

/* Appends to a status. */
void web_append_trouble (GString *text, const char *trouble);
/* Appends how many signals are left out, if there are any. */
void web_append_left_out (GString *text, guint n);
/* Returns a valid name for a signal of a group, which may be NULL: a long one is cut and ends with a hash of the whole. */
char *web_make_name (GscopeSource *source, const char *group, const char *text);
/* Returns the same for a text of at most `max` bytes. */
char *web_cut (const char *text, gsize max);
