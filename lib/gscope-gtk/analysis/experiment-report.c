/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/experiment-report.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/analysis/experiment-picture.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define WIDTH 720
#define HEIGHT 360
#define DIGITS 4

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:48em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}"
    "td:first-child,td:last-child,dt,dd{text-align:left}tr{border-bottom:1px solid #ddd}"
    "dl{display:grid;grid-template-columns:auto 1fr;font-size:.85em}dd{margin:0 0 0 1em}"
    "img{max-width:100%}.refuted{color:#a51d2d}.holds{color:#26652f}";

static void
append_text (GString *page, const char *element, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append_printf (page, "<%s>%s</%s>\n", element, escaped, element);
}

static void
append_number (GString *page, double number)
{
  g_autofree char *text =
      isfinite (number) ? gscope_quantity_format (number, NULL, DIGITS) : g_strdup ("–");

  append_text (page, "td", text);
}

/* A picture has names of its own inside, so each is an image. */
static void
append_picture (GString *page, GscopeExperimentResults *results, guint measure)
{
  g_autoptr (GBytes) svg =
      gscope_gtk_experiment_picture_to_svg (results, measure, WIDTH, HEIGHT, FALSE);
  gsize size;
  const guchar *data = g_bytes_get_data (svg, &size);
  g_autofree char *text = g_base64_encode (data, size);

  g_string_append_printf (page, "<img alt=\"\" src=\"data:image/svg+xml;base64,%s\">\n", text);
}

/* Returns where the value of a point is published. */
static const char *
find_reference (GscopeExperiment *experiment, guint measure, guint point)
{
  GPtrArray *papers = gscope_experiment_get_papers (experiment);
  const GscopeExperimentMeasure *what = gscope_experiment_get_measures (experiment)->pdata[measure];
  const GscopeExperimentPoint *where = gscope_experiment_get_points (experiment)->pdata[point];

  for (guint i = 0; i < papers->len; i++)
    {
      const GscopeExperimentPaper *paper = papers->pdata[i];

      if (g_str_equal (paper->measure, what->name)
          && (!paper->at || g_str_equal (paper->at, where->name)))
        return paper->reference ? paper->reference : "";
    }
  return "";
}

static void
append_row (GString *page, GscopeExperimentResults *results, guint measure, guint i)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  const GscopeExperimentPoint *point = gscope_experiment_get_points (experiment)->pdata[i];
  const char *problem = gscope_experiment_results_get_problem (results, i);
  double paper = gscope_experiment_get_paper_value (experiment, measure, i);
  GscopeExperimentEstimate here;

  gscope_experiment_results_get_estimate (results, measure, i, &here);
  g_string_append (page, "<tr>");
  append_text (page, "th", point->name);
  append_number (page, here.mean);
  append_number (page, here.deviation);
  append_number (page, here.low);
  append_number (page, here.high);
  append_number (page, paper);
  append_number (page, paper != 0 ? here.mean / paper : NAN);
  append_text (page, "td",
               problem && here.n == 0 ? problem : find_reference (experiment, measure, i));
  g_string_append (page, "</tr>\n");
}

static void
append_measure (GString *page, GscopeExperimentResults *results, guint i)
{
  const char *const heads[] = { "", _ ("here"), "±", "p5", "p95", _ ("paper"), _ ("ratio"), "" };
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);

  append_picture (page, results, i);
  g_string_append (page, "<table><tr>");
  for (guint k = 0; k < G_N_ELEMENTS (heads); k++)
    append_text (page, "th", heads[k]);
  g_string_append (page, "</tr>\n");
  for (guint k = 0; k < gscope_experiment_get_points (experiment)->len; k++)
    append_row (page, results, i, k);
  g_string_append (page, "</table>\n");
}

static void
append_verdicts (GString *page, GscopeExperimentResults *results)
{
  GPtrArray *claims =
      gscope_experiment_get_claims (gscope_experiment_results_get_experiment (results));

  g_string_append (page, "<ul>\n");
  for (guint i = 0; i < claims->len; i++)
    {
      const GscopeExperimentClaim *claim = claims->pdata[i];
      g_autofree char *text = NULL;
      GscopeExperimentVerdict verdict = gscope_experiment_results_judge (results, i, &text);
      g_autofree char *line = g_markup_printf_escaped (
          "%s: <b class=\"%s\">%s</b>%s%s", claim->title,
          verdict == GSCOPE_EXPERIMENT_REFUTED ? "refuted"
          : verdict == GSCOPE_EXPERIMENT_HOLDS ? "holds"
                                               : "",
          gscope_experiment_verdict_get_title (verdict), text[0] ? ": " : "", text);

      g_string_append_printf (page, "<li>%s</li>\n", line);
    }
  g_string_append (page, "</ul>\n");
}

static void
append_term (GString *page, const char *term, const char *text)
{
  append_text (page, "dt", term);
  append_text (page, "dd", text);
}

/* On which machine, when, and how complete it is. */
static void
append_conditions (GString *page, GscopeExperimentResults *results)
{
  g_autofree char *runs = g_strdup_printf (_ ("%u of %u runs, %" PRIu64 " samples lost"),
                                           gscope_experiment_results_get_n_measured (results),
                                           gscope_experiment_results_get_n_runs (results),
                                           gscope_experiment_results_get_lost (results));
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_string_append (page, "<dl>\n");
  append_term (page, _ ("runs"), runs);
  g_variant_iter_init (&iter, gscope_experiment_results_get_conditions (results));
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autofree char *printed = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
                                     ? g_variant_dup_string (value, NULL)
                                     : g_variant_print (value, FALSE);

      append_term (page, name, printed);
    }
  g_string_append (page, "</dl>\n");
}

/* The places of experiments in the page are the names of their files, which are different ones. */
static char *
name_place (GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);

  return g_strconcat (gscope_experiment_get_name (experiment),
                      gscope_experiment_get_quick (experiment) ? "-quick" : "", NULL);
}

static void
append_heading (GString *page, GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autofree char *place = name_place (results);
  g_autofree char *heading = g_markup_printf_escaped ("<h2 id=\"%s\">%s</h2>\n", place,
                                                      gscope_experiment_get_title (experiment));

  g_string_append (page, heading);
}

static void
append_results (GString *page, GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autofree char *figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));

  append_heading (page, results);
  if (figures[0])
    append_text (page, "p", figures);
  append_text (page, "p", gscope_experiment_get_description (experiment));
  append_verdicts (page, results);
  for (guint i = 0; i < gscope_experiment_get_measures (experiment)->len; i++)
    append_measure (page, results, i);
  append_conditions (page, results);
}

/* How many claims have each verdict, in one row for each experiment. */
static void
append_summary_row (GString *page, GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  guint counts[GSCOPE_EXPERIMENT_NOT_HERE + 1] = { 0 };
  g_autofree char *figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));
  g_autofree char *place = name_place (results);
  g_autofree char *link = g_markup_printf_escaped ("<td><a href=\"#%s\">%s</a></td>\n", place,
                                                   gscope_experiment_get_title (experiment));

  for (guint i = 0; i < gscope_experiment_get_claims (experiment)->len; i++)
    {
      g_autofree char *text = NULL;

      counts[gscope_experiment_results_judge (results, i, &text)]++;
    }
  g_string_append (page, "<tr>");
  g_string_append (page, link);
  append_text (page, "td", figures);
  append_number (page, counts[GSCOPE_EXPERIMENT_HOLDS] + counts[GSCOPE_EXPERIMENT_HOLDS_SO_FAR]);
  append_number (page, counts[GSCOPE_EXPERIMENT_REFUTED]);
  append_number (page, counts[GSCOPE_EXPERIMENT_NOT_HERE]);
  append_text (page, "td",
               gscope_experiment_results_get_complete (results) ? "" : _ ("runs are missing"));
  g_string_append (page, "</tr>\n");
}

static void
append_summary (GString *page, GPtrArray *results)
{
  const char *const heads[] = { "", _ ("figures"), _ ("holds"), _ ("refuted"), _ ("not here"), "" };

  g_string_append (page, "<table><tr>");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    append_text (page, "th", heads[i]);
  g_string_append (page, "</tr>\n");
  for (guint i = 0; i < results->len; i++)
    append_summary_row (page, results->pdata[i]);
  g_string_append (page, "</table>\n");
}

/**
 * gscope_gtk_experiment_report_to_html:
 * @results: (element-type GscopeExperimentResults): results of experiments
 *
 * Makes a report for a browser, which needs no other file: a table of all experiments, and of each one verdicts, a picture and a
 * table for each measure with the published values beside, and the conditions. It needs no display.
 *
 * Returns: (transfer full): the document
 */
char *
gscope_gtk_experiment_report_to_html (GPtrArray *results)
{
  GString *page;

  g_return_val_if_fail (results, NULL);

  page = g_string_new ("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n");
  append_text (page, "title", _ ("Experiments"));
  append_text (page, "style", style);
  append_summary (page, results);
  for (guint i = 0; i < results->len; i++)
    append_results (page, results->pdata[i]);
  return g_string_free (page, FALSE);
}

static gboolean
write_text (GFile *folder, const char *name, const char *text, GError **error)
{
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  return g_file_set_contents (g_file_peek_path (file), text, -1, error);
}

/* Writes the reports of one experiment, as text and JSON. */
static gboolean
write_texts (GscopeExperimentResults *results, GFile *folder, GError **error)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autoptr (GFile) file = gscope_experiment_results_find_file (experiment, folder);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = gscope_experiment_results_to_text (results);
  g_autofree char *json = gscope_experiment_results_to_json (results);
  g_autofree char *text_name = NULL;
  g_autofree char *json_name = NULL;

  *strrchr (name, '.') = '\0';
  text_name = g_strconcat (name, ".txt", NULL);
  json_name = g_strconcat (name, ".report.json", NULL);
  return write_text (folder, text_name, text, error) && write_text (folder, json_name, json, error);
}

/**
 * gscope_gtk_experiment_report_write:
 * @folder: a folder that keeps results
 * @error: why a report cannot be written
 *
 * Writes the reports of all results in a folder to it: for each experiment one as text and one as JSON, whose name ends in
 * `.report.json`, and `report.html`, which has all. It needs no display, and blocks while it reads and writes.
 *
 * Returns: (transfer full): the file of the report for a browser; %NULL if one cannot be written
 */
GFile *
gscope_gtk_experiment_report_write (GFile *folder, GError **error)
{
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *page = NULL;

  g_return_val_if_fail (G_IS_FILE (folder) && g_file_peek_path (folder), NULL);

  results = gscope_experiment_results_list (folder);
  for (guint i = 0; i < results->len; i++)
    if (!write_texts (results->pdata[i], folder, error))
      return NULL;
  page = gscope_gtk_experiment_report_to_html (results);
  return write_text (folder, "report.html", page, error) ? g_file_get_child (folder, "report.html")
                                                         : NULL;
}
