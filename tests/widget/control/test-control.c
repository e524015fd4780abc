/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include "support/skip-waits.h"
#include <gscope-gtk/control/control.h>
#include <gscope-gtk/control/slider.h>
#include <gscope-gtk/control/value-entry.h>
#include <math.h>

/* A source that holds what it is asked, and a control of one of its parameters. */
typedef struct
{
  ScriptedSource *source;
  GtkWidget *control;
  GscopeParameter *parameter;
  GString *log;
  guint n_markers;
} Fixture;

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

/* Returns the text of the line below the control, or NULL. */
static const char *
get_status (Fixture *f)
{
  GtkWidget *spinner = find (f->control, GTK_TYPE_SPINNER);
  GtkWidget *status = gtk_widget_get_parent (spinner);

  return gtk_widget_get_visible (status)
             ? gtk_label_get_text (GTK_LABEL (find (status, GTK_TYPE_LABEL)))
             : NULL;
}

static gboolean
is_spinning (Fixture *f)
{
  return gtk_spinner_get_spinning (GTK_SPINNER (find (f->control, GTK_TYPE_SPINNER)));
}

static GtkWidget *
get_retry (Fixture *f)
{
  GtkWidget *status = gtk_widget_get_parent (find (f->control, GTK_TYPE_SPINNER));

  return gtk_widget_get_last_child (status);
}

static GtkWidget *
get_reset (Fixture *f)
{
  GtkWidget *head = gtk_widget_get_first_child (f->control);

  return gtk_widget_get_last_child (head);
}

static GscopeGtkValueEntry *
get_entry (Fixture *f)
{
  return GSCOPE_GTK_VALUE_ENTRY (find (f->control, GSCOPE_GTK_TYPE_VALUE_ENTRY));
}

static const char *
get_text (Fixture *f)
{
  return gtk_editable_get_text (GTK_EDITABLE (get_entry (f)));
}

static void
type_text (Fixture *f, const char *text, gboolean enter)
{
  GscopeGtkValueEntry *entry = get_entry (f);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  if (enter)
    g_signal_emit_by_name (entry, "activate");
}

static GtkWidget *
get_slider (Fixture *f)
{
  return find (f->control, GSCOPE_GTK_TYPE_SLIDER);
}

/* As the range does when the pointer drags its slider there. */
static void
drag_to (Fixture *f, double position)
{
  gboolean handled;

  g_signal_emit_by_name (get_slider (f), "change-value", GTK_SCROLL_JUMP, position, &handled);
  g_assert_true (handled);
}

static void
press_key (Fixture *f, GtkScrollType scroll)
{
  g_signal_emit_by_name (get_slider (f), "move-slider", scroll);
}

static void
assert_asked (Fixture *f, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_cmpuint (scripted_source_count (f->source), ==, 1);
  text = g_variant_print (scripted_source_peek (f->source), FALSE);
  g_assert_cmpstr (text, ==, expected);
}

static void
accept (Fixture *f, GVariant *value)
{
  scripted_source_accept (f->source, value);
  run_pending ();
}

static void
assert_log (Fixture *f, const char *expected)
{
  g_assert_cmpstr (f->log->str, ==, expected);
  g_string_truncate (f->log, 0);
}

static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, Fixture *f)
{
  g_autofree char *text = value ? g_variant_print (value, FALSE) : g_strdup (reason);

  g_string_append_printf (f->log, "%s: %s\n", writer, text);
}

static void
on_marker (GscopeSource *source, GscopeMarker *marker, Fixture *f)
{
  f->n_markers++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->source = scripted_source_new ("lab");
  f->log = g_string_new (NULL);
  scripted_source_hold (f->source);
  g_signal_connect (f->source, "marker-added", G_CALLBACK (on_marker), f);
}

static void
use (Fixture *f, GscopeParameter *parameter)
{
  f->parameter = parameter;
  g_signal_connect (parameter, "written", G_CALLBACK (on_written), f);
  f->control = g_object_ref_sink (gscope_gtk_control_new (parameter));
}

static void
use_found (Fixture *f, const char *name)
{
  use (f, g_object_ref (gscope_source_find_parameter (GSCOPE_SOURCE (f->source), name)));
}

static void
use_added (Fixture *f, GscopeParameter *parameter)
{
  g_autoptr (GError) error = NULL;

  gscope_source_add_parameter (GSCOPE_SOURCE (f->source), parameter, &error);
  g_assert_no_error (error);
  use (f, parameter);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->control);
  g_assert_cmpuint (scripted_source_count (f->source), ==, 0);
  g_assert_finalize_object (f->source);
  run_pending ();
  g_assert_finalize_object (f->parameter);
  g_string_free (f->log, TRUE);
}

static void
test_texts (Fixture *f, gconstpointer data)
{
  GtkWidget *title;

  use_found (f, "gain");
  g_assert_true (gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (f->control))
                 == f->parameter);
  title = find (f->control, GTK_TYPE_LABEL);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (title)), ==, "gain");
  g_assert_null (gtk_widget_get_tooltip_text (f->control));
  gscope_parameter_set_title (f->parameter, "Gain");
  gscope_parameter_set_description (f->parameter, "How much louder");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (title)), ==, "Gain");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (f->control), ==, "How much louder");
  g_assert_cmpstr (get_text (f), ==, "1");
  g_assert_null (get_status (f));
}

static void
test_drag (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  gscope_gtk_slider_begin_drag (GSCOPE_GTK_SLIDER (get_slider (f)));
  drag_to (f, 2.504);
  assert_asked (f, "2.5");
  drag_to (f, 2.501);
  drag_to (f, 4);
  drag_to (f, 5);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (get_slider (f))), ==, 5);
  g_assert_cmpstr (get_text (f), ==, "5");
  assert_asked (f, "2.5");
  accept (f, NULL);
  assert_asked (f, "5.0");
  gscope_gtk_slider_end_drag (GSCOPE_GTK_SLIDER (get_slider (f)));
  assert_log (f, "");
  accept (f, NULL);
  assert_log (f, "slider: 5.0\n");
  g_assert_cmpuint (f->n_markers, ==, 1);
}

/* The slider stays under the pointer, and goes back when it is let go. */
static void
test_drag_refused (Fixture *f, gconstpointer data)
{
  GtkRange *range;

  use_found (f, "gain");
  range = GTK_RANGE (get_slider (f));
  gscope_gtk_slider_begin_drag (GSCOPE_GTK_SLIDER (range));
  drag_to (f, 99);
  assert_asked (f, "10.0");
  scripted_source_refuse (f->source, "too loud");
  run_pending ();
  g_assert_cmpfloat (gtk_range_get_value (range), ==, 10);
  drag_to (f, 99);
  g_assert_cmpuint (scripted_source_count (f->source), ==, 0);
  gscope_gtk_slider_end_drag (GSCOPE_GTK_SLIDER (range));
  g_assert_cmpfloat (gtk_range_get_value (range), ==, 1);
  assert_log (f, "slider: too loud\n");
}

static void
test_drag_abandoned (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  gscope_gtk_slider_begin_drag (GSCOPE_GTK_SLIDER (get_slider (f)));
  drag_to (f, 3);
  g_assert_finalize_object (f->control);
  accept (f, NULL);
  assert_log (f, "slider: 3.0\n");
  f->control = g_object_ref_sink (gscope_gtk_control_new (f->parameter));
}

static void
test_keys (Fixture *f, gconstpointer data)
{
  use_found (f, "panel/knob");
  press_key (f, GTK_SCROLL_STEP_RIGHT);
  assert_asked (f, "51");
  press_key (f, GTK_SCROLL_STEP_RIGHT);
  press_key (f, GTK_SCROLL_STEP_RIGHT);
  accept (f, NULL);
  assert_asked (f, "53");
  accept (f, NULL);
  press_key (f, GTK_SCROLL_PAGE_LEFT);
  assert_asked (f, "43");
  accept (f, NULL);
  press_key (f, GTK_SCROLL_END);
  assert_asked (f, "100");
  accept (f, NULL);
  assert_log (f, "slider: 51\nslider: 53\nslider: 43\nslider: 100\n");
}

static void
test_step (Fixture *f, gconstpointer data)
{
  GscopeParameter *parameter = gscope_parameter_new_double ("offset", -1, 1, 0);

  gscope_parameter_set_step (parameter, 0.1);
  use_added (f, parameter);
  press_key (f, GTK_SCROLL_STEP_LEFT);
  assert_asked (f, "-0.10000000000000001");
  accept (f, NULL);
  g_assert_cmpstr (get_text (f), ==, "−0.1");
  type_text (f, "−0.3", TRUE);
  assert_asked (f, "-0.29999999999999999");
  accept (f, NULL);
}

static void
test_logarithmic (Fixture *f, gconstpointer data)
{
  GscopeParameter *parameter = gscope_parameter_new_integer ("rate", 1, 1000000, 1000);

  gscope_parameter_set_logarithmic (parameter, TRUE);
  use_added (f, parameter);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (GTK_RANGE (get_slider (f))), 3, 1e-9);
  drag_to (f, 4);
  assert_asked (f, "10000");
  accept (f, NULL);
  type_text (f, "1", TRUE);
  accept (f, NULL);
  press_key (f, GTK_SCROLL_STEP_RIGHT);
  assert_asked (f, "2");
  accept (f, NULL);
  assert_log (f, "slider: 10000\nentry: 1\nslider: 2\n");
}

/* A key moves at the low end of a wide range, too. */
static void
test_logarithmic_number (Fixture *f, gconstpointer data)
{
  GscopeParameter *parameter = gscope_parameter_new_double ("period", 50, 100000, 100);

  gscope_parameter_set_logarithmic (parameter, TRUE);
  use_added (f, parameter);
  press_key (f, GTK_SCROLL_STEP_RIGHT);
  assert_asked (f, "108.0");
  accept (f, NULL);
}

static void
test_no_range (Fixture *f, gconstpointer data)
{
  use_added (f, gscope_parameter_new_double ("bias", -INFINITY, INFINITY, 0.25));
  g_assert_null (get_slider (f));
  type_text (f, "1e6", TRUE);
  assert_asked (f, "1000000.0");
  accept (f, NULL);
  g_assert_cmpstr (get_text (f), ==, "1000000");
}

static void
test_entry (Fixture *f, gconstpointer data)
{
  GscopeGtkValueEntry *entry;

  use_found (f, "panel/knob");
  entry = get_entry (f);
  type_text (f, "7", FALSE);
  g_assert_true (gscope_gtk_value_entry_restore (entry));
  g_assert_cmpstr (get_text (f), ==, "50");
  g_assert_false (gscope_gtk_value_entry_restore (entry));

  type_text (f, " 7 ", TRUE);
  assert_asked (f, "7");
  g_assert_cmpstr (get_text (f), ==, "7");
  accept (f, NULL);
  type_text (f, "7", TRUE);
  assert_log (f, "entry: 7\n");
}

/* The write of another program does not discard the text that is being typed. */
static void
test_entry_keeps (Fixture *f, gconstpointer data)
{
  use_found (f, "panel/knob");
  type_text (f, "12", FALSE);
  gscope_parameter_notice (f->parameter, g_variant_new_int64 (80), "program");
  g_assert_cmpstr (get_text (f), ==, "12");
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (get_slider (f))), ==, 80);
  gscope_gtk_value_entry_restore (get_entry (f));
  g_assert_cmpstr (get_text (f), ==, "80");
}

static void
test_entry_invalid (Fixture *f, gconstpointer data)
{
  GscopeGtkValueEntry *entry;

  use_found (f, "gain");
  entry = get_entry (f);
  type_text (f, "11", TRUE);
  g_assert_cmpuint (scripted_source_count (f->source), ==, 0);
  g_assert_cmpstr (get_status (f), ==, "11 V is outside the range from 0 to 10 V");
  g_assert_false (is_spinning (f));
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));
  g_assert_cmpstr (get_text (f), ==, "11");
  type_text (f, "loud", TRUE);
  g_assert_cmpstr (get_status (f), ==, "loud does not fit; it takes a number");

  gscope_gtk_value_entry_restore (entry);
  g_assert_null (get_status (f));
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));
  g_assert_cmpstr (get_text (f), ==, "1");
  g_assert_cmpint (gscope_parameter_get_state (f->parameter), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
}

static void
test_switch (Fixture *f, gconstpointer data)
{
  GtkSwitch *toggle;

  use_added (f, gscope_parameter_new_boolean ("filter", FALSE));
  toggle = GTK_SWITCH (find (f->control, GTK_TYPE_SWITCH));
  gtk_switch_set_active (toggle, TRUE);
  assert_asked (f, "true");
  g_assert_true (gtk_switch_get_active (toggle));
  g_assert_false (gtk_switch_get_state (toggle));
  accept (f, NULL);
  g_assert_true (gtk_switch_get_state (toggle));

  gtk_switch_set_active (toggle, FALSE);
  scripted_source_refuse (f->source, "it is in use");
  run_pending ();
  g_assert_true (gtk_switch_get_active (toggle));
  g_assert_cmpstr (get_status (f), ==, "off refused, kept on: it is in use");
  gscope_parameter_notice (f->parameter, g_variant_new_boolean (FALSE), "program");
  g_assert_false (gtk_switch_get_active (toggle));
  g_assert_false (gtk_switch_get_state (toggle));
  assert_log (f, "switch: true\nswitch: it is in use\nprogram: false\n");
}

static void
test_menu (Fixture *f, gconstpointer data)
{
  const char *const nicks[] = { "reno", "cubic", "bbr", NULL };
  const char *const titles[] = { "Reno", "Cubic", "BBR", NULL };
  GtkDropDown *menu;

  use_added (f, gscope_parameter_new_enumeration ("algorithm", nicks, titles, "cubic"));
  menu = GTK_DROP_DOWN (find (f->control, GTK_TYPE_DROP_DOWN));
  g_assert_cmpuint (gtk_drop_down_get_selected (menu), ==, 1);
  gtk_drop_down_set_selected (menu, 2);
  assert_asked (f, "'bbr'");
  scripted_source_refuse (f->source, "not loaded");
  run_pending ();
  g_assert_cmpuint (gtk_drop_down_get_selected (menu), ==, 1);
  g_assert_cmpstr (get_status (f), ==, "BBR refused, kept Cubic: not loaded");
  gtk_drop_down_set_selected (menu, 0);
  accept (f, NULL);
  g_assert_null (get_status (f));
  assert_log (f, "menu: not loaded\nmenu: 'reno'\n");
}

/* A long choice makes the menu no wider. */
static void
test_long_menu (Fixture *f, gconstpointer data)
{
  const char *const nicks[] = { "short", "long", NULL };
  const char *const titles[] = { "Short", "A choice that is longer than its control", NULL };
  GtkWidget *menu;
  int before, after;

  use_added (f, gscope_parameter_new_enumeration ("policy", nicks, titles, "short"));
  menu = find (f->control, GTK_TYPE_DROP_DOWN);
  gtk_widget_measure (menu, GTK_ORIENTATION_HORIZONTAL, -1, &before, NULL, NULL, NULL);
  gscope_parameter_notice (f->parameter, g_variant_new_string ("long"), "program");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (menu)), ==, 1);
  gtk_widget_measure (menu, GTK_ORIENTATION_HORIZONTAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, ==, before);
}

static void
test_text (Fixture *f, gconstpointer data)
{
  use_added (f, gscope_parameter_new_string ("label", "a-b.c"));
  g_assert_cmpstr (get_text (f), ==, "a-b.c");
  type_text (f, "", TRUE);
  assert_asked (f, "''");
  accept (f, NULL);
  type_text (f, "1.5 − 2", TRUE);
  assert_asked (f, "'1.5 − 2'");
  accept (f, NULL);
  assert_log (f, "entry: ''\nentry: '1.5 − 2'\n");
}

static void
test_reset (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  g_assert_false (gtk_widget_get_sensitive (get_reset (f)));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (get_reset (f)), ==, "Reset to 1 V");
  type_text (f, "3", TRUE);
  g_assert_true (gtk_widget_get_sensitive (get_reset (f)));
  accept (f, NULL);
  g_signal_emit_by_name (get_reset (f), "clicked");
  g_assert_false (gtk_widget_get_sensitive (get_reset (f)));
  assert_asked (f, "1.0");
  accept (f, NULL);
  assert_log (f, "entry: 3.0\nreset: 1.0\n");
}

/* A write that is answered at once changes nothing below; one that takes long is explained. */
static void
test_pending (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  type_text (f, "3", TRUE);
  g_assert_null (get_status (f));
  while (!get_status (f))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (is_spinning (f));
  g_assert_cmpstr (get_status (f), ==, "Requested 3, still reads 1");
  g_assert_cmpstr (get_text (f), ==, "3");
  type_text (f, "4", TRUE);
  g_assert_cmpstr (get_status (f), ==, "Requested 4, still reads 1");
  accept (f, NULL);
  g_assert_cmpstr (get_status (f), ==, "Requested 4, still reads 3");
  accept (f, NULL);
  g_assert_null (get_status (f));
  g_assert_false (is_spinning (f));
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  type_text (f, "9", TRUE);
  scripted_source_refuse (f->source, "gain: needs a licence");
  run_pending ();
  g_assert_cmpstr (get_status (f), ==, "9 V refused, kept 1 V: needs a licence");
  g_assert_false (is_spinning (f));
  g_assert_cmpstr (get_text (f), ==, "1");
  type_text (f, "2", TRUE);
  g_assert_null (get_status (f));
  accept (f, NULL);
  g_assert_null (get_status (f));
}

/* The refused value is written again, by a button that is there for nothing else. */
static void
test_retry (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  type_text (f, "9", TRUE);
  g_assert_false (gtk_widget_get_visible (get_retry (f)));
  scripted_source_refuse (f->source, "gain: it is away");
  run_pending ();
  g_assert_true (gtk_widget_get_visible (get_retry (f)));
  g_signal_emit_by_name (get_retry (f), "clicked");
  assert_asked (f, "9.0");
  accept (f, NULL);
  g_assert_null (get_status (f));
  g_assert_cmpstr (get_text (f), ==, "9");

  /* a text that is no value was not written */
  type_text (f, "x", TRUE);
  g_assert_nonnull (get_status (f));
  g_assert_false (gtk_widget_get_visible (get_retry (f)));
}

static void
test_rounded (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  type_text (f, "2.4", TRUE);
  accept (f, g_variant_new_double (2));
  g_assert_cmpstr (get_text (f), ==, "2");
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (get_slider (f))), ==, 2);
  g_assert_null (get_status (f));
}

/* A control may go while a write is under way, and a parameter's source may go before it. */
static void
test_goes (Fixture *f, gconstpointer data)
{
  use_found (f, "gain");
  type_text (f, "3", TRUE);
  g_assert_finalize_object (f->control);
  accept (f, NULL);
  f->control = g_object_ref_sink (gscope_gtk_control_new (f->parameter));
  gscope_source_remove_parameter (GSCOPE_SOURCE (f->source), f->parameter);
  type_text (f, "5", TRUE);
  assert_log (f, "entry: 3.0\nentry: 5.0\n");
}

static void
test_window (Fixture *f, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();

  use_found (f, "gain");
  gtk_window_set_child (GTK_WINDOW (window), f->control);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (f->control))
    g_main_context_iteration (NULL, TRUE);
  gscope_gtk_slider_begin_drag (GSCOPE_GTK_SLIDER (get_slider (f)));
  drag_to (f, 6);
  accept (f, NULL);
  gtk_widget_hide (f->control);
  assert_log (f, "slider: 6.0\n");
  gtk_window_destroy (GTK_WINDOW (window));
  run_pending ();
}

/* Large text needs the same height with and without a width that has room for it: GTK measures both. */
static void
test_large_text (Fixture *f, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkSettings *settings = gtk_widget_get_settings (window);
  int least, least_wide;

  g_object_set (settings, "gtk-font-name", "Sans 22", NULL);
  use_added (f, gscope_parameter_new_boolean ("filter", FALSE));
  gtk_window_set_child (GTK_WINDOW (window), f->control);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (f->control))
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_measure (f->control, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (f->control, GTK_ORIENTATION_VERTICAL, 2000, &least_wide, NULL, NULL, NULL);
  g_assert_cmpint (least_wide, ==, least);
  gtk_settings_reset_property (settings, "gtk-font-name");
  gtk_window_destroy (GTK_WINDOW (window));
  run_pending ();
}

/* A status line and assistive technologies say the same. */
static void
test_description (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL, *of_entry = NULL, *of_slider = NULL;
  const char *keys;

  use_found (f, "gain");
  gscope_parameter_set_description (f->parameter, "How much louder");
  text = gscope_gtk_control_describe (GSCOPE_GTK_CONTROL (f->control), &keys);
  g_assert_cmpstr (text, ==, "gain, 0 to 10 V: How much louder");
  g_assert_nonnull (strstr (keys, "Enter writes"));
  of_entry = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (get_entry (f)), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "something else");
  of_slider = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (get_slider (f)), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "something else");
  g_assert_nonnull (strstr (of_entry, text));
  g_assert_nonnull (strstr (of_slider, text));
}

#define ADD(name, function)                                                                        \
  g_test_add ("/control/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("texts", test_texts);
  ADD ("description", test_description);
  ADD ("drag", test_drag);
  ADD ("drag-refused", test_drag_refused);
  ADD ("drag-abandoned", test_drag_abandoned);
  ADD ("keys", test_keys);
  ADD ("step", test_step);
  ADD ("logarithmic", test_logarithmic);
  ADD ("logarithmic-number", test_logarithmic_number);
  ADD ("no-range", test_no_range);
  ADD ("entry", test_entry);
  ADD ("entry-keeps", test_entry_keeps);
  ADD ("entry-invalid", test_entry_invalid);
  ADD ("switch", test_switch);
  ADD ("menu", test_menu);
  ADD ("long-menu", test_long_menu);
  ADD ("text", test_text);
  ADD ("reset", test_reset);
  ADD ("pending", test_pending);
  ADD ("refused", test_refused);
  ADD ("retry", test_retry);
  ADD ("rounded", test_rounded);
  ADD ("goes", test_goes);
  ADD ("window", test_window);
  ADD ("large-text", test_large_text);
  return g_test_run ();
}
