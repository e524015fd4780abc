/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <pthread.h>
#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TslLock:
 *
 * A lock with priority inheritance, and a condition to wait for a change of the data that it
 * protects.
 *
 * A thread that holds the lock runs at the priority, or in the reserve, of the most urgent thread
 * that waits for it. A thread that used up its budget while it held the lock therefore delays the
 * others only as long as its critical section takes. pthread_cond_wait(3) is not used, because it
 * takes a lock without priority inheritance inside the C library.
 *
 * Since: 1.0
 */
typedef struct
{
  /*< private >*/
  pthread_mutex_t mutex;
  /* the kernel's futex */
  guint n_changes;
  guint n_waiting;
} TslLock;

TSL_AVAILABLE_IN_1_0
void tsl_lock_init (TslLock *self);
TSL_AVAILABLE_IN_1_0
void tsl_lock_clear (TslLock *self);
TSL_AVAILABLE_IN_1_0
void tsl_lock_take (TslLock *self);
TSL_AVAILABLE_IN_1_0
void tsl_lock_release (TslLock *self);
TSL_AVAILABLE_IN_1_0
void tsl_lock_wait (TslLock *self);
TSL_AVAILABLE_IN_1_0
void tsl_lock_wake (TslLock *self);

G_END_DECLS
