/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-gtk/analysis/experiment-picture.h>
#include <gscope-gtk/analysis/experiment-report.h>
#include <gscope-gtk/paint/palette.h>
#include <string.h>

#define WIDTH 400
#define HEIGHT 300
/* The height of the rows of title, legend and subtitle. */
#define LEGEND 36

static const char text[] =
    "{ \"experiment\": 1, \"title\": \"T\", \"workspace\": \"w\", \"repetitions\": 1, "
    "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 0, 10 ] }, "
    "\"measure\": [ { \"name\": \"m\", \"signal\": \"s\" } ] }";

#define LONG_TITLE                                                                                 \
  "{ \"experiment\": 1, \"title\": \"T\", \"workspace\": \"w\", \"repetitions\": 1, "              \
  "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 0, 10 ] }, "                                 \
  "\"measure\": [ { \"name\": \"m\", \"title\": \"%s\", \"signal\": \"s\" } ] }"

static GscopeExperimentResults *
make_results_of (const char *document, const double *values)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeExperiment) experiment =
      gscope_experiment_new_from_data (document, -1, FALSE, &error);
  GscopeExperimentResults *results;

  g_assert_no_error (error);
  results = gscope_experiment_results_new (experiment);
  for (guint i = 0; values && i < 2; i++)
    gscope_experiment_results_add (results, i, 0, &values[i], 1, 0, NULL, NULL);
  return results;
}

static GscopeExperimentResults *
make_results (const double *values)
{
  return make_results_of (text, values);
}

/* Counts the pixels of the first signal in an area. */
static guint
count_in (cairo_surface_t *surface, int left, int top, int right, int bottom)
{
  const guint32 color = gscope_gtk_palette_get (FALSE)->traces[1];
  const guchar *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      {
        guint32 pixel;

        memcpy (&pixel, data + y * stride + x * 4, sizeof pixel);
        n += pixel == color;
      }
  return n;
}

/* Counts the pixels of the first signal in the left or right half, and in the upper or lower one, below the legend. */
static guint
count_pixels (cairo_surface_t *surface, gboolean right, gboolean lower)
{
  int left = right ? WIDTH / 2 : 0;

  return count_in (surface, left, lower ? HEIGHT / 2 : LEGEND, left + WIDTH / 2,
                   lower ? HEIGHT : HEIGHT / 2);
}

/* A measure that grows from the first point to the last is at the lower left and at the upper right. */
static void
test_places (void)
{
  const double values[] = { 0.5, 9.5 };
  g_autoptr (GscopeExperimentResults) results = make_results (values);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  gscope_gtk_experiment_picture_draw (results, 0, cr, WIDTH, HEIGHT, FALSE);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_assert_cmpuint (count_pixels (surface, FALSE, TRUE), >, 20);
  g_assert_cmpuint (count_pixels (surface, TRUE, FALSE), >, 20);
  g_assert_cmpuint (count_pixels (surface, FALSE, FALSE), ==, 0);
  g_assert_cmpuint (count_pixels (surface, TRUE, TRUE), ==, 0);
  /* beside the short title the words of the legend are whole, and its key is further left than a third of the width would allow */
  g_assert_cmpuint (count_in (surface, WIDTH / 4, 0, WIDTH * 11 / 20, LEGEND), >, 20);
  cairo_surface_destroy (surface);
}

/* Beside a title that takes half of the width, the legend is cut and not left out. */
static void
test_long_title (void)
{
  const double values[] = { 0.5, 9.5 };
  g_autoptr (GscopeExperimentResults) results = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  for (guint length = 10; length < 60; length++)
    {
      g_autofree char *title = g_strnfill (length, 'n');
      g_autofree char *document = g_strdup_printf (LONG_TITLE, title);

      g_clear_object (&results);
      results = make_results_of (document, values);
      gscope_gtk_experiment_picture_draw (results, 0, cr, WIDTH, HEIGHT, FALSE);
      cairo_surface_flush (surface);
      g_assert_cmpuint (count_in (surface, 0, 0, WIDTH, LEGEND), >, 20);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Also without a run there is a picture. */
static void
test_svg (void)
{
  g_autoptr (GscopeExperimentResults) results = make_results (NULL);
  g_autoptr (GBytes) svg = gscope_gtk_experiment_picture_to_svg (results, 0, WIDTH, HEIGHT, TRUE);

  g_assert_nonnull (
      g_strstr_len (g_bytes_get_data (svg, NULL), (gssize) g_bytes_get_size (svg), "</svg>"));
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
keep_results (const char *folder, const char *name)
{
  const double values[] = { 1, 2 };
  g_autoptr (GscopeExperimentResults) results = make_results (NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  gscope_experiment_results_open (results, file, FALSE, &error);
  g_assert_no_error (error);
  gscope_experiment_results_add (results, 0, 0, &values[0], 1, 3, NULL, NULL);
  gscope_experiment_results_add (results, 1, 0, NULL, 0, 0, "no <signal>", NULL);
}

/* Returns how often a text has a part. */
static guint
count_parts (const char *page, const char *part)
{
  g_auto (GStrv) between = g_strsplit (page, part, -1);

  return g_strv_length (between) - 1;
}

/* The report of a folder has all results in it, and says on which machine they were measured and why a value is
 * missing. Common parts of the results are there once, as are the outlines of letters. */
static void
test_report (void)
{
  static const char *const parts[] = { "<svg role=\"img\" aria-label=\"",
                                       "no &lt;signal&gt;",
                                       "<dt>date</dt>",
                                       "2 of 2, samples lost: 3",
                                       "<a href=\"#b\">T</a>",
                                       "Attempted 0 figures and tables.",
                                       "The runs took " };
  g_autofree char *folder = g_dir_make_tmp ("report-XXXXXX", NULL);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *page = NULL;
  g_auto (GStrv) sections = NULL;

  keep_results (folder, "a.jsonl");
  keep_results (folder, "b.jsonl");
  file = gscope_gtk_experiment_report_write (directory, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (g_file_peek_path (file), &page, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!strstr (page, parts[i]))
      g_error ("“%s” is not in the report", parts[i]);
  g_assert_cmpuint (count_parts (page, "<svg role"), ==, 2);
  g_assert_cmpuint (count_parts (page, "<dt>kernel</dt>"), ==, 1);
  g_assert_cmpuint (count_parts (page, "id=\"o1\""), ==, 1);
  g_assert_cmpuint (count_parts (page, "glyph"), ==, 0);
  sections = g_strsplit (page, ">T</h2>", -1);
  g_assert_cmpuint (g_strv_length (sections), ==, 3);
  g_assert_true (g_str_has_suffix (sections[0], "<h2 id=\"a\""));
  g_assert_true (g_str_has_suffix (sections[1], "<h2 id=\"b\""));
  remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/experiment-picture/places", test_places);
  g_test_add_func ("/experiment-picture/long-title", test_long_title);
  g_test_add_func ("/experiment-picture/svg", test_svg);
  g_test_add_func ("/experiment-picture/report", test_report);
  return g_test_run ();
}
