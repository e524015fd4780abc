/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/message.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/share/server-calls.h>

/* For server-calls.c, and server-writes.c with the calls that write several parameters. */

/* The writer of values that come back when a lease ends. */
#define GSCOPE_SERVER_LEASE "lease"

struct _GscopeServerCalls
{
  GscopeSource *source;
  GscopeCarrier *carrier;
  const GscopeServerPolicy *policy;
  GHashTable *calls;
  GHashTable *watched;
};

/* The note of a write, if somebody takes notes. */
typedef struct
{
  const GscopeServerNotes *notes;
  gpointer note;
} GscopeServerNote;

GscopeServerNote
gscope_server_note_begin (const GscopeServerPolicy *policy, GscopeParameter *parameter,
                          GVariant *asked, const char *writer);
/* Begins the note of a write without a known parameter or a value. */
GscopeServerNote
gscope_server_note_begin_malformed (const GscopeServerPolicy *policy, GscopeParameter *parameter,
                                    JsonObject *object);
void gscope_server_note_end (GscopeServerNote *self, GVariant *value, const GError *error);
/* The leased value of a parameter, of one client: the number of its write, and the value that comes back when the connection
 * ends; NULL if none does. Writes that are answered after that end have it, too. */
typedef struct
{
  GVariant *former;
  guint64 number;
} GscopeServerLease;

/* Ends the note of a write that was accepted after the connection had ended, and restores the former value. */
void gscope_server_note_end_lease (GscopeServerNote *self, GscopeParameter *parameter,
                                   GVariant *value, const GscopeServerLease *lease);

void gscope_server_lease_unref (GscopeServerLease *self);
/* Takes the change that an accepted write has made. The value before the first of several leased writes comes back, unless
 * somebody else has written between them. */
void gscope_server_lease_take (GscopeServerLease *self, const GscopeParameterChange *change);

/* An unanswered call; `calls` is NULL once its answer is no longer wanted. */
typedef struct
{
  GscopeServerCalls *calls;
  guint32 id;
  GCancellable *cancellable;
  GscopeParameter *parameter;
  /* of a write that ends with the connection */
  GscopeServerLease *lease;
  GscopeServerNote note;
} GscopeServerCall;

/* Answers a call; takes ownership of the error. */
void gscope_server_call_answer (GscopeServerCall *call, const GscopeAnswer *answer, GError *error);
void gscope_server_call_free (GscopeServerCall *call);

/* The state of a parameter that the other end knows, and what it has leased. */
typedef struct
{
  GVariant *told;
  guint n_writes;
  GscopeServerLease *lease;
} GscopeServerWatched;

/* Takes the outcome of a write by the other end. */
void gscope_server_watched_take (GscopeServerWatched *watched, GscopeParameter *parameter,
                                 gboolean is_accepted);

/* Notifies the other end of a value that it does not know. */
void
gscope_server_calls_tell (GscopeServerCalls *self, GscopeParameter *parameter, const char *writer);
/* Reads the parameter and the value of a write. */
gboolean gscope_server_calls_find (GscopeServerCalls *self, JsonObject *object,
                                   GscopeParameter **parameter, GVariant **value, GError **error);
/* Refuses a write that is not allowed, or that was made for another value. @revision gets the one that it names, or 0. */
gboolean gscope_server_calls_check (GscopeServerCalls *self, GscopeParameter *parameter,
                                    JsonObject *object, guint64 *revision, GError **error);
/* Returns the name of who writes: the principal, and the writer that the other end names. */
char *gscope_server_calls_name_writer (GscopeServerCalls *self, const char *writer);
/* Returns the lease of a write; NULL if the call has none. */
GscopeServerLease *gscope_server_calls_get_lease (GscopeServerCalls *self,
                                                  GscopeParameter *parameter, JsonObject *call);

/* Runs a call of “apply-all”, of which it takes ownership. */
void gscope_server_writes_run (GscopeServerCall *call, JsonObject *object);
