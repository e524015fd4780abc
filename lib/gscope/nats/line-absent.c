/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/line.h>

#include <glib/gi18n-lib.h>

/* Takes the place of line.c in a build without libnats. */
struct _GscopeNatsLine
{
  int unused;
};

void
gscope_nats_event_free (GscopeNatsEvent *self)
{
  g_free (self->text);
  g_free (self);
}

GscopeNatsLine *
gscope_nats_line_new (const GscopeNatsSettings *settings, const char *program,
                      gboolean is_persistent, GscopeNatsMailbox *mailbox)
{
  GscopeNatsEvent *event = g_new0 (GscopeNatsEvent, 1);

  event->kind = GSCOPE_NATS_DOWN;
  event->text = g_strdup (_ ("this Gscope was built without libnats"));
  gscope_nats_mailbox_put_always (mailbox, event);
  return g_new0 (GscopeNatsLine, 1);
}

void
gscope_nats_line_free (GscopeNatsLine *self)
{
  g_free (self);
}

gsize
gscope_nats_line_get_unsent (GscopeNatsLine *self)
{
  return 0;
}

void
gscope_nats_line_allow (GscopeNatsLine *self, const char *pattern, guint64 n_messages)
{
}

void
gscope_nats_line_publish (GscopeNatsLine *self, const char *subject, const char *reply,
                          GBytes *data)
{
}

void
gscope_nats_line_publish_with_header (GscopeNatsLine *self, const char *subject, const char *reply,
                                      GBytes *data, const char *header, const char *value)
{
}

void
gscope_nats_line_subscribe (GscopeNatsLine *self, const char *pattern)
{
}

void
gscope_nats_line_unsubscribe (GscopeNatsLine *self, const char *pattern)
{
}

void
gscope_nats_line_flush (GscopeNatsLine *self)
{
}
