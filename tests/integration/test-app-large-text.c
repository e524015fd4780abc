/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The window and its dialogs at a text size of 200 %, on a display of 1280 by 800. GTK gives no
 * widget less than its minimum size: a widget without room reaches over the edge of one that it is
 * in, and is cut there. */

#include <adwaita.h>

#include "app-bed.h"
#include "parameters/panel.h"
#include "signals/panel.h"
#include "window/actions.h"
#include "window/window.h"

typedef AppBed Fixture;

/* Twice the usual number of dots per inch, in the unit of the setting */
#define DPI (2 * 96 * 1024)

#define WIDTH 1280
#define HEIGHT 800
/* Leaves no room for two panels side by side. */
#define SMALL_WIDTH 640

/* The characters that are left of an abbreviated text, and of a line that ends within a word */
#define LEAST_SHOWN 3
#define LEAST_LINE 8
/* The widgets in the message about a label */
#define MOST_PARENTS 6

/* Sizes are rounded. */
#define SLACK 1

static int
measure_text (void)
{
  GtkWidget *window = gtk_window_new (), *label = gtk_label_new ("Text");
  int height;

  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_widget_measure (label, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  return height;
}

static void
enlarge_text (void)
{
  int usual = measure_text ();

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", DPI, NULL);
  g_assert_cmpint (10 * measure_text (), >=, 18 * usual);
}

static void
open_window (Fixture *f, gconstpointer application, int width)
{
  enlarge_text ();
  f->width = width;
  f->height = HEIGHT;
  app_bed_init (f, application, APP_BED_LAB);
}

static void
set_up (Fixture *f, gconstpointer application)
{
  open_window (f, application, WIDTH);
}

static void
set_up_small (Fixture *f, gconstpointer application)
{
  open_window (f, application, SMALL_WIDTH);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  app_bed_clear (f);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-xft-dpi");
}

/* The texts. */

typedef struct
{
  /* which window or dialog it is */
  const char *place;
  guint n;
  guint n_bad;
} Check;

/* Returns the types of a widget and those that it is in. */
static char *
describe (GtkWidget *widget)
{
  GString *types = g_string_new (G_OBJECT_TYPE_NAME (widget));

  for (guint i = 0; i < MOST_PARENTS && (widget = gtk_widget_get_parent (widget)); i++)
    g_string_append_printf (types, " in %s", G_OBJECT_TYPE_NAME (widget));
  return g_string_free (types, FALSE);
}

static void
report (Check *self, GtkWidget *label, const char *problem, GtkWidget *by)
{
  g_autofree char *types = describe (label);

  self->n_bad++;
  g_test_message ("%s: “%s” %s%s: %s of %d × %d", self->place,
                  gtk_label_get_text (GTK_LABEL (label)), problem,
                  by ? G_OBJECT_TYPE_NAME (by) : "", types, gtk_widget_get_width (label),
                  gtk_widget_get_height (label));
}

/* Returns whether a user can scroll the contents of a widget. */
static gboolean
can_scroll (GtkWidget *widget, GtkOrientation orientation)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkPolicyType across, down, policy;

  if (!GTK_IS_SCROLLABLE (widget) || !scroller)
    return FALSE;
  gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (scroller), &across, &down);
  policy = orientation == GTK_ORIENTATION_HORIZONTAL ? across : down;
  return policy == GTK_POLICY_AUTOMATIC || policy == GTK_POLICY_ALWAYS;
}

static gboolean
is_within (GtkWidget *widget, GtkWidget *around, GtkOrientation orientation)
{
  graphene_rect_t inner, outer;

  if (!gtk_widget_compute_bounds (widget, around, &inner)
      || !gtk_widget_compute_bounds (around, around, &outer))
    return FALSE;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return inner.origin.x >= outer.origin.x - SLACK
           && inner.origin.x + inner.size.width <= outer.origin.x + outer.size.width + SLACK;
  return inner.origin.y >= outer.origin.y - SLACK
         && inner.origin.y + inner.size.height <= outer.origin.y + outer.size.height + SLACK;
}

/* Returns the widget that cuts another, or NULL. Contents that scroll may reach over the edge; their
 * container may not. */
static GtkWidget *
find_cutter (GtkWidget *widget, GtkOrientation orientation)
{
  GtkWidget *inner = widget, *around = widget;

  while (!GTK_IS_NATIVE (around) && (around = gtk_widget_get_parent (around)))
    if (can_scroll (around, orientation))
      inner = around;
    else if (!is_within (inner, around, orientation))
      return around;
  return NULL;
}

/* Returns the number of characters of a layout that are not behind an ellipsis. */
static int
count_shown (PangoLayout *layout)
{
  int n = 0;

  for (GSList *l = pango_layout_get_lines_readonly (layout); l; l = l->next)
    for (GSList *runs = ((PangoLayoutLine *) l->data)->runs; runs; runs = runs->next)
      {
        const PangoItem *item = ((PangoLayoutRun *) runs->data)->item;

        if (!(item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS))
          n += item->num_chars;
      }
  return n;
}

/* Returns whether a short line of a layout ends within a word. */
static gboolean
breaks_word (PangoLayout *layout)
{
  const char *text = pango_layout_get_text (layout);
  int n, before = 0;
  const PangoLogAttr *attributes = pango_layout_get_log_attrs_readonly (layout, &n);

  for (GSList *l = pango_layout_get_lines_readonly (layout); l; l = l->next)
    {
      const PangoLayoutLine *line = l->data;
      int begin = (int) g_utf8_strlen (text, line->start_index);

      if (!line->is_paragraph_start && begin < n && !attributes[begin].is_line_break
          && begin - before < LEAST_LINE)
        return TRUE;
      before = begin;
    }
  return FALSE;
}

static void
check_label (Check *self, GtkWidget *label)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
  GtkWidget *across = find_cutter (label, GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *down = find_cutter (label, GTK_ORIENTATION_VERTICAL);

  self->n++;
  if (across)
    report (self, label, "is cut at a side by a ", across);
  if (down)
    report (self, label, "is cut above or below by a ", down);
  if (pango_layout_is_ellipsized (layout) && count_shown (layout) < LEAST_SHOWN)
    report (self, label, "is abbreviated to almost nothing", NULL);
  if (breaks_word (layout))
    report (self, label, "has a word on two lines", NULL);
}

static void
check_labels (Check *self, GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
    check_label (self, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    check_labels (self, child);
}

/* The windows. */

/* A new form of the window is laid out with a frame. */
static void
wait_for_layout (GtkWidget *window)
{
  app_bed_await (gtk_widget_get_mapped (window) && gtk_widget_get_width (window) > 0);
  for (guint i = 0; i < 200; i++)
    app_bed_step ();
}

static void
check_size (Check *self, GtkWidget *window)
{
  int width, height;

  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, MAX (width, gtk_widget_get_width (window)),
                      &height, NULL, NULL, NULL);
  if (width <= WIDTH && height <= HEIGHT)
    return;
  self->n_bad++;
  g_test_message ("%s: the %s needs %d × %d at least", self->place, G_OBJECT_TYPE_NAME (window),
                  width, height);
}

static void
check_window (Check *self, GtkWidget *window, const char *place)
{
  self->place = place;
  wait_for_layout (window);
  check_size (self, window);
  check_labels (self, window);
}

/* All problems are reported before the test fails. */
static void
end_check (const Check *self, guint least)
{
  g_test_message ("%u texts, %u problems", self->n, self->n_bad);
  g_assert_cmpuint (self->n, >=, least);
  g_assert_cmpuint (self->n_bad, ==, 0);
}

static void
test_window (Fixture *f, gconstpointer data)
{
  Check check = { NULL, 0, 0 };

  app_bed_await (app_bed_has_samples (f));
  check_window (&check, f->window, "live signals");
  app_bed_select_signal (f, 0);
  check_window (&check, f->window, "a selected signal");
  app_bed_play (f);
  check_window (&check, f->window, "a recording");
  app_window_show_welcome (APP_WINDOW (f->window));
  check_window (&check, f->window, "the first page");
  end_check (&check, 60);
}

/* The panels share the width, or one of them is shown. */
static void
test_small (Fixture *f, gconstpointer data)
{
  Check check = { "the list of signals", 0, 0 };

  app_bed_await (app_bed_has_samples (f));
  /* the panel that was shown last is in front */
  app_bed_activate (f, "show-signals", NULL);
  app_bed_activate (f, "show-signals", NULL);
  wait_for_layout (f->window);
  check_labels (&check, app_bed_find (f->window, APP_TYPE_SIGNALS_PANEL));
  g_assert_cmpuint (check.n, >, 0);
  app_bed_activate (f, "show-parameters", NULL);
  app_bed_activate (f, "show-parameters", NULL);
  check.place = "the parameters";
  check.n = 0;
  wait_for_layout (f->window);
  check_labels (&check, app_bed_find (f->window, APP_TYPE_PARAMETERS_PANEL));
  end_check (&check, 1);
}

static void
check_dialog (Fixture *f, Check *check, const char *action, const char *target)
{
  g_autoptr (GVariant) value = target ? g_variant_ref_sink (g_variant_new_string (target)) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (f->window, action, value));
  app_bed_await (app_bed_find_dialog (f));
  check_window (check, GTK_WIDGET (app_bed_find_dialog (f)), action);
  app_bed_escape (app_bed_find_dialog (f));
  g_assert_null (app_bed_find_dialog (f));
}

static void
test_dialogs (Fixture *f, gconstpointer data)
{
  guint n;
  const AppAction *rows = app_actions_get (&n);
  Check check = { NULL, 0, 0 };

  app_bed_await (app_bed_has_samples (f));
  app_bed_select_signal (f, 0);
  for (guint i = 0; i < n; i++)
    if (rows[i].open || rows[i].open_signal)
      check_dialog (f, &check, rows[i].name, NULL);
  check_dialog (f, &check, "app.preferences", NULL);
  check_dialog (f, &check, "win.add-agent", NULL);
  check_dialog (f, &check, "win.add-math", NULL);
  check_dialog (f, &check, "win.add-number", NULL);
  check_dialog (f, &check, "win.add-source", NULL);
  check_dialog (f, &check, "win.configure-source", "demo");
  check_dialog (f, &check, "win.go-to", NULL);
  check_dialog (f, &check, "win.identify", NULL);
  check_dialog (f, &check, "win.measure", NULL);
  check_dialog (f, &check, "win.rename-view", NULL);
  check_dialog (f, &check, "win.table", NULL);
  end_check (&check, 60);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, begin, func)                                                                     \
  g_test_add ("/app-large-text/" name, Fixture, application, begin, func, tear_down)
  ADD ("window", set_up, test_window);
  ADD ("small", set_up_small, test_small);
  ADD ("dialogs", set_up, test_dialogs);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
