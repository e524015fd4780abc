/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

/* A number described by the user: its file and its place in the file. */
typedef struct
{
  ProcMetric metric;
  char *name;
  char *title;
  char *unit;
  char *group;
  char *file;
  /* The search begins after the first line that contains this; NULL for the whole file. */
  char *after;
  /* Either a pattern with one group, which is the number, */
  GRegex *regex;
  /* or the begin of a line after blanks, and the position of the number among the words after it,
   * from 1. */
  char *line;
  guint field;

  /* Used by the worker. */
  ProcItem *item;
  const char *problem;
  gboolean is_off;
} ProcProbe;

/* Reads an element of the option "signals", a{sv}. */
ProcProbe *proc_probe_new (GVariant *options, GError **error);
void proc_probe_free (ProcProbe *self);
/* Finds the number in a NUL-terminated text. On failure sets `problem` to the reason. */
gboolean proc_probe_find (ProcProbe *self, const char *text, double *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProcProbe, proc_probe_free)
