/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"

#include <glib.h>
#include <sys/types.h>

/* The processes of an engine: a router and two hosts, each in a network namespace of its own. For
 * an unprivileged user they share a user namespace. They end when the program that started them
 * ends, even if it is killed; when one of them ends, all end. */
typedef enum
{
  MXTRAF_ROUTER,
  MXTRAF_SERVER,
  MXTRAF_CLIENT,
} MxtrafProcess;

#define MXTRAF_N_PROCESSES (MXTRAF_CLIENT + 1)

/* First command-line argument for which main() calls mxtraf_processes_main(). */
#define MXTRAF_PROCESSES_ARGUMENT "--processes"

typedef struct _MxtrafEngine MxtrafEngine;

typedef struct
{
  /* Called when all processes have applied the configuration, or the server has refused it and all
   * keep the old one; error is the reason of the refusal, or NULL. */
  void (*applied) (gpointer data, const GError *error);
  /* Called when all processes have ended; `why` is the reason if they ended unexpectedly, otherwise
   * NULL. No other function is called any more. */
  void (*ended) (gpointer data, const GError *why);
} MxtrafEngineFuncs;

/* Starts the processes, which wait for their first configuration. program is the file of the mxtraf
 * program; trace is an array of MxtrafSend, NULL for none. Errors of it and of the other functions name the missing requirement and the remedy: TUN
 * device, user namespaces, congestion control (with a list of the available ones). The calling
 * thread must live as long as the engine, because the processes end with it. */
MxtrafEngine *mxtraf_engine_new (const char *program, const GArray *trace,
                                 const MxtrafEngineFuncs *funcs, gpointer data, GError **error);
/* Ends the processes, kills them if necessary, and makes no further calls. */
void mxtraf_engine_free (MxtrafEngine *self);

/* Sends a configuration to the processes, one at a time. */
void mxtraf_engine_apply (MxtrafEngine *self, const MxtrafConfig *config);
/* Ends the processes, and kills them if necessary. */
void mxtraf_engine_end (MxtrafEngine *self);

const MxtrafCounters *mxtraf_engine_get_counters (MxtrafEngine *self);
pid_t mxtraf_engine_get_pid (MxtrafEngine *self, MxtrafProcess process);

/* The main function of the processes. Returns the exit status. Call it before any thread is
 * created, because it enters a user namespace. */
int mxtraf_processes_main (void);
