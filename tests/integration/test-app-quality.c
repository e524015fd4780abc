/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The panel of quality draws the curves of a QoS manager's applications, and applies an allocation only when
 * its button is pressed; its other button takes that back, and so does undoing. */

#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "parameters/allocation-picture.h"
#include "parameters/quality.h"

/* A source that manages the applications of the Q-RAM paper's counter-example, without any. */
#define TEST_TYPE_MANAGER (test_manager_get_type ())
G_DECLARE_FINAL_TYPE (TestManager, test_manager, TEST, MANAGER, GscopeSource)

#define N_GROUPS 2

typedef struct
{
  double level;
  double period;
  double minimum;
  double desired;
  double hand;
  gint64 importance;
  int curve;
  gboolean takes_part;
} Words;

struct _TestManager
{
  GscopeSource parent_instance;

  Words words[N_GROUPS];
  double capacity;
  int policy;
};

G_DEFINE_FINAL_TYPE (TestManager, test_manager, GSCOPE_TYPE_SOURCE)

#define WORD(member) G_STRUCT_OFFSET (Words, member)

static const char *const curves[] = { "linear", "early", "late", NULL };
static const char *const policies[] = { "value", "hand", NULL };

static const GscopeSourceSignal signals[] = {
  { "allocated", "level", "%", NULL, GSCOPE_SIGNAL_KIND_DOUBLE, WORD (level), .max = 100,
    .role = "limit" },
  { "period", "period", "ms", NULL, GSCOPE_SIGNAL_KIND_DOUBLE, WORD (period), .max = 100,
    .role = "period" },
};

static const GscopeSourceParameter parameters[] = {
  { "minimum", "minimum", "%", NULL, GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (minimum), 1, 90,
    .role = "minimum" },
  { "desired", "desired", "%", NULL, GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (desired), 1, 90,
    .role = "desired" },
  { "level", "level by hand", "%", NULL, GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (hand), 0, 90,
    .role = "level" },
  { "importance", "importance", NULL, NULL, GSCOPE_PARAMETER_TYPE_INTEGER, WORD (importance), 0, 10,
    .role = "importance" },
  { "curve", "curve", NULL, NULL, GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (curve), .nicks = curves,
    .titles = curves, .role = "curve" },
  { "takes-part", "takes part", NULL, NULL, GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (takes_part),
    .role = "takes-part" },
};

/* In the order of the parameters. */
static const struct
{
  const char *name;
  double values[G_N_ELEMENTS (parameters)];
} groups[N_GROUPS] = {
  { "player", { 7, 20, 7, 6, 0, TRUE } },
  { "stream", { 1, 60, 1, 10, 2, TRUE } },
};

static const GscopeSourceParameter common[] = {
  { "policy", "Policy", NULL, NULL, GSCOPE_PARAMETER_TYPE_ENUMERATION,
    G_STRUCT_OFFSET (TestManager, policy), .nicks = policies, .titles = policies,
    .role = "policy" },
  { "capacity", "Capacity", "%", NULL, GSCOPE_PARAMETER_TYPE_DOUBLE,
    G_STRUCT_OFFSET (TestManager, capacity), 20, 90, 50, .role = "capacity" },
  { .name = NULL },
};

static void
test_manager_constructed (GObject *object)
{
  TestManager *self = TEST_MANAGER (object);
  GscopeSource *source = GSCOPE_SOURCE (object);

  G_OBJECT_CLASS (test_manager_parent_class)->constructed (object);
  for (guint i = 0; i < N_GROUPS; i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (signals); k++)
        gscope_source_declare_signal (source, &signals[k], groups[i].name, groups[i].name,
                                      &self->words[i]);
      for (guint k = 0; k < G_N_ELEMENTS (parameters); k++)
        {
          GscopeSourceParameter row = parameters[k];

          row.initial = groups[i].values[k];
          gscope_source_declare_parameter (source, &row, groups[i].name, groups[i].name,
                                           &self->words[i]);
        }
      self->words[i].level = 10;
      self->words[i].period = 40;
    }
}

static void
test_manager_class_init (TestManagerClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = test_manager_constructed;
  GSCOPE_SOURCE_CLASS (klass)->parameters = common;
}

static void
test_manager_init (TestManager *self)
{
}

/* The lists of a source follow its declarations. */
static AppAllocation *
await_allocation (GscopeSource *source)
{
  AppAllocation *allocation;

  while (!(allocation = app_allocation_new (source)))
    g_main_context_iteration (NULL, TRUE);
  return allocation;
}

/* The picture. */

#define WIDTH 400
#define HEIGHT 200

static guint
count_colored (cairo_surface_t *surface, const GdkRGBA *color)
{
  const guchar *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guchar *pixel = data + y * stride + 4 * x;

        n += ABS (pixel[2] - 255 * color->red) < 8 && ABS (pixel[1] - 255 * color->green) < 8
             && ABS (pixel[0] - 255 * color->blue) < 8;
      }
  return n;
}

static cairo_surface_t *
draw (AppAllocation *allocation, gboolean dark)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  cairo_set_source_rgb (cr, dark ? 0 : 1, dark ? 0 : 1, dark ? 0 : 1);
  cairo_paint (cr);
  app_allocation_picture_draw (allocation, cr, context, WIDTH, HEIGHT, dark);
  cairo_destroy (cr);
  g_object_unref (context);
  cairo_surface_flush (surface);
  return surface;
}

/* Each application has a curve in its colour, in light and in dark; one that takes no part has none. */
static void
test_picture (void)
{
  g_autoptr (GscopeSource) source = g_object_new (TEST_TYPE_MANAGER, "name", "qos", NULL);
  g_autoptr (AppAllocation) allocation = await_allocation (source);
  GscopeParameter *takes_part = gscope_source_find_parameter (source, "stream/takes-part");

  g_assert_cmpuint (app_allocation_get_n (allocation), ==, N_GROUPS);
  for (guint dark = 0; dark < 2; dark++)
    for (guint without = 0; without < 2; without++)
      {
        cairo_surface_t *surface;

        gscope_parameter_notice (takes_part, g_variant_new_boolean (!without), NULL);
        app_allocation_update (allocation, FALSE);
        surface = draw (allocation, dark);
        for (guint i = 0; i < N_GROUPS; i++)
          {
            GdkRGBA color;
            gboolean dashed;
            guint n;

            gscope_gtk_color_get_rgba (i + 1, dark, &color, &dashed);
            n = count_colored (surface, &color);
            g_test_message ("application %u: %u pixels", i, n);
            if (i == 1 && without)
              g_assert_cmpuint (n, ==, 0);
            else
              g_assert_cmpuint (n, >, 100);
          }
        cairo_surface_destroy (surface);
      }
}

/* Allocations. */

/* The greedy algorithm fills the player, the exact one lifts the stream over its jump. */
static void
test_proposal (void)
{
  g_autoptr (GscopeSource) source = g_object_new (TEST_TYPE_MANAGER, "name", "qos", NULL);
  g_autoptr (AppAllocation) allocation = await_allocation (source);
  GscopeParameter *minimum = gscope_source_find_parameter (source, "stream/minimum");
  double exact;

  g_assert_true (app_allocation_update (allocation, TRUE));
  g_assert_false (app_allocation_update (allocation, TRUE));
  g_assert_cmpfloat_with_epsilon (app_allocation_get_row (allocation, 0)->proposed, 0.2, 1e-6);
  g_assert_true (app_allocation_update (allocation, FALSE));
  g_assert_cmpfloat (app_allocation_get_row (allocation, 1)->proposed, >, 0.36);
  exact = app_allocation_get_utility (allocation);
  g_assert_cmpfloat (exact, >, app_allocation_get_other (allocation) * 1.3);
  g_assert_null (app_allocation_judge (allocation, tsl_admission_find_test ("edf")));

  gscope_parameter_notice (minimum, g_variant_new_double (55), NULL);
  g_assert_true (app_allocation_update (allocation, FALSE));
  g_assert_cmpfloat (app_allocation_get_utility (allocation), <, 0);
}

/* The window. */

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": [ {\n"
    "  \"type\": \"test-manager\", \"name\": \"qos\" } ] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"qos/*/allocated\" } ] } ] }\n";

typedef struct
{
  AppBed bed;
  GscopeSource *source;
  GtkWidget *quality;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (&f->bed, application, document);
  f->source = app_session_find_source (app_bed_get_session (&f->bed), "qos");
  f->quality = app_bed_find (f->bed.window, APP_TYPE_QUALITY);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  app_bed_clear (&f->bed);
}

static GtkWidget *
find_button (Fixture *f, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (f->quality, APP_TYPE_QUALITY, name));
}

static double
get_number (Fixture *f, const char *name)
{
  return gscope_parameter_get_number (gscope_source_find_parameter (f->source, name));
}

static const char *
get_policy (Fixture *f)
{
  GscopeParameter *policy = gscope_source_find_parameter (f->source, "policy");

  return g_variant_get_string (gscope_parameter_get_value (policy), NULL);
}

static void
assert_before (Fixture *f)
{
  g_assert_cmpstr (get_policy (f), ==, "value");
  g_assert_cmpfloat (get_number (f, "player/level"), ==, 7);
  g_assert_cmpfloat (get_number (f, "stream/level"), ==, 1);
}

/* As the keyboard does it, which takes a moment. */
static void
choose (Fixture *f, const char *algorithm)
{
  GtkWidget *button = find_button (f, algorithm);

  g_assert_true (gtk_widget_activate (button));
  app_bed_await (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
}

static void
test_apply (Fixture *f, gconstpointer data)
{
  GtkWidget *apply = find_button (f, "apply"), *restore = find_button (f, "restore");

  g_assert_true (gtk_widget_get_visible (f->quality));
  g_assert_true (gtk_test_accessible_has_relation (
      GTK_ACCESSIBLE (gtk_widget_get_parent (find_button (f, "greedy"))),
      GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  g_assert_false (gtk_widget_get_sensitive (restore));
  /* a choice alone changes nothing */
  choose (f, "greedy");
  assert_before (f);
  choose (f, "exact");

  g_assert_true (gtk_widget_activate (apply));
  app_bed_await (g_str_equal (get_policy (f), "hand"));
  g_assert_cmpfloat (get_number (f, "stream/level"), >, 36);
  g_assert_cmpfloat (get_number (f, "player/level") + get_number (f, "stream/level"), <=,
                     50 + 1e-6);
  g_assert_true (gtk_widget_get_sensitive (restore));
  g_assert_true (gtk_widget_activate (restore));
  app_bed_await (g_str_equal (get_policy (f), "value"));
  assert_before (f);
  g_assert_false (gtk_widget_get_sensitive (restore));

  /* undoing takes the whole allocation back at once */
  g_assert_true (gtk_widget_activate (apply));
  app_bed_await (g_str_equal (get_policy (f), "hand"));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (g_str_equal (get_policy (f), "value"));
  assert_before (f);
  app_bed_check_names (GTK_WIDGET (f->bed.window));
}

static void
add_tests (gconstpointer application)
{
  g_assert_true (gscope_registry_add_type (gscope_registry_get_default (), "test-manager",
                                           TEST_TYPE_MANAGER, "Manager", "A manager", "qos", NULL));
  g_test_add_func ("/app/quality/picture", test_picture);
  g_test_add_func ("/app/quality/proposal", test_proposal);
  g_test_add ("/app/quality/apply", Fixture, application, set_up, test_apply, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
