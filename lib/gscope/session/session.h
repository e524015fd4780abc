/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/publish/feed.h>
#include <gscope/record/ring.h>
#include <gscope/scope/scope.h>
#include <gscope/session/journal.h>
#include <gscope/source/registry.h>

/* A connection to an agent: to one of its sources, to a source of its own that it has the agent run, or to
 * the list of the sources. */
typedef struct _GscopeSession GscopeSession;

/* The parts of an agent that all its sessions use. */
typedef struct
{
  /* GscopeScope */
  GListStore *scopes;
  GscopeRegistry *registry;
  GscopeRights *rights;
  GscopeJournal *journal;
  /* NULL if nothing is recorded */
  GscopeRecordRing *ring;
  /* polkit is asked about users of this machine who have no right */
  gboolean asks_polkit;
  /* to which the agent belongs at a NATS server; NULL for none */
  GStrv groups;
  /* called when a session has ended, which then is to be freed */
  void (*ended) (gpointer data, GscopeSession *session);
  /* returns the number of sessions */
  guint (*count_clients) (gpointer data);
  /* returns a picture of the program's window as PNG data; NULL without a window */
  GBytes *(*take_picture) (gpointer data);
  GscopeFeedFigures *figures;
  gpointer data;
} GscopeSessionHost;

/* Takes ownership of the principal. */
GscopeSession *gscope_session_new (const GscopeSessionHost *host, GscopeCarrier *carrier,
                                   GscopePrincipal *principal);
void gscope_session_free (GscopeSession *self);
const GscopePrincipal *gscope_session_get_principal (GscopeSession *self);
/* Sends the list of sources again, if the client asked for it: the principal may see others now. */
void gscope_session_update_list (GscopeSession *self);
/* Returns whether the client may still have what it is connected to. */
gboolean gscope_session_check (GscopeSession *self, GError **error);
/* Checks again whether the samples may be published for all. */
void gscope_session_review (GscopeSession *self);
/* Tells the client why its connection ends, and ends it. */
void gscope_session_fail (GscopeSession *self, const GError *error);

/* Returns the clock of the scopes. */
GscopeClock *gscope_session_host_get_clock (const GscopeSessionHost *host);
