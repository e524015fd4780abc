/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "sound/speaker.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>

#define PIPELINE "appsrc name=samples format=time ! audioconvert ! audioresample ! autoaudiosink"
/* The samples that wait for the sound card, seconds: enough for the time between two calls, and little enough to follow what is
 * seen. */
#define AHEAD 0.06

struct _AppSpeaker
{
  GstElement *pipeline;
  GstAppSrc *source;
  guint rate;
  guint64 n_taken;
};

const char *
app_speaker_explain_lack (void)
{
  return NULL;
}

static void
fail (GError **error, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("Cannot play sound: %s. Install the plugins of GStreamer, and check the sound "
                  "settings."),
               reason);
}

static void
set_format (AppSpeaker *self)
{
  GstCaps *caps = gst_caps_new_simple ("audio/x-raw", "format", G_TYPE_STRING,
                                       G_BYTE_ORDER == G_LITTLE_ENDIAN ? "F32LE" : "F32BE", "rate",
                                       G_TYPE_INT, (int) self->rate, "channels", G_TYPE_INT, 1,
                                       "layout", G_TYPE_STRING, "interleaved", NULL);

  gst_app_src_set_caps (self->source, caps);
  gst_caps_unref (caps);
}

AppSpeaker *
app_speaker_new (guint rate, GError **error)
{
  g_autoptr (AppSpeaker) self = g_new0 (AppSpeaker, 1);
  g_autoptr (GError) reason = NULL;

  self->rate = rate;
  if (!gst_init_check (NULL, NULL, &reason)
      || !(self->pipeline =
               gst_parse_launch_full (PIPELINE, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &reason)))
    {
      fail (error, reason ? reason->message : "GStreamer");
      return NULL;
    }
  self->source = GST_APP_SRC (gst_bin_get_by_name (GST_BIN (self->pipeline), "samples"));
  set_format (self);
  if (gst_element_set_state (self->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE)
    {
      fail (error, _ ("there is no sound card"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
app_speaker_free (AppSpeaker *self)
{
  if (self->pipeline)
    gst_element_set_state (self->pipeline, GST_STATE_NULL);
  g_clear_pointer (&self->source, gst_object_unref);
  g_clear_pointer (&self->pipeline, gst_object_unref);
  g_free (self);
}

gsize
app_speaker_count_wanted (AppSpeaker *self)
{
  gsize n_waiting = gst_app_src_get_current_level_bytes (self->source) / sizeof (float);
  gsize n_ahead = (gsize) (AHEAD * self->rate);

  return n_ahead > n_waiting ? n_ahead - n_waiting : 0;
}

/* Looks at the messages of the pipeline, which nothing else takes. */
static gboolean
check (AppSpeaker *self, GError **error)
{
  GstBus *bus = gst_element_get_bus (self->pipeline);
  GstMessage *message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  g_autoptr (GError) reason = NULL;

  gst_object_unref (bus);
  if (!message)
    return TRUE;
  gst_message_parse_error (message, &reason, NULL);
  gst_message_unref (message);
  fail (error, reason->message);
  return FALSE;
}

static void
push (AppSpeaker *self, float *samples, gsize n)
{
  GstBuffer *buffer = gst_buffer_new_wrapped (samples, n * sizeof (float));

  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (self->n_taken, GST_SECOND, self->rate);
  GST_BUFFER_DURATION (buffer) = gst_util_uint64_scale (n, GST_SECOND, self->rate);
  self->n_taken += n;
  gst_app_src_push_buffer (self->source, buffer);
}

/* Buffers without samples would pile up while the sound card takes none. */
gboolean
app_speaker_take (AppSpeaker *self, float *samples, gsize n, GError **error)
{
  if (n > 0)
    push (self, samples, n);
  else
    g_free (samples);
  return check (self, error);
}
