/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "farm.h"

#include "bench.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>
#include <gscope-test/await.h>

char *
farm_get_address (const char *folder, guint i)
{
  return g_strdup_printf ("unix:%s/%u", folder, i);
}

static gpointer
run_loop (gpointer data)
{
  g_main_loop_run (g_main_loop_new (NULL, FALSE));
  return NULL;
}

static void
add_signals (GscopeSource *source, double *values)
{
  for (guint i = 0; i < FARM_N_SIGNALS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);
      g_autoptr (GscopeSignal) signal = gscope_signal_new_double (name, &values[i]);

      gscope_source_add_signal (source, signal, NULL);
    }
}

gboolean
farm_prepare (gpointer data)
{
  const Farm *farm = data;

  for (guint i = 0; i < farm->n_scopes; i++)
    {
      GscopeScope *scope = gscope_scope_new ();
      GscopeSource *source = GSCOPE_SOURCE (scripted_source_new ("lab"));
      g_autofree char *address = farm_get_address (farm->folder, i);

      gscope_scope_set_period (scope, farm->period);
      add_signals (source, g_new0 (double, FARM_N_SIGNALS));
      gscope_scope_add_source (scope, source);
      gscope_scope_start (scope);
      if (farm->is_offered && !gscope_agent_new (scope, address, NULL))
        return FALSE;
    }
  g_thread_unref (g_thread_new ("agents", run_loop, NULL));
  return TRUE;
}

void
farm_remove (const char *folder, guint n_sockets)
{
  for (guint i = 0; i < n_sockets; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u", folder, i);

      g_unlink (path);
    }
  g_rmdir (folder);
}

GscopeSource *
farm_connect (GscopeScope *scope, const char *name, const char *address, const char *offered)
{
  g_autoptr (GscopeSource) source =
      gscope_registry_create (gscope_registry_get_default (), "agent", name, NULL, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", address);
  g_variant_dict_insert (&dict, "source", "s", offered);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  gscope_source_configure (source, options, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (scope, source);
  gscope_source_start_async (source, NULL, gscope_test_keep_result, &result);
  gscope_source_start_finish (source, gscope_test_await (&result), &error);
  g_assert_no_error (error);
  return source;
}

void
farm_lease_all (GscopeScope *scope)
{
  GListModel *signals = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      gscope_signal_lease (signal, 0);
    }
}

double
farm_write (GscopeParameter *parameter, double value)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) read_back = NULL;
  g_autoptr (GError) error = NULL;
  double begin = bench_wall ();

  gscope_parameter_write_async (parameter, g_variant_new_double (value), "bench", NULL,
                                gscope_test_keep_result, &result);
  read_back = gscope_parameter_write_finish (parameter, gscope_test_await (&result), &error);
  g_assert_no_error (error);
  return bench_wall () - begin;
}

static gboolean
on_second (gpointer data)
{
  ++*(guint *) data;
  return G_SOURCE_CONTINUE;
}

void
farm_run (guint seconds)
{
  guint n = 0, timer = g_timeout_add_seconds (1, on_second, &n);

  while (n < seconds)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
}
