/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/realrate/overload.h>
#include <tsl/realrate/thread.h>

/* Gives the thread its first proportion. `known` is that of its last run, or 0. With tid 0 the
 * thread gets no reserve. */
TslRealrateThread *
tsl_realrate_thread_new (TslPage *page, pid_t tid, TslProgress *progress,
                         const TslRealrateSettings *settings, double known, GError **error);
/* Restores the thread's schedule, unless it has ended. */
void tsl_realrate_thread_free (TslRealrateThread *self);

const char *tsl_realrate_thread_get_name (TslRealrateThread *self);
/* Returns the time of the next sample: nanoseconds on CLOCK_MONOTONIC. */
gint64 tsl_realrate_thread_get_next (TslRealrateThread *self);
/* Applies knobs, and takes a sample if it is due. Returns whether the thread wants another
 * proportion. */
gboolean tsl_realrate_thread_sample (TslRealrateThread *self, gint64 now);
void tsl_realrate_thread_get_wish (TslRealrateThread *self, TslWish *wish);
/* Applies the granted proportion, and publishes the state. Returns whether the thread was suspended
 * or resumed. */
gboolean tsl_realrate_thread_grant (TslRealrateThread *self, const TslWish *wish);
