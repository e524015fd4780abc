/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/step-picture.h>
#include <gscope-gtk/analysis/step-response-view.h>
#include <gscope-gtk/chrome/step-text.h>
#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/tables/label-factory-private.h>
#include <gscope-gtk/tooltip.h>
#include <property.h>

#include <glib/gi18n-lib.h>

enum
{
  CURVE_HEIGHT = 110,
};

/* The table of levels. */
enum
{
  COLUMN_SIGNAL,
  COLUMN_BEFORE,
  COLUMN_AFTER,
  COLUMN_CHANGE,
  N_COLUMNS
};

/**
 * GscopeGtkStepResponseView:
 *
 * Shows the responses of signals to the last write of a parameter that steers them or, if they have
 * a reference, to its steps since the write: a table of the levels before and after and of the
 * change, with a sentence on its confidence. If rise time, overshoot and settling time of a signal
 * are known, its curve is below the table, from 0 at the level before to 1 at the level after, over
 * the curve of the previous write, with a line of times for each; [struct@Gscope.StepResponse]
 * defines them.
 *
 * It follows a [class@Gscope.StepTracker] live, and is hidden while there is no response. If
 * several signals have a curve, the user can choose one; a button copies the figures as text. The
 * figures are its accessible description, too.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-step-response-view`. Its `color` decides between the light and the dark
 * palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkStepResponseView
{
  GtkWidget parent_instance;

  GscopeStepTracker *steps;
  GscopeGtkView *view;
  /* the signal whose curve the user chose */
  GscopeSignal *chosen;
  GscopeStep *step;
  GscopeStep *previous;
  GPtrArray *offered;
  /* the newest steps of the write, one for each signal */
  GPtrArray *found;
  gboolean is_filling;
  gboolean is_compact;

  GtkWidget *box;
  GtkLabel *subtitle;
  GtkWidget *copy;
  GtkDropDown *signals;
  GtkWidget *curve;
  GtkGrid *grid;
  GtkLabel *explanation;
  GtkLabel *times;
  GtkLabel *earlier;
};

G_DEFINE_FINAL_TYPE (GscopeGtkStepResponseView, gscope_gtk_step_response_view, GTK_TYPE_WIDGET)

static GscopeGtkViewSignal *
find_entry (GscopeGtkStepResponseView *self, GscopeSignal *signal)
{
  GListModel *model = self->view ? gscope_gtk_view_get_signals (self->view) : NULL;

  for (guint i = 0; model && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);

      if (gscope_gtk_view_signal_get_signal (entry) == signal)
        return entry;
    }
  return NULL;
}

static char *
name_signal (GscopeGtkStepResponseView *self, GscopeSignal *signal)
{
  GscopeGtkViewSignal *entry = find_entry (self, signal);

  return entry ? g_strdup_printf ("%s %s", gscope_gtk_view_signal_get_mark (entry),
                                  gscope_gtk_view_signal_get_label (entry))
               : g_strdup (gscope_signal_get_title (signal));
}

static void
get_figures (GscopeStep *step, GscopeStepFigures *figures)
{
  gscope_step_response_get_figures (gscope_step_get_response (step), figures);
}

/* Returns the label of the write without the title of its parameter. */
static char *
describe_change (GscopeStep *step)
{
  g_autofree char *label = gscope_gtk_step_name (step);
  GscopeParameter *parameter = gscope_step_get_parameter (step);
  const char *title = parameter ? gscope_parameter_get_title (parameter) : "";
  gsize length = strlen (title);

  return g_strdup (g_str_has_prefix (label, title) && label[length] == ' ' ? label + length + 1
                                                                           : label);
}

static const char *
get_unit (GscopeStep *step)
{
  return gscope_signal_get_unit (gscope_step_get_signal (step));
}

static char *
format_cell (GscopeStep *step, guint column)
{
  GscopeStepFigures figures;

  get_figures (step, &figures);
  if (column == COLUMN_BEFORE)
    return gscope_gtk_step_format_before (&figures, get_unit (step));
  if (column == COLUMN_AFTER)
    return gscope_gtk_step_format_level (&figures, figures.after, get_unit (step));
  return gscope_gtk_step_format_change (&figures, get_unit (step));
}

/* Text. */

static void
append_row (GscopeGtkStepResponseView *self, GString *text, GscopeStep *step)
{
  g_autofree char *change = gscope_gtk_step_name (step);
  g_autofree char *name = name_signal (self, gscope_step_get_signal (step));
  g_autofree char *times = NULL;
  GscopeStepFigures figures;

  get_figures (step, &figures);
  times = gscope_gtk_step_describe (&figures, get_unit (step));
  g_string_append_printf (text, "%s\t%s", name, change);
  for (guint i = COLUMN_BEFORE; i < N_COLUMNS; i++)
    {
      g_autofree char *value = format_cell (step, i);

      g_string_append_printf (text, "\t%s", value);
    }
  g_string_append_printf (text, "\t%s\n", times);
}

/**
 * gscope_gtk_step_response_view_get_text:
 * @self: a view of step responses
 *
 * Gets the figures that it shows, as lines with tabs.
 *
 * Returns: (transfer full): the text; empty if it shows nothing
 *
 * Since: 1.0
 */
char *
gscope_gtk_step_response_view_get_text (GscopeGtkStepResponseView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (GSCOPE_GTK_IS_STEP_RESPONSE_VIEW (self), NULL);

  if (!self->step)
    return g_strdup ("");
  g_string_append_printf (text, "%s\t%s\t%s\t%s\t%s\t%s\n", _ ("Signal"), _ ("Step"), _ ("Before"),
                          _ ("After"), _ ("Change"), _ ("Response"));
  for (guint i = 0; i < self->found->len; i++)
    append_row (self, text, self->found->pdata[i]);
  if (self->previous)
    append_row (self, text, self->previous);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
on_copy (GtkButton *button, GscopeGtkStepResponseView *self)
{
  g_autofree char *text = gscope_gtk_step_response_view_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/* Widgets. */

static GtkLabel *
get_label (GscopeGtkStepResponseView *self, guint column, guint row)
{
  GtkWidget *label = gtk_grid_get_child_at (self->grid, (int) column, (int) row);

  if (label)
    return GTK_LABEL (label);
  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), column == COLUMN_SIGNAL ? 0 : 1);
  gtk_widget_add_css_class (label, "caption");
  if (column != COLUMN_SIGNAL)
    gtk_widget_add_css_class (label, row == 0 ? "dim-label" : "numeric");
  if (column == COLUMN_CHANGE && row > 0)
    gtk_widget_add_css_class (label, "heading");
  if (column == COLUMN_SIGNAL)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_set_hexpand (label, TRUE);
    }
  gtk_grid_attach (self->grid, label, (int) column, (int) row, 1, 1);
  return GTK_LABEL (label);
}

static guint32
get_color (GscopeGtkStepResponseView *self, GscopeSignal *signal, const GscopeGtkPalette *palette);

/* Returns markup of the key in its colour, and the title. */
static char *
mark_signal (GscopeGtkStepResponseView *self, GscopeSignal *signal)
{
  const GscopeGtkPalette *palette = gscope_gtk_surroundings_get_palette (GTK_WIDGET (self));
  GscopeGtkViewSignal *entry = find_entry (self, signal);
  guint32 color = get_color (self, signal, palette);

  if (!entry)
    return g_markup_escape_text (gscope_signal_get_title (signal), -1);
  return g_markup_printf_escaped ("<span background=\"#%06x\" foreground=\"#%06x\"> %s </span> %s",
                                  color & 0xffffff, gscope_gtk_palette_on (color) & 0xffffff,
                                  gscope_gtk_view_signal_get_mark (entry),
                                  gscope_gtk_view_signal_get_title (entry));
}

static void
show_row (GscopeGtkStepResponseView *self, GscopeStep *step, guint row)
{
  GtkLabel *label = get_label (self, COLUMN_SIGNAL, row);
  GscopeSignal *signal = gscope_step_get_signal (step);
  g_autofree char *name = mark_signal (self, signal);
  g_autofree char *summary = NULL;
  GscopeStepFigures figures;

  get_figures (step, &figures);
  summary = gscope_gtk_step_describe (&figures, get_unit (step));
  gtk_label_set_markup (label, name);
  gscope_gtk_tooltip_set (GTK_WIDGET (label), gscope_signal_get_full_name (signal));
  for (guint i = COLUMN_BEFORE; i < N_COLUMNS; i++)
    {
      g_autofree char *value = format_cell (step, i);

      label = get_label (self, i, row);
      gtk_label_set_label (label, value);
      gscope_gtk_tooltip_set (GTK_WIDGET (label), summary);
    }
}

static void
show_levels (GscopeGtkStepResponseView *self)
{
  guint n_rows = self->found->len;

  while (gtk_grid_get_child_at (self->grid, 0, (int) n_rows + 1))
    gtk_grid_remove_row (self->grid, (int) n_rows + 1);
  gtk_label_set_label (get_label (self, COLUMN_BEFORE, 0), _ ("Before"));
  gtk_label_set_label (get_label (self, COLUMN_AFTER, 0), _ ("After"));
  gtk_label_set_label (get_label (self, COLUMN_CHANGE, 0), _ ("Change"));
  for (guint i = 0; i < n_rows; i++)
    show_row (self, self->found->pdata[i], i + 1);
}

/* Sets the text line of a curve: its dash, the write, the times. */
static void
show_times (GtkLabel *label, GscopeStep *step, const char *dash)
{
  g_autofree char *change = step ? describe_change (step) : NULL;
  g_autofree char *times = NULL;
  g_autofree char *text = NULL;
  GscopeStepFigures figures;

  gtk_widget_set_visible (GTK_WIDGET (label), step != NULL);
  if (!step)
    return;
  get_figures (step, &figures);
  times = gscope_gtk_step_describe (&figures, get_unit (step));
  text = g_strdup_printf ("%s %s: %s", dash, change, times);
  gtk_label_set_label (label, text);
}

static void
describe (GscopeGtkStepResponseView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->found->len; i++)
    {
      GscopeStep *step = self->found->pdata[i];
      g_autofree char *name = gscope_gtk_step_name (step);
      g_autofree char *times = NULL;
      g_autofree char *explanation = NULL;
      GscopeStepFigures figures;

      get_figures (step, &figures);
      times = gscope_gtk_step_describe (&figures, get_unit (step));
      explanation = gscope_gtk_step_explain (&figures, get_unit (step));
      g_string_append_printf (text, "%s, %s: %s. %s ", name,
                              gscope_signal_get_title (gscope_step_get_signal (step)), times,
                              explanation);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
}

/* Returns whether the response has a curve to draw. */
static gboolean
has_curve (GscopeStep *step)
{
  GscopeStepFigures figures;

  get_figures (step, &figures);
  return gscope_gtk_step_has_times (&figures);
}

static void
show_step (GscopeGtkStepResponseView *self)
{
  gboolean is_known = self->step && has_curve (self->step);
  gboolean was_known = self->previous && has_curve (self->previous);
  g_autofree char *subtitle = NULL;
  g_autofree char *explanation = NULL;
  GscopeStepFigures figures;

  gtk_widget_set_visible (GTK_WIDGET (self), self->step != NULL);
  gtk_widget_set_visible (self->curve, is_known && !self->is_compact);
  gtk_widget_set_visible (GTK_WIDGET (self->signals), is_known && self->offered->len > 1);
  show_times (self->times, is_known ? self->step : NULL, "—");
  show_times (self->earlier, is_known && was_known ? self->previous : NULL, "╌");
  describe (self);
  if (!self->step)
    return;
  subtitle = gscope_gtk_step_name (self->step);
  gtk_label_set_label (self->subtitle, subtitle);
  gscope_gtk_tooltip_set (GTK_WIDGET (self->subtitle), subtitle);
  show_levels (self);
  get_figures (self->step, &figures);
  explanation = gscope_gtk_step_explain (&figures, get_unit (self->step));
  gtk_label_set_label (self->explanation, explanation);
  gtk_widget_queue_draw (self->curve);
}

/* Choice of steps. */

/* Ranks a response: no result, an unfinished result, levels, or times. */
static guint
rank (GscopeStep *step)
{
  GscopeStepFigures figures;

  get_figures (step, &figures);
  if (figures.state == GSCOPE_STEP_STATE_NONE)
    return 0;
  return gscope_gtk_step_has_times (&figures)          ? 3
         : figures.state == GSCOPE_STEP_STATE_SETTLING ? 1
                                                       : 2;
}

static GscopeStep *
choose_step (GscopeGtkStepResponseView *self, GPtrArray *found)
{
  guint best = 0;

  for (guint i = 0; i < found->len; i++)
    if (gscope_step_get_signal (found->pdata[i]) == self->chosen)
      return found->pdata[i];
  for (guint i = 1; i < found->len; i++)
    if (rank (found->pdata[i]) > rank (found->pdata[best]))
      best = i;
  return found->pdata[best];
}

static gboolean
is_offered (GscopeGtkStepResponseView *self, GPtrArray *found)
{
  if (found->len != self->offered->len)
    return FALSE;
  for (guint i = 0; i < found->len; i++)
    if (gscope_step_get_signal (found->pdata[i]) != self->offered->pdata[i])
      return FALSE;
  return TRUE;
}

static void
offer (GscopeGtkStepResponseView *self, GPtrArray *found)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  g_ptr_array_set_size (self->offered, 0);
  for (guint i = 0; i < found->len; i++)
    {
      GscopeSignal *signal = gscope_step_get_signal (found->pdata[i]);

      g_ptr_array_add (self->offered, g_object_ref (signal));
      gtk_string_list_take (names, name_signal (self, signal));
    }
  gtk_drop_down_set_model (self->signals, G_LIST_MODEL (names));
}

static void
select_offered (GscopeGtkStepResponseView *self)
{
  guint position;

  if (g_ptr_array_find (self->offered, gscope_step_get_signal (self->step), &position))
    gtk_drop_down_set_selected (self->signals, position);
}

/* Leaves out the signals that are not in the view, unless none is in it. */
static void
leave_out_hidden (GscopeGtkStepResponseView *self, GPtrArray *found)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < found->len; i++)
    is_any |= find_entry (self, gscope_step_get_signal (found->pdata[i])) != NULL;
  for (guint i = found->len; is_any && i-- > 0;)
    if (!find_entry (self, gscope_step_get_signal (found->pdata[i])))
      g_ptr_array_remove_index (found, i);
}

static void
take_steps (GscopeGtkStepResponseView *self, GscopeStep *last)
{
  g_autoptr (GPtrArray) found =
      gscope_step_tracker_list_responses (self->steps, gscope_step_get_marker (last));

  leave_out_hidden (self, found);
  self->is_filling = TRUE;
  if (!is_offered (self, found))
    offer (self, found);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  self->found = g_ptr_array_ref (found);
  g_set_object (&self->step, choose_step (self, found));
  g_set_object (&self->previous, gscope_step_tracker_find_previous (self->steps, self->step));
  select_offered (self);
  self->is_filling = FALSE;
}

static void
forget_steps (GscopeGtkStepResponseView *self)
{
  g_clear_object (&self->step);
  g_clear_object (&self->previous);
  g_ptr_array_set_size (self->offered, 0);
  g_ptr_array_set_size (self->found, 0);
}

static void
update (GscopeGtkStepResponseView *self)
{
  GscopeStep *last = self->steps ? gscope_step_tracker_find_last (self->steps, NULL, NULL) : NULL;

  if (last)
    take_steps (self, last);
  else
    forget_steps (self);
  show_step (self);
}

/* Names, keys and colours may have changed. */
static void
on_arranged (GscopeGtkStepResponseView *self)
{
  g_ptr_array_set_size (self->offered, 0);
  update (self);
}

static void
on_signal_chosen (GscopeGtkStepResponseView *self)
{
  guint position = gtk_drop_down_get_selected (self->signals);

  if (self->is_filling || position >= self->offered->len)
    return;
  g_set_object (&self->chosen, self->offered->pdata[position]);
  update (self);
}

static guint32
get_color (GscopeGtkStepResponseView *self, GscopeSignal *signal, const GscopeGtkPalette *palette)
{
  GscopeGtkViewSignal *entry = find_entry (self, signal);

  return entry ? gscope_gtk_view_signal_resolve (entry, palette, NULL) : palette->text;
}

static void
draw_curve (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  GscopeGtkStepResponseView *self = data;
  const GscopeGtkPalette *palette = gscope_gtk_surroundings_get_palette (GTK_WIDGET (self));
  GscopeGtkBrush brush;

  if (!self->step)
    return;
  gscope_gtk_brush_init (&brush, cr, gtk_widget_get_pango_context (GTK_WIDGET (area)), palette);
  gscope_gtk_step_picture_draw (&brush, width, height,
                                get_color (self, gscope_step_get_signal (self->step), palette),
                                gscope_step_get_response (self->step),
                                self->previous ? gscope_step_get_response (self->previous) : NULL);
  gscope_gtk_brush_clear (&brush);
}

/**
 * gscope_gtk_step_response_view_set_steps: (set-property steps)
 * @self: a view of step responses
 * @steps: (nullable): the tracker that measures them
 *
 * Sets the tracker that it follows.
 *
 * Since: 1.0
 */
void
gscope_gtk_step_response_view_set_steps (GscopeGtkStepResponseView *self, GscopeStepTracker *steps)
{
  g_return_if_fail (GSCOPE_GTK_IS_STEP_RESPONSE_VIEW (self));

  if (self->steps)
    g_signal_handlers_disconnect_by_data (self->steps, self);
  g_set_object (&self->steps, steps);
  g_clear_object (&self->chosen);
  if (steps)
    g_signal_connect_swapped (steps, "changed", G_CALLBACK (update), self);
  update (self);
  g_object_notify (G_OBJECT (self), "steps");
}

/**
 * gscope_gtk_step_response_view_set_view: (set-property view)
 * @self: a view of step responses
 * @view: (nullable): the view whose names, keys and colours it uses
 *
 * Sets the view whose names, keys and colours it uses for signals.
 *
 * Since: 1.0
 */
void
gscope_gtk_step_response_view_set_view (GscopeGtkStepResponseView *self, GscopeGtkView *view)
{
  g_return_if_fail (GSCOPE_GTK_IS_STEP_RESPONSE_VIEW (self));

  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_set_object (&self->view, view);
  if (view)
    g_signal_connect_swapped (view, "arranged", G_CALLBACK (on_arranged), self);
  on_arranged (self);
  g_object_notify (G_OBJECT (self), "view");
}

/**
 * gscope_gtk_step_response_view_set_compact:
 * @self: a view of step responses
 * @compact: whether to show figures only
 *
 * Sets whether it shows the table without the curves.
 *
 * Since: 1.0
 */
void
gscope_gtk_step_response_view_set_compact (GscopeGtkStepResponseView *self, gboolean compact)
{
  g_return_if_fail (GSCOPE_GTK_IS_STEP_RESPONSE_VIEW (self));

  self->is_compact = compact;
  show_step (self);
}

/**
 * gscope_gtk_step_response_view_get_step:
 * @self: a view of step responses
 *
 * Gets the step that it shows.
 *
 * Returns: (transfer none) (nullable): the step
 *
 * Since: 1.0
 */
GscopeStep *
gscope_gtk_step_response_view_get_step (GscopeGtkStepResponseView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_STEP_RESPONSE_VIEW (self), NULL);

  return self->step;
}

/**
 * gscope_gtk_step_response_view_new:
 * @steps: (nullable): the tracker that measures step responses
 *
 * Creates a view of the last step response.
 *
 * Returns: (transfer floating): the view
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_step_response_view_new (GscopeStepTracker *steps)
{
  GscopeGtkStepResponseView *self = g_object_new (GSCOPE_GTK_TYPE_STEP_RESPONSE_VIEW, NULL);

  gscope_gtk_step_response_view_set_steps (self, steps);
  return GTK_WIDGET (self);
}

static void
gscope_gtk_step_response_view_dispose (GObject *object)
{
  GscopeGtkStepResponseView *self = GSCOPE_GTK_STEP_RESPONSE_VIEW (object);

  if (self->steps)
    g_signal_handlers_disconnect_by_data (self->steps, self);
  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->steps);
  g_clear_object (&self->view);
  g_clear_object (&self->chosen);
  g_clear_object (&self->step);
  g_clear_object (&self->previous);
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (gscope_gtk_step_response_view_parent_class)->dispose (object);
}

static GscopeStepTracker *
get_steps (GscopeGtkStepResponseView *self)
{
  return self->steps;
}

static GscopeGtkView *
get_view (GscopeGtkStepResponseView *self)
{
  return self->view;
}

static void
gscope_gtk_step_response_view_class_init (GscopeGtkStepResponseViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_step_response_view_dispose;
  /**
   * GscopeGtkStepResponseView:steps:
   *
   * The tracker that it follows.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "steps", get_steps, gscope_gtk_step_response_view_set_steps,
                GSCOPE_TYPE_STEP_TRACKER);
  /**
   * GscopeGtkStepResponseView:view:
   *
   * The view whose names, keys and colours it uses for signals.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "view", get_view, gscope_gtk_step_response_view_set_view,
                GSCOPE_GTK_TYPE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "gscope-step-response-view");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
create_head (GscopeGtkStepResponseView *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Response"));

  self->subtitle = GTK_LABEL (gtk_label_new (NULL));
  self->copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "dim-label");
  gtk_label_set_ellipsize (self->subtitle, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->subtitle, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->subtitle), TRUE);
  gtk_widget_add_css_class (self->copy, "flat");
  gtk_widget_set_tooltip_text (self->copy, _ ("Copy Figures"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Copy Figures"), -1);
  g_signal_connect (self->copy, "clicked", G_CALLBACK (on_copy), self);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->subtitle));
  gtk_box_append (GTK_BOX (head), self->copy);
  return head;
}

static GtkWidget *
create_signals (GscopeGtkStepResponseView *self)
{
  GtkWidget *signals = gtk_drop_down_new (NULL, NULL);
  g_autoptr (GtkListItemFactory) factory = gscope_gtk_label_factory_new_for_texts ();

  gtk_drop_down_set_factory (GTK_DROP_DOWN (signals), factory);
  gtk_widget_set_tooltip_text (signals, _ ("Signal"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (signals), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Signal"), -1);
  /* the button inside has the focus */
  gtk_accessible_update_relation (GTK_ACCESSIBLE (gtk_widget_get_first_child (signals)),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, signals, NULL, -1);
  g_signal_connect_swapped (signals, "notify::selected", G_CALLBACK (on_signal_chosen), self);
  return signals;
}

static GtkLabel *
create_line (const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, class);
  return GTK_LABEL (label);
}

static void
create_body (GscopeGtkStepResponseView *self)
{
  self->signals = GTK_DROP_DOWN (create_signals (self));
  self->curve = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->curve), CURVE_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->curve), draw_curve, self, NULL);
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_grid_set_row_spacing (self->grid, 3);
  self->explanation = create_line ("dim-label");
  self->times = create_line ("numeric");
  self->earlier = create_line ("numeric");
}

static void
gscope_gtk_step_response_view_init (GscopeGtkStepResponseView *self)
{
  self->offered = g_ptr_array_new_with_free_func (g_object_unref);
  self->found = g_ptr_array_new_with_free_func (g_object_unref);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  create_body (self);
  gtk_box_append (GTK_BOX (self->box), create_head (self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->grid));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->explanation));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->signals));
  gtk_box_append (GTK_BOX (self->box), self->curve);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->times));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->earlier));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Response"), -1);
  show_step (self);
}
