/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/session/session.h>

/* Requests without a connection, one message each, and their answers: a call that checks or writes values of a source,
 * asks for values, sets a marker or takes a picture, or a query for the past of signals. Each request is answered once. */
typedef struct _GscopeRequests GscopeRequests;

/* Who asks. */
typedef struct
{
  /* the name for which the number of requests is limited */
  const char *name;
  /* Returns the principal of a token, which may be empty; NULL if nobody has it. Called before the request is taken. */
  GscopePrincipal *(*identify) (gpointer data, const char *token, GError **error);
  /* Gets the answer. */
  void (*answer) (gpointer data, GBytes *answer);
  GDestroyNotify free;
  gpointer data;
} GscopeAsker;

GscopeRequests *gscope_requests_new (const GscopeSessionHost *host, GscopeClock *clock);
/* Ends the requests that are not answered yet, without an answer. */
void gscope_requests_free (GscopeRequests *self);

/* Takes a request, and the data of the asker. */
void gscope_requests_take (GscopeRequests *self, GBytes *message, const GscopeAsker *asker);
