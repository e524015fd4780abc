/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "limits/dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "fields/rows.h"
#include "limits/row.h"
#include "undo/toast.h"
#include "undo/tuning.h"
#include "widgets/messages.h"
#include "widgets/present.h"

/* The part of the range of a signal and of the span of its view that a first limit leaves at each end. */
#define FIRST_MARGIN 0.1

struct _AppLimitsDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  /* the signal whose limit is edited, and the first bounds of one without a limit */
  GscopeSignal *signal;
  double min;
  double max;
  /* the times of a first mask from the trigger, nanoseconds */
  gint64 begin;
  gint64 end;

  AppMessages *messages;
  AppToast *toast;
  AdwPreferencesPage *page;
  AdwPreferencesGroup *listed;
  AdwPreferencesGroup *edited;
  AppFieldRows *rows;
  /* of AppLimitRow */
  GPtrArray *limits;
};

G_DEFINE_FINAL_TYPE (AppLimitsDialog, app_limits_dialog, ADW_TYPE_WINDOW)

static GscopeWorkspace *
get_workspace (AppLimitsDialog *self)
{
  return app_session_get_workspace (self->session);
}

/* A mask waits until its signal has a trigger. */
static void
warn (AppLimitsDialog *self)
{
  GscopeLimit *limit = gscope_workspace_get_limit (get_workspace (self), self->signal);
  const GscopeLimitSettings *settings = limit ? gscope_limit_get_settings (limit) : NULL;
  g_autofree char *message = NULL;

  if (!settings || settings->kind != GSCOPE_LIMIT_KIND_MASK || gscope_limit_get_trigger (limit))
    return;
  message = g_strdup_printf (
      _ ("“%s” has no trigger, at which the mask begins, so nothing is compared. Set the trigger "
         "of that signal with Ctrl+T. Ctrl+K shows the mask in a triggered display."),
      settings->trigger ? settings->trigger : gscope_signal_get_full_name (self->signal));
  app_messages_add (self->messages, message);
}

static void
take (AppLimitsDialog *self, const GscopeLimitSettings *settings)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_limit_settings_check (settings, &error))
    {
      app_messages_add (self->messages, error->message);
      return;
    }
  app_tuning_set_limit (self->session, self->signal, settings);
  warn (self);
}

static void
on_accept (AppLimitsDialog *self)
{
  GscopeLimitSettings settings = { 0 };

  app_messages_clear (self->messages);
  if (app_field_rows_read (self->rows, &settings))
    take (self, &settings);
  gscope_fields_clear (gscope_limit_settings_get_fields (), &settings);
}

/* The bounds of a first limit are near the ends of the range that is shown. */
static void
init_settings (AppLimitsDialog *self, GscopeLimitSettings *settings)
{
  double margin = FIRST_MARGIN * (self->max - self->min);

  gscope_fields_init (gscope_limit_settings_get_fields (), settings);
  settings->lower = self->min + margin;
  settings->upper = self->max - margin;
}

/* A mask begins as the bounds are, to be changed in a triggered display. */
static void
init_mask (AppLimitsDialog *self, GscopeLimitSettings *settings)
{
  double lower = settings->kind == GSCOPE_LIMIT_KIND_AT_MOST ? -INFINITY : settings->lower;
  double upper = settings->kind == GSCOPE_LIMIT_KIND_AT_LEAST ? INFINITY : settings->upper;
  const GscopeLimitCorner corners[] = { { self->begin, lower, upper },
                                        { self->end, lower, upper } };

  if (settings->mask && *settings->mask)
    return;
  g_free (settings->mask);
  settings->mask = gscope_limit_mask_format (corners, G_N_ELEMENTS (corners));
}

static GscopeLimitSettings *
dup_settings (AppLimitsDialog *self)
{
  GscopeLimit *limit = gscope_workspace_get_limit (get_workspace (self), self->signal);
  GscopeLimitSettings *settings;

  if (limit)
    settings = gscope_limit_settings_copy (gscope_limit_get_settings (limit));
  else
    {
      settings = g_new0 (GscopeLimitSettings, 1);
      init_settings (self, settings);
    }
  init_mask (self, settings);
  return settings;
}

static void
show_title (AppLimitsDialog *self)
{
  g_autofree char *name = g_markup_escape_text (gscope_signal_get_full_name (self->signal), -1);
  g_autofree char *title = g_strdup_printf (_ ("Limit of “%s”"), name);

  adw_preferences_group_set_title (self->edited, title);
}

/* A mask begins at the trigger of its signal, or of another signal of the scope that has one. The chosen one may come later. */
static void
offer_triggers (AppLimitsDialog *self, GscopeScope *scope, const char *chosen)
{
  GListModel *signals = gscope_scope_get_signals (scope);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean is_offered = !chosen || !*chosen;

  gtk_string_list_append (titles, _ ("The same signal"));
  g_ptr_array_add (names, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      const char *name = gscope_signal_get_full_name (signal);

      if (!gscope_workspace_get_trigger (get_workspace (self), signal)
          && g_strcmp0 (name, chosen) != 0)
        continue;
      is_offered = is_offered || g_strcmp0 (name, chosen) == 0;
      gtk_string_list_append (titles, name);
      g_ptr_array_add (names, g_strdup (name));
    }
  if (!is_offered)
    {
      gtk_string_list_append (titles, chosen);
      g_ptr_array_add (names, g_strdup (chosen));
    }
  app_field_rows_offer (self->rows, "trigger", names, titles);
}

static void
on_edit (AppLimitRow *row, AppLimitsDialog *self)
{
  g_autoptr (GscopeLimitSettings) settings = NULL;
  GscopeScope *scope = NULL;

  g_set_object (&self->signal, gscope_limit_get_signal (app_limit_row_get_limit (row)));
  settings = dup_settings (self);
  app_session_find_signal (self->session, gscope_signal_get_full_name (self->signal), &scope);
  if (scope)
    offer_triggers (self, scope, settings->trigger);
  show_title (self);
  app_field_rows_show (self->rows, settings, gscope_signal_get_unit (self->signal));
  gtk_widget_grab_focus (app_field_rows_get (self->rows, "kind"));
}

static void
on_remove (AppLimitRow *row, AppLimitsDialog *self)
{
  g_autoptr (GscopeSignal) signal =
      g_object_ref (gscope_limit_get_signal (app_limit_row_get_limit (row)));
  g_autofree char *text =
      g_strdup_printf (_ ("Limit of “%s” removed"), gscope_signal_get_full_name (signal));
  guint entry = app_tuning_set_limit (self->session, signal, NULL);

  app_toast_show_undo (self->toast, text, app_session_get_history (self->session), entry);
}

static void
show_counts (AppLimitsDialog *self)
{
  for (guint i = 0; i < self->limits->len; i++)
    app_limit_row_update (self->limits->pdata[i]);
}

static AppLimitRow *
make_row (AppLimitsDialog *self, GscopeLimit *limit)
{
  AppLimitRow *row = app_limit_row_new (limit);

  g_signal_connect (row, "edit", G_CALLBACK (on_edit), self);
  g_signal_connect (row, "remove", G_CALLBACK (on_remove), self);
  return row;
}

/* The row of a limit that has other settings stays, and stays open. */
static void
on_limits_changed (AppLimitsDialog *self, guint position, guint n_removed, guint n_added,
                   GListModel *limits)
{
  if (n_removed == n_added && self->limits->len == g_list_model_get_n_items (limits))
    {
      show_counts (self);
      return;
    }
  for (guint i = 0; i < self->limits->len; i++)
    adw_preferences_group_remove (self->listed, self->limits->pdata[i]);
  g_ptr_array_set_size (self->limits, 0);
  for (guint i = 0; i < g_list_model_get_n_items (limits); i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, i);

      g_ptr_array_add (self->limits, make_row (self, limit));
      adw_preferences_group_add (self->listed, self->limits->pdata[i]);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->listed), self->limits->len > 0);
}

static void
app_limits_dialog_dispose (GObject *object)
{
  AppLimitsDialog *self = APP_LIMITS_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->signal);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (app_limits_dialog_parent_class)->dispose (object);
}

static void
app_limits_dialog_finalize (GObject *object)
{
  g_ptr_array_unref (APP_LIMITS_DIALOG (object)->limits);
  G_OBJECT_CLASS (app_limits_dialog_parent_class)->finalize (object);
}

static void
app_limits_dialog_class_init (AppLimitsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_limits_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_limits_dialog_finalize;
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/limits/dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppLimitsDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppLimitsDialog, toast);
  gtk_widget_class_bind_template_child (widget_class, AppLimitsDialog, page);
  gtk_widget_class_bind_template_child (widget_class, AppLimitsDialog, listed);
  gtk_widget_class_bind_template_child (widget_class, AppLimitsDialog, edited);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
}

static void
app_limits_dialog_init (AppLimitsDialog *self)
{
  self->limits = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = app_field_rows_new (gscope_limit_settings_get_fields (), self->messages);
  g_signal_connect_object (self->rows, "accepted", G_CALLBACK (on_accept), self, G_CONNECT_SWAPPED);
}

/* A first mask is in what a triggered display shows. */
static void
take_times (AppLimitsDialog *self, GscopeGtkView *view)
{
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (view));
  gint64 margin = (gint64) (FIRST_MARGIN * (double) span);
  guint percent;

  g_object_get (gscope_gtk_view_get_settings (view), "pre-trigger", &percent, NULL);
  self->begin = margin - span / 100 * percent;
  self->end = self->begin + span - 2 * margin;
}

void
app_limits_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view)
{
  GscopeGtkViewSignal *shown = gscope_gtk_view_get_selected (view);
  AppLimitsDialog *self = g_object_new (APP_TYPE_LIMITS_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GscopeLimitSettings) settings = NULL;
  GListModel *limits;

  self->session = g_object_ref (session);
  self->signal = g_object_ref (gscope_gtk_view_signal_get_signal (shown));
  gscope_gtk_view_signal_get_range (shown, &self->min, &self->max);
  take_times (self, view);
  settings = dup_settings (self);
  offer_triggers (self, gscope_gtk_view_signal_get_scope (shown), settings->trigger);
  show_title (self);
  app_field_rows_add (self->rows, settings, gscope_signal_get_unit (self->signal), self->edited,
                      self->page);
  limits = gscope_workspace_get_limits (get_workspace (self));
  g_signal_connect_object (limits, "items-changed", G_CALLBACK (on_limits_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "tick", G_CALLBACK (show_counts), self, G_CONNECT_SWAPPED);
  on_limits_changed (self, 0, 0, 1, limits);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (app_field_rows_get (self->rows, "kind"));
}
