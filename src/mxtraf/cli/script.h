/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/parameters.h"

/* A timed change; the time is in nanoseconds since the start of the run. */
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

/* Errors name the line. duration is the length of the run in seconds, 0 for an endless run; a later
 * change is an error. */
MxtrafScript *mxtraf_script_parse (const char *text, double duration, GError **error);
MxtrafScript *mxtraf_script_load (const char *path, double duration, GError **error);
void mxtraf_script_free (MxtrafScript *self);
/* Returns NULL after the last change. */
const MxtrafChange *mxtraf_script_get (const MxtrafScript *self, guint i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MxtrafScript, mxtraf_script_free)
