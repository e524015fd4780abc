/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/journal-socket.h>

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

struct _GscopeJournalSocket
{
  struct sockaddr_un address;
  int fd;
};

GscopeJournalSocket *
gscope_journal_socket_new (const char *path)
{
  GscopeJournalSocket *self = g_new0 (GscopeJournalSocket, 1);

  self->address.sun_family = AF_UNIX;
  g_strlcpy (self->address.sun_path, path, sizeof self->address.sun_path);
  self->fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  return self;
}

void
gscope_journal_socket_free (GscopeJournalSocket *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

/* A text of several lines has its length in front, as 8 bytes, the lowest first. */
void
gscope_journal_socket_add (GString *record, const char *field, const char *text)
{
  guint64 length;

  if (!text)
    return;
  g_string_append (record, field);
  if (strchr (text, '\n'))
    {
      length = GUINT64_TO_LE (strlen (text));
      g_string_append_c (record, '\n');
      g_string_append_len (record, (const char *) &length, sizeof length);
    }
  else
    g_string_append_c (record, '=');
  g_string_append (record, text);
  g_string_append_c (record, '\n');
}

gboolean
gscope_journal_socket_send (GscopeJournalSocket *self, const GString *record)
{
  if (self->fd < 0)
    {
      errno = EBADF;
      return FALSE;
    }
  return sendto (self->fd, record->str, record->len, MSG_NOSIGNAL,
                 (const struct sockaddr *) &self->address, sizeof self->address)
         == (gssize) record->len;
}
