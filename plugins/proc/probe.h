/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

/* One number that the user describes: its file and its place there. */
typedef struct
{
  ProcMetric metric;
  char *name;
  char *title;
  char *unit;
  char *group;
  char *file;
  /* Lines up to the first that contains this are passed over; may be NULL. */
  char *after;
  /* Either the first line that matches, and its group; */
  GRegex *regex;
  /* or the first line that begins so after blanks, and its n-th word from there, from 1. */
  char *line;
  guint field;

  /* The worker's. */
  ProcItem *item;
  const char *problem;
  gboolean is_off;
} ProcProbe;

/* Reads one of the option "signals", a{sv}. */
ProcProbe *proc_probe_new (GVariant *options, GError **error);
void proc_probe_free (ProcProbe *self);
/* Finds the number in a text that ends with a zero. If it is not there, problem says why. */
gboolean proc_probe_find (ProcProbe *self, const char *text, double *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProcProbe, proc_probe_free)
