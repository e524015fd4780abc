/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/handover-private.h>

#include <errno.h>

void
tsl_handover_init (TslHandover *self, gboolean inherits)
{
  pthread_mutexattr_t attributes;

  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setrobust (&attributes, PTHREAD_MUTEX_ROBUST);
  if (inherits)
    pthread_mutexattr_setprotocol (&attributes, PTHREAD_PRIO_INHERIT);
  if (pthread_mutex_init (&self->mutex, &attributes) != 0)
    pthread_mutex_init (&self->mutex, NULL);
  pthread_mutexattr_destroy (&attributes);
}

void
tsl_handover_clear (TslHandover *self)
{
  pthread_mutex_destroy (&self->mutex);
}

gboolean
tsl_handover_hold (TslHandover *self)
{
  return pthread_mutex_trylock (&self->mutex) == 0;
}

void
tsl_handover_release (TslHandover *self)
{
  pthread_mutex_unlock (&self->mutex);
}

gboolean
tsl_handover_wait (TslHandover *self)
{
  int code = pthread_mutex_lock (&self->mutex);

  if (code == 0 || code == EOWNERDEAD)
    pthread_mutex_unlock (&self->mutex);
  return code == 0;
}
