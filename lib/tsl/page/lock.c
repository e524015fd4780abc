/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/lock.h>

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/**
 * tsl_lock_init:
 * @self: memory
 *
 * Initializes a lock. If the kernel does not support priority inheritance, it is an ordinary lock.
 *
 * Since: 1.0
 */
void
tsl_lock_init (TslLock *self)
{
  pthread_mutexattr_t attributes;

  g_return_if_fail (self);

  self->n_changes = self->n_waiting = 0;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setprotocol (&attributes, PTHREAD_PRIO_INHERIT);
  if (pthread_mutex_init (&self->mutex, &attributes) != 0)
    pthread_mutex_init (&self->mutex, NULL);
  pthread_mutexattr_destroy (&attributes);
}

/**
 * tsl_lock_clear:
 * @self: a lock that no thread holds or waits for
 *
 * Frees the resources of a lock.
 *
 * Since: 1.0
 */
void
tsl_lock_clear (TslLock *self)
{
  g_return_if_fail (self);

  pthread_mutex_destroy (&self->mutex);
}

/**
 * tsl_lock_take:
 * @self: a lock that the calling thread does not hold
 *
 * Waits until no other thread holds the lock, and takes it. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_lock_take (TslLock *self)
{
  pthread_mutex_lock (&self->mutex);
}

/**
 * tsl_lock_release:
 * @self: a lock that the calling thread holds
 *
 * Releases the lock.
 *
 * Since: 1.0
 */
void
tsl_lock_release (TslLock *self)
{
  pthread_mutex_unlock (&self->mutex);
}

/**
 * tsl_lock_wait:
 * @self: a lock that the calling thread holds
 *
 * Releases the lock, waits for [method@Lock.wake], and takes the lock again. It may return earlier,
 * so the caller must check its condition again.
 *
 * Since: 1.0
 */
void
tsl_lock_wait (TslLock *self)
{
  guint seen = self->n_changes;

  self->n_waiting++;
  pthread_mutex_unlock (&self->mutex);
  syscall (SYS_futex, &self->n_changes, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
  pthread_mutex_lock (&self->mutex);
  self->n_waiting--;
}

/**
 * tsl_lock_wake:
 * @self: a lock that the calling thread holds
 *
 * Wakes all threads in [method@Lock.wait], the most urgent first. The calling thread should release
 * the lock soon. If no thread waits, the function makes no system call.
 *
 * Since: 1.0
 */
void
tsl_lock_wake (TslLock *self)
{
  if (self->n_waiting == 0)
    return;
  __atomic_store_n (&self->n_changes, self->n_changes + 1, __ATOMIC_RELEASE);
  syscall (SYS_futex, &self->n_changes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
