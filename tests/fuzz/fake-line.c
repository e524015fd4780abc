/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Programs are compiled with hidden symbols, and the library calls these. */
#pragma GCC visibility push(default)
#include <gscope/nats/line.h>
#pragma GCC visibility pop

#include "fake-line.h"

#include <string.h>

struct _GscopeNatsLine
{
  GscopeNatsMailbox *mailbox;
  GPtrArray *patterns;
  /* subjects, the oldest first */
  GPtrArray *replies;
  /* FakeLinePost */
  GQueue posts;
};

static GscopeNatsLine *line;

void
fake_line_post_free (FakeLinePost *self)
{
  g_free (self->subject);
  g_free (self->reply);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_free (self);
}

void
gscope_nats_event_free (GscopeNatsEvent *self)
{
  g_free (self->text);
  g_free (self->pattern);
  g_free (self->subject);
  g_free (self->reply);
  g_clear_pointer (&self->payload, g_bytes_unref);
  g_free (self);
}

GscopeNatsLine *
gscope_nats_line_new (const GscopeNatsSettings *settings, const char *program,
                      gboolean is_persistent, GscopeNatsMailbox *mailbox)
{
  g_assert_null (line);
  line = g_new0 (GscopeNatsLine, 1);
  line->mailbox = gscope_nats_mailbox_ref (mailbox);
  line->patterns = g_ptr_array_new_with_free_func (g_free);
  line->replies = g_ptr_array_new_with_free_func (g_free);
  g_queue_init (&line->posts);
  return line;
}

void
gscope_nats_line_free (GscopeNatsLine *self)
{
  g_assert_true (self == line);
  line = NULL;
  gscope_nats_mailbox_unref (self->mailbox);
  g_ptr_array_unref (self->patterns);
  g_ptr_array_unref (self->replies);
  g_queue_clear_full (&self->posts, (GDestroyNotify) fake_line_post_free);
  g_free (self);
}

gsize
gscope_nats_line_get_unsent (GscopeNatsLine *self)
{
  return 0;
}

void
gscope_nats_line_publish (GscopeNatsLine *self, const char *subject, const char *reply,
                          GBytes *data)
{
  FakeLinePost *post = g_new (FakeLinePost, 1);

  *post = (FakeLinePost){ g_strdup (subject), g_strdup (reply), data ? g_bytes_ref (data) : NULL };
  g_queue_push_tail (&self->posts, post);
  if (reply)
    g_ptr_array_add (self->replies, g_strdup (reply));
}

void
gscope_nats_line_publish_with_header (GscopeNatsLine *self, const char *subject, const char *reply,
                                      GBytes *data, const char *header, const char *value)
{
  gscope_nats_line_publish (self, subject, reply, data);
}

void
gscope_nats_line_subscribe (GscopeNatsLine *self, const char *pattern)
{
  g_ptr_array_add (self->patterns, g_strdup (pattern));
}

void
gscope_nats_line_allow (GscopeNatsLine *self, const char *pattern, guint64 n_messages)
{
}

void
gscope_nats_line_unsubscribe (GscopeNatsLine *self, const char *pattern)
{
  guint index;

  if (g_ptr_array_find_with_equal_func (self->patterns, pattern, g_str_equal, &index))
    g_ptr_array_remove_index (self->patterns, index);
}

void
gscope_nats_line_flush (GscopeNatsLine *self)
{
}

/* The server. */

FakeLinePost *
fake_line_take (void)
{
  return line ? g_queue_pop_head (&line->posts) : NULL;
}

void
fake_line_happen (GscopeNatsEventKind kind, const char *text)
{
  GscopeNatsEvent *event = g_new0 (GscopeNatsEvent, 1);

  event->kind = kind;
  event->text = g_strdup (text);
  gscope_nats_mailbox_put_always (line->mailbox, event);
}

const char *
fake_line_get_pattern (guint number)
{
  return number < line->patterns->len ? line->patterns->pdata[number] : NULL;
}

/* “*” is for one token, and “>” for all others. */
static gboolean
matches (const char *pattern, const char *subject)
{
  g_auto (GStrv) wanted = g_strsplit (pattern, ".", -1);
  g_auto (GStrv) tokens = g_strsplit (subject, ".", -1);
  guint i;

  for (i = 0; wanted[i] && tokens[i] && !g_str_equal (wanted[i], ">"); i++)
    if (!*tokens[i] || (!g_str_equal (wanted[i], "*") && !g_str_equal (wanted[i], tokens[i])))
      return FALSE;
  return tokens[i] ? g_strcmp0 (wanted[i], ">") == 0 : !wanted[i];
}

const char *
fake_line_find_reply (const char *pattern)
{
  for (guint i = line->replies->len; i > 0; i--)
    if (matches (pattern, line->replies->pdata[i - 1]))
      return line->replies->pdata[i - 1];
  return NULL;
}

static gboolean
is_sent (const char *pattern, const char *subject)
{
  return matches (pattern, subject) || matches ("$KV.gscope.>", subject)
         || matches ("gscope.*._log", subject);
}

void
fake_line_deliver (const char *pattern, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsEvent *event;

  if (!is_sent (pattern, subject))
    return;
  event = g_new0 (GscopeNatsEvent, 1);
  event->kind = GSCOPE_NATS_MESSAGE;
  event->pattern = g_strdup (pattern);
  event->subject = g_strdup (subject);
  event->reply = g_strdup (reply);
  event->payload = payload ? g_bytes_ref (payload) : NULL;
  gscope_nats_mailbox_put (line->mailbox, event, payload ? g_bytes_get_size (payload) : 0);
}
