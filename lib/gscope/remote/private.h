/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/carrier/pulse.h>
#include <gscope/remote/calls.h>
#include <gscope/remote/clock.h>
#include <gscope/remote/mirror.h>
#include <gscope/remote/queries.h>
#include <gscope/remote/remote.h>

/* The functions of subclasses in this library; a member of the class. Each of them may be NULL. */
typedef struct _GscopeRemoteFuncs
{
  /* Ends open_async(), instead of open_finish(), for connections that are not streams of messages with their lengths. */
  GscopeCarrier *(*open_carrier_finish) (GscopeRemote *self, GAsyncResult *result, GError **error);
  /* Takes note of the end of a connection. Returns why it ended, and what happens next; `cause` is NULL if nothing is known. NULL for a
   * source that the user has to start again. */
  char *(*note_end) (GscopeRemote *self, const GError *cause);
  /* Returns why a connection ended that ended without an error; NULL if nothing is known. */
  char *(*find_reason) (GscopeRemote *self);
} GscopeRemoteFuncs;

/* Leases only the signals that somebody reads here, from the next start on. By default, a remote source leases
 * all signals of the other end. */
void gscope_remote_set_frugal (GscopeRemote *self, gboolean frugal);

/* Returns the clock of the other end. */
GscopeRemoteClock *gscope_remote_get_private_clock (GscopeRemote *self);
/* Names the program at the other end, from the next connection on: the comparison of its clock is shared. */
void gscope_remote_set_peer (GscopeRemote *self, const char *peer);
/* Names the source of an agent, or the type of a source that the agent runs for this connection: that
 * one has the name of this source. Empty for none. */
void gscope_remote_set_target (GscopeRemote *self, const char *source, const char *type);

/* For remote.c, and remote-messages.c with the messages that come. */
typedef struct
{
  gint64 period;
  gint64 pace;
  GPtrArray *options;
  GscopeMirror *mirror;
  GscopeRemoteClock *clock;

  GscopeCarrier *carrier;
  GscopeRemoteCalls *calls;
  GscopePulse *pulse;
  GscopeSubscriber *subscriber;
  /* of the subscriber */
  GscopeTuner *tuner;
  GscopeRemoteQueries *queries;
  gboolean is_frugal;
  /* the identity of the clock of the other end */
  char *far_clock;
  char *target;
  char *target_type;
  gboolean is_greeted;
  gboolean is_stopping;
  /* the intervals of the pulse between two beats, and those since the last one; 0 for an end that takes no beats */
  guint beat_interval;
  guint n_since_beat;
  GTask *start;
  GSource *cancelled;
  guint next_option;
} GscopeRemotePrivate;

GscopeRemotePrivate *gscope_remote_get_private (gpointer self);
/* Takes a message of the other end. Returns FALSE and sets an error if it is against the protocol. */
gboolean gscope_remote_take (GscopeRemote *self, GBytes *message, GError **error);
/* Takes a message that a broadcast has for a signal; a function of GscopeTuner. */
gboolean gscope_remote_take_broadcast (gpointer data, guint32 id, GBytes *message, GError **error);
/* Takes note that the other end sends something. */
void gscope_remote_hear (GscopeRemote *self);
/* Continues a start after the greeting. */
void gscope_remote_start_next (GscopeRemote *self);
