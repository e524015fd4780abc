/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/scripted-source.h"

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

/* An agent with a source “lab” and a source “secret” at a port of this machine, on a test clock at 10 s. The token “lab”
 * may read “lab” and write its gain and markers; the token “watch” may read it; the token “all” may do everything. */
typedef struct
{
  GscopeClock *clock;
  char *directory;
  char *tokens;
  GscopeScope *scope;
  ScriptedSource *lab;
  GscopeSource *secret;
  GscopeSignal *wave;
  GscopeProducer *producer;
  GscopeAgent *agent;
  char *uri;
  SoupSession *session;
} RestBed;

/* With a folder of certificates, the agent listens over TLS, with the certificate “far”. */
void rest_bed_set_up (RestBed *self, gconstpointer folder);
void rest_bed_tear_down (RestBed *self, gconstpointer data);
void rest_bed_push (RestBed *self, double value);

/* An answer. The object is NULL if it is no JSON. */
typedef struct
{
  guint status;
  char *type;
  char *tag;
  char *text;
  JsonObject *object;
} RestAnswer;

void rest_answer_clear (RestAnswer *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RestAnswer, rest_answer_clear)

/* Creates a request with a token; NULL for none. */
SoupMessage *
rest_bed_request (RestBed *self, const char *token, const char *method, const char *path);
/* Sends a request, and a body of JSON if it is not NULL. If GSCOPE_TEST_HTTP names a file, adds a line with the request
 * and its answer, for tests/unit/agent/schemas.py. */
RestAnswer rest_bed_send (RestBed *self, SoupMessage *message, const char *body);
RestAnswer rest_bed_get (RestBed *self, const char *token, const char *path);
/* Adds a line about an event, or about another text that came. */
void rest_bed_log (const char *kind, const char *text);
