/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/player.h"

#include "engine/quantity.h"

#include <glib/gi18n.h>
#include <main-source.h>

struct _MxtrafPlayer
{
  const MxtrafScript *script;
  GscopeSource *source;
  MxtrafRefused refused;
  gpointer user_data;
  GCancellable *cancellable;
  gint64 begin;
  guint next;
  GSource *timeout;
};

/* A pending write, which may end after the player. */
typedef struct
{
  MxtrafPlayer *player;
  GCancellable *cancellable;
  guint line;
} Write;

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autofree Write *write = data;
  g_autoptr (GCancellable) cancellable = write->cancellable;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  if (value || g_cancellable_is_cancelled (cancellable)
      || g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED))
    return;
  g_prefix_error (&error, _ ("--script: line %u: "), write->line);
  write->player->refused (error->message, write->player->user_data);
}

static void
write_change (MxtrafPlayer *self, const MxtrafChange *change)
{
  g_autofree char *time = mxtraf_quantity_format ("s", change->time / (double) GSCOPE_SEC);
  g_autofree char *value = mxtraf_row_format (change->row, change->value);
  Write *write = g_new0 (Write, 1);

  write->player = self;
  write->cancellable = g_object_ref (self->cancellable);
  write->line = change->line;
  g_printerr (_ ("At %s: %s %s\n"), time, change->row->name, value);
  gscope_parameter_write_async (gscope_source_find_parameter (self->source, change->row->name),
                                change->value, "script", NULL, on_written, write);
}

static void play (MxtrafPlayer *self);

static gboolean
on_due (gpointer data)
{
  play (data);
  return G_SOURCE_REMOVE;
}

static void
play (MxtrafPlayer *self)
{
  GscopeClock *clock = gscope_source_get_clock (self->source);
  gint64 now = gscope_clock_get_time (clock) - self->begin;
  const MxtrafChange *change;

  g_clear_pointer (&self->timeout, main_source_drop);
  for (; (change = mxtraf_script_get (self->script, self->next)) && change->time <= now;
       self->next++)
    write_change (self, change);
  if (!change)
    return;
  self->timeout = gscope_clock_create_timeout (clock, change->time - now);
  g_source_set_callback (self->timeout, on_due, self, NULL);
  g_source_attach (self->timeout, NULL);
}

MxtrafPlayer *
mxtraf_player_new (const MxtrafScript *script, GscopeSource *source, MxtrafRefused refused,
                   gpointer user_data)
{
  MxtrafPlayer *self = g_new0 (MxtrafPlayer, 1);

  self->script = script;
  self->source = g_object_ref (source);
  self->refused = refused;
  self->user_data = user_data;
  self->cancellable = g_cancellable_new ();
  self->begin = gscope_clock_get_time (gscope_source_get_clock (source));
  play (self);
  return self;
}

void
mxtraf_player_free (MxtrafPlayer *self)
{
  g_clear_pointer (&self->timeout, main_source_drop);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_object_unref (self->source);
  g_free (self);
}
