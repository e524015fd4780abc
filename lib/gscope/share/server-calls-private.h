/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/message.h>
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
/* Ends the note, and the lease, of a write that was accepted after the connection had ended. */
void gscope_server_note_end_lease (GscopeServerNote *self, GscopeParameter *parameter,
                                   GVariant *value, GVariant *former);

/* An unanswered call; `calls` is NULL once its answer is no longer wanted. */
typedef struct
{
  GscopeServerCalls *calls;
  guint32 id;
  GCancellable *cancellable;
  GscopeParameter *parameter;
  /* of a write that ends with the connection: the value before */
  GVariant *former;
  GscopeServerNote note;
} GscopeServerCall;

/* Answers a call; takes ownership of the error. */
void gscope_server_call_answer (GscopeServerCall *call, const GscopeAnswer *answer, GError *error);
void gscope_server_call_free (GscopeServerCall *call);

/* The state of a parameter that the other end knows, and the value that it gets back when the
 * connection ends; NULL if nothing was written for that time only. */
typedef struct
{
  GVariant *told;
  guint n_writes;
  GVariant *former;
  guint64 leased_revision;
} GscopeServerWatched;

/* Takes the outcome of a write by the other end; keeps its former value if it is leased. */
void gscope_server_watched_take (GscopeServerWatched *watched, GscopeParameter *parameter,
                                 gboolean is_accepted, GVariant **former);

/* Notifies the other end of a value that it does not know. */
void
gscope_server_calls_tell (GscopeServerCalls *self, GscopeParameter *parameter, const char *writer);
/* Reads the parameter and the value of a write. */
gboolean gscope_server_calls_find (GscopeServerCalls *self, JsonObject *object,
                                   GscopeParameter **parameter, GVariant **value, GError **error);
/* Refuses a write that is not allowed, or that was made for another value. */
gboolean gscope_server_calls_check (GscopeServerCalls *self, GscopeParameter *parameter,
                                    JsonObject *object, GError **error);
/* Returns the name of who writes: the principal, and the writer that the other end names. */
char *gscope_server_calls_name_writer (GscopeServerCalls *self, const char *writer);
/* Returns the value that a parameter gets back when the connection ends; NULL if the call has no lease. */
GVariant *gscope_server_calls_get_former (GscopeServerCalls *self, GscopeParameter *parameter,
                                          JsonObject *call);

/* Runs a call of “apply-all”, of which it takes ownership. */
void gscope_server_writes_run (GscopeServerCall *call, JsonObject *object);
