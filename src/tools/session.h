/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "options.h"
#include "wait.h"

#include <gscope/gscope.h>

/* How long, in seconds, a command waits for an answer that may need a person at the agent, such as one who types a password. */
#define TOOLS_PATIENCE 120

/* The sources of an agent that a command uses, each connected when it is first asked for. */
typedef struct
{
  const ToolsOptions *options;
  /* ends the wait for answers; NULL to wait */
  GCancellable *cancellable;
  GscopeScope *scope;
  GHashTable *sources;
  /* how often a connection was lost */
  guint n_troubles;
  /* lines that are printed soon */
  GString *news;
} ToolsSession;

void tools_session_init (ToolsSession *self, const ToolsOptions *options);
void tools_session_clear (ToolsSession *self);

/* Turns the error of a connection, which it takes, into one of the program. */
void tools_session_report (GError *cause, GError **error);
/* Asks which sources the agent has; see gscope_inventory_read_finish(). */
GVariant *tools_session_read_inventory (ToolsSession *self, GError **error);
/* Connects a source, unless it is connected. The session keeps it. */
GscopeSource *tools_session_open (ToolsSession *self, const char *name, GError **error);
/* The same with a source of an agent at another address, which has another name there. */
GscopeSource *tools_session_open_at (ToolsSession *self, const char *name, const char *address,
                                     const char *offered, GError **error);
/* Connects the source of a full name. */
GscopeSource *tools_session_open_source_of (ToolsSession *self, const char *name, GError **error);
/* Adds the signals of a source whose full names match a pattern. Returns whether there are some. */
gboolean tools_session_add_matches (GscopeSource *source, const char *pattern, GPtrArray *signals);
/* Adds the signals, or parameters, of a name such as “source/group/name”, or of a pattern such as “source/x*”. Fails if
 * there are none. */
gboolean tools_session_add_signals (ToolsSession *self, const char *name, GPtrArray *signals,
                                    GError **error);
gboolean tools_session_add_parameters (ToolsSession *self, const char *name, GPtrArray *parameters,
                                       GError **error);

/* Begins such a wait. */
ToolsWait *tools_session_begin_wait (void);
/* Sets the error of a call that was not answered in that time. */
void tools_session_report_silence (const char *remedy, GError **error);

/* Keeps the result of an asynchronous function, and waits for it. */
void tools_keep_result (GObject *object, GAsyncResult *result, gpointer kept);
GAsyncResult *tools_await_result (GAsyncResult **result);

/* Calls a function once a period, and last when the duration is over or the user ends the program. It returns FALSE
 * and sets an error to end it. */
typedef gboolean (*ToolsTickFunc) (gpointer data, gboolean is_last, GError **error);
gboolean tools_session_run (ToolsSession *self, gint64 period, ToolsTickFunc func, gpointer data,
                            GError **error);
