/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope-gtk/control/control.h>
#include <gscope-gtk/control/slider.h>
#include <gscope-gtk/control/value-entry.h>
#include <gscope-gtk/control/value.h>
#include <gscope-gtk/gscope-gtk-resources.h>
#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/tables/label-factory-private.h>
#include <gscope-gtk/tooltip.h>
#include <property.h>

/* The time in ms after which a pending write is shown; a line for a shorter time would only
 * flicker. */
#define PENDING_DELAY 150

/* The longest value that a tooltip or a message quotes, in characters. */
#define QUOTED 40

/**
 * GscopeGtkControl:
 *
 * Shows and edits one parameter with the widgets for its type: a slider with an entry and a unit
 * for numbers with a range, an entry for other numbers and for texts, a switch, or a menu of
 * choices.
 *
 * A slider writes while it is dragged, which leaves one marker; its arrow keys move by the
 * parameter's step. In an entry, Enter writes the text and Escape restores the value; an invalid
 * text is not written, and the reason is shown. A button restores the default. A line below shows
 * the requested value while a write takes long, or the reason why a write was refused, with a button
 * that writes the same value again.
 *
 * # CSS nodes
 *
 * `GscopeGtkControl` has the node `gscope-control`.
 *
 * Since: 1.0
 */
struct _GscopeGtkControl
{
  GtkWidget parent_instance;

  GscopeParameter *parameter;
  GtkBox *head;
  GtkLabel *title;
  GtkLabel *unit;
  GtkWidget *reset;
  GtkBox *body;
  GtkLabel *low;
  GtkLabel *high;
  GtkWidget *status;
  GtkSpinner *spinner;
  GtkWidget *icon;
  GtkLabel *message;
  GtkWidget *retry;

  GtkWidget *toggle;
  GtkWidget *menu;
  GtkWidget *entry;
  GtkWidget *slider;
  gboolean syncing;
  guint late;
};

G_DEFINE_FINAL_TYPE (GscopeGtkControl, gscope_gtk_control, GTK_TYPE_WIDGET)

static void
write_value (GscopeGtkControl *self, GVariant *value, const char *writer)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (value);

  if (!g_variant_equal (taken, gscope_gtk_control_value_get_shown (self->parameter)))
    gscope_parameter_write_async (self->parameter, taken, writer, NULL, NULL, NULL);
}

static void
on_reset (GscopeGtkControl *self)
{
  write_value (self, gscope_parameter_get_default (self->parameter), "reset");
}

/* Writes the refused value again: the reason may be gone, for example if the agent was away. */
static void
on_retry (GscopeGtkControl *self)
{
  write_value (self, gscope_parameter_get_asked (self->parameter), "retry");
}

/* The switch's position is the requested value, its state is the value that was read back last. */
static gboolean
on_state_set (GscopeGtkControl *self, gboolean active)
{
  if (!self->syncing)
    write_value (self, g_variant_new_boolean (active), "switch");
  return TRUE;
}

static void
on_selected (GscopeGtkControl *self)
{
  const char *const *nicks = gscope_parameter_get_nicks (self->parameter);
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->menu));

  if (!self->syncing && selected != GTK_INVALID_LIST_POSITION)
    write_value (self, g_variant_new_string (nicks[selected]), "menu");
}

static void
sync_toggle (GscopeGtkControl *self, GVariant *shown)
{
  GVariant *value = gscope_parameter_get_value (self->parameter);

  gtk_switch_set_state (GTK_SWITCH (self->toggle), g_variant_get_boolean (value));
  gtk_switch_set_active (GTK_SWITCH (self->toggle), g_variant_get_boolean (shown));
}

static void
sync_menu (GscopeGtkControl *self, GVariant *shown)
{
  const char *const *nicks = gscope_parameter_get_nicks (self->parameter);
  guint selected = GTK_INVALID_LIST_POSITION;

  /* The value read back may be outside the choices. */
  for (guint i = 0; nicks[i]; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (shown, NULL)))
      selected = i;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->menu), selected);
}

static void
sync_editor (GscopeGtkControl *self)
{
  GVariant *shown = gscope_gtk_control_value_get_shown (self->parameter);

  self->syncing = TRUE;
  if (self->toggle)
    sync_toggle (self, shown);
  if (self->menu)
    sync_menu (self, shown);
  self->syncing = FALSE;
}

static char *
quote (GscopeGtkControl *self, GVariant *value, gboolean unit)
{
  g_autofree char *text = gscope_gtk_control_value_format (self->parameter, value, unit);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (text, -1) <= QUOTED)
    return g_steal_pointer (&text);
  start = g_utf8_substring (text, 0, QUOTED - 1);
  return g_strconcat (start, "…", NULL);
}

static void
sync_reset (GscopeGtkControl *self)
{
  GVariant *initial = gscope_parameter_get_default (self->parameter);
  GVariant *shown = gscope_gtk_control_value_get_shown (self->parameter);
  g_autofree char *value = quote (self, initial, TRUE);
  g_autofree char *tooltip = g_strdup_printf (_ ("Reset to %s"), value);
  /* Translators: the first is a parameter's title, the second its default value. */
  g_autofree char *label =
      g_strdup_printf (_ ("Reset %s to %s"), gscope_parameter_get_title (self->parameter), value);

  gtk_widget_set_sensitive (self->reset, !g_variant_equal (initial, shown));
  gscope_gtk_tooltip_set (self->reset, value[0] ? tooltip : _ ("Reset to nothing"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reset), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static void
show_status (GscopeGtkControl *self, const char *message, gboolean refused)
{
  g_clear_handle_id (&self->late, g_source_remove);
  gtk_widget_set_visible (self->status, message != NULL);
  gtk_widget_set_visible (self->retry, FALSE);
  gtk_widget_set_visible (self->icon, refused);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), message && !refused);
  gtk_spinner_set_spinning (self->spinner, message && !refused);
  gtk_label_set_text (self->message, message ? message : "");
  gtk_widget_remove_css_class (GTK_WIDGET (self->message), refused ? "warning" : "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->message), refused ? "error" : "warning");
}

static void
show_pending (GscopeGtkControl *self)
{
  GVariant *value = gscope_parameter_get_value (self->parameter);
  g_autofree char *asked =
      quote (self, gscope_gtk_control_value_get_shown (self->parameter), FALSE);
  g_autofree char *old = quote (self, value, FALSE);
  /* Translators: the first is the value that was asked for, the second the one in force. */
  g_autofree char *message = g_strdup_printf (_ ("Requested %s, still reads %s"), asked, old);

  show_status (self, message, FALSE);
}

static void
show_refused (GscopeGtkControl *self)
{
  GVariant *asked = gscope_parameter_get_asked (self->parameter);
  const char *reason = gscope_gtk_control_value_trim (
      self->parameter, gscope_parameter_get_reason (self->parameter));
  g_autofree char *wanted = asked ? quote (self, asked, TRUE) : g_strdup ("");
  g_autofree char *kept = quote (self, gscope_parameter_get_value (self->parameter), TRUE);
  g_autofree char *message =
      /* Translators: a value that was asked for, the one in force, and a reason. */
      g_strdup_printf (_ ("%s refused, kept %s: %s"), wanted, kept, reason);

  show_status (self, wanted[0] && kept[0] ? message : reason, TRUE);
  gtk_widget_set_visible (self->retry, asked != NULL);
}

static gboolean
on_late (gpointer data)
{
  GscopeGtkControl *self = data;

  self->late = 0;
  show_pending (self);
  return G_SOURCE_REMOVE;
}

static void
await (GscopeGtkControl *self)
{
  if (gtk_spinner_get_spinning (self->spinner))
    {
      show_pending (self);
      return;
    }
  /* A drag writes repeatedly: the time counts from its first pending write. */
  if (self->late)
    return;
  show_status (self, NULL, FALSE);
  self->late = g_timeout_add (PENDING_DELAY, on_late, self);
}

static void
sync_status (GscopeGtkControl *self)
{
  GscopeParameterState state = gscope_parameter_get_state (self->parameter);
  const char *problem =
      self->entry ? gscope_gtk_value_entry_get_problem (GSCOPE_GTK_VALUE_ENTRY (self->entry))
                  : NULL;

  if (problem)
    show_status (self, problem, TRUE);
  else if (state == GSCOPE_PARAMETER_STATE_PENDING)
    await (self);
  else if (state == GSCOPE_PARAMETER_STATE_REFUSED)
    show_refused (self);
  else
    show_status (self, NULL, FALSE);
}

static void
describe_editor (GtkWidget *editor, const char *text)
{
  if (editor)
    gtk_accessible_update_property (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    text, -1);
}

static void
sync_texts (GscopeGtkControl *self)
{
  const char *description = gscope_parameter_get_description (self->parameter), *keys;
  g_autofree char *unit = gscope_gtk_control_value_dup_unit (self->parameter);
  g_autofree char *text = gscope_gtk_control_describe (self, &keys);

  gtk_label_set_text (self->title, gscope_parameter_get_title (self->parameter));
  gtk_label_set_text (self->unit, unit);
  gscope_gtk_tooltip_set (GTK_WIDGET (self), description[0] ? description : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gscope_parameter_get_title (self->parameter),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  describe_editor (self->slider, text);
  describe_editor (self->entry, text);
  describe_editor (self->toggle, text);
  describe_editor (self->menu, text);
}

static void
sync_all (GscopeGtkControl *self)
{
  sync_texts (self);
  sync_editor (self);
  sync_reset (self);
  sync_status (self);
}

static void
name_editor (GscopeGtkControl *self, GtkWidget *editor)
{
  gtk_accessible_update_relation (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  self->title, NULL, -1);
}

static void
add_to_head (GscopeGtkControl *self, GtkWidget *editor)
{
  gtk_widget_set_valign (editor, GTK_ALIGN_CENTER);
  gtk_box_insert_child_after (self->head, editor, GTK_WIDGET (self->title));
  name_editor (self, editor);
}

static void
add_entry (GscopeGtkControl *self)
{
  self->entry = gscope_gtk_value_entry_new (self->parameter);
  g_signal_connect_object (self->entry, "notify::problem", G_CALLBACK (sync_status), self,
                           G_CONNECT_SWAPPED);
}

static char *
format_bound (GscopeParameter *parameter, double bound)
{
  return gscope_quantity_format (gscope_gtk_control_value_scale (parameter, bound), NULL, 6);
}

static void
add_slider (GscopeGtkControl *self)
{
  g_autofree char *low = format_bound (self->parameter, gscope_parameter_get_min (self->parameter));
  g_autofree char *high =
      format_bound (self->parameter, gscope_parameter_get_max (self->parameter));

  self->slider = gscope_gtk_slider_new (self->parameter);
  gtk_widget_set_hexpand (self->slider, TRUE);
  gtk_box_insert_child_after (self->body, self->slider, GTK_WIDGET (self->low));
  name_editor (self, self->slider);
  gtk_label_set_text (self->low, low);
  gtk_label_set_text (self->high, high);
  gtk_widget_show (GTK_WIDGET (self->body));
}

static void
add_number (GscopeGtkControl *self)
{
  gboolean ranged = gscope_gtk_slider_suits (self->parameter);

  add_entry (self);
  gtk_entry_set_alignment (GTK_ENTRY (self->entry), 1);
  gtk_entry_set_input_purpose (GTK_ENTRY (self->entry), GTK_INPUT_PURPOSE_NUMBER);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), ranged ? 6 : 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), ranged ? 6 : 12);
  gtk_widget_add_css_class (self->entry, "numeric");
  add_to_head (self, self->entry);
  gtk_widget_show (GTK_WIDGET (self->unit));
  if (ranged)
    add_slider (self);
}

static void
add_text (GscopeGtkControl *self)
{
  add_entry (self);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_box_append (self->body, self->entry);
  name_editor (self, self->entry);
  gtk_widget_show (GTK_WIDGET (self->body));
}

static void
add_toggle (GscopeGtkControl *self)
{
  self->toggle = gtk_switch_new ();
  g_signal_connect_swapped (self->toggle, "state-set", G_CALLBACK (on_state_set), self);
  add_to_head (self, self->toggle);
}

/* The button abbreviates a long choice, so that the control gets no wider. The list that pops up has
 * the whole texts. */
static void
add_menu (GscopeGtkControl *self)
{
  g_autoptr (GtkListItemFactory) factory = gscope_gtk_label_factory_new_for_texts ();
  GtkDropDown *menu;

  self->menu = gtk_drop_down_new_from_strings (gscope_parameter_get_titles (self->parameter));
  menu = GTK_DROP_DOWN (self->menu);
  gtk_drop_down_set_list_factory (menu, gtk_drop_down_get_factory (menu));
  gtk_drop_down_set_factory (menu, factory);
  g_signal_connect_swapped (self->menu, "notify::selected", G_CALLBACK (on_selected), self);
  add_to_head (self, self->menu);
  /* the button inside has the focus */
  name_editor (self, gtk_widget_get_first_child (self->menu));
}

static void
add_editor (GscopeGtkControl *self)
{
  switch (gscope_parameter_get_parameter_type (self->parameter))
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      add_toggle (self);
      break;
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
      add_menu (self);
      break;
    case GSCOPE_PARAMETER_TYPE_STRING:
      add_text (self);
      break;
    case GSCOPE_PARAMETER_TYPE_INTEGER:
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
    default:
      add_number (self);
    }
}

static void
gscope_gtk_control_constructed (GObject *object)
{
  GscopeGtkControl *self = GSCOPE_GTK_CONTROL (object);

  G_OBJECT_CLASS (gscope_gtk_control_parent_class)->constructed (object);
  g_return_if_fail (self->parameter);

  self->syncing = TRUE;
  add_editor (self);
  self->syncing = FALSE;
  g_signal_connect_object (self->parameter, "notify", G_CALLBACK (sync_all), self,
                           G_CONNECT_SWAPPED);
  sync_all (self);
}

static void
set_parameter (GscopeGtkControl *self, gpointer parameter)
{
  self->parameter = parameter ? g_object_ref (parameter) : NULL;
}

static void
gscope_gtk_control_dispose (GObject *object)
{
  GscopeGtkControl *self = GSCOPE_GTK_CONTROL (object);

  g_clear_handle_id (&self->late, g_source_remove);
  if (self->parameter)
    g_signal_handlers_disconnect_by_data (self->parameter, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), GSCOPE_GTK_TYPE_CONTROL);
  g_clear_object (&self->parameter);
  G_OBJECT_CLASS (gscope_gtk_control_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *klass)
{
  gscope_gtk_register_resource ();
  gtk_widget_class_set_template_from_resource (klass, "/lib/gscope-gtk/control/control.ui");
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, head);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, title);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, unit);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, reset);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, body);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, low);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, high);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, status);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, spinner);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, icon);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, message);
  gtk_widget_class_bind_template_child (klass, GscopeGtkControl, retry);
  gtk_widget_class_bind_template_callback (klass, on_reset);
  gtk_widget_class_bind_template_callback (klass, on_retry);
}

static void
gscope_gtk_control_class_init (GscopeGtkControlClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gscope_gtk_control_constructed;
  object_class->dispose = gscope_gtk_control_dispose;

  /**
   * GscopeGtkControl:parameter:
   *
   * The parameter that it shows and edits.
   *
   * Since: 1.0
   */
  property_add_once (object_class, object, "parameter", gscope_gtk_control_get_parameter,
                     set_parameter, GSCOPE_TYPE_PARAMETER);

  gtk_widget_class_set_css_name (widget_class, "gscope-control");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  bind_template (widget_class);
}

static void
gscope_gtk_control_init (GscopeGtkControl *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* a number keeps its sign in front of it in languages that are written to the left */
  gtk_widget_set_direction (GTK_WIDGET (self->low), GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction (GTK_WIDGET (self->high), GTK_TEXT_DIR_LTR);
}

/**
 * gscope_gtk_control_new:
 * @parameter: a parameter
 *
 * Creates a widget that shows and edits a parameter of any type. It uses the present range, step,
 * choices and scale of the parameter; texts and value may change later.
 *
 * Returns: (transfer floating): a control
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_control_new (GscopeParameter *parameter)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (parameter), NULL);

  return g_object_new (GSCOPE_GTK_TYPE_CONTROL, "parameter", parameter, NULL);
}

/**
 * gscope_gtk_control_get_parameter:
 * @self: a control
 *
 * Gets the parameter that it shows and edits.
 *
 * Returns: (transfer none): the parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_gtk_control_get_parameter (GscopeGtkControl *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_CONTROL (self), NULL);

  return self->parameter;
}

static const char *
get_keys (GscopeGtkControl *self)
{
  if (self->slider)
    return _ ("Slider: ← → changes · Entry: Enter writes, Esc restores");
  if (self->entry)
    return _ ("Enter writes · Esc restores");
  return self->toggle ? _ ("Space switches") : _ ("Space opens the choices");
}

/**
 * gscope_gtk_control_describe:
 * @self: a control
 * @keys: (out) (transfer none): the keys that act on it
 *
 * Describes the parameter for a status line: title, range and description. This text is the
 * control's accessible description, too.
 *
 * Returns: (transfer full): the text; empty for none
 *
 * Since: 1.0
 */
char *
gscope_gtk_control_describe (GscopeGtkControl *self, const char **keys)
{
  const char *title, *description;
  g_autofree char *unit = NULL, *range = NULL;

  g_return_val_if_fail (GSCOPE_GTK_IS_CONTROL (self), NULL);

  *keys = self->parameter ? get_keys (self) : "";
  if (!self->parameter)
    return g_strdup ("");
  title = gscope_parameter_get_title (self->parameter);
  description = gscope_parameter_get_description (self->parameter);
  unit = gscope_gtk_control_value_dup_unit (self->parameter);
  if (self->slider)
    /* Translators: the range of a parameter and its unit: “, 0 to 32 flows” */
    range = g_strdup_printf (_ (", %s to %s%s%s"), gtk_label_get_text (self->low),
                             gtk_label_get_text (self->high), unit[0] ? " " : "", unit);
  return g_strdup_printf ("%s%s%s%s", title, range ? range : "", description[0] ? ": " : "",
                          description);
}
