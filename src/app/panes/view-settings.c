/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/view-settings.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "widgets/drop-down.h"
#include "widgets/mark.h"

/* The choices of a setting: values and their titles. */
typedef struct
{
  GParamSpec *pspec;
  GArray *values;
  GtkStringList *titles;
} Choices;

struct _AppViewSettings
{
  GtkPopover parent_instance;

  GscopeGtkView *view;
  GMenuModel *menu;
  GtkScrolledWindow *scroller;
};

G_DEFINE_FINAL_TYPE (AppViewSettings, app_view_settings, GTK_TYPE_POPOVER)

#define MAX_NUMBERS 8

typedef struct
{
  const char *section;
  const char *setting;
  const char *title;
  guint numbers[MAX_NUMBERS];
} Row;

/* The rows below the parts of a view. A section is shown with the part that it is named after; the section of the triggered
 * display is always shown. */
static const Row rows[] = {
  { NULL, "overview", N_ ("Overview of the History (O)"), { 0 } },
  { NULL, "statistics", N_ ("Statistics of the Visible Time (I)"), { 0 } },
  { NULL, "wall-clock", N_ ("Times of Day (W)"), { 0 } },
  { NULL, "logarithmic-axes", N_ ("Logarithmic values (E)"), { 0 } },
  { NULL, "linked", N_ ("Same time as other linked views (Ctrl+Alt+J)"), { 0 } },
  { NULL, "axis-titles", N_ ("Titles of the axes"), { 0 } },
  { NULL, "lead", N_ ("Largest lane"), { 0 } },
  { NULL, "phosphor", N_ ("Persistence (P)"), { 0 } },
  { "spectrum", "spectrogram", N_ ("Spectrogram (G)"), { 0 } },
  { "spectrum", "decibels", N_ ("Decibels"), { 0 } },
  { "spectrum", "logarithmic-frequencies", N_ ("Logarithmic frequencies"), { 0 } },
  { "spectrum", "window", N_ ("Window"), { 0 } },
  { "spectrum", "size", N_ ("Segment, samples"), { 0, 64, 256, 1024, 2048, 4096, 8192, 16384 } },
  { "spectrum", "averaging", N_ ("Averaging"), { 0 } },
  { "spectrum", "n-averaged", N_ ("Averaged segments"), { 1, 2, 4, 8, 16, 32, 64, 256 } },
  { "spectrum", "n-peaks", N_ ("Peaks read out"), { 0, 1, 2, 3, 4, 5, 6, 8 } },
  { "spectrum", "harmonics", N_ ("Harmonics of the highest peak"), { 0 } },
  { "histogram", "n-bins", N_ ("Bins"), { 8, 16, 32, 64, 128, 256, 512, 1024 } },
  { "histogram", "percentiles", N_ ("Percentiles"), { 0 } },
  { "histogram", "logarithmic-counts", N_ ("Logarithmic counts"), { 0 } },
  { "histogram", "logarithmic-values", N_ ("Logarithmic values"), { 0 } },
  { "xy", "x", N_ ("X axis"), { 0 } },
  { "xy", "y", N_ ("Y axis"), { 0 } },
  { "xy", "equal-scales", N_ ("Equal scales"), { 0 } },
  { "transfer", "input", N_ ("Input"), { 0 } },
  { "transfer", "output", N_ ("Output"), { 0 } },
  { "trigger", "trigger", N_ ("Triggered by"), { 0 } },
  { "trigger", "pre-trigger", N_ ("Before the trigger, %"), { 0, 5, 10, 25, 50, 75, 90 } },
  { "trigger", "n-overlaid", N_ ("Captures behind"), { 0, 1, 2, 4, 8, 16, 32, 64 } },
  { "trigger", "capture-mean", N_ ("Mean and deviation of captures (N)"), { 0 } },
  { "trigger", "n-mean", N_ ("Captures in the mean"), { 2, 4, 8, 16, 64, 256, 1000, 10000 } },
  { "trigger", "max-captures", N_ ("Captures at most"), { 1, 10, 100, 1000, 2000, 5000, 10000 } },
  { "trigger",
    "capture-memory",
    N_ ("Memory of captures, MiB"),
    { 1, 4, 16, 64, 256, 1024, 4096 } },
};

char *
app_view_settings_describe_part (const GscopeGtkPanePart *part)
{
  return g_strdup_printf ("%s (%c)", _ (part->name), g_ascii_toupper (part->key));
}

static void
clear_value (gpointer value)
{
  g_value_unset (value);
}

static void
choices_free (gpointer data)
{
  Choices *self = data;

  g_array_unref (self->values);
  g_object_unref (self->titles);
  g_free (self);
}

static Choices *
choices_new (GParamSpec *pspec)
{
  Choices *self = g_new0 (Choices, 1);

  self->pspec = pspec;
  self->values = g_array_new (FALSE, TRUE, sizeof (GValue));
  self->titles = gtk_string_list_new (NULL);
  g_array_set_clear_func (self->values, clear_value);
  return self;
}

static GValue *
choices_add (Choices *self, const char *title)
{
  guint n = self->values->len;

  g_array_set_size (self->values, n + 1);
  gtk_string_list_append (self->titles, title);
  return g_value_init (&g_array_index (self->values, GValue, n), self->pspec->value_type);
}

static void
choices_add_number (Choices *self, guint number)
{
  g_autofree char *title = g_strdup_printf ("%u", number);

  if (number == 0)
    g_value_set_uint (choices_add (self, g_str_equal (self->pspec->name, "size")
                                             ? C_ ("segment", "Automatic")
                                             : C_ ("peaks", "None")),
                      0);
  else
    g_value_set_uint (choices_add (self, title), number);
}

/* Zeros after the first number are no numbers. */
static void
choices_add_numbers (Choices *self, const guint *numbers)
{
  for (guint i = 0; i < MAX_NUMBERS && (i == 0 || numbers[i] > 0); i++)
    choices_add_number (self, numbers[i]);
}

static void
choices_add_enum (Choices *self)
{
  gboolean is_window = g_str_equal (self->pspec->name, "window");
  const GEnumClass *choices = G_PARAM_SPEC_ENUM (self->pspec)->enum_class;

  for (guint i = 0; i < choices->n_values; i++)
    {
      int value = choices->values[i].value;

      g_value_set_enum (choices_add (self, is_window ? gscope_spectrum_window_get_title (value)
                                                     : gscope_spectrum_averaging_get_title (value)),
                        value);
    }
}

/* Returns whether a view chooses the signal if the setting is empty. */
static gboolean
is_chosen (GParamSpec *pspec)
{
  static const char *const names[] = { "x", "y", "input", "output", NULL };

  return g_strv_contains (names, pspec->name);
}

static void
choices_add_signals (Choices *self, GscopeGtkView *view)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  g_value_set_static_string (choices_add (self, is_chosen (self->pspec) ? C_ ("signal", "Automatic")
                                                                        : C_ ("signal", "None")),
                             "");
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      g_value_set_string (choices_add (self, gscope_gtk_view_signal_get_label (signal)),
                          gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal)));
    }
}

/* A value that was set elsewhere is added to the choices. */
static guint
choices_find (Choices *self, const GValue *value)
{
  g_autofree char *title = NULL;

  for (guint i = 0; i < self->values->len; i++)
    if (g_param_values_cmp (self->pspec, value, &g_array_index (self->values, GValue, i)) == 0)
      return i;
  title = G_VALUE_HOLDS_UINT (value) ? g_strdup_printf ("%u", g_value_get_uint (value))
                                     : g_value_dup_string (value);
  g_value_copy (value, choices_add (self, title));
  return self->values->len - 1;
}

static gboolean
to_position (GBinding *binding, const GValue *value, GValue *position, gpointer choices)
{
  g_value_set_uint (position, choices_find (choices, value));
  return TRUE;
}

static gboolean
from_position (GBinding *binding, const GValue *position, GValue *value, gpointer data)
{
  Choices *choices = data;

  if (g_value_get_uint (position) >= choices->values->len)
    return FALSE;
  g_value_copy (&g_array_index (choices->values, GValue, g_value_get_uint (position)), value);
  return TRUE;
}

static GtkWidget *
make_drop_down (AppViewSettings *self, const Row *row, GParamSpec *pspec)
{
  Choices *choices = choices_new (pspec);
  GtkWidget *drop_down;

  if (G_IS_PARAM_SPEC_ENUM (pspec))
    choices_add_enum (choices);
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    choices_add_numbers (choices, row->numbers);
  else
    choices_add_signals (choices, self->view);
  drop_down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (choices->titles)), NULL);
  g_object_bind_property_full (gscope_gtk_view_get_settings (self->view), pspec->name, drop_down,
                               "selected", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE,
                               to_position, from_position, choices, choices_free);
  return drop_down;
}

/* Refused text stays, to be corrected. */
static void
on_percentiles (GtkEntry *entry, GscopeViewSettings *settings)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  g_autofree char *taken = NULL;

  g_object_set (settings, "percentiles", text, NULL);
  g_object_get (settings, "percentiles", &taken, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (entry),
                               _ ("At most six numbers from 0 to 100, with spaces between them."));
  app_mark_wrong (GTK_WIDGET (entry), !g_str_equal (text, taken));
}

static GtkWidget *
make_entry (AppViewSettings *self, GParamSpec *pspec)
{
  GscopeViewSettings *settings = gscope_gtk_view_get_settings (self->view);
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 14);
  g_object_bind_property (settings, pspec->name, entry, "text", G_BINDING_SYNC_CREATE);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_percentiles), settings, 0);
  return entry;
}

static GtkWidget *
make_switch (AppViewSettings *self, GParamSpec *pspec)
{
  GtkWidget *widget = gtk_switch_new ();

  g_object_bind_property (gscope_gtk_view_get_settings (self->view), pspec->name, widget, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  gtk_widget_set_halign (widget, GTK_ALIGN_END);
  return widget;
}

static GtkWidget *
make_control (AppViewSettings *self, const Row *row)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (gscope_gtk_view_get_settings (self->view));
  GParamSpec *pspec = g_object_class_find_property (klass, row->setting);
  GtkWidget *control;

  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    control = make_switch (self, pspec);
  else if (g_str_equal (pspec->name, "percentiles"))
    control = make_entry (self, pspec);
  else
    control = make_drop_down (self, row, pspec);
  gtk_widget_set_valign (control, GTK_ALIGN_CENTER);
  gtk_widget_set_name (control, pspec->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (row->title), -1);
  if (GTK_IS_DROP_DOWN (control))
    app_drop_down_prepare (GTK_DROP_DOWN (control));
  return control;
}

static void
add_row (AppViewSettings *self, GtkWidget *grid, int position, const Row *row)
{
  GtkWidget *label = gtk_label_new (_ (row->title));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_grid_attach (GTK_GRID (grid), label, 0, position, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_control (self, row), 1, position, 1, 1);
}

/* Adds the rows of a section; returns how many there are. */
static int
add_rows (AppViewSettings *self, GtkWidget *grid, int position, const char *section)
{
  int n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (rows[i].section, section) == 0)
      add_row (self, grid, position + n++, &rows[i]);
  return n;
}

static GtkWidget *
make_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  return grid;
}

/* The switches of the parts, and the settings of all of them. */
static GtkWidget *
make_parts (AppViewSettings *self)
{
  GtkWidget *grid = make_grid ();
  const Row time = { NULL, "time", N_ ("Signals over Time (T)"), { 0 } };
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  add_row (self, grid, 0, &time);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = app_view_settings_describe_part (&parts[i]);
      const Row row = { NULL, parts[i].setting, title, { 0 } };

      add_row (self, grid, (int) i + 1, &row);
    }
  add_rows (self, grid, (int) n + 1, NULL);
  return grid;
}

/* Makes a section with a heading; NULL if it has no settings. */
static GtkWidget *
make_headed (AppViewSettings *self, const char *section, const char *title)
{
  g_autoptr (GtkWidget) grid = g_object_ref_sink (make_grid ());
  GtkWidget *heading = gtk_label_new (title);

  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_grid_attach (GTK_GRID (grid), heading, 0, 0, 2, 1);
  return add_rows (self, grid, 1, section) > 0 ? g_steal_pointer (&grid) : NULL;
}

/* Makes the section of a part; NULL if it has no settings. */
static GtkWidget *
make_section (AppViewSettings *self, const GscopeGtkPanePart *part)
{
  g_autoptr (GtkWidget) grid = make_headed (self, part->setting, _ (part->name));

  if (!grid)
    return NULL;
  g_object_bind_property (gscope_gtk_view_get_settings (self->view), part->setting, grid, "visible",
                          G_BINDING_SYNC_CREATE);
  return g_steal_pointer (&grid);
}

/* Where the window is narrow, the toolbar has no room for it. */
static GtkWidget *
make_layout (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  static const struct
  {
    const char *nick;
    const char *title;
  } layouts[] = { { "lanes", N_ ("Lanes") }, { "overlay", N_ ("Overlay") } };

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (layouts[i].title));

      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.layout");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", layouts[i].nick);
      gtk_widget_set_hexpand (button, TRUE);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_widget_add_css_class (box, "linked");
  return box;
}

/* A row of a menu; it closes the popover. */
static GtkWidget *
make_action (AppViewSettings *self, const char *action, const char *title)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (title);

  gtk_widget_set_halign (gtk_button_get_child (GTK_BUTTON (button)), GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (gtk_popover_popdown), self);
  return button;
}

static GtkWidget *
make_arrangement (AppViewSettings *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  for (int i = 0; i < g_menu_model_get_n_items (self->menu); i++)
    {
      g_autofree char *action = NULL, *label = NULL;

      g_menu_model_get_item_attribute (self->menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      g_menu_model_get_item_attribute (self->menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      gtk_box_append (GTK_BOX (box), make_action (self, action, label));
    }
  return box;
}

static void
build (AppViewSettings *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  gtk_box_append (GTK_BOX (box), make_layout ());
  gtk_box_append (GTK_BOX (box), make_parts (self));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkWidget) section = make_section (self, &parts[i]);

      if (section)
        gtk_box_append (GTK_BOX (box), section);
    }
  gtk_box_append (GTK_BOX (box), make_headed (self, "trigger", _ ("Triggered Display")));
  gtk_box_append (GTK_BOX (box), make_arrangement (self));
  gtk_widget_add_css_class (box, "view-settings");
  gtk_scrolled_window_set_child (self->scroller, box);
}

/* Signals come and go while nobody sees it. */
static void
app_view_settings_show (GtkWidget *widget)
{
  AppViewSettings *self = APP_VIEW_SETTINGS (widget);

  if (self->view)
    build (self);
  GTK_WIDGET_CLASS (app_view_settings_parent_class)->show (widget);
}

static void
app_view_settings_dispose (GObject *object)
{
  g_clear_object (&APP_VIEW_SETTINGS (object)->view);
  g_clear_object (&APP_VIEW_SETTINGS (object)->menu);
  G_OBJECT_CLASS (app_view_settings_parent_class)->dispose (object);
}

static void
app_view_settings_class_init (AppViewSettingsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_view_settings_dispose;
  GTK_WIDGET_CLASS (klass)->show = app_view_settings_show;
}

static void
app_view_settings_init (AppViewSettings *self)
{
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (self->scroller, TRUE);
  gtk_scrolled_window_set_propagate_natural_width (self->scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (self->scroller, 560);
  gtk_popover_set_child (GTK_POPOVER (self), GTK_WIDGET (self->scroller));
}

void
app_view_settings_set_view (AppViewSettings *self, GscopeGtkView *view)
{
  gtk_popover_popdown (GTK_POPOVER (self));
  gtk_scrolled_window_set_child (self->scroller, NULL);
  g_set_object (&self->view, view);
}

void
app_view_settings_set_menu (AppViewSettings *self, GMenuModel *menu)
{
  g_set_object (&self->menu, menu);
}
