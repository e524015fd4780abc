/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/all-agents-dialog.h"

#include <glib/gi18n.h>
#include <gscope-gtk/gscope-gtk.h>

#include "agents/label.h"
#include "agents/same.h"
#include "agents/state.h"
#include "widgets/present.h"

enum
{
  /* widths of a value, characters */
  LEAST_CHARS = 8,
  MOST_CHARS = 24,
};

struct _AppAllAgentsDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GscopeParameter *parameter;
  /* a parameter like this one, of no source: its value is the one to write */
  GscopeParameter *draft;
  /* Answer, for each agent */
  GPtrArray *answers;

  AdwPreferencesGroup *value;
  AdwPreferencesGroup *list;
  GtkButton *accept;
  GtkWidget *again;
  GtkWidget *back;
  gboolean is_closed;
};

G_DEFINE_FINAL_TYPE (AppAllAgentsDialog, app_all_agents_dialog, ADW_TYPE_WINDOW)

typedef enum
{
  /* away, or without such a parameter */
  NOT_ASKED,
  /* it was not written to yet */
  PRESENT,
  ASKED,
  WRITTEN,
  KEPT,
} AnswerState;

/* Shape first, then the word, colour third. */
static const struct
{
  const char *shape;
  const char *css_class;
  /* of the row, for its detail */
  const char *row_class;
} shapes[] = {
  [NOT_ASKED] = { "◌", "dim-label", NULL }, [PRESENT] = { "◇", "dim-label", NULL },
  [ASKED] = { "◔", "warning", NULL },       [WRITTEN] = { "◆", "success", NULL },
  [KEPT] = { "✕", "error", "refused" },
};

typedef struct
{
  GscopeSource *source;
  AnswerState state;
  gint64 asked_at;
  /* the value that is written once the agent is back; NULL for none */
  GVariant *awaiting;
  /* the value before the first write that was accepted */
  GVariant *before;
  AdwActionRow *row;
  GtkLabel *shape;
  GtkLabel *value;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *self = data;

  g_object_unref (self->source);
  g_clear_pointer (&self->awaiting, g_variant_unref);
  g_clear_pointer (&self->before, g_variant_unref);
  g_free (self);
}

static GscopeParameter *
get_parameter (AppAllAgentsDialog *self, Answer *answer)
{
  return app_same_find_parameter (answer->source, self->parameter);
}

static char *
dup_agent (GscopeSource *source)
{
  if (GSCOPE_IS_AGENT_SOURCE (source))
    return app_agent_label_new (gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (source)));
  return g_strdup (_ ("This Window"));
}

/* Answers. */

/* Shows an answer; “format” has the value of the agent's parameter. */
static void
show_answer (AppAllAgentsDialog *self, Answer *answer, AnswerState state, const char *format,
             const char *detail)
{
  GscopeParameter *parameter = get_parameter (self, answer);
  g_autofree char *value =
      parameter ? gscope_parameter_format (parameter, gscope_parameter_get_value (parameter))
                : g_strdup ("");
  g_autofree char *text = g_strdup_printf (format, value);
  g_autofree char *describe = NULL;
  const char *const classes[] = { "numeric", shapes[state].css_class, NULL };
  const char *const row_classes[] = { shapes[state].row_class, NULL };

  answer->state = state;
  gtk_label_set_label (answer->shape, shapes[state].shape);
  gtk_widget_set_css_classes (GTK_WIDGET (answer->shape), (const char **) classes);
  gtk_label_set_label (answer->value, text);
  gtk_widget_set_css_classes (GTK_WIDGET (answer->value), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (answer->row), (const char **) row_classes);
  adw_action_row_set_subtitle (answer->row, detail);
  describe = g_strdup_printf ("%s. %s", text, detail);
  gtk_accessible_update_property (GTK_ACCESSIBLE (answer->row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  adw_preferences_row_get_title (ADW_PREFERENCES_ROW (answer->row)),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, describe, -1);
}

static void
show_present (AppAllAgentsDialog *self, Answer *answer)
{
  if (app_agent_is_away (answer->source))
    show_answer (self, answer, NOT_ASKED, _ ("not asked"),
                 answer->awaiting ? _ ("away; asked again when it is back") : _ ("away"));
  else if (!gscope_source_get_started (answer->source))
    show_answer (self, answer, NOT_ASKED, _ ("not asked"),
                 gscope_source_get_status (answer->source));
  else if (!get_parameter (self, answer))
    show_answer (self, answer, NOT_ASKED, _ ("not asked"), _ ("it has no such parameter"));
  else
    show_answer (self, answer, PRESENT, _ ("reads %s"), _ ("not written yet"));
}

/* Says since when the agent is asked, and how long its answers take. */
static void
show_asked (AppAllAgentsDialog *self, Answer *answer)
{
  gint64 offset, error, trip;
  g_autofree char *since = gscope_quantity_format_time (
      gscope_clock_get_time (gscope_clock_get_system ()) - answer->asked_at, 1);
  g_autofree char *answers = NULL, *detail = NULL;

  if (GSCOPE_IS_REMOTE (answer->source)
      && gscope_remote_get_clock (GSCOPE_REMOTE (answer->source), &offset, &error, &trip))
    answers = gscope_quantity_format_time (trip, 2);
  detail = answers ? g_strdup_printf (_ ("asked %s ago; answers take %s"), since, answers)
                   : g_strdup_printf (_ ("asked %s ago"), since);
  show_answer (self, answer, ASKED, _ ("still %s"), detail);
}

static void
show_written (AppAllAgentsDialog *self, Answer *answer)
{
  GscopeParameter *parameter = get_parameter (self, answer);
  g_autofree char *time = gscope_quantity_format_time (
      gscope_clock_get_time (gscope_clock_get_system ()) - answer->asked_at, 2);
  g_autofree char *revision = g_strdup_printf (
      "%" G_GUINT64_FORMAT, parameter ? gscope_parameter_get_revision (parameter) : 0);
  /* Translators: the number of a revision, and a time */
  g_autofree char *detail = g_strdup_printf (_ ("revision %s, written after %s"), revision, time);

  show_answer (self, answer, WRITTEN, _ ("reads %s"), detail);
}

static gboolean
is_missing (Answer *answer)
{
  return answer->state == NOT_ASKED || answer->state == PRESENT || answer->state == KEPT;
}

static void
update_buttons (AppAllAgentsDialog *self)
{
  guint n_missing = 0, n_asked = 0, n_written = 0, n_back = 0;

  for (guint i = 0; i < self->answers->len; i++)
    {
      Answer *answer = self->answers->pdata[i];

      n_missing += is_missing (answer);
      n_asked += answer->state == ASKED;
      n_written += answer->state == WRITTEN;
      n_back += answer->before != NULL;
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self->accept), n_asked == 0);
  gtk_widget_set_visible (self->again, n_asked == 0 && n_missing > 0 && n_written > 0);
  gtk_widget_set_visible (self->back, n_asked == 0 && n_back > 0);
}

/* A write that is under way, and who waits for it. */
typedef struct
{
  AppAllAgentsDialog *dialog;
  Answer *answer;
  /* the value before the write; NULL if the write restores it */
  GVariant *before;
} Write;

/* Keeps the value before the first accepted write, to put it back. */
static void
keep_before (Answer *answer, GVariant *before)
{
  if (!before)
    g_clear_pointer (&answer->before, g_variant_unref);
  else if (!answer->before)
    answer->before = g_variant_ref (before);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  Write *write = data;
  g_autoptr (AppAllAgentsDialog) self = write->dialog;
  g_autoptr (GVariant) before = write->before;
  Answer *answer = write->answer;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_free (write);
  if (value)
    keep_before (answer, before);
  if (self->is_closed)
    return;
  if (value)
    show_written (self, answer);
  else
    show_answer (self, answer, KEPT, _ ("kept %s"), error->message);
  update_buttons (self);
}

static gboolean
is_writable (AppAllAgentsDialog *self, Answer *answer)
{
  return gscope_source_get_started (answer->source) && get_parameter (self, answer);
}

static void
write_to (AppAllAgentsDialog *self, Answer *answer, GVariant *value, GVariant *before)
{
  GscopeParameter *parameter = get_parameter (self, answer);
  Write *write;

  g_clear_pointer (&answer->awaiting, g_variant_unref);
  if (!is_writable (self, answer))
    {
      show_present (self, answer);
      return;
    }
  write = g_new (Write, 1);
  *write = (Write){ g_object_ref (self), answer, before ? g_variant_ref (before) : NULL };
  answer->asked_at = gscope_clock_get_time (gscope_clock_get_system ());
  show_asked (self, answer);
  gscope_parameter_write_async (parameter, value, APP_VALUES_WRITER, NULL, on_written, write);
}

static void
write_draft (AppAllAgentsDialog *self, Answer *answer)
{
  GVariant *value = gscope_parameter_get_value (self->draft);

  if (is_writable (self, answer))
    {
      write_to (self, answer, value, gscope_parameter_get_value (get_parameter (self, answer)));
      return;
    }
  g_clear_pointer (&answer->awaiting, g_variant_unref);
  answer->awaiting = g_variant_ref (value);
  show_present (self, answer);
}

static void
on_accept (AppAllAgentsDialog *self)
{
  app_values_begin_writes (app_session_get_values (self->session));
  for (guint i = 0; i < self->answers->len; i++)
    write_draft (self, self->answers->pdata[i]);
  update_buttons (self);
}

static void
on_again (AppAllAgentsDialog *self)
{
  app_values_begin_writes (app_session_get_values (self->session));
  for (guint i = 0; i < self->answers->len; i++)
    if (is_missing (self->answers->pdata[i]))
      write_draft (self, self->answers->pdata[i]);
  update_buttons (self);
}

static void
on_put_back (AppAllAgentsDialog *self)
{
  app_values_begin_writes (app_session_get_values (self->session));
  for (guint i = 0; i < self->answers->len; i++)
    {
      Answer *answer = self->answers->pdata[i];
      g_autoptr (GVariant) before = answer->before ? g_variant_ref (answer->before) : NULL;

      if (before)
        write_to (self, answer, before, NULL);
    }
  update_buttons (self);
}

/* An agent that goes or comes is shown as it is now, and one that was written to keeps its answer. One that was away when all
 * were written to is asked when it comes. */
static void
on_source_changed (AppAllAgentsDialog *self)
{
  for (guint i = 0; i < self->answers->len && !self->is_closed; i++)
    {
      Answer *answer = self->answers->pdata[i];
      g_autoptr (GVariant) value = answer->awaiting ? g_variant_ref (answer->awaiting) : NULL;

      if (answer->state > PRESENT)
        continue;
      if (value && is_writable (self, answer))
        write_to (self, answer, value, gscope_parameter_get_value (get_parameter (self, answer)));
      else
        show_present (self, answer);
    }
  update_buttons (self);
}

static void
on_tick (AppAllAgentsDialog *self)
{
  for (guint i = 0; i < self->answers->len && !self->is_closed; i++)
    if (((Answer *) self->answers->pdata[i])->state == ASKED)
      show_asked (self, self->answers->pdata[i]);
  /* a source that has just connected may not know its parameters yet */
  on_source_changed (self);
}

/* Answers that are awaited keep the closed dialog, which may outlive its parent. */
static void
on_unmap (AppAllAgentsDialog *self)
{
  self->is_closed = TRUE;
  gtk_window_set_transient_for (GTK_WINDOW (self), NULL);
}

static void
app_all_agents_dialog_finalize (GObject *object)
{
  AppAllAgentsDialog *self = APP_ALL_AGENTS_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->parameter);
  g_clear_object (&self->draft);
  g_ptr_array_unref (self->answers);
  G_OBJECT_CLASS (app_all_agents_dialog_parent_class)->finalize (object);
}

static void
app_all_agents_dialog_class_init (AppAllAgentsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_all_agents_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/all-agents-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppAllAgentsDialog, value);
  gtk_widget_class_bind_template_child (widget_class, AppAllAgentsDialog, list);
  gtk_widget_class_bind_template_child (widget_class, AppAllAgentsDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, AppAllAgentsDialog, again);
  gtk_widget_class_bind_template_child (widget_class, AppAllAgentsDialog, back);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_put_back);
}

static void
app_all_agents_dialog_init (AppAllAgentsDialog *self)
{
  self->answers = g_ptr_array_new_with_free_func (answer_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The value to write. */

static GscopeParameter *
make_draft (GscopeParameter *parameter)
{
  const char *name = gscope_parameter_get_name (parameter);
  GVariant *value = gscope_parameter_get_value (parameter);
  double min = gscope_parameter_get_min (parameter), max = gscope_parameter_get_max (parameter);

  switch (gscope_parameter_get_parameter_type (parameter))
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      return gscope_parameter_new_boolean (name, g_variant_get_boolean (value));
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      return gscope_parameter_new_integer (name, (gint64) min, (gint64) max,
                                           g_variant_get_int64 (value));
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
      return gscope_parameter_new_double (name, min, max, g_variant_get_double (value));
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
      return gscope_parameter_new_enumeration (name, gscope_parameter_get_nicks (parameter),
                                               gscope_parameter_get_titles (parameter),
                                               g_variant_get_string (value, NULL));
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      return gscope_parameter_new_string (name, g_variant_get_string (value, NULL));
    }
}

static void
add_draft (AppAllAgentsDialog *self)
{
  GscopeParameter *parameter = self->parameter;
  GtkWidget *row = adw_preferences_row_new ();
  GtkWidget *control;

  self->draft = make_draft (parameter);
  gscope_parameter_set_title (self->draft, gscope_parameter_get_title (parameter));
  gscope_parameter_set_description (self->draft, gscope_parameter_get_description (parameter));
  gscope_parameter_set_unit (self->draft, gscope_parameter_get_unit (parameter));
  if (gscope_parameter_get_step (parameter) > 0)
    gscope_parameter_set_step (self->draft, gscope_parameter_get_step (parameter));
  gscope_parameter_set_logarithmic (self->draft, gscope_parameter_get_logarithmic (parameter));
  control = gscope_gtk_control_new (self->draft);
  gtk_widget_set_margin_start (control, 12);
  gtk_widget_set_margin_end (control, 12);
  gtk_widget_set_margin_top (control, 6);
  gtk_widget_set_margin_bottom (control, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), control);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  adw_preferences_group_add (self->value, row);
}

/* The agents. */

static GtkLabel *
add_label (AdwActionRow *row, gboolean is_prefix)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  if (is_prefix)
    adw_action_row_add_prefix (row, label);
  else
    adw_action_row_add_suffix (row, label);
  return GTK_LABEL (label);
}

/* The value may be a long text. */
static void
let_wrap (GtkLabel *label)
{
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (label, LEAST_CHARS);
  gtk_label_set_max_width_chars (label, MOST_CHARS);
  gtk_label_set_xalign (label, 1);
}

static void
add_answer (AppAllAgentsDialog *self, GscopeSource *source)
{
  Answer *answer = g_new0 (Answer, 1);
  g_autofree char *title = dup_agent (source);

  answer->source = g_object_ref (source);
  answer->row = ADW_ACTION_ROW (adw_action_row_new ());
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (answer->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (answer->row), title);
  answer->shape = add_label (answer->row, TRUE);
  answer->value = add_label (answer->row, FALSE);
  let_wrap (answer->value);
  g_ptr_array_add (self->answers, answer);
  adw_preferences_group_add (self->list, GTK_WIDGET (answer->row));
  g_signal_connect_object (source, "notify::status", G_CALLBACK (on_source_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (source, "notify::state", G_CALLBACK (on_source_changed), self,
                           G_CONNECT_SWAPPED);
  show_present (self, answer);
}

void
app_all_agents_dialog_open (GtkWindow *parent, AppSession *session, GscopeParameter *parameter)
{
  GscopeSource *source = app_same_find_owner (session, parameter);
  g_autoptr (GPtrArray) sources = NULL;
  AppAllAgentsDialog *self;

  if (!source)
    return;
  sources = app_same_list_sources (session, source);
  self = g_object_new (APP_TYPE_ALL_AGENTS_DIALOG, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->parameter = g_object_ref (parameter);
  add_draft (self);
  for (guint i = 0; i < sources->len; i++)
    add_answer (self, sources->pdata[i]);
  g_signal_connect_object (session, "tick", G_CALLBACK (on_tick), self, G_CONNECT_SWAPPED);
  update_buttons (self);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_child_focus (GTK_WIDGET (self->value), GTK_DIR_TAB_FORWARD);
}
