/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <pthread.h>

/* An object that one thread holds and hands over to a thread that waits for it. The waiting thread also wakes if the
 * holder's thread dies. */
typedef struct
{
  pthread_mutex_t mutex;
} TslHandover;

/* With inherits, the holder runs at the priority, or in the reserve, of the waiting thread. */
void tsl_handover_init (TslHandover *self, gboolean inherits);
/* Frees the resources of a handover that no thread holds. */
void tsl_handover_clear (TslHandover *self);
/* Holds it, if no thread holds it or waits for it. */
gboolean tsl_handover_hold (TslHandover *self);
/* Hands it over. Only the holder's thread may call it. */
void tsl_handover_release (TslHandover *self);
/* Waits until no thread holds it. Returns FALSE if the holder's thread died. */
gboolean tsl_handover_wait (TslHandover *self);
