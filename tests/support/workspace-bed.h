/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A ready-made workspace without a display, as it is when it was opened, and recorded. */
typedef struct
{
  GscopeWorkspace *workspace;
  GscopeScope *scope;
  GscopeRecorder *recorder;
  char *directory;
  GFile *file;
} WorkspaceBed;

/* name is the name of a file in data/workspaces. Waits until all sources have started, or said why
 * not; any
 * other problem of the workspace fails the test. */
void workspace_bed_open (WorkspaceBed *self, const char *name);
void workspace_bed_close (WorkspaceBed *self);

GscopeSource *workspace_bed_find_source (WorkspaceBed *self, const char *name);
/* Turns a parameter, `instance/name` or `instance/group/name`, as soon as it is there. Returns why it was
 * refused, or NULL. */
char *workspace_bed_write (WorkspaceBed *self, const char *parameter, GVariant *value);
/* The newest value of a signal; not-a-number for none. */
double workspace_bed_get (WorkspaceBed *self, const char *signal);
/* One turn of the main loop, of a tenth of a second at most. */
void workspace_bed_turn (WorkspaceBed *self);
/* As many as take so long, in nanoseconds. */
void workspace_bed_pass (WorkspaceBed *self, gint64 time);
/* An emulated processor cannot forward 30 Mbit/s. */
gboolean workspace_bed_is_emulated (void);

/* Ends the recording and reads it: all samples of the signals whose names match
 * a pattern, of GscopeSample. */
GArray *workspace_bed_read (WorkspaceBed *self, const char *signal);
/* The present time of the scope. */
gint64 workspace_bed_get_time (WorkspaceBed *self);
