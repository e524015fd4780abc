/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/nats/line.h>

/* Takes the place of the connection of libnats, of which a program may have one: a fuzzer is the server. */

/* The published messages. */
typedef struct
{
  char *subject;
  char *reply;
  GBytes *data;
} FakeLinePost;

void fake_line_post_free (FakeLinePost *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeLinePost, fake_line_post_free)

/* Returns the oldest one that nobody has taken yet; NULL if there is none. */
FakeLinePost *fake_line_take (void);

/* The connection is made or lost, or the server refuses something. */
void fake_line_happen (GscopeNatsEventKind kind, const char *text);

/* Returns the pattern of the subscription with a number, in their order; NULL if there is none. */
const char *fake_line_get_pattern (guint number);
/* Returns the newest reply subject that a pattern matches; NULL if there is none. */
const char *fake_line_find_reply (const char *pattern);
/* Sends a message to a subscription. A server sends those whose subjects match the pattern, and those of streams. */
void
fake_line_deliver (const char *pattern, const char *subject, const char *reply, GBytes *payload);
