/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A load that keeps the kernel busy from a thread of its own, in rounds with pauses. */
typedef struct _WorkloadLoad WorkloadLoad;

typedef struct
{
  const char *name;
  const char *title;
  const char *description;

  /* Creates the load's state. Returns NULL with an error if this machine cannot run the load. */
  gpointer (*open) (GError **error);
  /* Runs one round in the thread; it must call workload_load_is_ending() often. Returns whether the
   * round succeeded. */
  gboolean (*work) (WorkloadLoad *load, gpointer state);
  void (*close) (gpointer state);
} WorkloadLoadKind;

/* n_rounds is incremented with each round; accessed atomically. */
WorkloadLoad *workload_load_new (const WorkloadLoadKind *kind, gint64 *n_rounds, GError **error);
/* Ends the thread, and restores what the load changed. */
void workload_load_free (WorkloadLoad *self);

/* Returns whether the thread must end. Called by the thread. */
gboolean workload_load_is_ending (WorkloadLoad *self);
/* Waits for a time in milliseconds. Returns FALSE if the thread must end. Called by the thread. */
gboolean workload_load_pause (WorkloadLoad *self, guint time);

/* Loads of the dissertation's section 3.3.1, in the order of its table 3.1, and the soft-timer paper's compiler. */
enum
{
  WORKLOAD_N_LOADS = 7
};

extern const WorkloadLoadKind *const workload_load_kinds[WORKLOAD_N_LOADS];

/* Each in a file of its own. */
extern const WorkloadLoadKind workload_load_memory;
extern const WorkloadLoadKind workload_load_caps_lock;
extern const WorkloadLoadKind workload_load_console;
extern const WorkloadLoadKind workload_load_io;
extern const WorkloadLoadKind workload_load_procfs;
extern const WorkloadLoadKind workload_load_fork;
extern const WorkloadLoadKind workload_load_compiler;
