/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/channels.h>

#include <gscope/session/offer.h>
#include <main-source.h>

/* The least time between two changes of the channels. */
#define INTERVAL GSCOPE_SEC

struct _GscopeFoxgloveChannels
{
  const GscopeSessionHost *agent;
  GscopeFoxgloveChannelsFunc func;
  gpointer data;
  GPtrArray *channels;
  guint32 last_id;
  /* lists whose changes are reported here */
  GPtrArray *watched;
  /* set while the sources have changed */
  GSource *timer;
  gint64 updated_at;
};

static void schedule (GscopeFoxgloveChannels *self);

static void
watch (GscopeFoxgloveChannels *self, gpointer list)
{
  g_ptr_array_add (self->watched, g_object_ref (list));
  g_signal_connect_swapped (list, "items-changed", G_CALLBACK (schedule), self);
}

static void
unwatch (GscopeFoxgloveChannels *self)
{
  for (guint i = 0; i < self->watched->len; i++)
    g_signal_handlers_disconnect_by_data (self->watched->pdata[i], self);
  g_ptr_array_set_size (self->watched, 0);
}

static void
watch_signals (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  watch (data, gscope_source_get_signals (source));
}

static void
watch_all (GscopeFoxgloveChannels *self)
{
  GListModel *scopes = G_LIST_MODEL (self->agent->scopes);

  unwatch (self);
  watch (self, scopes);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      watch (self, gscope_scope_get_sources (scope));
    }
  gscope_offer_for_each (self->agent->scopes, watch_signals, self);
}

/* Takes the channel, and returns the former one of the source instead if it is the same. */
static GscopeFoxgloveChannel *
find_same (GscopeFoxgloveChannels *self, GscopeFoxgloveChannel *channel)
{
  for (guint i = 0; i < self->channels->len; i++)
    if (gscope_foxglove_channel_is_same (self->channels->pdata[i], channel))
      {
        gscope_foxglove_channel_unref (channel);
        return gscope_foxglove_channel_ref (self->channels->pdata[i]);
      }
  self->last_id = channel->id;
  return channel;
}

typedef struct
{
  GscopeFoxgloveChannels *channels;
  GPtrArray *found;
} Update;

static void
add_channel (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  const Update *update = data;
  GscopeFoxgloveChannels *self = update->channels;

  if (gscope_offer_is_listed (source)
      && gscope_offer_find (self->agent->scopes, gscope_offer_get_name (source), NULL) == source)
    g_ptr_array_add (update->found, find_same (self, gscope_foxglove_channel_new (
                                                         scope, source, self->last_id + 1)));
}

static void
list_channels (GscopeFoxgloveChannels *self)
{
  GPtrArray *found =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_foxglove_channel_unref);
  Update update = { self, found };

  gscope_offer_for_each (self->agent->scopes, add_channel, &update);
  g_ptr_array_unref (self->channels);
  self->channels = found;
  self->updated_at = gscope_clock_get_time (gscope_session_host_get_clock (self->agent));
  watch_all (self);
}

static gboolean
on_timer (gpointer data)
{
  GscopeFoxgloveChannels *self = data;

  g_clear_pointer (&self->timer, g_source_unref);
  list_channels (self);
  self->func (self->data);
  return G_SOURCE_REMOVE;
}

static void
schedule (GscopeFoxgloveChannels *self)
{
  GscopeClock *clock = gscope_session_host_get_clock (self->agent);
  gint64 wait = self->updated_at + INTERVAL - gscope_clock_get_time (clock);

  if (self->timer)
    return;
  self->timer = gscope_clock_create_timeout (clock, CLAMP (wait, 1, INTERVAL));
  g_source_set_static_name (self->timer, "[gscope] channels");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

GscopeFoxgloveChannels *
gscope_foxglove_channels_new (const GscopeSessionHost *agent, GscopeFoxgloveChannelsFunc func,
                              gpointer data)
{
  GscopeFoxgloveChannels *self = g_new0 (GscopeFoxgloveChannels, 1);

  self->agent = agent;
  self->func = func;
  self->data = data;
  self->channels = g_ptr_array_new ();
  self->watched = g_ptr_array_new_with_free_func (g_object_unref);
  list_channels (self);
  return self;
}

void
gscope_foxglove_channels_free (GscopeFoxgloveChannels *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  unwatch (self);
  g_ptr_array_unref (self->watched);
  g_ptr_array_unref (self->channels);
  g_free (self);
}

GPtrArray *
gscope_foxglove_channels_get (GscopeFoxgloveChannels *self)
{
  return self->channels;
}
