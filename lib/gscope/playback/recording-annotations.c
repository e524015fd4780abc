/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The annotations of a recording: what is known of its signals, and its markers. */

#include <gscope/playback/recording-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/marker-private.h>
#include <gscope/error.h>
#include <gscope/text/annotation-private.h>

#define MAX_PARAMETERS 4096

static GscopeTrack *
find_channel (GscopeRecording *self, const char *name)
{
  guint id = gscope_track_names_find (self->priv->names, name);

  return id != G_MAXUINT ? gscope_recording_get_channel (self, id) : NULL;
}

void
gscope_recording_take_signals (GscopeRecording *self, GPtrArray *signals)
{
  for (guint i = 0; i < signals->len; i++)
    {
      GscopeTrack *channel = find_channel (self, gscope_signal_get_name (signals->pdata[i]));

      if (channel == NULL || channel->signal != NULL)
        continue;
      channel->signal = g_object_ref (signals->pdata[i]);
      channel->is_signal = TRUE;
    }
}

void
gscope_recording_take_marker (GscopeRecording *self, GscopeMarker *marker, GscopeMarkerNews news)
{
  GscopeRecordingMarker taken = { g_object_ref (marker), news };

  if (self->markers->len == 2 * GSCOPE_MARKER_LIST_MAX_RECORDED)
    g_array_remove_range (self->markers, 0, GSCOPE_MARKER_LIST_MAX_RECORDED);
  g_array_append_val (self->markers, taken);
}

static void
take_parameters (GscopeRecording *self, GscopeAnnotation *annotation, GError **error)
{
  g_autoptr (GVariant) parameters = gscope_annotation_read_parameters (annotation, error);
  gsize n = parameters ? g_variant_n_children (parameters) : 0;

  for (gsize i = 0; i < n && self->parameters->len < MAX_PARAMETERS; i++)
    g_ptr_array_add (self->parameters, g_variant_get_child_value (parameters, i));
}

static void
take_annotation (GscopeRecording *self, GscopeAnnotation *annotation, GError **error)
{
  g_autoptr (GPtrArray) signals = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  GscopeMarkerNews news;
  gint64 time, start;

  if (gscope_annotation_read_header (annotation, &time, &start, error) && !self->has_start)
    {
      self->has_start = TRUE;
      self->time = time;
      self->start = start;
    }
  if (*error == NULL)
    signals = gscope_annotation_read_signals (annotation, error);
  if (signals != NULL)
    gscope_recording_take_signals (self, signals);
  if (*error == NULL)
    take_parameters (self, annotation, error);
  if (*error == NULL)
    marker = gscope_annotation_read_marker (annotation, &news, error);
  if (marker != NULL)
    gscope_recording_take_marker (self, marker, news);
}

/* The player may have taken the signal: it gets states that are added. */
static void
take_states (GscopeRecording *self, GscopeAnnotation *annotation, GError **error)
{
  g_autoptr (GscopeSignal) signal = gscope_annotation_read_states (annotation, error);
  GscopeTrack *channel = signal ? find_channel (self, gscope_signal_get_name (signal)) : NULL;

  if (channel != NULL)
    gscope_track_add_states (channel, signal);
}

/* The last one is that of the recording. */
static void
take_trigger (GscopeRecording *self, GscopeAnnotation *annotation, GError **error)
{
  const char *name = "";
  g_autofree char *settings = gscope_annotation_dup_trigger (annotation, &name, error);
  GscopeTrack *channel = settings ? find_channel (self, name) : NULL;

  if (channel == NULL)
    return;
  g_free (channel->trigger);
  channel->trigger = g_steal_pointer (&settings);
}

void
gscope_recording_take_gap (GscopeRecording *self, GscopeAnnotation *annotation, GError **error)
{
  GscopeGapCause cause;
  const char *name;
  gint64 time;

  if (gscope_annotation_read_gap (annotation, &name, &time, &cause, error))
    {
      GscopeTrack *channel = find_channel (self, name);

      if (channel != NULL)
        gscope_track_announce_gap (channel, time, cause);
    }
}

static void
take_loss (GscopeRecording *self, GscopeAnnotation *annotation, GError **error)
{
  GscopeLossRecord loss;
  const char *name;
  GscopeTrack *channel;

  if (!gscope_annotation_read_loss (annotation, &name, &loss, error))
    return;
  channel = find_channel (self, name);
  if (channel != NULL)
    gscope_loss_log_lose (&channel->losses, loss.time, loss.cause, loss.count);
  else
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("there are too many names"));
}

void
gscope_recording_take_annotations (GscopeRecording *self, GscopeBlock *block)
{
  for (guint i = 0; i < block->objects->len; i++)
    {
      g_autoptr (GError) error = NULL;

      take_annotation (self, block->objects->pdata[i], &error);
      if (error == NULL)
        take_states (self, block->objects->pdata[i], &error);
      if (error == NULL)
        take_trigger (self, block->objects->pdata[i], &error);
      if (error == NULL)
        gscope_recording_take_gap (self, block->objects->pdata[i], &error);
      if (error == NULL)
        take_loss (self, block->objects->pdata[i], &error);
      if (error == NULL)
        continue;
      self->n_skipped++;
      gscope_recording_report (
          self, self->priv->n_lines + g_array_index (block->object_lines, guint64, i),
          error->message);
    }
}
