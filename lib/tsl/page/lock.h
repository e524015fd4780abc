/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <pthread.h>
#include <tsl/export.h>

G_BEGIN_DECLS

/**
 * TslLock:
 *
 * A lock between threads of different priorities, and a way to wait for a change of what it guards.
 *
 * A thread that holds the lock runs at the priority, or in the reserve, of the most urgent thread that waits for
 * it. So a thread that used up its budget while it held the lock keeps the others waiting for no longer
 * than its own work takes. Waiting for a change takes no lock inside the C library, as pthread_cond_wait(3) does.
 */
typedef struct
{
  /*< private >*/
  pthread_mutex_t mutex;
  /* the kernel's futex */
  guint n_changes;
  guint n_waiting;
} TslLock;

TSL_EXPORT void tsl_lock_init (TslLock *self);
TSL_EXPORT void tsl_lock_clear (TslLock *self);
TSL_EXPORT void tsl_lock_take (TslLock *self);
TSL_EXPORT void tsl_lock_release (TslLock *self);
TSL_EXPORT void tsl_lock_wait (TslLock *self);
TSL_EXPORT void tsl_lock_wake (TslLock *self);

G_END_DECLS
