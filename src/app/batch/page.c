/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "batch/page.h"

#include <gscope-gtk/gscope-gtk.h>

#include <glib/gi18n.h>
#include <math.h>

#define WIDTH 720
#define HEIGHT 360
#define DIGITS 4

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:48em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}"
    "tr{border-bottom:1px solid "
    "#ddd}img{max-width:100%}.refuted{color:#a51d2d}.holds{color:#26652f}";

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
  append_text (page, "td", problem && here.n == 0 ? problem : "");
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
append_conditions (GString *page, GscopeExperimentResults *results)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;
  g_autoptr (GString) line = g_string_new (NULL);

  g_variant_iter_init (&iter, gscope_experiment_results_get_conditions (results));
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autofree char *printed = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
                                     ? g_variant_dup_string (value, NULL)
                                     : g_variant_print (value, FALSE);

      g_string_append_printf (line, "%s%s: %s", line->len > 0 ? ", " : "", name, printed);
    }
  append_text (page, "small", line->str);
}

GString *
app_page_new (void)
{
  GString *page = g_string_new ("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n");

  append_text (page, "title", _ ("Experiments"));
  append_text (page, "style", style);
  return page;
}

void
app_page_add (GString *page, GscopeExperimentResults *results)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autofree char *figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));

  append_text (page, "h2", gscope_experiment_get_title (experiment));
  append_text (page, "p", figures);
  append_text (page, "p", gscope_experiment_get_description (experiment));
  append_verdicts (page, results);
  for (guint i = 0; i < gscope_experiment_get_measures (experiment)->len; i++)
    append_measure (page, results, i);
  append_conditions (page, results);
}
