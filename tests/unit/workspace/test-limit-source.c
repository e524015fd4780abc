/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The outcome of the limits of a workspace as signals. */

#include <gscope/gscope.h>
#include <gscope/source/private.h>
#include <math.h>

#define MS GSCOPE_MSEC

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"delay-ms\": 0, \"signals\": [\n"
    "  { \"name\": \"level\", \"limit\": { \"kind\": \"at-most\", \"upper\": 5 } },\n"
    "  { \"name\": \"absent\", \"limit\": { \"kind\": \"at-least\", \"lower\": 5 } } ] } ] }\n";

/* A workspace on a test clock, whose signal “level” has a limit, and the source in a scope of its own. */
typedef struct
{
  GscopeClock *clock;
  GscopeWorkspace *workspace;
  GscopeScope *scope;
  GscopeScope *own;
  GscopeLimitSource *source;
} Fixture;

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();

  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->workspace = gscope_workspace_new_from_data (document, -1, NULL);
  gscope_workspace_instantiate (f->workspace, registry, f->clock);
  f->scope = g_list_model_get_item (gscope_workspace_get_scopes (f->workspace), 0);
  f->own = gscope_scope_new_with_clock (f->clock);
  f->source = gscope_limit_source_new (f->workspace);
  gscope_scope_add_source (f->own, GSCOPE_SOURCE (f->source));
  gscope_source_start_async (GSCOPE_SOURCE (f->source), NULL, NULL, NULL);
  settle ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_source_stop_async (GSCOPE_SOURCE (f->source), NULL, NULL, NULL);
  settle ();
  g_object_unref (f->source);
  g_assert_finalize_object (f->own);
  g_object_unref (f->scope);
  g_assert_finalize_object (f->workspace);
  g_assert_finalize_object (f->clock);
}

/* Functions are polled in the main loop. */
static void
pass (Fixture *f, gint64 time)
{
  for (; time > 0; time -= 10 * MS)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * MS);
      settle ();
      gscope_scope_drain (f->scope);
      gscope_scope_drain (f->own);
    }
}

static GscopeSignal *
find (Fixture *f, const char *name)
{
  gscope_source_publish (GSCOPE_SOURCE (f->source));
  return gscope_scope_find_signal (f->own, name);
}

static double
get_latest (Fixture *f, const char *name)
{
  GscopeSample latest;

  g_assert_true (gscope_signal_get_latest (find (f, name), &latest));
  return latest.value;
}

/* The counts and the margin of a signal, with its unit, which a recording or a viewer has. */
static void
test_counts (Fixture *f, gconstpointer data)
{
  GscopeSignal *level = gscope_scope_add_buffered (f->scope, "level");
  g_autoptr (GscopeProducer) producer = NULL;

  gscope_signal_set_unit (level, "ms");
  gscope_workspace_set_limit (
      f->workspace, level, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 5 });
  producer = gscope_signal_create_producer (level);
  for (guint i = 0; i < 4; i++)
    {
      pass (f, 10 * MS);
      gscope_producer_push (producer, gscope_clock_get_time (f->clock), 2.0 * i);
    }
  pass (f, GSCOPE_SEC);
  g_assert_cmpfloat (get_latest (f, "limits/level/passed"), ==, 3);
  g_assert_cmpfloat (get_latest (f, "limits/level/failed"), ==, 1);
  g_assert_cmpfloat (get_latest (f, "limits/level/failures"), ==, 1);
  g_assert_cmpfloat (get_latest (f, "limits/level/missed"), ==, 0);
  g_assert_cmpfloat (get_latest (f, "limits/level/margin"), ==, -1);
  g_assert_cmpstr (gscope_signal_get_unit (find (f, "limits/level/margin")), ==, "ms");
  g_assert_cmpstr (gscope_signal_get_group_title (find (f, "limits/level/margin")), ==,
                   "level, ≤ 5 ms");
  g_assert_null (find (f, "limits/level/captures"));
}

/* A signal that no source has is offered, too: no sample was compared. */
static void
test_absent (Fixture *f, gconstpointer data)
{
  GscopeSample latest = { .value = NAN };

  pass (f, GSCOPE_SEC);
  g_assert_cmpfloat (get_latest (f, "limits/absent/passed"), ==, 0);
  gscope_signal_get_latest (find (f, "limits/absent/margin"), &latest);
  g_assert_true (isnan (latest.value));
}

/* Another limit has other signals, and a limit that goes takes its signals along. */
static void
test_changed (Fixture *f, gconstpointer data)
{
  GscopeSignal *level = gscope_scope_add_buffered (f->scope, "level");
  const GscopeLimitSettings mask = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                     .mask = (char *) "0 0 1, 1 0 1" };

  g_assert_nonnull (find (f, "limits/level/margin"));
  gscope_workspace_set_limit (f->workspace, level, &mask);
  g_assert_nonnull (find (f, "limits/level/failed-captures"));
  gscope_workspace_set_limit (f->workspace, level, NULL);
  g_assert_null (find (f, "limits/level/margin"));
  g_assert_nonnull (find (f, "limits/absent/margin"));
}

static guint
count_sources (GscopeScope *scope)
{
  return g_list_model_get_n_items (gscope_scope_get_sources (scope));
}

/* An agent offers the outcome once, and not beside another source of that name. */
static void
test_offered (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) other = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GscopeWorkspace) plain = gscope_workspace_new_from_data (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"delay-ms\": 0 } ] }", -1, NULL);
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeSource) taken = NULL;
  g_autoptr (GError) error = NULL;
  guint n = count_sources (other);

  gscope_workspace_instantiate (plain, registry, f->clock);
  g_assert_true (gscope_limit_source_offer (plain, other, NULL));
  g_assert_cmpuint (count_sources (other), ==, n);
  g_assert_true (gscope_limit_source_offer (f->workspace, other, NULL));
  g_assert_true (gscope_limit_source_offer (f->workspace, other, NULL));
  g_assert_cmpuint (count_sources (other), ==, n + 1);
  settle ();
  taken = g_list_model_get_item (gscope_scope_get_sources (other), n);
  g_assert_cmpint (gscope_source_get_state (taken), ==, GSCOPE_SOURCE_STATE_RUNNING);
  gscope_scope_remove_source (other, taken);
  gscope_scope_add_source (f->scope, taken);
  g_assert_false (gscope_limit_source_offer (f->workspace, other, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  gscope_scope_remove_source (f->scope, taken);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/limit-source/counts", test_counts);
  ADD ("/limit-source/absent", test_absent);
  ADD ("/limit-source/changed", test_changed);
  ADD ("/limit-source/offered", test_offered);
  return g_test_run ();
}
