/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A window shows an agent's history, and a source of an agent that is away. */

#include "agents-bed.h"

enum
{
  WIDTH = 300,
  HEIGHT = 200,
  /* samples that the agent has measured before the window asks */
  N_BEFORE = 60,
};

typedef AgentsBed Fixture;

static void
add_source (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "address", "s", f->address);
  g_variant_dict_insert (&options, "source", "s", "demo");
  g_assert_nonnull (gscope_workspace_add_source (app_bed_get_workspace (&f->bed), 0, "agent", "far",
                                                 g_variant_dict_end (&options), NULL, &error));
  g_assert_no_error (error);
  app_bed_await (agents_bed_is_running (f, "far"));
  app_bed_select (&f->bed, 0);
  app_bed_press (&f->bed, "<Control>g");
  app_bed_await (app_bed_count_signals (&f->bed) == 2);
}

/* The history of an agent. */

static GscopeTrace *
get_served (Fixture *f)
{
  g_autoptr (GscopeSignal) signal =
      g_list_model_get_item (gscope_source_get_signals (f->served), 0);

  return gscope_signal_get_trace (signal);
}

/* Returns how many pixels of a picture of the view are coloured, rather than grey. */
static guint
count_coloured (GscopeGtkView *view)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png =
      gscope_gtk_view_render (view, GSCOPE_GTK_PICTURE_PNG, WIDTH, HEIGHT, 1, &error);
  g_autoptr (GdkTexture) texture = png ? gdk_texture_new_from_bytes (png, &error) : NULL;
  g_autofree guchar *pixels = g_malloc (4 * WIDTH * HEIGHT);
  guint n = 0;

  g_assert_no_error (error);
  gdk_texture_download (texture, pixels, 4 * WIDTH);
  for (const guchar *p = pixels; p < pixels + 4 * WIDTH * HEIGHT; p += 4)
    n += MAX (MAX (p[0], p[1]), p[2]) - MIN (MIN (p[0], p[1]), p[2]) > 60;
  return n;
}

static guint
count_coloured_before (GscopeGtkView *view, gint64 end)
{
  gscope_gtk_viewport_look_at (gscope_gtk_view_get_viewport (view), end);
  app_bed_settle ();
  return count_coloured (view);
}

/* The window zooms into a time before it was connected: what it draws then comes from the agent, at each width of the columns. */
static void
test_zoomed (Fixture *f, gconstpointer data)
{
  static const gint64 spans[] = { 400 * GSCOPE_MSEC, 60 * GSCOPE_MSEC, 12 * GSCOPE_MSEC };
  GscopeGtkView *view = app_bed_get_view (&f->bed);
  g_autoptr (GscopeGtkViewSignal) own = NULL;
  GscopeSignal *far;
  gint64 first, past;

  app_bed_await (gscope_trace_get_end (get_served (f)) >= N_BEFORE);
  first = gscope_trace_get_time (get_served (f), 0);
  past = gscope_trace_get_time (get_served (f), N_BEFORE - 10);
  add_source (f);
  own = g_list_model_get_item (gscope_gtk_view_get_signals (view), 0);
  gscope_gtk_view_signal_set_hidden (own, TRUE);
  far = app_session_find_signal (app_bed_get_session (&f->bed), "far/sine", NULL);
  app_bed_await (gscope_trace_get_end (gscope_signal_get_trace (far)) > 0);
  g_assert_cmpint (gscope_trace_get_time (gscope_signal_get_trace (far), 0), >, past);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      guint n_nothing;

      gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (view), spans[i]);
      n_nothing = count_coloured_before (view, first - GSCOPE_SEC);
      app_bed_await (count_coloured_before (view, past) > n_nothing + WIDTH / 3);
    }
}

/* A source of an agent that is away. */

/* Its removal is undone and done again as that of any other source, and it runs when the agent is back. */
static void
test_removed (Fixture *f, gconstpointer data)
{
  GscopeSource *source;

  add_source (f);
  g_clear_object (&f->agent);
  app_bed_await (!agents_bed_is_running (f, "far"));
  app_bed_activate (&f->bed, "remove-source", "far");
  g_assert_null (agents_bed_find_source (f, "far"));
  app_bed_await (app_bed_count_signals (&f->bed) == 1);
  app_bed_press (&f->bed, "<Control>z");
  source = agents_bed_find_source (f, "far");
  g_assert_nonnull (source);
  g_assert_cmpstr (gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (source)), ==, f->address);
  app_bed_press (&f->bed, "<Control><Shift>z");
  g_assert_null (agents_bed_find_source (f, "far"));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (
      gscope_agent_source_get_next_try (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "far")))
      > 0);
  f->agent = agents_bed_start_agent (f);
  gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (agents_bed_find_source (f, "far")));
  app_bed_await (agents_bed_is_running (f, "far"));
  app_bed_await (app_bed_count_signals (&f->bed) == 2);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func)                                                                            \
  g_test_add (name, Fixture, application, agents_bed_set_up, func, agents_bed_tear_down)
  ADD ("/app-agent-past/zoomed", test_zoomed);
  ADD ("/app-agent-past/removed", test_removed);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}
