/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"

#include <gio/gio.h>
#include <sys/types.h>

/* The processes of an engine: a router and two hosts, each in a network namespace of its own, all
 * in one user namespace where the user is not privileged. They end when the program that started
 * them ends, however it does; when one of them ends, all do. */
typedef enum
{
  MXTRAF_ROUTER,
  MXTRAF_SERVER,
  MXTRAF_CLIENT,
  MXTRAF_N_PROCESSES,
} MxtrafProcess;

/* The first argument with which main() enters mxtraf_processes_main(). */
#define MXTRAF_PROCESSES_ARGUMENT "--processes"

#define MXTRAF_TYPE_ENGINE (mxtraf_engine_get_type ())
G_DECLARE_FINAL_TYPE (MxtrafEngine, mxtraf_engine, MXTRAF, ENGINE, GObject)

/* program is this program's own file. An error is a sentence that says what is missing and what to
 * do: no TUN device, no user namespaces, an absent congestion control (with the list). The thread
 * that calls it lives as long as the engine: the processes end with it. */
void mxtraf_engine_start_async (const char *program, const MxtrafConfig *config,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
MxtrafEngine *mxtraf_engine_start_finish (GAsyncResult *result, GError **error);

/* All processes have taken the new numbers, or none is to: then the engine goes on with the old. */
void mxtraf_engine_apply_async (MxtrafEngine *self, const MxtrafConfig *config,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
gboolean mxtraf_engine_apply_finish (MxtrafEngine *self, GAsyncResult *result, GError **error);

/* Ends all processes; finishes when they are gone. Freeing the engine ends them too. */
void
mxtraf_engine_stop_async (MxtrafEngine *self, GAsyncReadyCallback callback, gpointer user_data);
gboolean mxtraf_engine_stop_finish (MxtrafEngine *self, GAsyncResult *result, GError **error);

/* Emits "ended" with a sentence (const char *) when a process ends that was not told to. */

const MxtrafCounters *mxtraf_engine_get_counters (MxtrafEngine *self);
pid_t mxtraf_engine_get_pid (MxtrafEngine *self, MxtrafProcess process);

/* The main functions of the processes; they return the exit status. Single-threaded: it makes a
 * user namespace. */
int mxtraf_processes_main (void);
