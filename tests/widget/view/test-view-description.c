/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A view made from the description of another view shows the same. */

#include "support/skip-waits.h"

#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

static const char *const names[] = { "a/one", "a/two", "b/one", "b/two" };

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double words[G_N_ELEMENTS (names)];
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gscope_scope_add_double (f->scope, names[i], &f->words[i]);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static GscopeGtkView *
make_view (Fixture *f, GscopeWorkspaceView *description)
{
  GscopeGtkView *view = GSCOPE_GTK_VIEW (g_object_ref_sink (gscope_gtk_view_new_empty ()));

  if (description)
    gscope_gtk_view_set_description (view, description);
  gscope_gtk_view_add_scope (view, f->scope);
  return view;
}

static GscopeWorkspaceView *
describe (const char *match, ...)
{
  GscopeWorkspaceView *view = gscope_workspace_view_new ();
  va_list list;

  va_start (list, match);
  for (; match; match = va_arg (list, const char *))
    g_ptr_array_add (view->signals, gscope_workspace_signal_new (match));
  va_end (list);
  return view;
}

static GscopeGtkViewSignal *
find (GscopeGtkView *view, const char *name)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) item = g_list_model_get_item (model, i);

      if (g_str_equal (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (item)),
                       name))
        return item;
    }
  return NULL;
}

static void
assert_shows (GscopeGtkView *view, const char *expected)
{
  GListModel *model = gscope_gtk_view_get_signals (view);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) item = g_list_model_get_item (model, i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (item);

      g_string_append_printf (shown, "%s ", gscope_signal_get_full_name (signal));
    }
  g_assert_cmpstr (shown->str, ==, expected);
}

static GscopeGtkView *
remake (Fixture *f, GscopeGtkView *view)
{
  g_autoptr (GscopeWorkspaceView) description = gscope_gtk_view_describe (view);

  return make_view (f, description);
}

/* Patterns stay patterns; a signal with other properties has an entry of its own. */
static void
test_patterns (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) base = describe ("b/*", "a/one", "c/absent", NULL);
  g_autoptr (GscopeGtkView) view = make_view (f, base);
  g_autoptr (GscopeWorkspaceView) same = gscope_gtk_view_describe (view);
  g_autoptr (GscopeWorkspaceView) changed = NULL;
  const GscopeWorkspaceSignal *entry;

  g_assert_cmpuint (same->signals->len, ==, 3);
  gscope_gtk_view_signal_set_title (find (view, "b/two"), "Two");
  gscope_gtk_view_signal_set_color (find (view, "b/two"), 7);
  gscope_gtk_view_signal_set_range (find (view, "b/two"), -1, 1);
  gscope_gtk_view_signal_set_hidden (find (view, "a/one"), TRUE);
  gscope_signal_set_filter (gscope_gtk_view_signal_get_signal (find (view, "a/one")), 0.5);
  changed = gscope_gtk_view_describe (view);
  g_assert_cmpuint (changed->signals->len, ==, 4);
  entry = gscope_workspace_view_find (changed, "b/two");
  g_assert_cmpstr (entry->title, ==, "Two");
  g_assert_cmpuint (entry->color, ==, 7);
  g_assert_cmpfloat (entry->min, ==, -1);
  entry = gscope_workspace_view_find (changed, "b/three");
  g_assert_cmpstr (entry->match, ==, "b/*");
  g_assert_null (entry->title);
  entry = gscope_workspace_view_find (changed, "a/one");
  g_assert_cmpint (entry->hidden, ==, TRUE);
  g_assert_cmpfloat (entry->filter, ==, 0.5);
  g_assert_nonnull (gscope_workspace_view_find (changed, "c/absent"));
}

static void
test_viewport (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkView) view = make_view (f, NULL);
  g_autoptr (GscopeWorkspaceView) description = NULL;

  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (view), 3 * GSCOPE_SEC);
  gscope_gtk_viewport_set_mode (gscope_gtk_view_get_viewport (view), GSCOPE_VIEW_MODE_ROLL);
  gscope_gtk_view_set_layout (view, GSCOPE_VIEW_LAYOUT_OVERLAY);
  description = gscope_gtk_view_describe (view);
  g_assert_cmpint (description->span, ==, 3 * GSCOPE_SEC);
  g_assert_cmpint (description->mode, ==, GSCOPE_VIEW_MODE_ROLL);
  g_assert_cmpint (description->layout, ==, GSCOPE_VIEW_LAYOUT_OVERLAY);
}

/* What was added and removed one by one. */
static void
test_choices (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) base = describe ("a/*", NULL);
  g_autoptr (GscopeGtkView) view = make_view (f, base);
  g_autoptr (GscopeGtkView) again = NULL;

  gscope_gtk_view_add_signal (view, f->scope, gscope_scope_find_signal (f->scope, "b/two"));
  gscope_gtk_view_remove_signal (view, find (view, "a/one"));
  again = remake (f, view);
  assert_shows (again, "a/two b/two ");
  /* and back again */
  gscope_gtk_view_add_signal (again, f->scope, gscope_scope_find_signal (f->scope, "a/one"));
  g_clear_object (&view);
  view = remake (f, again);
  assert_shows (view, "a/one a/two b/two ");
}

static void
test_all (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkView) view = make_view (f, NULL);
  g_autoptr (GscopeGtkView) again = NULL;

  gscope_gtk_view_remove_signal (view, find (view, "b/one"));
  again = remake (f, view);
  assert_shows (again, "a/one a/two b/two ");
}

/* A range that a signal brings along is not said, unless the view follows the values instead. */
static void
test_ranges (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) description = NULL;
  g_autoptr (GscopeGtkView) view = NULL;
  g_autoptr (GscopeGtkView) again = NULL;
  const GscopeWorkspaceSignal *entry;

  gscope_signal_set_range (gscope_scope_find_signal (f->scope, "a/one"), 0, 5);
  gscope_signal_set_range (gscope_scope_find_signal (f->scope, "a/two"), 0, 5);
  view = make_view (f, NULL);
  gscope_gtk_view_signal_set_auto_range (find (view, "a/two"));
  description = gscope_gtk_view_describe (view);
  entry = gscope_workspace_view_find (description, "a/one");
  g_assert_true (isnan (entry->min));
  again = make_view (f, description);
  g_assert_false (gscope_gtk_view_signal_get_auto_range (find (again, "a/one")));
  g_assert_true (gscope_gtk_view_signal_get_auto_range (find (again, "a/two")));
  /* a change of the signal is no other choice of the user's */
  gscope_signal_set_title (gscope_scope_find_signal (f->scope, "a/two"), "Two");
  g_assert_true (gscope_gtk_view_signal_get_auto_range (find (again, "a/two")));
}

/* A signal that goes and comes again looks as the user left it, until the view is another one. */
static void
test_comes_again (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) description = describe ("*", NULL);
  g_autoptr (GscopeGtkView) view = make_view (f, description);
  double min, max;

  gscope_gtk_view_signal_set_hidden (find (view, "a/two"), TRUE);
  gscope_gtk_view_signal_set_title (find (view, "a/two"), "Two");
  gscope_gtk_view_signal_set_range (find (view, "a/two"), -3, 4);
  gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, "a/two"));
  g_assert_null (find (view, "a/two"));
  gscope_scope_add_double (f->scope, "a/two", &f->words[1]);
  g_assert_true (gscope_gtk_view_signal_get_hidden (find (view, "a/two")));
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (find (view, "a/two")), ==, "Two");
  gscope_gtk_view_signal_get_range (find (view, "a/two"), &min, &max);
  g_assert_cmpfloat (min, ==, -3);
  g_assert_cmpfloat (max, ==, 4);
  gscope_gtk_view_set_description (view, description);
  g_assert_false (gscope_gtk_view_signal_get_hidden (find (view, "a/two")));
}

/* Keys and colours of what a pattern matches in several sources do not depend on which source comes first. */
static void
test_order (Fixture *f, gconstpointer data)
{
  static const char *const orders[][4] = {
    { "x/wave/one", "x/wave/two", "y/wave/one", "y/wave/two" },
    { "y/wave/one", "y/wave/two", "x/wave/one", "x/wave/two" },
    { "y/wave/one", "x/wave/one", "x/wave/two", "y/wave/two" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr (GscopeWorkspaceView) description = describe ("b/two", "*/wave/*", NULL);
      g_autoptr (GscopeGtkView) view = make_view (f, description);

      for (guint k = 0; k < 4; k++)
        gscope_scope_add_double (f->scope, orders[i][k], &f->words[0]);
      assert_shows (view, "b/two x/wave/one x/wave/two y/wave/one y/wave/two ");
      for (guint k = 0; k < 4; k++)
        {
          g_assert_cmpuint (gscope_gtk_view_signal_get_key (find (view, orders[0][k])), ==, k + 2);
          gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, orders[0][k]));
        }
    }
}

/* Gives a field another value than its first one. */
static void
change (GscopeWorkspaceSignal *entry, const GscopeField *field)
{
  if (field->type == GSCOPE_FIELD_TYPE_TEXT)
    *(char **) G_STRUCT_MEMBER_P (entry, field->offset) = g_strdup ("changed");
  else
    gscope_field_set_number (field, entry, field->initial == 1 ? 2 : 1);
  /* a range has two ends */
  if (isnan (entry->min) != isnan (entry->max))
    {
      entry->min = -1;
      entry->max = 1;
    }
}

static void
assert_describes (GscopeGtkView *view, const GscopeWorkspaceSignal *entry, const GscopeField *field)
{
  g_autoptr (GscopeWorkspaceView) description = gscope_gtk_view_describe (view);
  const GscopeWorkspaceSignal *found = gscope_workspace_view_find (description, entry->match);

  if (!found || !gscope_workspace_signal_equal (found, entry))
    g_error ("“%s” is not described", field->key);
}

/* Every field of an entry is described again, also after the signal has gone and come again. */
static void
test_fields (Fixture *f, gconstpointer data)
{
  for (const GscopeField *field = gscope_workspace_signal_get_fields (); field->key; field++)
    {
      g_autoptr (GscopeWorkspaceView) base = describe ("a/one", NULL);
      GscopeWorkspaceSignal *entry = base->signals->pdata[0];
      g_autoptr (GscopeWorkspaceSignal) plain = gscope_workspace_signal_copy (entry);
      g_autoptr (GscopeGtkView) view = NULL;

      if (field->is_name)
        continue;
      change (entry, field);
      g_assert_false (gscope_workspace_signal_equal (plain, entry));
      view = make_view (f, base);
      assert_describes (view, entry, field);
      gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, "a/one"));
      gscope_scope_add_double (f->scope, "a/one", &f->words[0]);
      assert_describes (view, entry, field);
    }
}

static void
count_change (guint *n_changes)
{
  ++*n_changes;
}

/* A thousand signals that come at once change the view once for each place at which they belong. */
static void
test_many_signals (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) described = describe ("a/*", "m/*", "b/*", NULL);
  g_autoptr (GscopeGtkView) view = make_view (f, described);
  g_autoptr (GscopeSource) source = gscope_source_new ("m");
  GListModel *model = gscope_gtk_view_get_signals (view);
  guint n_changes = 0, n_arranged = 0;

  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (count_change), &n_changes);
  g_signal_connect_swapped (view, "arranged", G_CALLBACK (count_change), &n_arranged);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

      gscope_source_add_signal (source, signal, NULL);
    }
  gscope_scope_add_source (f->scope, source);
  while (g_list_model_get_n_items (model) < 1004)
    g_main_context_iteration (NULL, TRUE);
  /* the first signal comes alone */
  g_assert_cmpuint (n_changes, <=, 2);
  g_assert_cmpuint (n_arranged, <=, 10);
  for (guint i = 0; i < 1004; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);
      const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (entry));

      g_assert_cmpint (name[0], ==, i < 2 ? 'a' : i < 1002 ? 'm' : 'b');
      if (name[0] == 'm')
        g_assert_cmpint (atoi (name + 3), ==, (int) i - 2);
    }
}

/* A compared signal looks like the signal that it is compared with, comes and goes with it, and is no part of the description. */
static void
test_compared (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) base = describe ("b/one", NULL);
  g_autoptr (GscopeGtkView) view = make_view (f, base);
  g_autoptr (GscopeWorkspaceView) made = NULL;
  const char *const names_here[] = { "a/one", "b/one" };
  GdkRGBA rgba, other;
  gboolean dashed;

  for (guint i = 0; i < G_N_ELEMENTS (names_here); i++)
    {
      g_autofree char *name = g_strconcat ("ref/", names_here[i], NULL);
      g_autoptr (GscopeSignal) compared = gscope_signal_new_buffered (name);

      gscope_signal_set_compared_with (compared, names_here[i]);
      g_assert_true (gscope_source_add_signal (gscope_scope_get_source (f->scope), compared, NULL));
    }
  while (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)) < 6)
    g_main_context_iteration (NULL, TRUE);
  assert_shows (view, "b/one ref/b/one ");
  gscope_gtk_view_signal_set_color (find (view, "b/one"), 5);
  g_assert_cmpstr (gscope_gtk_view_signal_get_mark (find (view, "b/one")), ==, "1");
  g_assert_cmpstr (gscope_gtk_view_signal_get_mark (find (view, "ref/b/one")), ==, "1R");
  gscope_gtk_view_signal_get_rgba (find (view, "b/one"), FALSE, &rgba, &dashed);
  g_assert_false (dashed);
  gscope_gtk_view_signal_get_rgba (find (view, "ref/b/one"), FALSE, &other, &dashed);
  g_assert_true (dashed);
  g_assert_true (gdk_rgba_equal (&rgba, &other));
  made = gscope_gtk_view_describe (view);
  g_assert_cmpuint (made->signals->len, ==, 1);
  gscope_gtk_view_add_signal (view, f->scope, gscope_scope_find_signal (f->scope, "a/one"));
  assert_shows (view, "b/one a/one ref/b/one ref/a/one ");
  g_assert_cmpstr (gscope_gtk_view_signal_get_mark (find (view, "ref/a/one")), ==, "2R");
  gscope_gtk_view_remove_signal (view, find (view, "b/one"));
  assert_shows (view, "a/one ref/a/one ");
}

/* Runs have marks, shades and labels of their own. A pattern that names a run shows it alone, or leaves it out. */
static void
test_runs (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeWorkspaceView) all = describe ("b/one", NULL);
  g_autoptr (GscopeWorkspaceView) alone = describe ("ref/*", NULL);
  g_autoptr (GscopeWorkspaceView) without = describe ("b/one", NULL);
  GscopeWorkspaceSignal *excluded = gscope_workspace_signal_new ("ref/*");
  g_autoptr (GscopeGtkView) view = make_view (f, all);
  g_autoptr (GscopeGtkView) side = make_view (f, alone);
  g_autoptr (GscopeGtkView) rest = NULL;
  g_autoptr (GscopeWorkspaceView) made = NULL;
  const char *const runs[] = { "ref/b/one", "ref-2/b/one" };
  GscopeSignal *signal;
  GdkRGBA rgba, other;
  gboolean dashed;

  excluded->excluded = TRUE;
  g_ptr_array_insert (without->signals, 0, excluded);
  rest = make_view (f, without);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (GscopeSignal) compared = gscope_signal_new_buffered (runs[i]);

      gscope_signal_set_compared_with (compared, "b/one");
      gscope_signal_set_run (compared, i + 1, NULL);
      gscope_signal_set_title (compared, "one");
      g_assert_true (gscope_source_add_signal (gscope_scope_get_source (f->scope), compared, NULL));
    }
  while (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)) < 6)
    g_main_context_iteration (NULL, TRUE);
  gscope_signal_set_title (gscope_scope_find_signal (f->scope, "b/one"), "one");
  assert_shows (view, "b/one ref/b/one ref-2/b/one ");
  assert_shows (side, "ref/b/one ");
  assert_shows (rest, "b/one ref-2/b/one ");
  signal = gscope_scope_find_signal (f->scope, runs[1]);
  gscope_signal_set_run (signal, 2, "Kp 3");
  g_assert_cmpstr (gscope_gtk_view_signal_get_mark (find (view, runs[0])), ==, "1R");
  g_assert_cmpstr (gscope_gtk_view_signal_get_mark (find (view, runs[1])), ==, "1R2");
  g_assert_cmpstr (gscope_gtk_view_signal_get_label (find (view, runs[1])), ==, "one, Kp 3");
  gscope_gtk_view_signal_get_rgba (find (view, runs[0]), FALSE, &rgba, &dashed);
  gscope_gtk_view_signal_get_rgba (find (view, runs[1]), FALSE, &other, &dashed);
  g_assert_true (dashed);
  g_assert_false (gdk_rgba_equal (&rgba, &other));
  /* where the other signal is not shown, it looks like any signal */
  gscope_gtk_view_signal_get_rgba (find (side, runs[0]), FALSE, &other, &dashed);
  g_assert_false (dashed);
  gscope_gtk_view_signal_set_color (find (side, runs[0]), 5);
  made = gscope_gtk_view_describe (side);
  g_assert_cmpuint (made->signals->len, ==, 2);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  skip_waits ();
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/view-description/patterns", test_patterns);
  ADD ("/view-description/fields", test_fields);
  ADD ("/view-description/viewport", test_viewport);
  ADD ("/view-description/choices", test_choices);
  ADD ("/view-description/all", test_all);
  ADD ("/view-description/ranges", test_ranges);
  ADD ("/view-description/comes-again", test_comes_again);
  ADD ("/view-description/order", test_order);
  ADD ("/view-description/compared", test_compared);
  ADD ("/view-description/runs", test_runs);
  ADD ("/view-description/many-signals", test_many_signals);
  return g_test_run ();
}
