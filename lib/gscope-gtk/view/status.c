/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Words for a status line: they describe a place of a view and the keys that act there. */

static char *
describe_range (const GscopeGtkScale *scale)
{
  g_autofree char *min = gscope_quantity_format (scale->mapping.min, scale->unit, 4);
  g_autofree char *max = gscope_quantity_format (scale->mapping.max, scale->unit, 4);

  /* Translators: the ends of a range, such as “0 s to 20 ms” */
  return g_strdup_printf (_ ("%s to %s"), min, max);
}

static char *
describe_cluster (const GscopeGtkAnnotations *annotations, const GscopeGtkCluster *cluster,
                  const char **keys)
{
  *keys = _ ("Click moves the cursor here · [ and ] go to markers");
  if (cluster->n > 1)
    *keys = _ ("Click moves the cursor here · Ctrl+[ and Ctrl+] go to clusters");
  else if (gscope_marker_get_kind (cluster->marker) == GSCOPE_MARKER_KIND_NOTE)
    *keys = _ ("Click moves the cursor here · Double click or M edits · Delete removes");
  return gscope_gtk_chrome_describe_cluster (annotations, cluster);
}

static char *
describe_badge (GscopeGtkBadge *badge, const char **keys)
{
  g_autofree char *title =
      gscope_workspace_measurement_dup_title (gscope_gtk_badge_get_description (badge));
  GscopeMeasures statistics;
  g_autofree char *mean = NULL, *deviation = NULL;

  gscope_gtk_badge_get_statistics (badge, &statistics);
  mean = gscope_gtk_badge_format_value (badge, statistics.mean);
  deviation = gscope_gtk_badge_format_value (badge, statistics.deviation);
  *keys = _ ("Click shows and changes the measurements");
  return g_strdup_printf (_ ("%s: %s; mean %s, deviation %s"), title,
                          gscope_gtk_badge_get_text (badge), mean, deviation);
}

char *
gscope_gtk_view_describe_placement (GscopeGtkViewSignal *signal)
{
  const GscopeGtkMapping mapping = gscope_gtk_view_signal_get_mapping (signal);
  const GscopeGtkScale scale = { .unit = gscope_gtk_view_signal_get_unit (signal),
                                 .mapping = mapping };
  g_autofree char *range = describe_range (&scale);

  if (!gscope_gtk_view_signal_is_moved (signal))
    return g_steal_pointer (&range);
  /* Translators: a range, such as “0 s to 20 ms”, how far a trace is moved up, and how many times it is magnified */
  return g_strdup_printf (_ ("%s, moved by %.0f %%, magnified %.3g times"), range,
                          100 * gscope_gtk_view_signal_get_offset (signal),
                          gscope_gtk_view_signal_get_magnification (signal));
}

static char *
describe_legend (GscopeGtkViewSignal *entry, const char **keys)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  const char *description = gscope_signal_get_description (signal);
  g_autofree char *range = NULL;
  gsize n_states;

  *keys = _ ("Its digit shows and hides it · Drag to another view · Ctrl+drag moves the trace");
  gscope_signal_get_states (signal, &n_states);
  if (n_states > 0)
    return g_strdup_printf ("%s%s%s", gscope_signal_get_full_name (signal), description ? ": " : "",
                            description ? description : "");
  range = gscope_gtk_view_describe_placement (entry);
  return g_strdup_printf ("%s, %s%s%s", gscope_signal_get_full_name (signal), range,
                          description ? ": " : "", description ? description : "");
}

static char *
describe_ruler (const GscopeGtkRuler *ruler, const char **keys)
{
  const GscopeGtkScale scale = { .unit = ruler->unit, .mapping = ruler->mapping };
  g_autofree char *range = describe_range (&scale);
  g_autofree char *text = NULL;

  *keys = _ ("Drag or ↑ ↓ moves · Wheel or Shift+↑ ↓ zooms · F fits");
  if (ruler->mapping.logarithmic)
    /* Translators: the range of a ruler, such as “0.1 s to 20 s” */
    text = g_strdup_printf (_ ("Logarithmic range %s; values from 0 down are missing"), range);
  else
    /* Translators: the range of a ruler, such as “0 s to 20 ms” */
    text = g_strdup_printf (_ ("Range %s"), range);
  return ruler->scale
             ? g_steal_pointer (&text)
             : g_strdup_printf ("%s: %s", gscope_gtk_view_signal_get_label (ruler->signal), text);
}

static void
append_values (GString *text, const GscopeGtkScale *scale, gint64 time)
{
  for (guint i = 0; i < scale->signals->len; i++)
    {
      GscopeGtkViewSignal *entry = scale->signals->pdata[i];
      g_autofree char *words =
          gscope_gtk_view_signal_format_value (entry, gscope_gtk_measure_read (entry, time));

      g_string_append_printf (text, "; %s %s", gscope_gtk_view_signal_get_label (entry), words);
    }
}

static char *
describe_time (GscopeGtkPainting *painting, const GscopeGtkSceneLane *lane, double x, double y,
               const char **keys)
{
  const GscopeGtkAnnotations *annotations = gscope_gtk_painting_get_annotations (painting);
  double column = gscope_gtk_painting_to_column (painting, x);
  gint64 time = gscope_gtk_viewport_x_to_time (annotations->scene->viewport, column);
  g_autofree char *clock = gscope_gtk_chrome_format_clock (annotations, time, 3);
  g_autoptr (GString) text = g_string_new (clock);
  g_autofree char *reason = lane ? gscope_gtk_chrome_explain_empty (annotations, lane) : NULL;
  g_autofree char *failures = lane ? gscope_gtk_chrome_describe_failures (annotations, lane) : NULL;
  GscopeGtkViewSignal *row = lane ? gscope_gtk_scene_find_row (annotations->scene, lane, y) : NULL;

  if (row)
    {
      *keys = _ ("Click selects · ↑ ↓ row · ← → next change · + − zoom");
      return gscope_gtk_view_describe_state (annotations, row, time);
    }

  for (guint i = 0; lane && !reason && i < lane->n_scales; i++)
    append_values (text, &lane->scales[i], time);
  if (reason)
    g_string_append_printf (text, "; %s", reason);
  if (failures)
    g_string_append_printf (text, "; %s", failures);
  *keys = gscope_gtk_scene_get_capture (annotations->scene)
              ? _ ("Click reads values · Drag moves the trigger · [ and ] go to captures")
              : _ ("Click reads values · Drag moves · Wheel zooms time");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

GscopeGtkBadge *
gscope_gtk_view_find_badge (GscopeGtkView *self, double x, double y)
{
  GscopeGtkPainting *painting = gscope_gtk_view_get_objects (self)->painting;

  return gscope_gtk_chrome_find_badge (gscope_gtk_painting_get_annotations (painting),
                                       gtk_widget_get_pango_context (GTK_WIDGET (self)), x, y);
}

char *
gscope_gtk_view_find_legend (GscopeGtkView *self, double x, double y)
{
  GscopeGtkPainting *painting = gscope_gtk_view_get_objects (self)->painting;

  return gscope_gtk_chrome_find_legend (gscope_gtk_painting_get_annotations (painting),
                                        gtk_widget_get_pango_context (GTK_WIDGET (self)), x, y);
}

char *
gscope_gtk_view_explain_nothing (GscopeGtkView *self)
{
  GscopeGtkMembership *membership = gscope_gtk_view_get_objects (self)->membership;
  guint n = g_list_model_get_n_items (gscope_gtk_membership_get_signals (membership));
  GscopeScope *scope;

  if (n > 0)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Its signal is hidden: show it in the list of signals",
                     "All %u signals are hidden: show one in the list of signals", n),
        n);
  for (guint i = 0; (scope = gscope_gtk_membership_get_scope (membership, i)); i++)
    {
      GListModel *sources = gscope_scope_get_sources (scope);

      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);
          char *reason = source == gscope_scope_get_source (scope)
                             ? NULL
                             : gscope_gtk_chrome_explain_source (source);

          if (reason)
            return reason;
        }
    }
  return g_strdup (_ ("No signal is shown: add one to the view"));
}

guint
gscope_gtk_view_hash_reasons (GscopeGtkView *self)
{
  const GscopeGtkAnnotations *annotations =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (self)->painting);
  g_autofree char *reason = NULL;

  if (annotations->scene->lanes->len > 0)
    return gscope_gtk_chrome_hash_reasons (annotations);
  reason = gscope_gtk_view_explain_nothing (self);
  return g_str_hash (reason);
}

/**
 * gscope_gtk_view_describe_place:
 * @self: a view
 * @x: logical pixels from its left
 * @y: logical pixels from its top
 * @keys: (out) (transfer none): the keys and the uses of the pointer that act there
 *
 * Describes what is at a place for a status line: a marker, a signal or a badge in the head of a lane, or its legend if
 * that has entries without room, the range of a
 * ruler, or the time with the values of the lane's signals. For a place outside of the view it describes
 * what the cursors read, or the newest values where there is no cursor: the view's accessible description.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_gtk_view_describe_place (GscopeGtkView *self, double x, double y, const char **keys)
{
  const GscopeGtkViewObjects *objects = gscope_gtk_view_get_objects (self);
  const GscopeGtkScene *scene = gscope_gtk_painting_get_scene (objects->painting);
  GscopeGtkCluster cluster;
  GscopeGtkBadge *badge;
  GscopeGtkViewSignal *entry;
  GscopeGtkSceneLane *lane;
  GscopeGtkRuler ruler;
  char *legend;

  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), NULL);

  *keys =
      gscope_gtk_scene_get_capture (scene)
          ? _ ("Space holds · [ and ] go to captures · Shift+← → moves the trigger · ← → moves the "
               "cursor")
          : _ (
              "Space holds · ← → moves the cursor · + − changes the span · F fits · M adds a note");
  if (x < 0 || y < 0 || x >= scene->width || y >= scene->height || scene->lanes->len == 0)
    return gscope_gtk_cursors_read (objects->cursors);
  if (gscope_gtk_painting_find_cluster (objects->painting, x, y, &cluster))
    return describe_cluster (gscope_gtk_painting_get_annotations (objects->painting), &cluster,
                             keys);
  badge = gscope_gtk_view_find_badge (self, x, y);
  if (badge)
    return describe_badge (badge, keys);
  entry = gscope_gtk_painting_find_signal (objects->painting, x, y);
  if (entry)
    return describe_legend (entry, keys);
  legend = gscope_gtk_view_find_legend (self, x, y);
  if (legend)
    return legend;
  lane = gscope_gtk_scene_find_lane (scene, y);
  if (x >= scene->plot.x && x < scene->plot.x + scene->plot.width)
    return describe_time (objects->painting, lane, x, y, keys);
  if (lane && gscope_gtk_scene_find_ruler (scene, lane, x, &ruler))
    return describe_ruler (&ruler, keys);
  return gscope_gtk_cursors_read (objects->cursors);
}
