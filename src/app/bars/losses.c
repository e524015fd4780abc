/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bars/losses.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* More rows are not read by anybody; they are counted. */
#define MAX_ROWS 100

struct _AppLossesView
{
  AdwBin parent_instance;

  GtkWidget *scroller;
  GtkGrid *losses;
  GtkLabel *none;
  GtkGrid *scopes;
  int n_rows;
};

G_DEFINE_FINAL_TYPE (AppLossesView, app_losses_view, ADW_TYPE_BIN)

static void
clear_grid (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))))
    gtk_grid_remove (grid, child);
}

static void
add_cell (GtkGrid *grid, int column, int row, const char *text, gboolean number)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), number ? 1 : 0);
  if (number)
    gtk_widget_add_css_class (label, "numeric");
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (column == 0)
    gtk_label_set_max_width_chars (GTK_LABEL (label), 32);
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static void
add_loss (AppLossesView *self, const char *name, const char *cause, guint64 n)
{
  g_autofree char *count = g_strdup_printf ("%'" G_GUINT64_FORMAT, n);

  if (n == 0 || self->n_rows++ >= MAX_ROWS)
    return;
  add_cell (self->losses, 0, self->n_rows, name, FALSE);
  add_cell (self->losses, 1, self->n_rows, cause, FALSE);
  add_cell (self->losses, 2, self->n_rows, count, TRUE);
}

static void
add_more (AppLossesView *self)
{
  const int n = self->n_rows - MAX_ROWS;
  g_autofree char *more = NULL;

  if (n <= 0)
    return;
  more = g_strdup_printf (ngettext ("and %d more", "and %d more", (gulong) n), n);
  add_cell (self->losses, 0, self->n_rows, more, FALSE);
}

/* For late samples, also the delay of the scope that would have sufficed. */
static char *
dup_cause (GscopeSignal *signal, GscopeLoss cause)
{
  const char *title = gscope_loss_get_title (cause);
  gint64 delay = signal && cause == GSCOPE_LOSS_LATE ? gscope_signal_get_needed_delay (signal) : 0;

  if (delay == 0)
    return g_strdup (title);
  return g_strdup_printf (_ ("%s: a delay of %'" PRId64 " ms would have done"), title,
                          (delay + GSCOPE_MSEC - 1) / GSCOPE_MSEC);
}

/* The signal is NULL for losses that belong to no signal. */
static void
add_tally (AppLossesView *self, const char *name, const GscopeTally *tally, GscopeSignal *signal)
{
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    {
      g_autofree char *text = dup_cause (signal, cause);

      add_loss (self, name, text, tally->counts[cause]);
    }
  add_loss (self, name, _ ("Gaps"), tally->gaps);
}

/* Adds the losses of a source that belong to none of its signals, of a recording by name. */
static void
add_source (AppLossesView *self, GscopeSource *source)
{
  g_auto (GStrv) names = NULL;
  GscopeTally tally;

  if (!GSCOPE_IS_PLAYER (source))
    {
      gscope_source_get_tally (source, &tally);
      add_tally (self, gscope_source_get_title (source), &tally, NULL);
      return;
    }
  names = gscope_player_list_losses (GSCOPE_PLAYER (source));
  for (guint i = 0; names[i]; i++)
    {
      gscope_player_get_losses (GSCOPE_PLAYER (source), names[i], &tally);
      add_tally (self, names[i], &tally, NULL);
    }
}

/* Adds the losses that belong to no signal of the scope: those of its sources, and of signals that it has no more. */
static void
add_rest (AppLossesView *self, GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);
  GscopeTally tally;

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      add_source (self, source);
    }
  gscope_scope_get_gone_tally (scope, &tally);
  add_tally (self, _ ("Removed signals"), &tally, NULL);
}

static void
add_signals (AppLossesView *self, GscopeScope *scope)
{
  GListModel *model = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);
      GscopeTally tally = { 0 };

      gscope_tally_add_signal (&tally, signal);
      add_tally (self, gscope_signal_get_full_name (signal), &tally, signal);
    }
}

static void
add_scope (AppLossesView *self, AppSession *session, guint position)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (session), position);
  g_autofree char *name = app_session_dup_scope_title (session, position);
  g_autofree char *used = g_format_size (gscope_scope_get_bytes (scope));
  g_autofree char *budget = g_format_size (gscope_scope_get_budget (scope));
  g_autofree char *memory = g_strdup_printf (_ ("%s of %s"), used, budget);
  const int row = 2 * (int) position;

  add_cell (self->scopes, 0, row, name, FALSE);
  add_cell (self->scopes, 1, row, gscope_scope_get_poller_mode (scope), FALSE);
  add_cell (self->scopes, 1, row + 1, memory, FALSE);
  add_signals (self, scope);
  add_rest (self, scope);
}

static void
app_losses_view_class_init (AppLossesViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/bars/losses.ui");
  gtk_widget_class_bind_template_child (widget_class, AppLossesView, scroller);
  gtk_widget_class_bind_template_child (widget_class, AppLossesView, losses);
  gtk_widget_class_bind_template_child (widget_class, AppLossesView, none);
  gtk_widget_class_bind_template_child (widget_class, AppLossesView, scopes);
}

static void
app_losses_view_init (AppLossesView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_losses_count (AppSession *session, GscopeTally *tally)
{
  GListModel *scopes = app_session_get_scopes (session);
  GscopeRecorder *recorder = app_session_get_recorder (session);
  GscopeTally part;

  *tally = (GscopeTally){ 0 };
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_scope_get_tally (scope, &part);
      gscope_tally_add (tally, &part);
    }
  if (!recorder)
    return;
  gscope_recorder_get_own_tally (recorder, &part);
  gscope_tally_add (tally, &part);
}

/* As things are now. */
void
app_losses_view_show (AppLossesView *self, AppSession *session)
{
  guint n = g_list_model_get_n_items (app_session_get_scopes (session));
  GscopeRecorder *recorder = app_session_get_recorder (session);
  GscopeTally own;

  clear_grid (self->losses);
  clear_grid (self->scopes);
  self->n_rows = 0;
  for (guint i = 0; i < n; i++)
    add_scope (self, session, i);
  if (recorder)
    {
      gscope_recorder_get_own_tally (recorder, &own);
      add_tally (self, _ ("Recording"), &own, NULL);
    }
  add_more (self);
  gtk_widget_set_visible (GTK_WIDGET (self->none), self->n_rows == 0);
  gtk_widget_set_visible (self->scroller, self->n_rows > 0);
}
