/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/nats/mailbox.h>
#include <gscope/nats/settings.h>

/* The connection of libnats and the thread that uses it: what is sent never blocks the main context. */
typedef struct _GscopeNatsLine GscopeNatsLine;

typedef enum
{
  GSCOPE_NATS_UP,
  GSCOPE_NATS_DOWN,
  /* the server does not let this user do something, or does not let it in */
  GSCOPE_NATS_REFUSAL,
  /* messages were lost here; once until a message of the subscription is taken again */
  GSCOPE_NATS_LOSS,
  /* of another kind */
  GSCOPE_NATS_TROUBLE,
  GSCOPE_NATS_MESSAGE,
} GscopeNatsEventKind;

/* An item of the mailbox. */
typedef struct
{
  GscopeNatsEventKind kind;
  /* why, in GSCOPE_NATS_DOWN, GSCOPE_NATS_REFUSAL, GSCOPE_NATS_LOSS and GSCOPE_NATS_TROUBLE */
  char *text;
  /* of a message; the payload is NULL if nobody receives the request */
  char *pattern;
  char *subject;
  char *reply;
  GBytes *payload;
} GscopeNatsEvent;

void gscope_nats_event_free (GscopeNatsEvent *self);

/* Takes ownership of nothing. */
GscopeNatsLine *gscope_nats_line_new (const GscopeNatsSettings *settings, const char *program,
                                      gboolean is_persistent, GscopeNatsMailbox *mailbox);
/* Sends what was given to it, for half a second at most, and ends. */
void gscope_nats_line_free (GscopeNatsLine *self);

/* Returns how many bytes wait to be published. */
gsize gscope_nats_line_get_unsent (GscopeNatsLine *self);
void gscope_nats_line_publish (GscopeNatsLine *self, const char *subject, const char *reply,
                               GBytes *data);
/* The same with a header. `data` may be NULL. */
void
gscope_nats_line_publish_with_header (GscopeNatsLine *self, const char *subject, const char *reply,
                                      GBytes *data, const char *header, const char *value);
void gscope_nats_line_subscribe (GscopeNatsLine *self, const char *pattern);
/* Has a subscription end after a number of messages since its begin. */
void gscope_nats_line_allow (GscopeNatsLine *self, const char *pattern, guint64 n_messages);
void gscope_nats_line_unsubscribe (GscopeNatsLine *self, const char *pattern);
/* Waits until all of this is done, for half a second at most. */
void gscope_nats_line_flush (GscopeNatsLine *self);
