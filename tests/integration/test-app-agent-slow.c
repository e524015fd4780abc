/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A window shows an agent at the other end of a slow line. */

#include <glib/gstdio.h>

#include "agents-bed.h"
#include "signals/agent-state.h"
#include "signals/panel.h"
#include "support/relay.h"

enum
{
  /* of the line: the signals need twice as many bytes a second */
  RATE = 60000,
  DELAY_MS = 100,
};

/* How long the window is watched, and how old its newest samples are at a time after that, when some have just come:
 * without a window for the bytes on their way, they are older by half a second each second, without an end. */
#define WATCHED (5 * GSCOPE_SEC)
#define AGE (1200 * GSCOPE_MSEC)

typedef struct
{
  AgentsBed bed;
  char *folder;
  Relay relay;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autofree char *address = NULL;

  agents_bed_set_up (&f->bed, application);
  f->folder = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  f->relay = (Relay){ f->folder, DELAY_MS, RATE };
  address = g_strdup_printf ("unix:%s/0", f->folder);
  g_assert_true (gscope_agent_listen (f->bed.agent, address, NULL));
  g_assert_true (relay_prepare (&f->relay));
  gscope_scope_set_period (f->bed.scope, GSCOPE_MSEC);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_autofree char *end = g_build_filename (f->folder, "1", NULL);

  agents_bed_tear_down (&f->bed, data);
  g_unlink (end);
  g_rmdir (f->folder);
  g_free (f->folder);
}

/* Adds the source that the line leads to, with all signals in the view. */
static GscopeSource *
add_source (Fixture *f)
{
  g_autofree char *address = g_strdup_printf ("unix:%s/1", f->folder);
  g_autoptr (GError) error = NULL;
  GscopeSource *source;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "address", "s", address);
  g_variant_dict_insert (&options, "source", "s", "demo");
  source = gscope_workspace_add_source (app_bed_get_workspace (&f->bed.bed), 0, "agent", "far",
                                        g_variant_dict_end (&options), NULL, &error);
  g_assert_no_error (error);
  app_bed_await (agents_bed_is_running (&f->bed, "far"));
  return source;
}

/* Returns the signal in the window. */
static GscopeSignal *
find_shown (Fixture *f, GscopeSignal *served)
{
  g_autofree char *name = g_strdup_printf ("far/%s", gscope_signal_get_name (served));

  return app_session_find_signal (app_bed_get_session (&f->bed.bed), name, NULL);
}

static void
show_all (Fixture *f, GscopeSource *source)
{
  GscopeScope *scope = app_session_find_scope (app_bed_get_session (&f->bed.bed), source);
  GListModel *signals = gscope_source_get_signals (f->bed.served);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) served = g_list_model_get_item (signals, i);

      gscope_gtk_view_add_signal (app_bed_get_view (&f->bed.bed), scope, find_shown (f, served));
    }
}

/* Returns how old the newest sample is of the signal for which it is oldest. */
static gint64
get_age (Fixture *f)
{
  GListModel *signals = gscope_source_get_signals (f->bed.served);
  gint64 age = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) served = g_list_model_get_item (signals, i);
      GscopeSample sample;

      g_assert_true (gscope_signal_get_latest (find_shown (f, served), &sample));
      age = MAX (age, gscope_clock_get_time (gscope_clock_get_system ()) - sample.time);
    }
  return age;
}

/* Returns whether all samples that the agent has measured since the first one here are here, or counted as reduced. */
static gboolean
is_whole (Fixture *f)
{
  GListModel *signals = gscope_source_get_signals (f->bed.served);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) served = g_list_model_get_item (signals, i);
      GscopeSignal *signal = find_shown (f, served);
      GscopeTrace *far = gscope_signal_get_trace (served), *near = gscope_signal_get_trace (signal);
      gint64 first = gscope_trace_get_time (near, gscope_trace_get_first (near));
      guint64 made = gscope_trace_get_end (far) - gscope_trace_find (far, first);
      guint64 reduced = gscope_signal_get_lost (signal, GSCOPE_LOSS_REDUCED);

      g_assert_cmpuint (gscope_trace_get_end (near) + reduced, <=, made);
      if (gscope_trace_get_end (near) + reduced < made)
        return FALSE;
      g_assert_cmpuint (reduced, >, 0);
    }
  return TRUE;
}

/* The source's row says at which resolution its signals are shown. Samples that do not come are counted, and those that come are
 * not old. */
static void
test_resolution (Fixture *f, gconstpointer data)
{
  GscopeSource *source = add_source (f);
  GtkWidget *panel = app_bed_find (f->bed.bed.window, APP_TYPE_SIGNALS_PANEL);
  gint64 age = G_MAXINT64, end;

  show_all (f, source);
  app_bed_await (app_bed_find_match (panel, agents_bed_begins_with, "shown at "));
  end = g_get_monotonic_time () + WATCHED / 1000;
  while (g_get_monotonic_time () < end)
    app_bed_step ();
  /* they may be older for a while on a busy machine */
  app_bed_await ((age = get_age (f)) <= AGE
                 && app_bed_find_match (panel, agents_bed_begins_with, "shown at "));
  g_test_message ("%.3g s old, columns of %.3g ms", (double) age / GSCOPE_SEC,
                  (double) gscope_remote_get_resolution (GSCOPE_REMOTE (source)) / GSCOPE_MSEC);
  gscope_scope_stop (f->bed.scope);
  app_bed_await (is_whole (f));
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-agent-slow/resolution", Fixture, application, set_up, test_resolution,
              tear_down);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}
