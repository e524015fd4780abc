/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/math-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "dialogs/completion.h"
#include "undo/math.h"
#include "widgets/mark.h"
#include "widgets/messages.h"
#include "widgets/present.h"

/* The interval at which the value is computed, ms. */
#define PREVIEW_INTERVAL 200
#define VALUE_DIGITS 5

struct _AppMathDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  /* the source of the signal that is edited; NULL for a new signal */
  GscopeSource *source;
  AppMathAddedFunc func;
  gpointer user_data;
  GscopeMathFormula *formula;
  guint timeout;

  AppMessages *messages;
  GtkWidget *remove;
  GtkButton *accept;
  GtkEditable *name;
  GtkEditable *expression;
  GtkLabel *problem;
  AppCompletion *completion;
  GtkLabel *value;
  AdwComboRow *scopes;
};

G_DEFINE_FINAL_TYPE (AppMathDialog, app_math_dialog, ADW_TYPE_WINDOW)

static gboolean
show_value (gpointer data)
{
  AppMathDialog *self = data;
  const char *unit = gscope_math_formula_get_unit (self->formula);
  g_autofree char *text = NULL;
  double value;

  if (gscope_math_formula_compute (self->formula, &value))
    text = gscope_quantity_format (value, unit, VALUE_DIGITS);
  else if (unit)
    text =
        *unit ? g_strdup_printf (_ ("No value yet, in %s"), unit) : g_strdup (_ ("No value yet"));
  gtk_label_set_label (self->value, text ? text : "–");
  return G_SOURCE_CONTINUE;
}

/* Underlines the text from a place on. */
static void
underline (AppMathDialog *self, gsize place)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute *line = pango_attr_underline_new (PANGO_UNDERLINE_ERROR);

  line->start_index = (guint) place;
  pango_attr_list_insert (attributes, line);
  adw_entry_row_set_attributes (ADW_ENTRY_ROW (self->expression), attributes);
}

static void
set_class (GtkWidget *widget, const char *css_class, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* Says what is wrong, or which units do not fit, at its place. */
static void
show_problem (AppMathDialog *self, const GError *error)
{
  const char *text = gtk_editable_get_text (self->expression);
  const char *mismatch = gscope_math_formula_get_mismatch (self->formula);
  const char *problem = !*text ? NULL : error ? error->message : mismatch;

  if (problem)
    underline (self, MIN (gscope_math_formula_get_place (self->formula), strlen (text) - 1));
  else
    adw_entry_row_set_attributes (ADW_ENTRY_ROW (self->expression), NULL);
  gtk_label_set_label (self->problem, problem ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
  set_class (GTK_WIDGET (self->problem), "error", error != NULL);
  set_class (GTK_WIDGET (self->problem), "warning", error == NULL);
  app_mark_wrong (GTK_WIDGET (self->expression), problem && error);
}

static void
on_changed (AppMathDialog *self)
{
  g_autoptr (GError) error = NULL;
  const char *name = gtk_editable_get_text (self->name);
  gboolean is_valid;

  if (!self->formula)
    return;
  is_valid = gscope_math_formula_set_text (self->formula, gtk_editable_get_text (self->expression),
                                           &error);
  show_problem (self, error);
  show_value (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->accept), is_valid && *name);
}

static void
use_scope (AppMathDialog *self, guint position, const char *name)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (self->session), position);
  GscopeSource *source =
      self->source ? self->source : app_math_find_source (self->session, position);
  g_auto (GStrv) names = NULL;

  g_clear_object (&self->formula);
  self->formula =
      gscope_math_formula_new (scope, source ? GSCOPE_MATH_SOURCE (source) : NULL, name);
  names = gscope_math_formula_list_names (self->formula);
  app_completion_set_names (self->completion, (const char *const *) names);
  on_changed (self);
}

static void
on_scope_selected (AppMathDialog *self)
{
  if (!self->source && adw_combo_row_get_model (self->scopes))
    use_scope (self, adw_combo_row_get_selected (self->scopes), NULL);
}

static gboolean
add (AppMathDialog *self, GError **error)
{
  g_autofree char *full_name = app_math_add (
      self->session, adw_combo_row_get_selected (self->scopes), gtk_editable_get_text (self->name),
      gtk_editable_get_text (self->expression), error);

  if (full_name)
    self->func (full_name, self->user_data);
  return full_name != NULL;
}

static void
end (AppMathDialog *self, gboolean is_done, const GError *error)
{
  app_messages_clear (self->messages);
  if (is_done)
    gtk_window_close (GTK_WINDOW (self));
  else
    app_messages_add (self->messages, error->message);
}

static void
on_accept (AppMathDialog *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_done;

  if (!gtk_widget_get_sensitive (GTK_WIDGET (self->accept)))
    return;
  is_done = self->source
                ? app_math_set_expression (self->session, self->source,
                                           gtk_editable_get_text (self->name),
                                           gtk_editable_get_text (self->expression), &error)
                : add (self, &error);
  end (self, is_done, error);
}

static void
on_remove (AppMathDialog *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_done =
      app_math_remove (self->session, self->source, gtk_editable_get_text (self->name), &error);

  end (self, is_done, error);
}

static void
app_math_dialog_dispose (GObject *object)
{
  AppMathDialog *self = APP_MATH_DIALOG (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->formula);
  g_clear_object (&self->session);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (app_math_dialog_parent_class)->dispose (object);
}

static void
app_math_dialog_class_init (AppMathDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_math_dialog_dispose;
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_COMPLETION);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/math-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, remove);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, name);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, expression);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, completion);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, value);
  gtk_widget_class_bind_template_child (widget_class, AppMathDialog, scopes);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_scope_selected);
}

static void
app_math_dialog_init (AppMathDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  app_completion_attach (self->completion, self->expression);
  self->timeout = g_timeout_add (PREVIEW_INTERVAL, show_value, self);
}

static AppMathDialog *
open_dialog (GtkWindow *parent, AppSession *session)
{
  AppMathDialog *self = g_object_new (APP_TYPE_MATH_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  return self;
}

/* Returns the first of “result”, “result-2”, … that the scope has not yet. */
static char *
find_name (AppMathDialog *self)
{
  GscopeSource *source = app_math_find_source (self->session, 0);
  char *name = g_strdup ("result");

  for (guint i = 2; source; i++)
    {
      g_autofree char *expression = app_math_dup_expression (self->session, source, name);

      if (!expression)
        break;
      g_free (name);
      name = g_strdup_printf ("result-%u", i);
    }
  return name;
}

void
app_math_dialog_add (GtkWindow *parent, AppSession *session, AppMathAddedFunc func, gpointer data)
{
  AppMathDialog *self = open_dialog (parent, session);
  g_autofree char *name = find_name (self);
  g_autoptr (GtkStringList) titles = app_session_list_scope_titles (session);

  self->func = func;
  self->user_data = data;
  gtk_editable_set_text (self->name, name);
  adw_combo_row_set_model (self->scopes, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (self->scopes),
                          g_list_model_get_n_items (G_LIST_MODEL (titles)) > 1);
  use_scope (self, 0, NULL);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->expression));
}

void
app_math_dialog_edit (GtkWindow *parent, AppSession *session, GscopeSource *source,
                      GscopeSignal *signal)
{
  AppMathDialog *self = open_dialog (parent, session);
  const char *name = gscope_signal_get_name (signal);
  g_autofree char *expression = app_math_dup_expression (session, source, name);

  self->source = g_object_ref (source);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Edit Math Signal"));
  gtk_button_set_label (self->accept, _ ("_Apply"));
  gtk_widget_show (self->remove);
  gtk_editable_set_text (self->name, name);
  gtk_editable_set_editable (self->name, FALSE);
  gtk_editable_set_text (self->expression, expression ? expression : "");
  gtk_widget_hide (GTK_WIDGET (self->scopes));
  use_scope (self, gscope_workspace_get_source_scope (app_session_get_workspace (session), source),
             name);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->expression));
}
