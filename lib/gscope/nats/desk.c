/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/desk.h>

#include <gscope/nats/subject.h>
#include <string.h>

#define ASK "_ask"
#define DOWN "_down"

enum
{
  MAX_REPLY = 255,
};

struct _GscopeNatsDesk
{
  GscopeNatsBus *bus;
  GscopeNatsDeskFunc func;
  gpointer data;
  char *name;
  char *pattern;
};

/* An answer that went elsewhere would speak for the agent where only the agent may. */
static gboolean
is_reply (GscopeNatsDesk *self, const char *token, const char *reply)
{
  g_autofree char *rest = g_strconcat (token, ".", NULL);
  g_autofree char *stem = gscope_nats_join (self->name, DOWN, rest);

  if (!reply || strlen (reply) > MAX_REPLY || !g_str_has_prefix (reply, stem))
    return FALSE;
  reply += strlen (stem);
  return *reply && strspn (reply, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.=") == strlen (reply);
}

/* A request whose answer has no such subject has no answer: nobody knows where to. */
static void
on_asked (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsDesk *self = data;
  const char *token = strrchr (subject, '.') + 1;
  g_autofree char *user = gscope_nats_unescape (token);

  if (user && payload && is_reply (self, token, reply))
    self->func (self->data, user, reply, payload);
}

GscopeNatsDesk *
gscope_nats_desk_new (GscopeNatsBus *bus, const char *name, GscopeNatsDeskFunc func, gpointer data)
{
  GscopeNatsDesk *self = g_new0 (GscopeNatsDesk, 1);

  self->bus = g_object_ref (bus);
  self->func = func;
  self->data = data;
  self->name = g_strdup (name);
  self->pattern = gscope_nats_join (name, ASK, "*");
  gscope_nats_bus_subscribe (bus, self->pattern, on_asked, self);
  return self;
}

void
gscope_nats_desk_free (GscopeNatsDesk *self)
{
  gscope_nats_bus_unsubscribe (self->bus, self->pattern);
  g_object_unref (self->bus);
  g_free (self->name);
  g_free (self->pattern);
  g_free (self);
}
