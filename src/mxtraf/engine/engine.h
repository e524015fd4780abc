/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"

#include <gio/gio.h>
#include <sys/types.h>

/* The processes of an engine: a router and two hosts, each in a network namespace of its own. For
 * an unprivileged user they share a user namespace. They end when the program that started them
 * ends, even if it is killed; when one of them ends, all end. */
typedef enum
{
  MXTRAF_ROUTER,
  MXTRAF_SERVER,
  MXTRAF_CLIENT,
  MXTRAF_N_PROCESSES,
} MxtrafProcess;

/* First command-line argument for which main() calls mxtraf_processes_main(). */
#define MXTRAF_PROCESSES_ARGUMENT "--processes"

#define MXTRAF_TYPE_ENGINE (mxtraf_engine_get_type ())
G_DECLARE_FINAL_TYPE (MxtrafEngine, mxtraf_engine, MXTRAF, ENGINE, GObject)

/* program is the file of the mxtraf program. Errors name the missing requirement and the remedy:
 * TUN device, user namespaces, congestion control (with a list of the available ones). The calling
 * thread must live as long as the engine, because the processes end with it. */
void mxtraf_engine_start_async (const char *program, const MxtrafConfig *config,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
MxtrafEngine *mxtraf_engine_start_finish (GAsyncResult *result, GError **error);

/* Either all processes apply the new configuration, or all keep the old one. */
void mxtraf_engine_apply_async (MxtrafEngine *self, const MxtrafConfig *config,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
gboolean mxtraf_engine_apply_finish (MxtrafEngine *self, GAsyncResult *result, GError **error);

/* Ends all processes; completes when they have ended. Freeing the engine ends them, too. */
void
mxtraf_engine_stop_async (MxtrafEngine *self, GAsyncReadyCallback callback, gpointer user_data);
gboolean mxtraf_engine_stop_finish (MxtrafEngine *self, GAsyncResult *result, GError **error);

/* Emits "ended" with a sentence (const char *) when a process ends unexpectedly. */

const MxtrafCounters *mxtraf_engine_get_counters (MxtrafEngine *self);
pid_t mxtraf_engine_get_pid (MxtrafEngine *self, MxtrafProcess process);

/* The main function of the processes. Returns the exit status. Call it before any thread is
 * created, because it enters a user namespace. */
int mxtraf_processes_main (void);
