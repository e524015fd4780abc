/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/experiment-report.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/analysis/experiment-picture.h>
#include <gscope-gtk/analysis/picture-sheet.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define WIDTH 720
#define HEIGHT 360
#define DIGITS 4

/* A page that is being made. common has the conditions of most results. */
typedef struct
{
  GString *text;
  GPtrArray *results;
  GVariant *common;
  GscopeGtkPictureSheet *pictures;
} Page;

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:0 auto 4em;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}"
    "td:first-child,td:last-child,dt,dd,.text td{text-align:left}tr{border-bottom:1px solid #ddd}"
    "dl{display:grid;grid-template-columns:auto 1fr;font-size:.85em}dd{margin:0 0 0 1em}"
    "svg{display:block;max-width:100%;height:auto}.refuted{color:#a51d2d}.holds{color:#26652f}"
    "nav{position:sticky;top:0;background:#fff;padding:.5em 0;border-bottom:1px solid #ddd}"
    "nav a{margin-right:1em}h2,h3{scroll-margin-top:3em}h2{margin-top:2.5em}";

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

static void
append_heads (GString *page, const char *const *heads, guint n)
{
  g_string_append (page, "<tr>");
  for (guint i = 0; i < n; i++)
    append_text (page, "th", heads[i]);
  g_string_append (page, "</tr>\n");
}

static void
append_picture (Page *self, GscopeExperimentResults *results, guint measure)
{
  const GscopeExperimentMeasure *row =
      gscope_experiment_get_measures (gscope_experiment_results_get_experiment (results))
          ->pdata[measure];
  g_autoptr (GBytes) svg =
      gscope_gtk_experiment_picture_to_svg (results, measure, WIDTH, HEIGHT, FALSE);
  g_autofree char *picture = gscope_gtk_picture_sheet_add (self->pictures, svg, row->title);

  g_string_append (self->text, picture);
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
  append_number (page, here.error);
  append_number (page, here.low);
  append_number (page, here.high);
  append_number (page, paper);
  append_number (page, paper != 0 ? here.mean / paper : NAN);
  append_text (page, "td",
               problem && here.n == 0 ? problem : find_reference (experiment, measure, i));
  g_string_append (page, "</tr>\n");
}

static void
append_measure (Page *self, GscopeExperimentResults *results, guint i)
{
  const char *const heads[] = { "", _ ("here"), "±", "p5", "p95", _ ("paper"), _ ("ratio"), "" };
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);

  append_picture (self, results, i);
  g_string_append (self->text, "<table>");
  append_heads (self->text, heads, G_N_ELEMENTS (heads));
  for (guint k = 0; k < gscope_experiment_get_points (experiment)->len; k++)
    append_row (self->text, results, i, k);
  g_string_append (self->text, "</table>\n");
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
          verdict == GSCOPE_EXPERIMENT_VERDICT_REFUTED ? "refuted"
          : verdict == GSCOPE_EXPERIMENT_VERDICT_HOLDS ? "holds"
                                                       : "",
          gscope_experiment_verdict_get_title (verdict), text[0] ? ": " : "", text);

      g_string_append_printf (page, "<li>%s</li>\n", line);
    }
  g_string_append (page, "</ul>\n");
}

/* Conditions: on which machine, and when. */

/* Returns how many results have a condition. */
static guint
count_condition (GPtrArray *results, const char *name, GVariant *value)
{
  guint n = 0;

  for (guint i = 0; i < results->len; i++)
    {
      g_autoptr (GVariant) same = g_variant_lookup_value (
          gscope_experiment_results_get_conditions (results->pdata[i]), name, NULL);

      n += same && g_variant_equal (same, value);
    }
  return n;
}

/* Returns the conditions that most results have. */
static GVariant *
find_common (GPtrArray *results)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  for (guint i = 0; i < results->len; i++)
    {
      GVariantIter iter;
      const char *name;
      GVariant *value;

      g_variant_iter_init (&iter, gscope_experiment_results_get_conditions (results->pdata[i]));
      while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
        if (2 * count_condition (results, name, value) > results->len)
          g_variant_dict_insert_value (&dict, name, value);
    }
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static void
append_term (GString *page, const char *term, const char *text)
{
  append_text (page, "dt", term);
  append_text (page, "dd", text);
}

/* Conditions that the others have, too, are left out. */
static void
append_conditions (GString *page, GVariant *conditions, GVariant *others)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, conditions);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autoptr (GVariant) other = others ? g_variant_lookup_value (others, name, NULL) : NULL;
      g_autofree char *printed = gscope_experiment_results_format_condition (value);

      if (!other || !g_variant_equal (other, value))
        append_term (page, name, printed);
    }
}

static void
append_own_conditions (Page *self, GscopeExperimentResults *results)
{
  g_autofree char *runs = g_strdup_printf (
      _ ("%u of %u, samples lost: %" PRIu64), gscope_experiment_results_get_n_measured (results),
      gscope_experiment_results_get_n_runs (results), gscope_experiment_results_get_lost (results));

  g_string_append (self->text, "<dl>\n");
  append_term (self->text, _ ("runs"), runs);
  append_conditions (self->text, gscope_experiment_results_get_conditions (results), self->common);
  g_string_append (self->text, "</dl>\n");
}

/* Experiments. */

/* The places of experiments in the page are the names of their files, which are different ones. */
static char *
name_place (GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);

  return g_strconcat (gscope_experiment_get_name (experiment),
                      gscope_experiment_get_quick (experiment) ? "-quick" : "", NULL);
}

static void
append_link (GString *page, GscopeExperimentResults *results)
{
  g_autofree char *place = name_place (results);
  g_autofree char *link = g_markup_printf_escaped (
      "<a href=\"#%s\">%s</a>", place,
      gscope_experiment_get_title (gscope_experiment_results_get_experiment (results)));

  g_string_append (page, link);
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
append_results (Page *self, guint i)
{
  GscopeExperimentResults *results = self->results->pdata[i];
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autofree char *figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));

  append_heading (self->text, results);
  if (figures[0])
    append_text (self->text, "p", figures);
  append_text (self->text, "p", gscope_experiment_get_description (experiment));
  append_verdicts (self->text, results);
  for (guint k = 0; k < gscope_experiment_get_measures (experiment)->len; k++)
    append_measure (self, results, k);
  append_own_conditions (self, results);
  if (i + 1 >= self->results->len)
    return;
  g_string_append (self->text, "<p>↓ ");
  append_link (self->text, self->results->pdata[i + 1]);
  g_string_append (self->text, "</p>\n");
}

/* The index. */

static void
count_verdicts (GscopeExperimentResults *results, guint *counts)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);

  for (guint i = 0; i < gscope_experiment_get_claims (experiment)->len; i++)
    {
      g_autofree char *text = NULL;
      GscopeExperimentVerdict verdict = gscope_experiment_results_judge (results, i, &text);

      counts[verdict == GSCOPE_EXPERIMENT_VERDICT_HOLDS_SO_FAR ? GSCOPE_EXPERIMENT_VERDICT_HOLDS
                                                               : verdict]++;
    }
}

static void
append_index_row (GString *page, GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  guint counts[GSCOPE_EXPERIMENT_VERDICT_NOT_HERE + 1] = { 0 };
  g_autofree char *figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));

  count_verdicts (results, counts);
  g_string_append (page, "<tr><td>");
  append_link (page, results);
  g_string_append (page, "</td>\n");
  append_text (page, "td", figures);
  append_number (page, counts[GSCOPE_EXPERIMENT_VERDICT_HOLDS]);
  append_number (page, counts[GSCOPE_EXPERIMENT_VERDICT_REFUTED]);
  append_number (page, counts[GSCOPE_EXPERIMENT_VERDICT_NOT_HERE]);
  append_text (page, "td",
               gscope_experiment_results_get_complete (results) ? "" : _ ("runs are missing"));
  g_string_append (page, "</tr>\n");
}

static void
append_index (Page *self)
{
  const char *const heads[] = { "", _ ("figures"), _ ("holds"), _ ("refuted"), _ ("not here"), "" };

  g_string_append (self->text, "<table>");
  append_heads (self->text, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < self->results->len; i++)
    append_index_row (self->text, self->results->pdata[i]);
  g_string_append (self->text, "</table>\n");
}

/* Returns the labels of all figures that the experiments measure. */
static GHashTable *
find_attempted (Page *self)
{
  GHashTable *labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->results->len; i++)
    for (const char *const *label = gscope_experiment_get_figures (
             gscope_experiment_results_get_experiment (self->results->pdata[i]));
         *label; label++)
      g_hash_table_add (labels, g_strdup (*label));
  return labels;
}

/* The time that the runs took, with what they waited before they measured. */
static char *
describe_time (Page *self)
{
  gint64 time = 0;

  for (guint i = 0; i < self->results->len; i++)
    {
      GscopeExperiment *experiment =
          gscope_experiment_results_get_experiment (self->results->pdata[i]);

      time +=
          gscope_experiment_results_get_n_measured (self->results->pdata[i])
          * (gscope_experiment_get_settle (experiment) + gscope_experiment_get_run (experiment));
    }
  return gscope_quantity_format_time (time, 3);
}

static char *
describe_attempts (guint n, guint n_figures)
{
  if (n_figures > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Attempted %u of %u figure or table.",
                                         "Attempted %u of %u figures and tables.", n_figures),
                            n, n_figures);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Attempted %u figure or table.",
                                       "Attempted %u figures and tables.", n),
                          n);
}

static void
append_summary (Page *self, GHashTable *attempted, guint n_figures)
{
  guint counts[GSCOPE_EXPERIMENT_VERDICT_NOT_HERE + 1] = { 0 };
  g_autofree char *time = describe_time (self);
  g_autofree char *figures = describe_attempts (g_hash_table_size (attempted), n_figures);
  g_autofree char *claims = NULL;

  for (guint i = 0; i < self->results->len; i++)
    count_verdicts (self->results->pdata[i], counts);
  claims = g_strdup_printf (_ ("Claims that hold: %u; that are refuted: %u; that cannot be judged "
                               "here: %u. The runs took %s."),
                            counts[GSCOPE_EXPERIMENT_VERDICT_HOLDS],
                            counts[GSCOPE_EXPERIMENT_VERDICT_REFUTED],
                            counts[GSCOPE_EXPERIMENT_VERDICT_NOT_HERE], time);
  append_text (self->text, "p", figures);
  append_text (self->text, "p", claims);
}

/* The figures without results in this report, with the reason where no experiment measures them. */
static void
append_missing (Page *self, GVariant *figures, GHashTable *attempted)
{
  GVariantIter iter;
  const char *label, *title, *missing;

  g_string_append_printf (self->text, "<h2 id=\"-missing\">%s</h2>\n<table class=\"text\">\n",
                          _ ("Figures Without Results"));
  g_variant_iter_init (&iter, figures);
  while (g_variant_iter_next (&iter, "(&s&s&s)", &label, &title, &missing))
    if (!g_hash_table_contains (attempted, label))
      {
        g_string_append (self->text, "<tr>");
        append_text (self->text, "td", label);
        append_text (self->text, "td", title);
        append_text (self->text, "td", missing);
        g_string_append (self->text, "</tr>\n");
      }
  g_string_append (self->text, "</table>\n");
}

static void
append_top (Page *self)
{
  g_autoptr (GHashTable) attempted = find_attempted (self);
  g_autoptr (GVariant) figures = gscope_experiment_list_figures ();
  guint n_figures = (guint) g_variant_n_children (figures);

  g_string_append_printf (
      self->text,
      "<nav><a href=\"#-index\">%s</a><a href=\"#-conditions\">%s</a>%s%s%s</nav>\n"
      "<h1 id=\"-index\">%s</h1>\n",
      _ ("Index"), _ ("Conditions"), n_figures > 0 ? "<a href=\"#-missing\">" : "",
      n_figures > 0 ? _ ("Figures Without Results") : "", n_figures > 0 ? "</a>" : "",
      _ ("Experiments"));
  append_summary (self, attempted, n_figures);
  append_index (self);
  g_string_append_printf (self->text, "<h2 id=\"-conditions\">%s</h2>\n<dl>\n", _ ("Conditions"));
  append_conditions (self->text, self->common, NULL);
  g_string_append (self->text, "</dl>\n");
  append_text (self->text, "p", _ ("An experiment lists the conditions in which it differs."));
  if (n_figures > 0)
    append_missing (self, figures, attempted);
}

/**
 * gscope_gtk_experiment_report_to_html:
 * @results: (element-type GscopeExperimentResults): results of experiments
 *
 * Makes a report for a browser, which needs no other file: an index of all experiments with the number of claims by verdict, the
 * conditions of most experiments, the figures without results, and for each experiment its verdicts, a picture and a table for
 * each measure with the published values beside, and the conditions in which it differs. It needs no display.
 *
 * Returns: (transfer full): the document
 *
 * Since: 1.0
 */
char *
gscope_gtk_experiment_report_to_html (GPtrArray *results)
{
  g_autoptr (GscopeGtkPictureSheet) pictures = gscope_gtk_picture_sheet_new ();
  g_autoptr (GVariant) common = NULL;
  g_autofree char *outlines = NULL;
  Page self = { .results = results, .pictures = pictures };

  g_return_val_if_fail (results, NULL);

  self.common = common = find_common (results);
  self.text = g_string_new ("<!DOCTYPE html>\n<html>\n<meta charset=\"utf-8\">\n");
  append_text (self.text, "title", _ ("Experiments"));
  append_text (self.text, "style", style);
  append_top (&self);
  for (guint i = 0; i < results->len; i++)
    append_results (&self, i);
  outlines = gscope_gtk_picture_sheet_get_outlines (pictures);
  g_string_append (self.text, outlines);
  return g_string_free (self.text, FALSE);
}
