/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Triggers in the window: the dialog, undo, the panel of the signal, playback. */

#include <adwaita.h>

#include "app-bed.h"
#include "dialogs/trigger-dialog.h"
#include "signals/acquisition.h"
#include "undo/tuning.h"

typedef struct
{
  AppBed bed;
  guint n;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (&f->bed, application, APP_BED_LAB);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  app_bed_clear (&f->bed);
}

static void
test_trigger (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *acquisition;
  GscopeTrigger *trigger;

  app_bed_press (&f->bed, "<Control>t");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
  g_assert_nonnull (trigger);
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->condition.kind, ==,
                   GSCOPE_TRIGGER_KIND_RISING);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_null (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_nonnull (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  app_bed_save_and_open (&f->bed, f->bed.path);
  signal = app_bed_select (&f->bed, 0);
  g_assert_nonnull (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  /* and the panel of the signal says it */
  acquisition = app_bed_find (f->bed.window, APP_TYPE_ACQUISITION);
  g_assert_nonnull (
      app_bed_find_text (acquisition, gscope_trigger_kind_get_title (GSCOPE_TRIGGER_KIND_RISING)));
  app_bed_press (&f->bed, "<Control>t");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Remove");
  g_assert_null (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
}

static GtkWidget *
find_trigger_row (const char *title)
{
  return app_bed_find_titled (app_bed_find_window (APP_TYPE_TRIGGER_DIALOG), title);
}

/* The parameter of a trigger on writes is a text, which undo and the dialog keep. */
static void
test_written (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GscopeWorkspace *workspace = app_bed_get_workspace (&f->bed);
  const GscopeTriggerCondition *condition;

  app_bed_press (&f->bed, "<Control>t");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_trigger_row ("Condition")),
                              GSCOPE_TRIGGER_KIND_WRITTEN);
  g_assert_false (gtk_widget_get_visible (find_trigger_row ("Level")));
  gtk_editable_set_text (GTK_EDITABLE (find_trigger_row ("Parameter")), " demo/frequency ");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  condition =
      &gscope_trigger_get_settings (gscope_workspace_get_trigger (workspace, signal))->condition;
  g_assert_cmpstr (condition->parameter, ==, "demo/frequency");
  app_bed_press (&f->bed, "<Control>z");
  g_assert_null (gscope_workspace_get_trigger (workspace, signal));
  app_bed_press (&f->bed, "<Control><Shift>z");
  app_bed_press (&f->bed, "<Control>t");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_trigger_row ("Parameter"))), ==,
                   "demo/frequency");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Remove");
}

/* No pulse is longer than the longest and shorter than the shortest: such a trigger is not taken. */
static void
test_pulse (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  const GscopeTriggerCondition *condition;

  app_bed_press (&f->bed, "<Control>t");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_trigger_row ("Condition")),
                              GSCOPE_TRIGGER_KIND_HIGH_PULSE);
  gtk_editable_set_text (GTK_EDITABLE (find_trigger_row ("Level")), "high");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  g_assert_nonnull (app_bed_find_text (app_bed_find_window (APP_TYPE_TRIGGER_DIALOG),
                                       "“Level” must be a number."));
  gtk_editable_set_text (GTK_EDITABLE (find_trigger_row ("Level")), "0");
  gtk_editable_set_text (GTK_EDITABLE (find_trigger_row ("Shortest Time")), "20");
  gtk_editable_set_text (GTK_EDITABLE (find_trigger_row ("Longest Time")), "10");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  g_assert_null (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  g_assert_true (gtk_widget_has_css_class (find_trigger_row ("Longest Time"), "error"));
  gtk_editable_set_text (GTK_EDITABLE (find_trigger_row ("Longest Time")), "20");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  condition = &gscope_trigger_get_settings (
                   gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal))
                   ->condition;
  g_assert_cmpint (condition->min_width, ==, 20 * GSCOPE_MSEC);
  g_assert_cmpint (condition->max_width, ==, 20 * GSCOPE_MSEC);
}

static gboolean
has_fired (Fixture *f)
{
  GscopeTrigger *trigger =
      gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), app_bed_select (&f->bed, 0));

  return gscope_trigger_get_n_fired (trigger) == f->n;
}

static gboolean
has_marker (GscopeScope *scope)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (scope));

  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      if (g_str_equal (gscope_marker_get_label (marker), "Trigger"))
        return TRUE;
    }
  return FALSE;
}

/* One that fires once is armed by hand again; its firings are markers. */
static void
test_armed (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_ABOVE, .level = -1000 },
    .mode = GSCOPE_TRIGGER_MODE_SINGLE,
    .after = 1,
  };
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (gscope_workspace_get_scopes (app_bed_get_workspace (&f->bed)), 0);
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GscopeTrigger *trigger;

  app_tuning_set_trigger (app_bed_get_session (&f->bed), signal, &settings);
  f->n = 1;
  app_bed_await (has_fired (f));
  trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
  g_assert_false (gscope_trigger_is_armed (trigger));
  g_assert_true (has_marker (scope));
  app_session_tick (app_bed_get_session (&f->bed));
  g_assert_nonnull (app_bed_find_text (f->bed.window, "Not armed, fired 1 time"));
  app_bed_press (&f->bed, "<Control><Shift>t");
  f->n = 2;
  app_bed_await (has_fired (f));
  app_session_tick (app_bed_get_session (&f->bed));
  app_bed_click (&f->bed, "win.arm");
  f->n = 3;
  app_bed_await (has_fired (f));
}

/* In a recording it marks where it would have fired, and has nothing to collect. */
static void
test_playback_trigger (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "lab.tuples", NULL);
  g_autoptr (GscopeScope) scope = NULL;

  g_assert_true (g_file_set_contents (path, "0 1 a\n1000 3 a\n2000 1 a\n", -1, NULL));
  app_bed_open (&f->bed, path);
  app_bed_await (g_list_model_get_n_items (gscope_gtk_view_get_signals (app_bed_get_view (&f->bed)))
                 == 1);
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>t");
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  f->n = 1;
  app_bed_await (has_fired (f));
  scope = g_list_model_get_item (gscope_workspace_get_scopes (app_bed_get_workspace (&f->bed)), 0);
  g_assert_true (has_marker (scope));
}

static gboolean
has_settings (Fixture *f, GscopeSignal *signal, const GscopeTriggerSettings *settings)
{
  GscopeTrigger *trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);

  return trigger
         && gscope_fields_equal (gscope_trigger_settings_get_fields (),
                                 gscope_trigger_get_settings (trigger), settings);
}

static void
change (const GscopeField *field, GscopeTriggerSettings *settings)
{
  g_autoptr (GEnumClass) choices = NULL;
  double number = gscope_field_get_number (field, settings);

  if (field->type == GSCOPE_FIELD_TYPE_TEXT)
    {
      *(const char **) ((char *) settings + field->offset) = "demo/frequency";
      return;
    }
  if (field->type != GSCOPE_FIELD_TYPE_CHOICE)
    {
      gscope_field_set_number (field, settings, number + 0.25);
      return;
    }
  choices = g_type_class_ref (field->get_type ());
  for (guint i = 0; i < choices->n_values; i++)
    if (choices->values[i].value != (int) number)
      gscope_field_set_number (field, settings, choices->values[i].value);
}

/* Undo sees that the field was changed, and the dialog keeps it. */
static void
check_field (Fixture *f, GscopeSignal *signal, const GscopeTriggerSettings *base,
             const GscopeField *field)
{
  AppSession *session = app_bed_get_session (&f->bed);
  GscopeTriggerSettings changed = *base;

  change (field, &changed);
  app_tuning_set_trigger (session, signal, &changed);
  if (!has_settings (f, signal, &changed))
    g_error ("“%s” was not changed", field->key);
  app_bed_press (&f->bed, "<Control>t");
  if (!find_trigger_row (field->title))
    g_error ("“%s” has no row in the dialog", field->key);
  app_bed_click_in (APP_TYPE_TRIGGER_DIALOG, "_Set");
  if (!has_settings (f, signal, &changed))
    g_error ("the dialog changes “%s”, or another field with it", field->key);
  app_bed_press (&f->bed, "<Control>z");
  if (!has_settings (f, signal, base))
    g_error ("“%s” is not undone", field->key);
}

/* Finds a kind of trigger with the field. */
static void
choose_kind (const GscopeField *field, GscopeTriggerSettings *settings)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (GSCOPE_TYPE_TRIGGER_KIND);

  for (guint i = 0; !gscope_field_get_applies (field, settings) && i < kinds->n_values; i++)
    settings->condition.kind = kinds->values[i].value;
}

/* Most fields of these settings have an effect, also after one choice is another. */
static void
test_fields (Fixture *f, gconstpointer data)
{
  const GscopeField *fields = gscope_trigger_settings_get_fields ();
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GscopeTriggerSettings base;

  gscope_fields_init (fields, &base);
  base.condition.kind = GSCOPE_TRIGGER_KIND_HIGH_PULSE;
  base.mode = GSCOPE_TRIGGER_MODE_AUTO;
  base.captures = GSCOPE_TRIGGER_SCOPE_SIGNAL;
  for (const GscopeField *field = fields; field->key; field++)
    {
      choose_kind (field, &base);
      app_tuning_set_trigger (app_bed_get_session (&f->bed), signal, &base);
      check_field (f, signal, &base, field);
    }
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-trigger/set", test_trigger);
  ADD ("/app-trigger/written", test_written);
  ADD ("/app-trigger/pulse", test_pulse);
  ADD ("/app-trigger/armed", test_armed);
  ADD ("/app-trigger/playback", test_playback_trigger);
  ADD ("/app-trigger/fields", test_fields);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
