/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/row.h"

#include <glib/gi18n.h>
#include <math.h>
#include <property.h>

#include "agents/state.h"
#include "session/format.h"
#include "signals/key.h"
#include "widgets/steady-label.h"

enum
{
  /* Gaps one after the other at the end of a trace, before its last value. */
  MAX_GAPS = 16,
  /* A wider value is abbreviated if there is no room for it. */
  VALUE_CHARS = 7,
};

struct _AppSignalRow
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkViewSignal *signal;
  AppKey *key;
  GtkLabel *title;
  GtkLabel *range;
  GtkLabel *trouble;
  AppSteadyLabel *value;
  GtkToggleButton *eye;
};

G_DEFINE_FINAL_TYPE (AppSignalRow, app_signal_row, ADW_TYPE_BIN)

/* Finds the last value before the gap with which its trace ends. */
static gboolean
find_last (AppSignalRow *self, GscopeSample *last)
{
  GscopeTimeline timeline;
  guint64 position, first;

  *last = (GscopeSample){ 0, NAN };
  gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (self->signal), &timeline);
  position = gscope_trace_get_end (timeline.trace);
  first = gscope_trace_get_first (timeline.trace);
  for (guint i = 0; i < MAX_GAPS && position > first && isnan (last->value); i++)
    gscope_trace_read (timeline.trace, --position, last, 1);
  return !isnan (last->value);
}

static gboolean
is_away (AppSignalRow *self)
{
  return app_agent_is_away (
      app_session_find_owner (self->session, gscope_gtk_view_signal_get_signal (self->signal)));
}

/* Returns the value with its unit: the last one, of an agent that is away. */
static char *
dup_value (AppSignalRow *self)
{
  const char *text = gscope_gtk_view_signal_get_text (self->signal);
  GscopeSample last;

  if (is_away (self) && find_last (self, &last))
    return gscope_gtk_view_signal_format_value (self->signal, last.value);
  return g_strdup (text ? text : "–");
}

/* The number stands out, its unit does not. */
static void
show_value (AppSignalRow *self)
{
  g_autofree char *text = dup_value (self);
  g_autofree char *number = g_strdup (text);
  char *unit = strchr (number, ' ');
  g_autofree char *markup = NULL;
  gsize n_states;

  gscope_signal_get_states (gscope_gtk_view_signal_get_signal (self->signal), &n_states);
  if (n_states > 0)
    unit = NULL;
  else if (!unit)
    unit = strstr (number, "\u00a0");
  if (unit)
    *unit = '\0';
  markup = g_markup_printf_escaped ("<b>%s</b> <span size=\"smaller\" alpha=\"75%%\">%s</span>",
                                    number, unit ? g_utf8_next_char (text + (unit - number)) : "");
  app_steady_label_set_markup (self->value, markup);
}

/* Returns when the last value of an agent that is away was; NULL if there is none. */
static char *
describe_last (AppSignalRow *self)
{
  GscopeScope *scope = gscope_gtk_view_signal_get_scope (self->signal);
  g_autoptr (GDateTime) wall = NULL;
  g_autofree char *time = NULL;
  GscopeSample last;

  if (!is_away (self) || !find_last (self, &last))
    return NULL;
  wall = gscope_clock_to_wall (gscope_scope_get_clock (scope), last.time);
  time = wall ? g_date_time_format (wall, "%H:%M:%S") : NULL;
  /* Translators: when the last value was, such as “at 14:32:06”; short, as it has little room */
  return time ? g_strdup_printf (_ ("at %s"), time) : NULL;
}

static void
show_range (AppSignalRow *self)
{
  g_autofree char *last = describe_last (self);
  g_autofree char *range = NULL, *text = NULL;
  gsize n_states;
  double min, max;

  gscope_signal_get_states (gscope_gtk_view_signal_get_signal (self->signal), &n_states);
  if (n_states > 0)
    {
      text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u state", "%u states", n_states),
                              (guint) n_states);
      gtk_label_set_label (self->range, last ? last : text);
      return;
    }
  gscope_gtk_view_signal_get_range (self->signal, &min, &max);
  range = app_format_range (min, max, gscope_gtk_view_signal_get_unit (self->signal));
  text = gscope_gtk_view_signal_get_auto_range (self->signal)
             ? g_strdup_printf (_ ("%s, auto"), range)
             : g_strdup (range);
  gtk_label_set_label (self->range, last ? last : text);
}

/* Such as “2 lost, 3 failures”; empty if there are neither losses nor failures of the limit. */
static char *
describe_trouble (AppSignalRow *self)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self->signal);
  GscopeLimit *limit =
      gscope_workspace_get_limit (app_session_get_workspace (self->session), signal);
  guint64 n = limit ? gscope_limit_get_result (limit)->n_failures : 0;
  g_autofree char *failures = n > 0 ? app_format_failures (n) : NULL;
  g_autofree char *losses = NULL;
  GscopeTally tally = { 0 };

  gscope_tally_add_signal (&tally, signal);
  losses = app_format_losses (&tally);
  if (!failures)
    return g_steal_pointer (&losses);
  return losses[0] ? g_strdup_printf (_ ("%s, %s"), losses, failures) : g_steal_pointer (&failures);
}

/* While an agent is away, the time of the last value needs the room, and its header has the losses. */
static void
show_trouble (AppSignalRow *self)
{
  g_autofree char *text = describe_trouble (self);

  gtk_label_set_label (self->trouble, text);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), text[0] != '\0' && !is_away (self));
}

static void
set_class (AppSignalRow *self, const char *name, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (GTK_WIDGET (self), name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), name);
}

char *
app_signal_row_describe (AppSignalRow *self, const char **keys)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self->signal);
  const char *description = gscope_signal_get_description (signal);
  const char *trouble = gtk_label_get_text (self->trouble);

  *keys = _ ("Its digit shows and hides it · Ctrl+Delete removes it · Drag to another view");
  return g_strdup_printf (
      "%s, %s%s%s%s%s%s%s", gscope_signal_get_full_name (signal), gtk_label_get_text (self->range),
      trouble[0] ? ", " : "", trouble, description ? ": " : "", description ? description : "",
      gscope_signal_get_ended (signal) ? _ (", has ended") : "",
      gscope_gtk_view_signal_get_hidden (self->signal) ? _ (", is hidden") : "");
}

/* GTK asks the display where the pointer is for each tooltip that is set; these come when it is there. */
static gboolean
on_query_title (AppSignalRow *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self->signal);
  const char *description = gscope_signal_get_description (signal);
  GscopeSource *source = app_session_find_owner (self->session, signal);
  const char *ended = gscope_signal_get_ended (signal)  ? _ ("It has ended.")
                      : GSCOPE_IS_AGENT_SOURCE (source) ? gscope_source_get_status (source)
                                                        : "";
  g_autofree char *text =
      g_strdup_printf ("%s%s%s%s%s", gscope_signal_get_full_name (signal), description ? "\n" : "",
                       description ? description : "", ended[0] ? "\n" : "", ended);

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static char *
describe_eye (AppSignalRow *self)
{
  const char *title = gscope_gtk_view_signal_get_label (self->signal);

  return g_strdup_printf (
      gscope_gtk_view_signal_get_hidden (self->signal) ? _ ("Show %s") : _ ("Hide %s"), title);
}

static gboolean
on_query_eye (AppSignalRow *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autofree char *text = describe_eye (self);

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* The row of the list, which has the focus, is named after the signal. */
static void
name_row (AppSignalRow *self)
{
  GtkWidget *row = gtk_widget_get_parent (GTK_WIDGET (self));
  const char *keys;
  g_autofree char *text = NULL;

  if (!row || !self->signal)
    return;
  text = app_signal_row_describe (self, &keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gscope_gtk_view_signal_get_label (self->signal),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* A signal of an agent that is away is grey, as an ended one is. */
static void
show_state (AppSignalRow *self)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self->signal);

  set_class (self, "ended-signal", is_away (self) || gscope_signal_get_ended (signal));
}

/* The row of its source is above, so that its name, with which a label may end, is left out. */
static char *
dup_label (AppSignalRow *self)
{
  const char *label = gscope_gtk_view_signal_get_label (self->signal);
  GscopeSource *source =
      app_session_find_owner (self->session, gscope_gtk_view_signal_get_signal (self->signal));
  g_autofree char *end = source ? g_strconcat (", ", gscope_source_get_name (source), NULL) : NULL;

  return end && g_str_has_suffix (label, end) ? g_strndup (label, strlen (label) - strlen (end))
                                              : g_strdup (label);
}

static void
show (AppSignalRow *self)
{
  gboolean hidden = gscope_gtk_view_signal_get_hidden (self->signal);
  g_autofree char *eye = describe_eye (self);
  g_autofree char *label = dup_label (self);

  gtk_label_set_label (self->title, label);
  gtk_button_set_icon_name (GTK_BUTTON (self->eye),
                            hidden ? "view-conceal-symbolic" : "view-reveal-symbolic");
  gtk_toggle_button_set_active (self->eye, !hidden);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->eye), GTK_ACCESSIBLE_PROPERTY_LABEL, eye,
                                  -1);
  set_class (self, "hidden-signal", hidden);
  show_state (self);
  show_range (self);
  show_trouble (self);
  name_row (self);
}

static void
on_tick (AppSignalRow *self)
{
  g_autofree char *trouble = g_strdup (gtk_label_get_text (self->trouble));

  show_state (self);
  show_value (self);
  show_range (self);
  show_trouble (self);
  if (!g_str_equal (trouble, gtk_label_get_text (self->trouble)))
    name_row (self);
}

/* A row that shows the state of its signal does not override the state. */
static void
on_eye_toggled (AppSignalRow *self)
{
  gboolean hidden = !gtk_toggle_button_get_active (self->eye);

  if (hidden != gscope_gtk_view_signal_get_hidden (self->signal))
    gscope_gtk_view_signal_set_hidden (self->signal, hidden);
}

static GdkContentProvider *
on_drag_prepare (AppSignalRow *self)
{
  return gdk_content_provider_new_typed (GSCOPE_GTK_TYPE_VIEW_SIGNAL, self->signal);
}

static gboolean
get_narrow (AppSignalRow *self)
{
  return !gtk_widget_get_visible (GTK_WIDGET (self->range));
}

static void
set_narrow (AppSignalRow *self, gboolean narrow)
{
  gtk_widget_set_visible (GTK_WIDGET (self->range), !narrow);
}

static void
app_signal_row_dispose (GObject *object)
{
  AppSignalRow *self = APP_SIGNAL_ROW (object);

  if (self->signal)
    {
      g_signal_handlers_disconnect_by_data (self->signal, self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  g_clear_object (&self->signal);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (app_signal_row_parent_class)->dispose (object);
}

static void
app_signal_row_class_init (AppSignalRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = app_signal_row_dispose;
  property_add (object_class, boolean, "narrow", get_narrow, set_narrow, FALSE);
  g_type_ensure (APP_TYPE_KEY);
  g_type_ensure (APP_TYPE_STEADY_LABEL);
  g_type_ensure (GSCOPE_GTK_TYPE_STILL);
  gtk_widget_class_set_css_name (widget_class, "signalrow");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/signals/row.ui");
  gtk_widget_class_bind_template_child (widget_class, AppSignalRow, key);
  gtk_widget_class_bind_template_child (widget_class, AppSignalRow, title);
  gtk_widget_class_bind_template_child (widget_class, AppSignalRow, range);
  gtk_widget_class_bind_template_child (widget_class, AppSignalRow, trouble);
  gtk_widget_class_bind_template_child (widget_class, AppSignalRow, value);
  gtk_widget_class_bind_template_child (widget_class, AppSignalRow, eye);
  gtk_widget_class_bind_template_callback (widget_class, on_eye_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_query_eye);
  gtk_widget_class_bind_template_callback (widget_class, on_query_title);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_prepare);
}

static void
app_signal_row_init (AppSignalRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  app_steady_label_reserve (self->value, VALUE_CHARS);
  g_signal_connect (self, "notify::parent", G_CALLBACK (name_row), NULL);
}

GtkWidget *
app_signal_row_new (AppSession *session, GscopeGtkViewSignal *signal)
{
  AppSignalRow *self = g_object_new (APP_TYPE_SIGNAL_ROW, NULL);

  self->session = g_object_ref (session);
  self->signal = g_object_ref (signal);
  app_key_set_signal (self->key, signal);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (on_tick), self);
  g_signal_connect_swapped (signal, "changed", G_CALLBACK (show), self);
  g_signal_connect_swapped (signal, "notify::label", G_CALLBACK (show), self);
  g_signal_connect_swapped (signal, "notify::text", G_CALLBACK (show_value), self);
  show (self);
  show_value (self);
  return GTK_WIDGET (self);
}
