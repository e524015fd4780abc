/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/realrate/overload.h>
#include <tsl/realrate/thread.h>

/* Gives the thread its first proportion. known is the one of its last run, or 0. Without a tid nothing is
 * told the kernel. */
TslRealrateThread *
tsl_realrate_thread_new (TslPage *page, pid_t tid, TslProgress *progress,
                         const TslRealrateSettings *settings, double known, GError **error);
/* The thread is scheduled as before, if it is still there. */
void tsl_realrate_thread_free (TslRealrateThread *self);

const char *tsl_realrate_thread_get_name (TslRealrateThread *self);
/* When it is to be sampled, nanoseconds on CLOCK_MONOTONIC. */
gint64 tsl_realrate_thread_get_next (TslRealrateThread *self);
/* Turns knobs, and samples where that is due. Returns whether it wants another proportion. */
gboolean tsl_realrate_thread_sample (TslRealrateThread *self, gint64 now);
void tsl_realrate_thread_get_wish (TslRealrateThread *self, TslWish *wish);
/* Carries out what was granted, and publishes all. */
void tsl_realrate_thread_grant (TslRealrateThread *self, const TslWish *wish);
