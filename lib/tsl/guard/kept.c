/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/kept-private.h>

#include <errno.h>
#include <tsl/page/identity-private.h>
#include <unistd.h>

/* The kernel may have given the number to another thread or process. */
static gboolean
is_there (const TslGuardMessage *message)
{
  return message->pid == 0
         || (message->start_time != 0
             && tsl_identity_find_start_time (message->pid) == message->start_time);
}

static const TslGuardKind *
find_kind (const TslGuardMessage *message)
{
  for (guint i = 0; tsl_guard_kinds[i]; i++)
    if (tsl_guard_kinds[i]->number == message->kind
        && tsl_guard_kinds[i]->record_size == message->record_size)
      return tsl_guard_kinds[i];
  return NULL;
}

TslGuardKept *
tsl_guard_kept_new (const TslGuardMessage *message, int fd)
{
  const TslGuardKind *kind = find_kind (message);
  TslGuardKept *self;

  if (!kind)
    {
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  self = g_new0 (TslGuardKept, 1);
  self->kind = kind;
  self->message = *message;
  self->fd = fd;
  if (kind->terminate)
    kind->terminate (self->message.record);
  return self;
}

void
tsl_guard_kept_free (gpointer kept)
{
  TslGuardKept *self = kept;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

char *
tsl_guard_kept_undo (const TslGuardKept *self)
{
  if (!is_there (&self->message))
    return NULL;
  return self->kind->restore (self->message.pid, self->message.record, self->fd);
}

char *
tsl_guard_explain (int code, const char *format, ...)
{
  g_autofree char *failure = NULL;
  va_list args;

  if (code == 0 || code == ENOENT || code == ESRCH)
    return NULL;
  va_start (args, format);
  failure = g_strdup_vprintf (format, args);
  va_end (args);
  return g_strconcat (failure, ": ", g_strerror (code), NULL);
}
