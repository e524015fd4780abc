/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/nats/bus.h>

/* The log of writes at a NATS server, a stream of JetStream in which each agent has a subject. An agent makes the stream if there
 * is none. Records wait in a bounded queue until the server has stored them. */
#define GSCOPE_NATS_LOG "gscope_log"
#define GSCOPE_NATS_LOG_VERB "_log"

enum
{
  GSCOPE_NATS_LOG_MAX_RECORDS = 4096,
};

typedef struct _GscopeNatsLog GscopeNatsLog;

/* Reports that the server does not store records, or that some were lost. */
typedef void (*GscopeNatsLogFunc) (gpointer data, const GError *error);

GscopeNatsLog *gscope_nats_log_new (GscopeNatsBus *bus, const char *name, GscopeNatsLogFunc failed,
                                    gpointer data, GscopeClock *clock);
/* Sends what waits, for half a second at most, and reports records that could not be sent. */
void gscope_nats_log_free (GscopeNatsLog *self);

/* Sends records while the agent has its name at the server. */
void gscope_nats_log_set_open (GscopeNatsLog *self, gboolean is_open);
/* Takes a record, a text in JSON. Returns FALSE, and keeps nothing, if too many wait. */
gboolean gscope_nats_log_append (GscopeNatsLog *self, const char *text, GError **error);
