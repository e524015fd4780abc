/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/columns.h>
#include <gscope/control/describe.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/source/private.h>

/* How often this end sends a beat in the time in which it has to send something. */
#define BEATS 6
#define MIN_SILENCE (BEATS * GSCOPE_MESSAGE_BEAT_INTERVAL)

/* Messages from the other end. */

static gboolean
take_state (GscopeRemote *self, JsonObject *object, GError **error)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  const char *status;
  int state;

  if (!gscope_json_get_enum (object, "state", GSCOPE_TYPE_SOURCE_STATE, &state, error)
      || !gscope_json_get_text (object, "status", GSCOPE_MESSAGE_MAX_TEXT, &status, error))
    return FALSE;
  /* States of a start or stop are handled by the call that caused them. */
  if (priv->is_stopping)
    return TRUE;
  if (state == GSCOPE_SOURCE_STATE_RUNNING || state == GSCOPE_SOURCE_STATE_TROUBLE)
    {
      gscope_source_set_locked (GSCOPE_SOURCE (self), gscope_json_get_flag (object, "locked"));
      gscope_source_set_status (GSCOPE_SOURCE (self), state, status);
    }
  else if (state == GSCOPE_SOURCE_STATE_STOPPED && !priv->start)
    gscope_source_set_status (
        GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE,
        _ ("The source was stopped at the other end. Stop and start it here."));
  return TRUE;
}

/* A note comes with each source of the other end that is shown here. */
static void
add_note (GscopeRemote *self, GscopeMarker *marker, gint64 time, GscopeTimeBase *base)
{
  g_autofree char *origin =
      g_strdup_printf ("%s %" G_GINT64_FORMAT " %s", gscope_remote_get_private (self)->far_clock,
                       gscope_marker_get_time (marker), gscope_marker_get_label (marker));

  gscope_source_add_note (GSCOPE_SOURCE (self), time, base, origin,
                          gscope_marker_get_label (marker), gscope_marker_get_detail (marker));
}

static gboolean
take_marker (GscopeRemote *self, JsonObject *object, GError **error)
{
  g_autoptr (GscopeMarker) marker =
      gscope_describe_read_marker (object, &gscope_describe_message_limits, error);
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GscopeTimeBase *base;
  gint64 time;

  if (!marker)
    return FALSE;
  time = gscope_remote_clock_to_near (priv->clock, gscope_marker_get_time (marker));
  base = gscope_mirror_get_time_base (priv->mirror, gscope_marker_get_time (marker));
  if (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_NOTE)
    add_note (self, marker, time, base);
  else
    gscope_source_pass_marker (GSCOPE_SOURCE (self), time, base, marker);
  return TRUE;
}

static gboolean
take_hello (GscopeRemote *self, JsonObject *object, GError **error)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GscopeSource *source = GSCOPE_SOURCE (self);
  const char *title;
  gint64 silence = 0;

  if (!gscope_message_check_hello (object, error)
      || (json_object_has_member (object, "silence_ns")
          && !gscope_json_get_integer (object, "silence_ns", MIN_SILENCE, G_MAXINT64, &silence,
                                       error))
      || !gscope_remote_clock_greet (priv->clock, object, error)
      || !gscope_json_get_text (object, "title", GSCOPE_MESSAGE_MAX_TEXT, &title, error))
    return FALSE;
  if (*title && g_str_equal (gscope_source_get_title (source), gscope_source_get_name (source)))
    gscope_source_set_title (source, title);
  g_free (priv->far_clock);
  priv->far_clock = gscope_message_read_clock (object, NULL);
  if (!priv->carrier)
    return TRUE;
  priv->is_greeted = TRUE;
  priv->beat_interval = (guint) MIN (silence / BEATS / GSCOPE_MESSAGE_BEAT_INTERVAL, G_MAXINT);
  /* the first one comes at once */
  priv->n_since_beat = priv->beat_interval;
  gscope_remote_start_next (self);
  return TRUE;
}

static gboolean
take_error (JsonObject *object, GError **error)
{
  gscope_message_read_error (object, error);
  return FALSE;
}

static gboolean
take_reduced (GscopeRemote *self, JsonObject *object, GError **error)
{
  if (!gscope_subscriber_take_reduced (gscope_remote_get_private (self)->subscriber, object, error))
    return FALSE;
  g_object_notify (G_OBJECT (self), "resolution");
  return TRUE;
}

static gboolean
take_answer (GscopeRemotePrivate *priv, JsonObject *object, GError **error)
{
  GError *invalid = NULL;

  if (!gscope_remote_queries_take_answer (priv->queries, object, &invalid))
    return gscope_remote_calls_answer (priv->calls, object, error);
  if (!invalid)
    return TRUE;
  g_propagate_error (error, invalid);
  return FALSE;
}

static gboolean
take_text (GscopeRemote *self, GscopeMessageKind kind, JsonObject *object, GError **error)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);

  /* An agent that asks somebody first sends beats before it answers. */
  if (kind != GSCOPE_MESSAGE_ERROR && (kind != GSCOPE_MESSAGE_BEAT || priv->is_greeted)
      && priv->is_greeted == (kind == GSCOPE_MESSAGE_HELLO))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("a message arrived out of order"));
      return FALSE;
    }
  switch (kind)
    {
    case GSCOPE_MESSAGE_HELLO:
      return take_hello (self, object, error);
    case GSCOPE_MESSAGE_SOURCE:
      return take_state (self, object, error);
    case GSCOPE_MESSAGE_SIGNALS:
      return gscope_mirror_take_signals (priv->mirror, object, error);
    case GSCOPE_MESSAGE_PARAMETERS:
      return gscope_mirror_take_parameters (priv->mirror, object, error);
    case GSCOPE_MESSAGE_ANSWER:
      return take_answer (priv, object, error);
    case GSCOPE_MESSAGE_NOTICE:
      return gscope_mirror_take_notice (priv->mirror, object, error);
    case GSCOPE_MESSAGE_MARKER:
      return take_marker (self, object, error);
    case GSCOPE_MESSAGE_BEAT:
      return TRUE;
    case GSCOPE_MESSAGE_LOSSES:
      return gscope_mirror_take_losses (priv->mirror, object, error);
    case GSCOPE_MESSAGE_REDUCED:
      return take_reduced (self, object, error);
    case GSCOPE_MESSAGE_BROADCAST:
      return gscope_tuner_take (priv->tuner, object, error);
    case GSCOPE_MESSAGE_TIME:
      return gscope_remote_clock_take_time (priv->clock, object, error);
    case GSCOPE_MESSAGE_STEP:
      return gscope_remote_clock_take_step (priv->clock, object, error);
    case GSCOPE_MESSAGE_ERROR:
      return take_error (object, error);
    case GSCOPE_MESSAGE_SOURCES:
    case GSCOPE_MESSAGE_SUBSCRIBE:
    case GSCOPE_MESSAGE_UNSUBSCRIBE:
    case GSCOPE_MESSAGE_CREDIT:
    case GSCOPE_MESSAGE_PACE:
    case GSCOPE_MESSAGE_CALL:
    case GSCOPE_MESSAGE_CANCEL:
    case GSCOPE_MESSAGE_QUERY:
    case GSCOPE_MESSAGE_TUNE:
    default:
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("a message arrived from the wrong end"));
      return FALSE;
    }
}

static gboolean
take_broadcast_text (GscopeRemote *self, guint32 id, GBytes *message, GError **error)
{
  GscopeMessageKind kind;
  g_autoptr (JsonObject) object = gscope_message_parse (message, &kind, error);

  if (!object)
    return FALSE;
  json_object_set_int_member (object, "signal", id);
  if (kind == GSCOPE_MESSAGE_LOSSES || kind == GSCOPE_MESSAGE_REDUCED)
    return take_text (self, kind, object, error);
  return gscope_json_refuse (error, "broadcast",
                             _ ("this kind of message belongs to a connection"));
}

gboolean
gscope_remote_take_broadcast (gpointer data, guint32 id, GBytes *message, GError **error)
{
  g_autoptr (GscopeRemote) self = g_object_ref (data);
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);

  gscope_remote_hear (self);
  if (!gscope_message_is_samples (message))
    return take_broadcast_text (self, id, message, error);
  if (!gscope_mirror_take_broadcast (priv->mirror, id, message, error))
    return FALSE;
  if (gscope_mirror_was_ahead (priv->mirror))
    gscope_remote_clock_doubt (priv->clock);
  return TRUE;
}

static gboolean
take_samples (GscopeRemote *self, GBytes *message, GError **error)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);

  gscope_subscriber_count (priv->subscriber, g_bytes_get_size (message));
  if (!gscope_mirror_take_samples (priv->mirror, message, error))
    return FALSE;
  if (gscope_mirror_was_ahead (priv->mirror))
    gscope_remote_clock_doubt (priv->clock);
  return TRUE;
}

gboolean
gscope_remote_take (GscopeRemote *self, GBytes *message, GError **error)
{
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  if (gscope_message_is_samples (message))
    return take_samples (self, message, error);
  if (gscope_columns_is_message (message))
    return gscope_remote_queries_take_columns (gscope_remote_get_private (self)->queries, message,
                                               error);
  gscope_remote_clock_hear (gscope_remote_get_private (self)->clock);
  object = gscope_message_parse (message, &kind, error);
  return object && take_text (self, kind, object, error);
}
