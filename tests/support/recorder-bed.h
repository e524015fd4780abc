/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Two scopes of period 10 and 20 ms and delay 100 ms on a test clock at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeScope *other;
  GscopeRecorder *recorder;
  char *path;
  GFile *file;
  gboolean is_stopped;
  GError *error;
  guint n_failed;
} RecorderBed;

/* The parser's view of a file, one line each. */
typedef struct
{
  GString *tuples;
  GString *objects;
  gint64 last_time;
  guint n_signals;
} RecorderContent;

void recorder_bed_set_up (RecorderBed *f, gconstpointer data);
void recorder_bed_tear_down (RecorderBed *f, gconstpointer data);
void recorder_bed_iterate (void);
void recorder_bed_advance (RecorderBed *f, gint64 milliseconds);
void recorder_bed_start (RecorderBed *f);
/* Takes the end of a recording; an error is in the bed. */
void recorder_bed_on_stopped (GObject *source, GAsyncResult *result, gpointer user_data);
void recorder_bed_stop (RecorderBed *f);
RecorderContent recorder_bed_read (RecorderBed *f);
void recorder_content_clear (RecorderContent *content);
void recorder_bed_assert_content (RecorderBed *f, const char *tuples, const char *objects);
void recorder_bed_add_marker (RecorderBed *f, gint64 milliseconds, GscopeMarkerKind kind,
                              const char *label);
/* Moves a part of the recording to the path that is read; to be called for one part after the other. */
void recorder_bed_use_part (RecorderBed *f, guint part);
