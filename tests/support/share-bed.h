/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/scripted-source.h"

/* A scripted source "there" in a scope with a server, and a remote source "here" in another scope;
 * both on a test clock at 10 s, in one context. */
typedef struct
{
  GscopeClock *clock;
  /* the same one, unless the test has set up clocks apart */
  GscopeClock *far_clock;
  GscopeScope *far;
  ScriptedSource *served;
  GscopeSource *source;
  GscopeSignal *wave;
  GscopeProducer *producer;
  GscopeServer *server;
  guint n_closed;
  GError *closed;

  GscopeScope *near;
  GscopeSource *remote;
  gboolean is_locked;
  /* a test's own end of the connection, instead of a server or a remote source */
  gboolean is_raw;
  GIOStream *raw;
} ShareBed;

typedef struct
{
  GError *error;
  GVariant *value;
  char *verdict;
  gboolean is_done;
} ShareAnswer;

void share_bed_set_up (ShareBed *f, gconstpointer data);
/* The far scope has another clock, at 5000 s. */
void share_bed_set_up_apart (ShareBed *f, gconstpointer data);
/* Adds a second remote source "twin" to the scope here, which connects as the first one does. */
GscopeSource *share_bed_add_twin (ShareBed *f);
void share_bed_tear_down (ShareBed *f, gconstpointer data);
/* Has a server at an end of a connection. */
void share_bed_serve (ShareBed *f, GIOStream *stream);
void share_bed_push (ShareBed *f, double value);
/* Until what was pushed there is in the trace here. */
void share_bed_settle (ShareBed *f);

void share_answer_clear (ShareAnswer *answer);
/* Takes the answer to a start. */
void share_answer_started (GObject *object, GAsyncResult *result, gpointer answer);
