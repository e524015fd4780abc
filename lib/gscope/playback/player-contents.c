/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/player-private.h>

#include <gscope/hand-over.h>
#include <gscope/signal/private.h>
#include <gscope/trace/private.h>

void
gscope_player_contents_init (GscopePlayerContents *self, GscopeSource *source)
{
  self->source = source;
  self->signals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->markers = g_ptr_array_new_with_free_func (g_object_unref);
  self->parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  self->other_losses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
gscope_player_contents_clear (GscopePlayerContents *self)
{
  g_hash_table_unref (self->signals);
  g_ptr_array_unref (self->markers);
  g_ptr_array_unref (self->parameters);
  g_hash_table_unref (self->other_losses);
  g_clear_error (&self->refusal);
}

static void
drop_traces (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  gscope_hand_over (data);
  g_ptr_array_set_size (data, 0);
}

/* Giving much memory back takes longer than a frame. */
static void
drop_in_thread (GPtrArray *traces)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  gscope_hand_over (traces);
  g_task_set_task_data (task, g_ptr_array_ref (traces), (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, drop_traces);
}

/* Losses of a source, or of a signal that was refused. */
static void
take_other_losses (GscopePlayerContents *self, const GscopeTrack *channel)
{
  GscopeTally *tally = g_hash_table_lookup (self->other_losses, channel->name);

  if (channel->losses.records->len == 0)
    return;
  if (tally == NULL)
    {
      tally = g_new0 (GscopeTally, 1);
      g_hash_table_insert (self->other_losses, g_strdup (channel->name), tally);
    }
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    tally->counts[cause] += channel->losses.counts[cause];
}

/* Removes samples and losses, so that the scope does not keep their counts when the signal is removed. */
static void
empty_signal (GscopeSignal *signal, GPtrArray *dropped)
{
  g_autoptr (GscopeTrace) old = gscope_trace_new ();

  gscope_loss_log_reset (&gscope_signal_get_intake (signal)->losses);
  gscope_trace_exchange (gscope_signal_get_trace (signal), old);
  g_ptr_array_add (dropped, g_steal_pointer (&old));
}

static void
add_losses (GscopePlayerContents *self, GscopeSignal *signal, GscopeTrack *channel)
{
  if (self->run == 0)
    gscope_loss_log_add (&gscope_signal_get_intake (signal)->losses, &channel->losses);
}

static GscopeSignal *
take_signal (GscopePlayerContents *self, GscopeTrack *channel, const char *file_name)
{
  g_autoptr (GscopeSignal) signal = g_steal_pointer (&channel->signal);

  if (signal == NULL)
    signal = gscope_signal_new_buffered (*channel->name != '\0' ? channel->name : file_name);
  if (self->run > 0)
    {
      gscope_signal_set_compared_with (signal, gscope_signal_get_full_name (signal));
      gscope_signal_set_run (signal, self->run, NULL);
    }
  else
    gscope_signal_set_trigger (signal, channel->trigger);
  add_losses (self, signal, channel);
  if (!gscope_source_add_signal (self->source, signal,
                                 self->n_refused == 0 ? &self->refusal : NULL))
    {
      self->n_refused++;
      take_other_losses (self, channel);
      return NULL;
    }
  g_hash_table_insert (self->signals, g_strdup (channel->name), signal);
  gscope_player_archive_signal (GSCOPE_PLAYER (self->source), signal);
  return signal;
}

/* Nothing is known about the time after the end of a recording, and its gaps are no gaps of the scope. */
static void
end_compared (GscopePlayerContents *self, GscopeTrace *trace, gint64 end)
{
  gscope_trace_append_gap (trace, end + self->shift + 1, GSCOPE_GAP_CAUSE_STOPPED);
  gscope_trace_set_n_gaps (trace, 0);
}

/* Gives a signal the states that the recording has declared since the signal was taken. */
static void
take_states (GscopeSignal *signal, GscopeTrack *channel)
{
  g_autoptr (GscopeSignal) described = g_steal_pointer (&channel->signal);
  const GscopeState *states;
  gsize n;

  if (described == NULL)
    return;
  states = gscope_signal_get_states (described, &n);
  gscope_signal_add_states (signal, states, n);
}

static void
take_channel (GscopePlayerContents *self, GscopeTrack *channel, const char *file_name,
              gboolean is_whole, GPtrArray *dropped)
{
  GscopeSignal *signal = g_hash_table_lookup (self->signals, channel->name);
  GscopeTrace *trace;

  if (!channel->is_signal)
    {
      take_other_losses (self, channel);
      return;
    }
  if (signal != NULL)
    {
      add_losses (self, signal, channel);
      take_states (signal, channel);
    }
  else
    signal = take_signal (self, channel, file_name);
  if (signal == NULL)
    return;
  trace = gscope_signal_get_trace (signal);
  if (channel->fresh)
    gscope_trace_shift (channel->fresh, self->shift);
  if (is_whole)
    {
      g_autoptr (GscopeTrace) old =
          channel->fresh != NULL ? gscope_trace_ref (channel->fresh) : gscope_trace_new ();

      gscope_trace_exchange (trace, old);
      g_ptr_array_add (dropped, gscope_trace_ref (old));
    }
  else if (channel->fresh != NULL)
    gscope_trace_take (trace, channel->fresh);
}

static void
take_channels (GscopePlayerContents *self, GscopeRecording *recording, const char *file_name,
               gboolean is_anew)
{
  GPtrArray *channels = recording->channels;
  g_autoptr (GPtrArray) dropped =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_trace_unref);

  for (guint i = 0; i < channels->len; i++)
    take_channel (self, channels->pdata[i], file_name, is_anew || recording->is_composed, dropped);
  for (guint i = 0; self->run > 0 && i < channels->len; i++)
    {
      const GscopeTrack *channel = channels->pdata[i];
      GscopeSignal *signal = g_hash_table_lookup (self->signals, channel->name);

      if (signal)
        end_compared (self, gscope_signal_get_trace (signal), recording->end);
    }
  if (dropped->len > 0)
    drop_in_thread (dropped);
}

static void
announce (GscopePlayerContents *self, const char *news, GscopeMarker *marker)
{
  if (self->run == 0)
    g_signal_emit_by_name (self->source, news, marker);
}

static void
drop_markers (GscopePlayerContents *self)
{
  for (guint i = 0; i < self->markers->len; i++)
    announce (self, "marker-removed", self->markers->pdata[i]);
  g_ptr_array_set_size (self->markers, 0);
}

static gboolean
is_same (GscopeMarker *a, GscopeMarker *b)
{
  return gscope_marker_get_time (a) == gscope_marker_get_time (b)
         && gscope_marker_get_kind (a) == gscope_marker_get_kind (b)
         && g_str_equal (gscope_marker_get_subject (a), gscope_marker_get_subject (b));
}

/* Of a recording in several files, the marker may be in an earlier one. */
static void
take_marker (GscopePlayerContents *self, const GscopeRecordingMarker *taken)
{
  GscopeMarker *marker = taken->marker;
  guint i = self->markers->len;

  if (taken->news == GSCOPE_MARKER_NEWS_ADDED)
    {
      g_ptr_array_add (self->markers, g_object_ref (marker));
      announce (self, "marker-added", marker);
      return;
    }
  while (i > 0 && !is_same (self->markers->pdata[i - 1], marker))
    i--;
  if (i == 0)
    return;
  if (taken->news == GSCOPE_MARKER_NEWS_CHANGED)
    {
      gscope_marker_resolve (self->markers->pdata[i - 1], gscope_marker_get_kind (marker),
                             gscope_marker_get_label (marker), gscope_marker_get_detail (marker));
      return;
    }
  announce (self, "marker-removed", self->markers->pdata[i - 1]);
  g_ptr_array_remove_index (self->markers, i - 1);
}

static void
take_markers (GscopePlayerContents *self, GArray *markers)
{
  for (guint i = 0; i < markers->len; i++)
    take_marker (self, &g_array_index (markers, GscopeRecordingMarker, i));
}

static void
take_parameters (GscopePlayerContents *self, GPtrArray *parameters)
{
  for (guint i = 0; i < parameters->len; i++)
    g_ptr_array_add (self->parameters, g_variant_ref (parameters->pdata[i]));
}

static gboolean
has_channel (GscopeRecording *recording, const char *name)
{
  for (guint i = 0; i < recording->channels->len; i++)
    {
      const GscopeTrack *channel = recording->channels->pdata[i];

      if (channel->is_signal && g_str_equal (channel->name, name))
        return TRUE;
    }
  return FALSE;
}

/* Empties all signals, and drops those that a recording does not have, or all. */
static void
drop_signals (GscopePlayerContents *self, GscopeRecording *recording)
{
  g_autoptr (GPtrArray) dropped =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_trace_unref);
  GHashTableIter iter;
  gpointer name, signal;

  g_hash_table_iter_init (&iter, self->signals);
  while (g_hash_table_iter_next (&iter, &name, &signal))
    {
      empty_signal (signal, dropped);
      if (recording != NULL && has_channel (recording, name))
        continue;
      gscope_source_remove_signal (self->source, signal);
      g_hash_table_iter_remove (&iter);
    }
  if (dropped->len > 0)
    drop_in_thread (dropped);
  g_hash_table_remove_all (self->other_losses);
}

void
gscope_player_contents_take (GscopePlayerContents *self, GscopeRecording *recording,
                             const char *file_name, gboolean is_anew)
{
  if (is_anew)
    {
      drop_signals (self, recording);
      drop_markers (self);
      g_ptr_array_set_size (self->parameters, 0);
    }
  self->n_refused = 0;
  g_clear_error (&self->refusal);
  take_channels (self, recording, file_name, is_anew);
  take_markers (self, recording->markers);
  take_parameters (self, recording->parameters);
}

void
gscope_player_contents_drop (GscopePlayerContents *self)
{
  drop_signals (self, NULL);
  drop_markers (self);
  g_ptr_array_set_size (self->parameters, 0);
}

gboolean
gscope_player_contents_shift (GscopePlayerContents *self, gint64 distance)
{
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer signal;
  gboolean fits = TRUE;

  g_hash_table_iter_init (&iter, self->signals);
  while (fits && g_hash_table_iter_next (&iter, NULL, &signal))
    {
      fits = gscope_trace_shift (gscope_signal_get_trace (signal), distance);
      if (fits)
        g_ptr_array_add (moved, signal);
    }
  for (guint i = 0; !fits && i < moved->len; i++)
    gscope_trace_shift (gscope_signal_get_trace (moved->pdata[i]), -distance);
  if (fits)
    self->shift += distance;
  return fits;
}

void
gscope_player_contents_set_position (GscopePlayerContents *self, gint64 position)
{
  GHashTableIter iter;
  gpointer signal;

  g_hash_table_iter_init (&iter, self->signals);
  while (g_hash_table_iter_next (&iter, NULL, &signal))
    {
      GscopeTrace *trace = gscope_signal_get_trace (signal);
      GscopeIntake *intake = gscope_signal_get_intake (signal);
      guint64 at = gscope_trace_find (trace, position + 1);

      intake->latest = (GscopeSample){ G_MININT64, 0 };
      if (at > gscope_trace_get_first (trace))
        gscope_trace_read (trace, at - 1, &intake->latest, 1);
    }
}
