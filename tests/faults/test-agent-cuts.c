/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Connections to an agent that end, and agents that do: the picture has no hole that the agent's history can fill. The
 * agent is a process of its own, on a Unix socket, a WebSocket or TLS. */

#include "support/agent-process.h"
#include "support/counted.h"

#include <gscope/source/private.h>
#include <string.h>

/* Samples that are younger than this may be on their way. */
#define YOUNG (300 * GSCOPE_MSEC)

enum
{
  /* Messages of a connection, of each direction, after which it is cut. */
  N_CUTS = 24,
};

typedef struct
{
  AgentProcess agent;
  GscopeScope *scope;
  /* before the agent was started, and since when it counts */
  gint64 started;
  gint64 begin;
  guint heartbeat;
} Fixture;

typedef struct
{
  const char *program;
  AgentCarrier carrier;
} Case;

/* Conditions are about another process. */
static gboolean
on_heartbeat (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static gint64
get_time (Fixture *f)
{
  return gscope_clock_get_time (gscope_scope_get_clock (f->scope));
}

static void
start_agent (Fixture *f)
{
  f->started = get_time (f);
  agent_process_start (&f->agent);
  f->begin = get_time (f);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  const Case *kind = data;

  f->heartbeat = g_timeout_add (5, on_heartbeat, NULL);
  f->scope = gscope_scope_new ();
  gscope_scope_start (f->scope);
  agent_process_set_up (&f->agent, kind->program, kind->carrier);
  start_agent (f);
}

static void
remove_source (Fixture *f, GscopeSource *source)
{
  gscope_scope_remove_source (f->scope, source);
  g_object_unref (source);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  agent_process_tear_down (&f->agent);
  g_object_unref (f->scope);
  g_source_remove (f->heartbeat);
}

/* The signal that counts; NULL as long as it is not known. */
static GscopeSignal *
find_count (Fixture *f, GscopeSource *source)
{
  g_autofree char *name = g_strconcat (gscope_source_get_name (source), "/count", NULL);

  gscope_source_publish (source);
  return gscope_scope_find_signal (f->scope, name);
}

static GscopeSignal *
show (Fixture *f, GscopeSource *source)
{
  gscope_source_start_async (source, NULL, NULL, NULL);
  agent_process_await (f->scope, find_count (f, source));
  gscope_signal_lease (find_count (f, source), 0);
  return find_count (f, source);
}

static gboolean
has_all (Fixture *f, GscopeSignal *signal, gint64 begin, gint64 end)
{
  return counted_is_whole (signal, f, begin, end, 0);
}

static gboolean
is_running (GscopeSource *source)
{
  return gscope_source_get_started (source)
         && gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING;
}

/* A viewer, and the way on which its first connection ends. */
typedef struct
{
  CuttingProxy *proxy;
  GscopeSource *source;
  GscopeSignal *signal;
  guint n_writes;
  guint n_answers;
} Viewer;

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, NULL);

  ((Viewer *) data)->n_answers++;
}

/* Does what a viewer does once it knows the source: leases, looks at the past, and writes, one value after the other. */
static void
use (Fixture *f, Viewer *viewer)
{
  GscopeParameter *gain;

  if (!viewer->signal && find_count (f, viewer->source))
    {
      viewer->signal = find_count (f, viewer->source);
      gscope_signal_lease (viewer->signal, 0);
    }
  if (viewer->signal)
    has_all (f, viewer->signal, f->begin, get_time (f) - YOUNG);
  gain = gscope_source_find_parameter (viewer->source, "gain");
  if (gain && viewer->n_answers == viewer->n_writes && !cutting_proxy_has_cut (viewer->proxy))
    {
      gscope_parameter_write_async (gain, g_variant_new_double (viewer->n_writes % 10), "test",
                                    NULL, on_written, viewer);
      viewer->n_writes++;
    }
}

static gboolean
is_done (Fixture *f, Viewer *viewer, gint64 end)
{
  use (f, viewer);
  return viewer->signal && is_running (viewer->source) && cutting_proxy_has_cut (viewer->proxy)
         && viewer->n_answers == viewer->n_writes && has_all (f, viewer->signal, f->begin, end);
}

static void
open_viewer (Fixture *f, Viewer *viewer, guint number, gboolean to_agent)
{
  g_autofree char *name = g_strdup_printf ("v%u", number);

  /* each message but one is cut before and within the next one */
  viewer->proxy = cutting_proxy_new (&f->agent, to_agent, 1 + number / 2, number % 2 == 1);
  viewer->source =
      agent_process_show (&f->agent, f->scope, name, cutting_proxy_get_address (viewer->proxy));
  gscope_source_start_async (viewer->source, NULL, NULL, NULL);
}

static void
close_viewer (Fixture *f, Viewer *viewer)
{
  remove_source (f, viewer->source);
  cutting_proxy_free (viewer->proxy);
}

/* All at once: each viewer waits a second before it connects again. */
static void
cut_everywhere (Fixture *f, gboolean to_agent)
{
  Viewer viewers[2 * N_CUTS] = { 0 };
  guint n_before = agent_process_count_descriptors (&f->agent);
  gint64 end;

  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    open_viewer (f, &viewers[i], i, to_agent);
  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    while (!cutting_proxy_has_cut (viewers[i].proxy))
      {
        for (guint k = i; k < G_N_ELEMENTS (viewers); k++)
          use (f, &viewers[k]);
        g_main_context_iteration (NULL, TRUE);
        gscope_scope_drain (f->scope);
      }
  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    agent_process_await (f->scope, is_running (viewers[i].source));
  /* all gaps are well before the end */
  end = get_time (f) + YOUNG;
  agent_process_await (f->scope, get_time (f) > end + YOUNG);
  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    {
      agent_process_await (f->scope, is_done (f, &viewers[i], end));
      g_assert_cmpuint (gscope_signal_get_total_lost (viewers[i].signal), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    close_viewer (f, &viewers[i]);
  agent_process_await (f->scope, agent_process_count_descriptors (&f->agent) == n_before);
}

static void
test_cut_to_agent (Fixture *f, gconstpointer data)
{
  cut_everywhere (f, TRUE);
}

static void
test_cut_to_viewer (Fixture *f, gconstpointer data)
{
  cut_everywhere (f, FALSE);
}

/* Looks at all of the signal, and returns whether it has one gap: it begins at about the newest sample before the kill,
 * or the kill, and ends at about the start of the second agent. */
static gboolean
has_gap (Fixture *f, GscopeSignal *signal, gint64 first, gint64 newest, gint64 killed)
{
  GscopeTimeline timeline;
  g_autoptr (GArray) gaps = NULL;
  const GscopeGap *gap;

  gscope_signal_get_timeline (signal, &timeline);
  gscope_timeline_look (&timeline, f, counted_align (first), counted_align (get_time (f)),
                        COUNTED_WIDTH);
  gaps = gscope_timeline_list_gaps (&timeline, counted_align (first), counted_align (get_time (f)),
                                    COUNTED_WIDTH);
  gap = (const GscopeGap *) (gpointer) gaps->data;
  return gaps->len == 1 && gap->cause == GSCOPE_GAP_CAUSE_SILENT && gap->begin > newest - YOUNG
         && gap->begin < killed + YOUNG && gap->end > f->started - YOUNG
         && gap->end < f->begin + YOUNG;
}

/* A killed agent has lost its memory: the time without an agent is a gap, and nothing else is. */
static void
test_restarted (Fixture *f, gconstpointer data)
{
  GscopeSource *source = agent_process_show (&f->agent, f->scope, "lab", f->agent.address);
  GscopeSignal *signal = show (f, source);
  gint64 begin = f->begin, newest, killed;
  GscopeSample sample;

  agent_process_await (
      f->scope, has_all (f, signal, begin, get_time (f) - YOUNG) && get_time (f) - begin > 2 * YOUNG
                    && gscope_signal_get_latest (signal, &sample) && sample.time > begin + YOUNG);
  newest = sample.time;
  agent_process_kill (&f->agent);
  killed = get_time (f);
  /* a gap within a column would not show */
  agent_process_await (f->scope, gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE
                                     && get_time (f) - killed > YOUNG);
  start_agent (f);
  agent_process_await (f->scope, is_running (source) && get_time (f) - f->begin > 2 * YOUNG
                                     && gscope_signal_get_latest (signal, &sample)
                                     && sample.time > f->begin);
  agent_process_await (f->scope,
                       has_all (f, signal, f->begin + GSCOPE_SEC / 10, get_time (f) - YOUNG));
  agent_process_await (f->scope, has_gap (f, signal, begin, newest, killed));
  g_assert_true (has_all (f, signal, begin, MIN (newest, killed - YOUNG)));
  remove_source (f, source);
}

/* An agent that stands still, for example in a debugger, is said to be silent, and goes on where it stopped. */
static void
test_paused (Fixture *f, gconstpointer data)
{
  GscopeSource *source = agent_process_show (&f->agent, f->scope, "lab", f->agent.address);
  GscopeSignal *signal = show (f, source);
  gint64 end;

  agent_process_await (f->scope, get_time (f) - f->begin > 2 * YOUNG);
  agent_process_pause (&f->agent);
  agent_process_await (f->scope, gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (source), "does not answer"));
  agent_process_resume (&f->agent);
  end = get_time (f) + YOUNG;
  agent_process_await (f->scope, is_running (source) && get_time (f) > end + YOUNG
                                     && counted_is_whole (signal, f, f->begin, end, 1));
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, 0);
  remove_source (f, source);
}

/* A client that sends no more ends its session, and one that says nothing costs a descriptor only for a while. */
static void
test_half_open (Fixture *f, gconstpointer data)
{
  guint n_before = agent_process_count_descriptors (&f->agent);
  g_autoptr (GSocket) silent = agent_process_connect (f->agent.path);
  g_autoptr (GSocket) greeted = agent_process_greet (&f->agent);
  char buffer[4096];

  g_assert_cmpint (g_socket_receive (greeted, buffer, sizeof buffer, NULL, NULL), >, 0);
  g_assert_true (g_socket_shutdown (greeted, FALSE, TRUE, NULL));
  while (g_socket_receive (greeted, buffer, sizeof buffer, NULL, NULL) > 0)
    ;
  agent_process_await (f->scope, agent_process_count_descriptors (&f->agent) <= n_before + 1);
  /* for ten seconds at most */
  while (g_socket_receive (silent, buffer, sizeof buffer, NULL, NULL) > 0)
    ;
  agent_process_await (f->scope, agent_process_count_descriptors (&f->agent) == n_before);
}

int
main (int argc, char *argv[])
{
  static const char *const carriers[] = { "socket", "web-socket", "tls", NULL };
  Case kind;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  g_assert_true (g_strv_contains (carriers, argv[2]));
  kind = (Case){ argv[1], AGENT_SOCKET };
  while (!g_str_equal (carriers[kind.carrier], argv[2]))
    kind.carrier++;
#define ADD(name, func) g_test_add ("/agent-cuts/" name, Fixture, &kind, set_up, func, tear_down)
  ADD ("to-agent", test_cut_to_agent);
  ADD ("to-viewer", test_cut_to_viewer);
  ADD ("restarted", test_restarted);
  ADD ("paused", test_paused);
  if (kind.carrier == AGENT_SOCKET)
    ADD ("half-open", test_half_open);
  return g_test_run ();
}
