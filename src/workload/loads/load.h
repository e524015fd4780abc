/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Something that keeps the kernel busy in a thread of its own: round after round, with pauses. */
typedef struct _WorkloadLoad WorkloadLoad;

typedef struct
{
  const char *name;
  const char *title;
  const char *description;

  /* Makes the load's data; NULL with an error if this machine cannot run it. */
  gpointer (*open) (GError **error);
  /* One round, in the thread; it looks often whether it is to end. Returns whether it could. */
  gboolean (*work) (WorkloadLoad *load, gpointer state);
  void (*close) (gpointer state);
} WorkloadLoadKind;

/* n_rounds grows with each round, by atomic stores. */
WorkloadLoad *workload_load_new (const WorkloadLoadKind *kind, gint64 *n_rounds, GError **error);
/* Ends it, and puts back what it changed. */
void workload_load_free (WorkloadLoad *self);

/* Its thread: whether it is to end. */
gboolean workload_load_is_ending (WorkloadLoad *self);
/* Its thread: waits, milliseconds. Returns FALSE if it is to end. */
gboolean workload_load_pause (WorkloadLoad *self, guint time);
