/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/agent-state.h"

#include <glib/gi18n.h>

#include <property.h>

#include "agents/state.h"
#include "session/format.h"

struct _AppAgentState
{
  AdwBin parent_instance;

  AppSession *session;
  GListModel *sources;
  GtkLabel *clock;
  GtkLabel *resolution;
  GtkLabel *losses;
  GtkWidget *away;
  GtkLabel *next_try;
  GtkWidget *unlock;
  char *description;
  /* the last comparison of the clocks; NULL before the first */
  char *last_clock;
};

G_DEFINE_FINAL_TYPE (AppAgentState, app_agent_state, ADW_TYPE_BIN)

typedef void (*SourceFunc) (AppAgentState *self, GscopeAgentSource *source, gpointer data);

static void
for_each_source (AppAgentState *self, SourceFunc func, gpointer data)
{
  for (guint i = 0; self->sources && i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);

      if (GSCOPE_IS_AGENT_SOURCE (source))
        func (self, GSCOPE_AGENT_SOURCE (source), data);
    }
}

static void
show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), text[0] != '\0');
}

/* The clocks. */

/* The wall clock is the one that people compare; clocks of samples begin when a machine starts. */
static char *
format_clock (AppAgentState *self, GscopeRemote *source)
{
  gint64 offset, wall, error, round_trip;
  g_autofree char *time = NULL, *trip = NULL;

  if (!gscope_remote_get_clock (source, &offset, &error, &round_trip))
    return NULL;
  trip = gscope_quantity_format_time (round_trip, 2);
  g_free (self->last_clock);
  if (gscope_remote_get_wall_offset (source, &wall))
    {
      time = gscope_quantity_format_time_error (wall, error);
      self->last_clock = g_strconcat (wall > 0 ? "+" : "", time, NULL);
    }
  else
    {
      time = gscope_quantity_format_time (error, 2);
      self->last_clock = g_strconcat ("± ", time, NULL);
    }
  /* Translators: how far a wall clock is ahead, such as “+1.84 ± 0.06 ms”, and a time */
  return g_strdup_printf (_ ("clock %s · round trip %s"), self->last_clock, trip);
}

static void
find_clock (AppAgentState *self, GscopeAgentSource *source, gpointer text)
{
  if (!*(char **) text)
    *(char **) text = format_clock (self, GSCOPE_REMOTE (source));
}

/* All of it, with the clock of samples. */
static char *
explain_clock (GscopeRemote *source)
{
  gint64 offset, wall, error, round_trip;
  g_autofree char *samples = NULL, *between = NULL, *trip = NULL;

  if (!gscope_remote_get_clock (source, &offset, &error, &round_trip))
    return NULL;
  samples = gscope_quantity_format_time_error (offset, error);
  trip = gscope_quantity_format_time (round_trip, 3);
  if (!gscope_remote_get_wall_offset (source, &wall))
    return g_strdup_printf (_ ("Its clock of samples is ahead by %s. A message and its answer take "
                               "%s."),
                            samples, trip);
  between = gscope_quantity_format_time_error (wall, error);
  return g_strdup_printf (_ ("Its wall clock is ahead of the one here by %s, its clock of samples, "
                             "which began when it started, by %s. Times of samples are converted "
                             "to the clock here. A message and its answer take %s."),
                          between, samples, trip);
}

static void
find_explanation (AppAgentState *self, GscopeAgentSource *source, gpointer text)
{
  if (!*(char **) text)
    *(char **) text = explain_clock (GSCOPE_REMOTE (source));
}

static gboolean
on_query_clock (AppAgentState *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  g_autofree char *text = NULL;

  for_each_source (self, find_explanation, &text);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
show_clock (AppAgentState *self)
{
  g_autofree char *text = NULL;

  for_each_source (self, find_clock, &text);
  /* Translators: as “clock +1.84 ± 0.06 ms · round trip 0.9 ms”, of an agent that is away */
  if (!text && self->last_clock)
    text = g_strdup_printf (_ ("clock was %s · round trip –"), self->last_clock);
  show_text (self->clock, text ? text : "");
}

/* Samples that do not come. */

static void
find_resolution (AppAgentState *self, GscopeAgentSource *source, gpointer resolution)
{
  gint64 own = gscope_remote_get_resolution (GSCOPE_REMOTE (source));

  *(gint64 *) resolution = MAX (*(gint64 *) resolution, own);
}

static void
show_resolution (AppAgentState *self)
{
  g_autofree char *text = NULL, *time = NULL;
  gint64 resolution = 0;

  for_each_source (self, find_resolution, &resolution);
  if (resolution > 0)
    {
      time = gscope_quantity_format_time (resolution, 3);
      text = g_strdup_printf (_ ("shown at %s resolution: its connection is slow"), time);
    }
  show_text (self->resolution, text ? text : "");
}

static void
add_losses (AppAgentState *self, GscopeAgentSource *source, gpointer tally)
{
  GListModel *model = gscope_source_get_signals (GSCOPE_SOURCE (source));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      gscope_tally_add_signal (tally, signal);
    }
}

static void
show_losses (AppAgentState *self)
{
  GscopeTally tally = { 0 };
  g_autofree char *text = NULL;

  for_each_source (self, add_losses, &tally);
  text = app_format_losses (&tally);
  show_text (self->losses, text);
}

/* The next try. */

static void
find_next_try (AppAgentState *self, GscopeAgentSource *source, gpointer wait)
{
  gint64 time = gscope_agent_source_get_next_try (source);
  GscopeClock *clock = gscope_source_get_clock (GSCOPE_SOURCE (source));

  if (time > 0)
    *(gint64 *) wait = MIN (*(gint64 *) wait, MAX (0, time - gscope_clock_get_time (clock)));
}

static void
show_next_try (AppAgentState *self)
{
  gint64 wait = G_MAXINT64;
  g_autofree char *text = NULL;

  for_each_source (self, find_next_try, &wait);
  if (wait < G_MAXINT64)
    text = g_strdup_printf (_ ("away · next try in %d s"),
                            (int) ((wait + GSCOPE_SEC - 1) / GSCOPE_SEC));
  gtk_label_set_label (self->next_try, text ? text : "");
  gtk_widget_set_visible (self->away, text != NULL);
}

static void
try_now (AppAgentState *self, GscopeAgentSource *source, gpointer data)
{
  gscope_agent_source_try_now (source);
}

static void
on_try_now (AppAgentState *self)
{
  for_each_source (self, try_now, NULL);
}

/* A refusal that the user can lift. */

static void
find_refused (AppAgentState *self, GscopeAgentSource *source, gpointer refused)
{
  if (gscope_agent_source_get_refusal (source))
    *(GscopeAgentSource **) refused = source;
}

static const char *
get_remedy (GscopeAgentSource *refused)
{
  if (g_error_matches (gscope_agent_source_get_refusal (refused), GSCOPE_ERROR, GSCOPE_ERROR_TOKEN))
    return _ ("Enter Token…");
  return app_agent_has_changed (GSCOPE_SOURCE (refused)) ? _ ("Compare Certificates…")
                                                         : _ ("Check Certificate…");
}

static void
show_refusal (AppAgentState *self)
{
  GscopeAgentSource *refused = NULL;

  for_each_source (self, find_refused, &refused);
  gtk_widget_set_visible (self->unlock, refused != NULL);
  if (refused)
    gtk_button_set_label (GTK_BUTTON (self->unlock), get_remedy (refused));
}

static void
on_unlock (AppAgentState *self)
{
  GscopeAgentSource *refused = NULL;

  for_each_source (self, find_refused, &refused);
  if (refused)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.ask-agent", "s",
                                gscope_agent_source_get_address (refused));
}

/* The whole. */

/* Sets the same as a text, for those who do not see it. */
static void
describe (AppAgentState *self)
{
  GtkLabel *labels[] = { self->clock, self->resolution, self->losses, self->next_try };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (*gtk_label_get_label (labels[i]))
      g_strv_builder_add (builder, gtk_label_get_label (labels[i]));
  texts = g_strv_builder_end (builder);
  text = g_strjoinv (", ", texts);
  if (g_str_equal (text, self->description))
    return;
  g_free (self->description);
  self->description = g_steal_pointer (&text);
  g_object_notify (G_OBJECT (self), "description");
}

static void
count_source (AppAgentState *self, GscopeAgentSource *source, gpointer n)
{
  ++*(guint *) n;
}

static void
show (AppAgentState *self)
{
  guint n = 0;

  for_each_source (self, count_source, &n);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n == 0)
    return;
  show_clock (self);
  show_resolution (self);
  show_losses (self);
  show_next_try (self);
  show_refusal (self);
  describe (self);
}

const char *
app_agent_state_get_description (AppAgentState *self)
{
  return self->description;
}

static void
drop (AppAgentState *self)
{
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_object (&self->sources);
}

static void
app_agent_state_dispose (GObject *object)
{
  drop (APP_AGENT_STATE (object));
  G_OBJECT_CLASS (app_agent_state_parent_class)->dispose (object);
}

static void
app_agent_state_finalize (GObject *object)
{
  g_free (APP_AGENT_STATE (object)->description);
  g_free (APP_AGENT_STATE (object)->last_clock);
  G_OBJECT_CLASS (app_agent_state_parent_class)->finalize (object);
}

static void
app_agent_state_class_init (AppAgentStateClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_agent_state_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_agent_state_finalize;
  property_add (G_OBJECT_CLASS (klass), string, "description", app_agent_state_get_description,
                NULL, "");
  gtk_widget_class_set_css_name (widget_class, "agentstate");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/signals/agent-state.ui");
  gtk_widget_class_bind_template_child (widget_class, AppAgentState, clock);
  gtk_widget_class_bind_template_child (widget_class, AppAgentState, resolution);
  gtk_widget_class_bind_template_child (widget_class, AppAgentState, losses);
  gtk_widget_class_bind_template_child (widget_class, AppAgentState, away);
  gtk_widget_class_bind_template_child (widget_class, AppAgentState, next_try);
  gtk_widget_class_bind_template_callback (widget_class, on_query_clock);
  gtk_widget_class_bind_template_child (widget_class, AppAgentState, unlock);
  gtk_widget_class_bind_template_callback (widget_class, on_try_now);
  gtk_widget_class_bind_template_callback (widget_class, on_unlock);
}

static void
app_agent_state_init (AppAgentState *self)
{
  self->description = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
watch (AppAgentState *self, GscopeAgentSource *source, gpointer data)
{
  g_signal_connect_object (source, "notify::next-try", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (source, "notify::resolution", G_CALLBACK (show), self,
                           G_CONNECT_SWAPPED);
}

void
app_agent_state_set_sources (AppAgentState *self, AppSession *session, GListModel *sources)
{
  drop (self);
  self->session = g_object_ref (session);
  self->sources = g_object_ref (sources);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (show), self);
  for_each_source (self, watch, NULL);
  show (self);
}
