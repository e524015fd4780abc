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
  GscopeNumberPlace *place;

  /* Used by the worker. */
  ProcItem *item;
  /* A pattern that was too slow is not used again. */
  GscopeNumberFault fault;
  /* Reads without a number. */
  guint64 n_failed;
} ProcProbe;

/* Reads an element of the option "signals", a{sv}. */
ProcProbe *proc_probe_new (GVariant *options, GError **error);
void proc_probe_free (ProcProbe *self);
/* Finds the number in a NUL-terminated text; `fault` is the reason for a failure. */
gboolean proc_probe_find (ProcProbe *self, const char *text, double *number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProcProbe, proc_probe_free)
