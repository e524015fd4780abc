/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "numbers/dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "numbers/file-list.h"
#include "numbers/number.h"
#include "numbers/reading.h"
#include "numbers/text.h"
#include "undo/scopes.h"
#include "undo/sources.h"
#include "widgets/mark.h"
#include "widgets/messages.h"
#include "widgets/present.h"

/* The interval at which the value is read, ms. */
#define PREVIEW_INTERVAL 1000
#define VALUE_DIGITS 5

struct _AppNumberDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  /* the source that is changed; NULL for a new one */
  GscopeSource *source;
  AppNumberAddedFunc func;
  gpointer user_data;

  /* what the rows say; no path for no file, no place for a wrong one */
  AppNumber number;
  /* what was suggested last, which another number replaces */
  AppNumber suggested;
  /* rows are being filled */
  gboolean is_filling;
  /* the last two reads: the number and its time, µs */
  gboolean has_last;
  double last;
  gint64 last_time;
  double increase;
  gboolean is_reading;
  guint timeout;

  AppMessages *messages;
  GtkStack *stack;
  GtkWidget *back;
  GtkWidget *accept;
  AppFileList *files;
  AppNumberText *text;
  AdwActionRow *value_row;
  GtkLabel *value;
  GtkSwitch *rate;
  GtkEditable *title;
  GtkEditable *unit;
  GtkEditable *scale;
  AdwComboRow *scopes;
  GtkEditable *pattern;
  GtkEditable *after;
  GtkSpinButton *match;
};

G_DEFINE_FINAL_TYPE (AppNumberDialog, app_number_dialog, ADW_TYPE_WINDOW)

/* The value now. */

static void
show_problem (AppNumberDialog *self, const char *problem)
{
  adw_action_row_set_subtitle (self->value_row, problem ? problem : "");
  if (problem)
    gtk_label_set_label (self->value, "–");
}

static void
show_value (AppNumberDialog *self)
{
  g_autofree char *unit = app_number_dup_signal_unit (&self->number);
  double value = self->number.is_rate ? self->increase : self->last;
  g_autofree char *text =
      isfinite (value) ? gscope_quantity_format (value * self->number.scale, unit, VALUE_DIGITS)
                       : NULL;

  show_problem (self, NULL);
  gtk_label_set_label (self->value, text ? text : _ ("From the next read on"));
}

static void
forget_value (AppNumberDialog *self)
{
  self->has_last = FALSE;
  self->increase = NAN;
}

/* A counter that decreases was reset. */
static void
take_value (AppNumberDialog *self, double number, gint64 time)
{
  double seconds = (time - self->last_time) / (double) G_USEC_PER_SEC;

  if (self->has_last && seconds > 0)
    self->increase = number >= self->last ? (number - self->last) / seconds : NAN;
  self->last = number;
  self->last_time = time;
  self->has_last = TRUE;
  show_value (self);
}

static void
find_value (AppNumberDialog *self, const char *text, gint64 time)
{
  GscopeNumberFault fault;
  double number;

  if (!self->number.place)
    return;
  fault = gscope_number_place_find (self->number.place, text, &number, NULL);
  if (fault == GSCOPE_NUMBER_FAULT_NONE)
    {
      take_value (self, number, time);
      return;
    }
  forget_value (self);
  show_problem (self, gscope_number_fault_get_title (fault));
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  AppNumberDialog *self = APP_NUMBER_DIALOG (object);
  g_autoptr (GError) error = NULL;
  gint64 time;
  g_autofree char *text = app_reading_finish (result, &time, &error);

  self->is_reading = FALSE;
  if (!self->session || !self->number.path)
    return;
  if (text)
    find_value (self, text, time);
  else
    show_problem (self, error->message);
}

static gboolean
read_again (gpointer data)
{
  AppNumberDialog *self = data;

  if (!self->is_reading && self->number.path && self->number.place)
    {
      self->is_reading = TRUE;
      app_reading_start (self->number.path, G_OBJECT (self), on_read);
    }
  return G_SOURCE_CONTINUE;
}

/* The rows. */

static GVariant *
describe_rows (AppNumberDialog *self)
{
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "pattern", "s", gtk_editable_get_text (self->pattern));
  if (*gtk_editable_get_text (self->after))
    g_variant_dict_insert (&options, "after", "s", gtk_editable_get_text (self->after));
  g_variant_dict_insert (&options, "match", "x",
                         (gint64) gtk_spin_button_get_value_as_int (self->match));
  return g_variant_ref_sink (g_variant_dict_end (&options));
}

static gboolean
read_scale (AppNumberDialog *self)
{
  const char *text = gtk_editable_get_text (self->scale);
  char *end;

  self->number.scale = g_strtod (text, &end);
  return end != text && !*end && isfinite (self->number.scale) && self->number.scale != 0;
}

static void
check (AppNumberDialog *self)
{
  gboolean has_scale = read_scale (self);

  app_mark_wrong (GTK_WIDGET (self->scale), !has_scale);
  gtk_widget_set_sensitive (self->accept, has_scale && self->number.place && self->number.path);
}

static void
on_changed (AppNumberDialog *self)
{
  if (self->is_filling)
    return;
  g_free (self->number.title);
  g_free (self->number.unit);
  self->number.title = g_strstrip (g_strdup (gtk_editable_get_text (self->title)));
  self->number.unit = g_strstrip (g_strdup (gtk_editable_get_text (self->unit)));
  self->number.is_rate = gtk_switch_get_active (self->rate);
  check (self);
  if (self->has_last)
    show_value (self);
}

static void
on_rate_changed (AppNumberDialog *self)
{
  on_changed (self);
}

/* Finds the number in the text that is shown. */
static void
use_place (AppNumberDialog *self)
{
  const char *text = app_number_text_get_text (self->text);
  double number;
  gsize begin;

  forget_value (self);
  if (gscope_number_place_find (self->number.place, text, &number, &begin)
      == GSCOPE_NUMBER_FAULT_NONE)
    app_number_text_select (self->text, begin);
  read_again (self);
}

static void
on_place_changed (AppNumberDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) options = NULL;

  if (self->is_filling)
    return;
  options = describe_rows (self);
  g_clear_pointer (&self->number.place, gscope_number_place_unref);
  self->number.place = gscope_number_place_new (options, &error);
  app_mark_wrong (GTK_WIDGET (self->pattern), error != NULL);
  if (error)
    show_problem (self, error->message);
  else
    use_place (self);
  check (self);
}

static void
fill_place (AppNumberDialog *self)
{
  g_autoptr (GVariant) options = gscope_number_place_describe (self->number.place);
  const char *pattern = "", *after = "";
  gint64 match = 1;

  g_variant_lookup (options, "pattern", "&s", &pattern);
  g_variant_lookup (options, "after", "&s", &after);
  g_variant_lookup (options, "match", "x", &match);
  gtk_editable_set_text (self->pattern, pattern);
  gtk_editable_set_text (self->after, after);
  gtk_spin_button_set_value (self->match, match);
  app_mark_wrong (GTK_WIDGET (self->pattern), FALSE);
}

static void
fill_rows (AppNumberDialog *self, const AppNumber *number)
{
  g_autofree char *scale = gscope_quantity_format_editable (number->scale, 10);

  gtk_editable_set_text (self->title, number->title);
  gtk_editable_set_text (self->unit, number->unit);
  gtk_editable_set_text (self->scale, scale);
}

/* Returns whether the rows are as they were suggested. */
static gboolean
is_suggested (AppNumberDialog *self)
{
  return !self->suggested.title
         || (g_strcmp0 (self->suggested.title, self->number.title) == 0
             && g_strcmp0 (self->suggested.unit, self->number.unit) == 0
             && self->suggested.scale == self->number.scale);
}

static void
on_selected (AppNumberDialog *self, guint64 offset)
{
  const char *text = app_number_text_get_text (self->text);
  g_autoptr (GError) error = NULL;
  GscopeNumberPlace *place = gscope_number_place_new_at (text, offset, &error);

  app_messages_clear (self->messages);
  if (!place)
    {
      app_messages_add (self->messages, error->message);
      return;
    }
  g_clear_pointer (&self->number.place, gscope_number_place_unref);
  self->number.place = place;
  self->is_filling = TRUE;
  fill_place (self);
  if (!self->source && is_suggested (self))
    {
      app_number_clear (&self->suggested);
      self->suggested.path = g_strdup (self->number.path);
      app_number_suggest (&self->suggested, text, offset);
      fill_rows (self, &self->suggested);
    }
  self->is_filling = FALSE;
  forget_value (self);
  on_changed (self);
  read_again (self);
}

static void
on_number_chosen (AppNumberDialog *self)
{
  if (self->number.place)
    gtk_widget_grab_focus (GTK_WIDGET (self->title));
}

/* The file. */

static void
show_text (AppNumberDialog *self, const char *text)
{
  g_autofree char *name = g_path_get_basename (self->number.path);

  app_number_text_set_text (self->text, text);
  gtk_window_set_title (GTK_WINDOW (self), name);
  gtk_stack_set_visible_child_name (self->stack, "number");
  gtk_widget_show (self->back);
  gtk_widget_show (self->accept);
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
  if (self->number.place)
    use_place (self);
  else
    app_number_text_move (self->text, 0);
}

static void
on_first_read (GObject *object, GAsyncResult *result, gpointer data)
{
  AppNumberDialog *self = APP_NUMBER_DIALOG (object);
  g_autoptr (GError) error = NULL;
  gint64 time;
  g_autofree char *text = app_reading_finish (result, &time, &error);

  if (!self->session)
    return;
  if (text)
    show_text (self, text);
  else
    app_file_list_show_problem (self->files, error->message);
}

static void
on_file_chosen (AppNumberDialog *self, const char *path)
{
  app_messages_clear (self->messages);
  g_free (self->number.path);
  self->number.path = g_strdup (path);
  app_reading_start (path, G_OBJECT (self), on_first_read);
}

static void
on_back (AppNumberDialog *self)
{
  g_clear_pointer (&self->number.place, gscope_number_place_unref);
  gtk_stack_set_visible_child_name (self->stack, "files");
  gtk_window_set_title (GTK_WINDOW (self), _ ("Number in a File"));
  gtk_widget_hide (self->back);
  gtk_widget_hide (self->accept);
  app_file_list_focus (self->files);
}

static gboolean
add (AppNumberDialog *self, GError **error)
{
  g_autofree char *name = app_number_dup_name (&self->number, self->session);
  GscopeSource *source = gscope_workspace_add_source (
      app_session_get_workspace (self->session),
      app_scopes_choose (self->session, adw_combo_row_get_selected (self->scopes)), APP_NUMBER_TYPE,
      name, app_number_make_options (&self->number), NULL, error);

  if (source)
    self->func (source, TRUE, self->user_data);
  return source != NULL;
}

static void
on_accept (AppNumberDialog *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_done;

  if (!gtk_widget_get_sensitive (self->accept))
    return;
  app_messages_clear (self->messages);
  is_done = self->source ? app_sources_configure (self->session, self->source,
                                                  app_number_make_options (&self->number), &error)
                         : add (self, &error);
  if (is_done)
    gtk_window_close (GTK_WINDOW (self));
  else
    app_messages_add (self->messages, error->message);
}

static void
app_number_dialog_dispose (GObject *object)
{
  AppNumberDialog *self = APP_NUMBER_DIALOG (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->session);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (app_number_dialog_parent_class)->dispose (object);
}

static void
app_number_dialog_finalize (GObject *object)
{
  AppNumberDialog *self = APP_NUMBER_DIALOG (object);

  app_number_clear (&self->number);
  app_number_clear (&self->suggested);
  G_OBJECT_CLASS (app_number_dialog_parent_class)->finalize (object);
}

static void
app_number_dialog_class_init (AppNumberDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_number_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_number_dialog_finalize;
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_FILE_LIST);
  g_type_ensure (APP_TYPE_NUMBER_TEXT);
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/numbers/dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, back);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, files);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, text);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, value_row);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, value);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, rate);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, title);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, unit);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, scale);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, scopes);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, pattern);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, after);
  gtk_widget_class_bind_template_child (widget_class, AppNumberDialog, match);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_rate_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_place_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_number_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_file_chosen);
}

static void
app_number_dialog_init (AppNumberDialog *self)
{
  app_number_clear (&self->number);
  app_number_clear (&self->suggested);
  forget_value (self);
  self->is_filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_editable_set_text (self->scale, "1");
  self->is_filling = FALSE;
  self->timeout = g_timeout_add (PREVIEW_INTERVAL, read_again, self);
}

static AppNumberDialog *
open_dialog (GtkWindow *parent, AppSession *session)
{
  AppNumberDialog *self = g_object_new (APP_TYPE_NUMBER_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  return self;
}

void
app_number_dialog_add (GtkWindow *parent, AppSession *session, AppNumberAddedFunc func,
                       gpointer user_data)
{
  AppNumberDialog *self = open_dialog (parent, session);
  g_autoptr (GtkStringList) titles = app_session_list_scope_titles (session);

  self->func = func;
  self->user_data = user_data;
  adw_combo_row_set_model (self->scopes, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (self->scopes),
                          g_list_model_get_n_items (G_LIST_MODEL (titles)) > 1);
  app_file_list_set_path (self->files, "/proc/");
  app_present_dialog (GTK_WINDOW (self));
  app_file_list_focus (self->files);
}

gboolean
app_number_dialog_can_change (AppSession *session, GscopeSource *source)
{
  AppNumber number = { 0 };
  gboolean can = app_number_read (&number, session, source);

  app_number_clear (&number);
  return can;
}

/* The pattern of words, which only documents have, is made a pattern when another number is chosen. */
void
app_number_dialog_change (GtkWindow *parent, AppSession *session, GscopeSource *source)
{
  AppNumberDialog *self = open_dialog (parent, session);

  self->source = g_object_ref (source);
  app_number_read (&self->number, session, source);
  self->is_filling = TRUE;
  fill_place (self);
  fill_rows (self, &self->number);
  gtk_switch_set_active (self->rate, self->number.is_rate);
  self->is_filling = FALSE;
  gtk_button_set_label (GTK_BUTTON (self->accept), _ ("_Apply"));
  gtk_widget_hide (GTK_WIDGET (self->scopes));
  app_file_list_set_path (self->files, self->number.path);
  check (self);
  app_present_dialog (GTK_WINDOW (self));
  app_reading_start (self->number.path, G_OBJECT (self), on_first_read);
}
