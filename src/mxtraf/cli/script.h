/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/parameters.h"

/* A change at a time, in nanoseconds since the beginning of the run. */
typedef struct
{
  gint64 time;
  guint line;
  const MxtrafRow *row;
  GVariant *value;
} MxtrafChange;

/* Timed changes, in order. A line is "at TIME NAME VALUE"; # begins a comment. */
typedef struct
{
  GArray *changes;
} MxtrafScript;

/* An error names the line. duration is of the run in seconds, 0 for one without end: what would
 * come after it is an error. */
MxtrafScript *mxtraf_script_parse (const char *text, double duration, GError **error);
MxtrafScript *mxtraf_script_load (const char *path, double duration, GError **error);
void mxtraf_script_free (MxtrafScript *self);
/* NULL after the last one. */
const MxtrafChange *mxtraf_script_get (const MxtrafScript *self, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MxtrafScript, mxtraf_script_free)
