/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/realrate/overload.h>
#include <tsl/realrate/thread.h>

G_BEGIN_DECLS

/**
 * TslRealrateScheduler:
 *
 * Gives threads proportions of the processors according to their progress: the real-rate scheduler
 * of the dissertation's chapter 5, in user space, on top of the kernel's SCHED_DEADLINE. It has no
 * thread of its own: the program calls [method@RealrateScheduler.step] at the times that it
 * returns, preferably in a thread of a higher priority than the controlled ones. One thread at a
 * time may use a scheduler.
 *
 * It publishes as mechanism “real-rate”, group “scheduler”, the knobs `threshold` (% of one processor) and
 * `policy` (0: priority, 1: fair progress, 2: suspend), and the gauge `wanted` (%).
 *
 * Since: 1.0
 */
typedef struct _TslRealrateScheduler TslRealrateScheduler;

/**
 * TslRealrateUpcall:
 * @thread: the thread
 * @is_suspended: whether it is suspended; otherwise it resumes
 * @user_data: the data of [method@RealrateScheduler.set_upcall]
 *
 * Reports that a thread was suspended in an overload, or resumes: the program may drop what became
 * late, or tell its user. It must not add or remove threads.
 *
 * Since: 1.0
 */
typedef void (*TslRealrateUpcall) (TslRealrateThread *thread, gboolean is_suspended,
                                   gpointer user_data);

TSL_AVAILABLE_IN_1_0
TslRealrateScheduler *tsl_realrate_scheduler_new (TslPage *page, const char *cache);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_scheduler_free (TslRealrateScheduler *self);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_scheduler_set_threshold (TslRealrateScheduler *self, double threshold);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_scheduler_set_policy (TslRealrateScheduler *self, TslOverloadPolicy policy);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_scheduler_set_upcall (TslRealrateScheduler *self, TslRealrateUpcall upcall,
                                        gpointer user_data);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_scheduler_set_reserved (TslRealrateScheduler *self, double reserved);

TSL_AVAILABLE_IN_1_0
TslRealrateThread *
tsl_realrate_scheduler_add (TslRealrateScheduler *self, pid_t tid, TslProgress *progress,
                            const TslRealrateSettings *settings, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_realrate_scheduler_remove (TslRealrateScheduler *self, TslRealrateThread *thread);
TSL_AVAILABLE_IN_1_0
gint64 tsl_realrate_scheduler_step (TslRealrateScheduler *self, gint64 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslRealrateScheduler, tsl_realrate_scheduler_free)

G_END_DECLS
