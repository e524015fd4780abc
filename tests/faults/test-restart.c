/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* An agent that records is killed and started again: viewers show the past before their connection, and no hole but the
 * time in which no agent ran. */

#include "support/await.h"
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <string.h>

#define WIDTH (G_GINT64_CONSTANT (1) << 27)

enum
{
  MAX_COLUMNS = 1024,
};

typedef struct
{
  char *directory;
  char *ring;
  char *config;
  char *address;
  GSubprocess *agent;
  /* wakes the main loop */
  guint tick;
} Fixture;

typedef struct
{
  GscopeScope *scope;
  GscopeSource *source;
  GscopeSignal *signal;
  guint lease;
  gint64 connected;
} Viewer;

static gint64
get_now (void)
{
  return gscope_clock_get_time (gscope_clock_get_system ());
}

static guint
count_recordings (Fixture *f)
{
  g_autoptr (GDir) directory = g_dir_open (f->ring, 0, NULL);
  const char *name;
  guint n = 0;

  while (directory && (name = g_dir_read_name (directory)))
    n += g_str_has_suffix (name, ".zst");
  return n;
}

/* Returns when the agent records. */
static void
start_agent (Fixture *f)
{
  guint n = count_recordings (f);
  g_autoptr (GError) error = NULL;

  f->agent =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                        &error, GSCOPED, "--config", f->config, NULL);
  g_assert_no_error (error);
  AWAIT (count_recordings (f) > n);
}

static void
kill_agent (Fixture *f)
{
  g_subprocess_force_exit (f->agent);
  g_assert_true (g_subprocess_wait (f->agent, NULL, NULL));
  g_clear_object (&f->agent);
}

static gboolean
on_tick (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  f->directory = g_dir_make_tmp ("gscope-restart-XXXXXX", NULL);
  for (guint i = 0; i < 4; i++)
    g_setenv ((const char *const[]){ "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
                                     "TSL_PAGE_DIR" }[i],
              f->directory, TRUE);
  f->ring = g_build_filename (f->directory, "ring", NULL);
  f->config = g_build_filename (f->directory, "config", NULL);
  f->address = g_strdup_printf ("unix:%s/agent", f->directory);
  text = g_strdup_printf ("[agent]\nlisten=%s\nsimulate=1\n[journal]\nfile=\nsystemd=false\n"
                          "[recording]\ndirectory=%s\n",
                          f->address, f->ring);
  g_assert_true (g_file_set_contents (f->config, text, -1, NULL));
  f->tick = g_timeout_add (20, on_tick, NULL);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory && (name = g_dir_read_name (directory)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  kill_agent (f);
  g_source_remove (f->tick);
  remove_all (f->directory);
  g_free (f->directory);
  g_free (f->ring);
  g_free (f->config);
  g_free (f->address);
}

/* Viewers. */

static Viewer *
open_viewer (Fixture *f)
{
  Viewer *viewer = g_new0 (Viewer, 1);
  g_autoptr (GVariant) options = NULL;
  GVariantDict dict;
  g_autoptr (GError) error = NULL;

  viewer->scope = gscope_scope_new ();
  viewer->source = g_object_new (GSCOPE_TYPE_AGENT_SOURCE, "name", "simulation", NULL);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", f->address);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  g_assert_true (gscope_source_configure (viewer->source, options, &error));
  gscope_scope_add_source (viewer->scope, viewer->source);
  gscope_scope_start (viewer->scope);
  gscope_source_start_async (viewer->source, NULL, NULL, NULL);
  AWAIT (gscope_source_get_state (viewer->source) == GSCOPE_SOURCE_STATE_RUNNING);
  viewer->connected = get_now ();
  viewer->signal = gscope_scope_find_signal (viewer->scope, "simulation/wave/0");
  g_assert_nonnull (viewer->signal);
  viewer->lease = gscope_signal_lease (viewer->signal, 0);
  return viewer;
}

static void
close_viewer (Viewer *viewer)
{
  gscope_signal_release (viewer->signal, viewer->lease);
  gscope_scope_remove_source (viewer->scope, viewer->source);
  g_object_unref (viewer->source);
  g_object_unref (viewer->scope);
  g_free (viewer);
}

static gint64
get_newest (Viewer *viewer)
{
  GscopeSample sample = { G_MININT64, 0 };

  gscope_scope_drain (viewer->scope);
  gscope_signal_get_latest (viewer->signal, &sample);
  return sample.time;
}

/* Returns the number of columns of an interval without samples, after looking at it. */
static guint
count_empty (Viewer *viewer, gint64 begin, gint64 end)
{
  gint64 from = (begin + WIDTH) & -WIDTH;
  gsize n = (gsize) ((end - from) / WIDTH);
  GscopeColumn columns[MAX_COLUMNS];
  GscopeTimeline timeline;
  guint n_empty = 0;

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <=, MAX_COLUMNS);
  gscope_signal_get_timeline (viewer->signal, &timeline);
  gscope_timeline_look (&timeline, viewer, from, from + WIDTH * (gint64) n, WIDTH);
  gscope_timeline_get_columns (&timeline, from, WIDTH, n, columns, NULL);
  for (gsize i = 0; i < n; i++)
    n_empty += columns[i].count == 0 || !(columns[i].min <= columns[i].max);
  return n_empty;
}

static gboolean
has_gap (Viewer *viewer, gint64 begin, gint64 end)
{
  GscopeTimeline timeline;
  g_autoptr (GArray) gaps = NULL;

  gscope_signal_get_timeline (viewer->signal, &timeline);
  gaps = gscope_timeline_list_gaps (&timeline, begin, end, WIDTH);
  return gaps->len > 0;
}

static void
test_restart (Fixture *f, gconstpointer data)
{
  Viewer *one, *other;
  gint64 begin, shown, killed, again;

  start_agent (f);
  begin = get_now ();
  AWAIT (get_now () > begin + GSCOPE_SEC);
  one = open_viewer (f);
  AWAIT (get_newest (one) > one->connected + GSCOPE_SEC);
  /* the past before the connection */
  AWAIT (count_empty (one, begin, one->connected + GSCOPE_SEC) == 0);

  /* later samples may be on their way when the agent is killed */
  shown = get_newest (one);
  killed = get_now ();
  kill_agent (f);
  AWAIT (gscope_source_get_state (one->source) != GSCOPE_SOURCE_STATE_RUNNING);
  AWAIT (get_now () > killed + GSCOPE_SEC / 2);
  start_agent (f);
  again = get_now ();
  AWAIT (gscope_source_get_state (one->source) == GSCOPE_SOURCE_STATE_RUNNING);
  one->connected = get_now ();
  g_assert_cmpint (one->connected, >, again);
  AWAIT (get_newest (one) > one->connected + GSCOPE_SEC);
  /* before the kill, and from the restart on, which is before the new connection */
  AWAIT (count_empty (one, begin, shown) == 0);
  AWAIT (count_empty (one, again, one->connected + GSCOPE_SEC) == 0);
  g_assert_true (has_gap (one, begin, again));

  /* a viewer that comes later: the agent wrote until a second before the kill */
  other = open_viewer (f);
  AWAIT (count_empty (other, begin, killed - GSCOPE_SEC) == 0);
  AWAIT (count_empty (other, again, other->connected) == 0);
  AWAIT (has_gap (other, begin, again));
  g_assert_cmpuint (count_empty (other, killed, killed + GSCOPE_SEC / 2), >, 0);
  close_viewer (one);
  close_viewer (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/restart", Fixture, NULL, set_up, test_restart, tear_down);
  return g_test_run ();
}
