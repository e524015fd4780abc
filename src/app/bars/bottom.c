/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bars/bottom.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "bars/losses.h"
#include "bars/timing.h"
#include "bars/transport.h"
#include "session/format.h"
#include "widgets/names.h"

struct _AppBottomBar
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkViewport *viewport;
  gboolean narrow;
  gboolean single;

  GtkScrolledWindow *scroller;
  GtkBox *box;
  GtkWidget *hold_label;
  GtkWidget *shorter;
  GtkWidget *longer;
  GtkWidget *modes;
  GtkWidget *span_label;
  GtkMenuButton *span;
  /* NULL until a recording is played */
  AppTransport *transport;
  AppTiming *timing;
  GtkWidget *more;
  GtkBox *more_box;
  /* NULL until the bar is narrow */
  AppTiming *more_timing;
  AppTransport *more_transport;
  GtkImage *run_icon;
  GtkWidget *run;
  GtkWidget *record;
  GtkLabel *elapsed;
  GtkLabel *size;
  GtkLabel *lost;
  GtkLabel *late;
  GtkLabel *gaps;
  GtkPopover *popover;
  AppLossesView *losses;
};

G_DEFINE_FINAL_TYPE (AppBottomBar, app_bottom_bar, ADW_TYPE_BIN)

enum
{
  PROP_NARROW = 1,
  PROP_SINGLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
show_span (AppBottomBar *self)
{
  g_autofree char *text =
      gscope_quantity_format_time (gscope_gtk_viewport_get_span (self->viewport), 4);
  /* Translators: how much time is shown, such as “20 s” */
  g_autofree char *name = g_strdup_printf (_ ("Span %s"), text);

  gtk_menu_button_set_label (self->span, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->span), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
show_recording (AppBottomBar *self)
{
  GscopeRecorder *recorder = app_session_get_recorder (self->session);
  gboolean active = recorder && gscope_recorder_get_active (recorder);
  g_autofree char *elapsed = NULL;
  g_autofree char *size = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->size), active && !self->narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->elapsed), active || !self->single);
  if (!active)
    {
      gtk_label_set_label (self->elapsed, _ ("Record"));
      return;
    }
  elapsed = app_format_elapsed (gscope_recorder_get_elapsed (recorder));
  size = g_format_size (gscope_recorder_get_bytes_written (recorder));
  gtk_label_set_label (self->elapsed, elapsed);
  gtk_label_set_label (self->size, size);
}

static void
show_running (AppBottomBar *self)
{
  gboolean running = app_session_get_running (self->session);
  const char *name = running ? _ ("Stop Sampling") : _ ("Start Sampling");

  gtk_image_set_from_icon_name (self->run_icon, running ? "media-playback-stop-symbolic"
                                                        : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (self->run, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
show_count (GtkLabel *label, const char *format, guint64 n)
{
  g_autofree char *text = g_strdup_printf (format, n);

  gtk_label_set_markup (label, text);
}

static void
show_losses (AppBottomBar *self)
{
  GscopeTally tally;
  guint64 lost, late;

  app_losses_count (self->session, &tally);
  lost = gscope_tally_get_lost (&tally);
  late = gscope_tally_get_late (&tally);
  /* the shape is enough where there is no room for the word */
  show_count (self->lost,
              self->single ? "<b>▲</b> %'" PRIu64
                           : ngettext ("<b>▲</b> %'" PRIu64 " lost", "<b>▲</b> %'" PRIu64 " lost",
                                       (gulong) lost),
              lost);
  show_count (self->late,
              self->single ? "<b>△</b> %'" PRIu64
                           : ngettext ("<b>△</b> %'" PRIu64 " late", "<b>△</b> %'" PRIu64 " late",
                                       (gulong) late),
              late);
  show_count (
      self->gaps,
      ngettext ("<b>▨</b> %'" PRIu64 " gap", "<b>▨</b> %'" PRIu64 " gaps", (gulong) tally.gaps),
      tally.gaps);
  gtk_widget_set_visible (GTK_WIDGET (self->lost), lost > 0 || !self->single);
  gtk_widget_set_visible (GTK_WIDGET (self->late), late > 0 || !self->narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->gaps), tally.gaps > 0 && !self->narrow);
  if (lost > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->lost), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->lost), "error");
  if (late > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->late), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->late), "warning");
  if (gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    app_losses_view_show (self->losses, self->session);
}

static void
on_tick (AppBottomBar *self)
{
  show_recording (self);
  show_losses (self);
}

static void
on_popover_show (AppBottomBar *self)
{
  if (self->session)
    app_losses_view_show (self->losses, self->session);
}

/* Makes the controls of playback for the first recording, as few windows play one. */
static void
make_transport (AppBottomBar *self)
{
  self->transport = g_object_new (APP_TYPE_TRANSPORT, NULL);
  gtk_box_insert_child_after (self->box, GTK_WIDGET (self->transport),
                              gtk_widget_get_prev_sibling (GTK_WIDGET (self->timing)));
}

/* Fills the menu when the bar is first narrow, as few windows are. */
static void
make_more (AppBottomBar *self)
{
  self->more_timing = g_object_new (APP_TYPE_TIMING, NULL);
  self->more_transport = g_object_new (APP_TYPE_TRANSPORT, NULL);
  gtk_box_append (self->more_box, GTK_WIDGET (self->more_timing));
  gtk_box_append (self->more_box, GTK_WIDGET (self->more_transport));
  app_names_complete (GTK_WIDGET (self->more_timing));
  app_timing_set_session (self->more_timing, self->session);
}

/* Shows the controls of a player; hides them for NULL. */
static void
show_player (AppBottomBar *self, GscopePlayer *player)
{
  if (player && !self->transport)
    make_transport (self);
  if (self->transport)
    app_transport_set_player (self->transport, player);
  if (self->more_transport)
    app_transport_set_player (self->more_transport, player);
}

static void
drop_session (AppBottomBar *self)
{
  if (!self->session)
    return;
  show_player (self, NULL);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (self->viewport, self);
  if (app_session_get_recorder (self->session))
    g_signal_handlers_disconnect_by_data (app_session_get_recorder (self->session), self);
  g_clear_object (&self->session);
  g_clear_object (&self->viewport);
}

/* A playback has no period, no delay and nothing to record. The whole bar asks for the width of all
 * controls, and the window makes it narrow where it has less. The narrow bar scrolls if need be. */
static void
arrange (AppBottomBar *self)
{
  GscopePlayer *player = self->session ? app_session_get_player (self->session) : NULL;
  gboolean plays = player != NULL;

  if (self->narrow && !self->more_timing)
    make_more (self);
  show_player (self, player);
  gtk_scrolled_window_set_policy (
      self->scroller, self->narrow ? GTK_POLICY_EXTERNAL : GTK_POLICY_NEVER, GTK_POLICY_NEVER);
  gtk_widget_set_visible (self->modes, !self->narrow || (!self->single && !plays));
  gtk_widget_set_visible (GTK_WIDGET (self->timing), !self->narrow && !plays);
  if (self->more_timing)
    gtk_widget_set_visible (GTK_WIDGET (self->more_timing), !plays);
  gtk_widget_set_visible (self->more, self->narrow);
  gtk_widget_set_visible (self->span_label, !self->narrow);
  gtk_widget_set_visible (self->hold_label, !self->single);
  gtk_widget_set_visible (self->shorter, !self->single);
  gtk_widget_set_visible (self->longer, !self->single);
  if (self->transport)
    app_transport_set_compact (self->transport, self->narrow, self->single);
  gtk_widget_set_visible (self->run, !plays);
  gtk_widget_set_visible (self->record, !plays);
}

static void
app_bottom_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppBottomBar *self = APP_BOTTOM_BAR (object);

  g_value_set_boolean (value, id == PROP_NARROW ? self->narrow : self->single);
}

static void
app_bottom_bar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AppBottomBar *self = APP_BOTTOM_BAR (object);

  *(id == PROP_NARROW ? &self->narrow : &self->single) = g_value_get_boolean (value);
  arrange (self);
  if (self->session)
    on_tick (self);
}

static void
app_bottom_bar_dispose (GObject *object)
{
  drop_session (APP_BOTTOM_BAR (object));
  G_OBJECT_CLASS (app_bottom_bar_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/bars/bottom.ui");
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, scroller);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, box);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, hold_label);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, shorter);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, longer);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, modes);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, span_label);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, span);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, timing);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, record);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, more);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, more_box);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, run_icon);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, run);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, elapsed);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, size);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, lost);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, late);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, gaps);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, popover);
  gtk_widget_class_bind_template_child (widget_class, AppBottomBar, losses);
  gtk_widget_class_bind_template_callback (widget_class, on_popover_show);
}

static void
app_bottom_bar_class_init (AppBottomBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = app_bottom_bar_dispose;
  object_class->get_property = app_bottom_bar_get_property;
  object_class->set_property = app_bottom_bar_set_property;
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SINGLE] = g_param_spec_boolean ("single", NULL, NULL, FALSE,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (APP_TYPE_LOSSES_VIEW);
  g_type_ensure (APP_TYPE_TIMING);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "bottombar");
  bind_template (GTK_WIDGET_CLASS (klass));
}

static void
app_bottom_bar_init (AppBottomBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Both NULL for none. */
void
app_bottom_bar_set_view (AppBottomBar *self, AppSession *session, GscopeGtkView *view)
{
  drop_session (self);
  app_timing_set_session (self->timing, session);
  if (self->more_timing)
    app_timing_set_session (self->more_timing, session);
  gtk_widget_set_sensitive (GTK_WIDGET (self), session != NULL);
  if (!session)
    return;
  self->session = g_object_ref (session);
  arrange (self);
  self->viewport = g_object_ref (gscope_gtk_view_get_viewport (view));
  g_signal_connect_swapped (session, "tick", G_CALLBACK (on_tick), self);
  g_signal_connect_swapped (session, "running-changed", G_CALLBACK (show_running), self);
  g_signal_connect_swapped (self->viewport, "notify::span", G_CALLBACK (show_span), self);
  if (app_session_get_recorder (session))
    g_signal_connect_swapped (app_session_get_recorder (session), "notify::active",
                              G_CALLBACK (show_recording), self);
  show_span (self);
  show_running (self);
  on_tick (self);
}
