/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-finder.h"

#include <glib/gi18n.h>

#include "app-removal.h"

#define MAX_ROWS 50

struct _AppFinder
{
  GtkPopover parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  GtkSearchEntry *entry;
  GtkListBox *list;
  GtkLabel *more;
};

G_DEFINE_FINAL_TYPE (AppFinder, app_finder, GTK_TYPE_POPOVER)

enum
{
  PATTERN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GscopeGtkViewSignal *
find_shown (AppFinder *self, GscopeSignal *wanted)
{
  GListModel *model = gscope_gtk_view_get_signals (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      if (gscope_gtk_view_signal_get_signal (signal) == wanted)
        return signal;
    }
  return NULL;
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_row (const char *title, const char *caption)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *small = make_label (caption, "caption");

  gtk_widget_add_css_class (small, "dim-label");
  gtk_box_append (GTK_BOX (box), make_label (title, NULL));
  gtk_box_append (GTK_BOX (box), small);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

static void
add_signal_row (AppFinder *self, GscopeScope *scope, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  g_autofree char *shown = g_strdup_printf (_ ("%s, in the view"), name);
  GtkWidget *row =
      make_row (gscope_signal_get_title (signal), find_shown (self, signal) ? shown : name);

  g_object_set_data_full (G_OBJECT (row), "scope", g_object_ref (scope), g_object_unref);
  g_object_set_data_full (G_OBJECT (row), "signal", g_object_ref (signal), g_object_unref);
  gtk_list_box_append (self->list, row);
}

static gboolean
is_pattern (const char *text)
{
  return strpbrk (text, "*?") != NULL;
}

static gboolean
matches (GscopeSignal *signal, const char *text, const GscopeWorkspaceSignal *pattern)
{
  const char *name = gscope_signal_get_full_name (signal);

  if (is_pattern (text))
    return gscope_workspace_signal_matches (pattern, name);
  return g_str_match_string (text, name, TRUE)
         || g_str_match_string (text, gscope_signal_get_title (signal), TRUE)
         || strstr (name, text) != NULL;
}

static guint
add_scope_rows (AppFinder *self, GscopeScope *scope, const char *text, guint n)
{
  g_autoptr (GscopeWorkspaceSignal) pattern = gscope_workspace_signal_new (text);
  GListModel *model = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (!matches (signal, text, pattern))
        continue;
      if (n++ < MAX_ROWS)
        add_signal_row (self, scope, signal);
    }
  return n;
}

static void
add_pattern_row (AppFinder *self, const char *text)
{
  g_autofree char *title = g_strdup_printf (_ ("Add All That Match “%s”"), text);
  GtkWidget *row = make_row (title, _ ("and those that come later"));

  gtk_list_box_append (self->list, row);
}

static void
show_more (AppFinder *self, guint n, const char *text)
{
  g_autofree char *more = NULL;

  if (n == 0)
    more = g_strdup_printf (_ ("No source has a signal called “%s”."), text);
  else if (n > MAX_ROWS)
    more = g_strdup_printf (ngettext ("and %u more", "and %u more", n - MAX_ROWS), n - MAX_ROWS);
  gtk_label_set_label (self->more, more ? more : "");
  gtk_widget_set_visible (GTK_WIDGET (self->more), more != NULL);
}

static void
on_search_changed (AppFinder *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  GListModel *scopes = self->session ? app_session_get_scopes (self->session) : NULL;
  GtkWidget *row;
  guint n = 0;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_list_box_remove (self->list, row);
  if (!self->view)
    return;
  if (is_pattern (text))
    add_pattern_row (self, text);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      n = add_scope_rows (self, scope, text, n);
    }
  show_more (self, n, text);
}

/* One that the view shows already is selected there. */
static void
on_row_activated (AppFinder *self, GtkListBoxRow *row)
{
  GscopeScope *scope = g_object_get_data (G_OBJECT (row), "scope");
  GscopeSignal *signal = g_object_get_data (G_OBJECT (row), "signal");

  if (!signal)
    g_signal_emit (self, signals[PATTERN], 0, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  else
    {
      if (!find_shown (self, signal))
        {
          gscope_gtk_view_add_signal (self->view, scope, signal);
          app_removal_log_added (self->session, self->view, find_shown (self, signal));
        }
      gscope_gtk_view_set_selected (self->view, find_shown (self, signal));
    }
  gtk_popover_popdown (GTK_POPOVER (self));
  gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (self->view)));
}

static void
on_entry_activate (AppFinder *self)
{
  GtkListBoxRow *first;

  /* The list waits for a pause in the typing, and Enter does not. */
  on_search_changed (self);
  first = gtk_list_box_get_row_at_index (self->list, 0);
  if (first)
    on_row_activated (self, first);
}

static void
on_show (AppFinder *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  on_search_changed (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
app_finder_dispose (GObject *object)
{
  app_finder_set_view (APP_FINDER (object), NULL, NULL);
  G_OBJECT_CLASS (app_finder_parent_class)->dispose (object);
}

static void
app_finder_class_init (AppFinderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_finder_dispose;
  signals[PATTERN] = g_signal_new ("pattern", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/app-finder.ui");
  gtk_widget_class_bind_template_child (widget_class, AppFinder, entry);
  gtk_widget_class_bind_template_child (widget_class, AppFinder, list);
  gtk_widget_class_bind_template_child (widget_class, AppFinder, more);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
}

static void
app_finder_init (AppFinder *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_finder_set_view (AppFinder *self, AppSession *session, GscopeGtkView *view)
{
  g_set_object (&self->session, session);
  g_set_object (&self->view, view);
}
