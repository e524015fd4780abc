/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bars/transport.h"

#include <glib/gi18n.h>

#include "session/format.h"

enum
{
  /* widths of the bar of places */
  PLACE = 100,
  SMALLEST_PLACE = 40,
};

struct _AppTransport
{
  AdwBin parent_instance;

  GscopeTransport *transport;
  gboolean showing;

  GtkButton *play;
  GtkRange *place;
  GtkLabel *time;
  GtkSpinButton *speed;
  GtkWidget *loop;
  GtkWidget *back;
  GtkWidget *forward;
};

G_DEFINE_FINAL_TYPE (AppTransport, app_transport, ADW_TYPE_BIN)

static void
show_place (AppTransport *self)
{
  gint64 begin = gscope_transport_get_begin (self->transport);
  gint64 duration = gscope_transport_get_duration (self->transport);
  gint64 elapsed = gscope_transport_get_position (self->transport) - begin;
  g_autofree char *now = app_format_elapsed (MAX (elapsed, 0));
  g_autofree char *all = app_format_elapsed (duration);
  g_autofree char *text = g_strdup_printf ("%s / %s", now, all);

  gtk_range_set_value (self->place, duration > 0 ? elapsed / (double) duration : 0);
  gtk_label_set_label (self->time, text);
}

static void
show (AppTransport *self)
{
  gboolean playing = gscope_transport_get_playing (self->transport);

  self->showing = TRUE;
  show_place (self);
  gtk_spin_button_set_value (self->speed, gscope_transport_get_speed (self->transport));
  gtk_button_set_icon_name (self->play, playing ? "media-playback-pause-symbolic"
                                                : "media-playback-start-symbolic");
  self->showing = FALSE;
}

static gboolean
on_change_value (GtkRange *range, GtkScrollType scroll, double value, AppTransport *self)
{
  gint64 begin, duration;

  if (!self->transport)
    return GDK_EVENT_STOP;
  begin = gscope_transport_get_begin (self->transport);
  duration = gscope_transport_get_duration (self->transport);
  gscope_transport_seek (self->transport, begin + (gint64) (CLAMP (value, 0, 1) * duration));
  return GDK_EVENT_STOP;
}

static void
on_speed_changed (AppTransport *self)
{
  if (!self->showing && self->transport)
    gscope_transport_set_speed (self->transport, gtk_spin_button_get_value (self->speed));
}

static void
app_transport_dispose (GObject *object)
{
  app_transport_set_player (APP_TRANSPORT (object), NULL);
  G_OBJECT_CLASS (app_transport_parent_class)->dispose (object);
}

static void
app_transport_class_init (AppTransportClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_transport_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/bars/transport.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTransport, play);
  gtk_widget_class_bind_template_child (widget_class, AppTransport, place);
  gtk_widget_class_bind_template_child (widget_class, AppTransport, time);
  gtk_widget_class_bind_template_child (widget_class, AppTransport, speed);
  gtk_widget_class_bind_template_child (widget_class, AppTransport, loop);
  gtk_widget_class_bind_template_child (widget_class, AppTransport, back);
  gtk_widget_class_bind_template_child (widget_class, AppTransport, forward);
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_speed_changed);
}

static void
app_transport_init (AppTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_transport_set_compact (AppTransport *self, gboolean compact, gboolean smallest)
{
  gtk_widget_set_visible (GTK_WIDGET (self->time), !compact);
  gtk_widget_set_visible (GTK_WIDGET (self->speed), !compact);
  gtk_widget_set_visible (self->loop, !compact);
  gtk_widget_set_size_request (GTK_WIDGET (self->place), smallest ? SMALLEST_PLACE : PLACE, -1);
  gtk_widget_set_visible (self->back, !smallest);
  gtk_widget_set_visible (self->forward, !smallest);
}

void
app_transport_set_player (AppTransport *self, GscopePlayer *player)
{
  GscopeTransport *transport = player ? gscope_player_get_transport (player) : NULL;

  if (self->transport)
    g_signal_handlers_disconnect_by_data (self->transport, self);
  g_set_object (&self->transport, transport);
  gtk_widget_set_visible (GTK_WIDGET (self), player != NULL);
  if (!player)
    return;
  g_signal_connect_swapped (self->transport, "notify", G_CALLBACK (show), self);
  show (self);
}
