/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/demand.h>
#include <stdlib.h>
#include <string.h>

/* A workspace passes an array of variants, a program may pass an array of one type. */
static GVariant *
get_element (GVariant *array, gsize i)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (array, i);

  return g_variant_is_of_type (child, G_VARIANT_TYPE_VARIANT) ? g_variant_get_variant (child)
                                                              : g_steal_pointer (&child);
}

GPtrArray *
proc_options_read_probes (GVariant *array, GError **error)
{
  g_autoptr (GPtrArray) probes = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_probe_free);
  gsize n = g_variant_n_children (array);

  if (n > PROC_MAX_SIGNALS)
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
          _ ("signals: %zu are more than the maximum of %d; split them among several sources"), n,
          PROC_MAX_SIGNALS);
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) options = get_element (array, i);
      ProcProbe *probe;

      if (!g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT))
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("signals[%zu]: it is not an object; write { \"name\": …, \"file\": … }"),
                       i);
          return NULL;
        }
      probe = proc_probe_new (options, error);
      if (!probe)
        {
          g_prefix_error (error, "signals[%zu].", i);
          return NULL;
        }
      g_ptr_array_add (probes, probe);
    }
  return g_steal_pointer (&probes);
}

gboolean
proc_options_check_root (const char *root, GError **error)
{
  if (g_path_is_absolute (root))
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("root: it is not the absolute path of a directory; write a path such as \"/proc\""));
  return FALSE;
}

/* A link, such as /proc/self/cwd, may lead anywhere, and the target of a missing link is
 * unknown. */
static gboolean
is_of_kernel (const char *path)
{
  g_autofree char *real = realpath (path, NULL);
  const char *at = real ? real : "";

  return g_str_has_prefix (at, "/proc/") || g_str_has_prefix (at, "/sys/")
         || g_str_equal (at, "/proc") || g_str_equal (at, "/sys");
}

static void
add_demand (GPtrArray *demands, const char *path)
{
  if (!is_of_kernel (path))
    g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_OPEN, path, NULL));
}

/* Reads each option separately, as a workspace does, and ignores invalid ones. */
void
proc_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  g_autoptr (GVariant) signals = options ? g_variant_lookup_value (options, "signals", NULL) : NULL;
  g_autoptr (GPtrArray) probes = NULL;
  const char *root = "/proc";

  if (options && (!g_variant_lookup (options, "root", "&s", &root) || !g_path_is_absolute (root)))
    root = "/proc";
  if (signals && g_variant_is_of_type (signals, G_VARIANT_TYPE_ARRAY))
    probes = proc_options_read_probes (signals, NULL);
  add_demand (demands, root);
  for (guint i = 0; probes && i < probes->len; i++)
    {
      const ProcProbe *probe = probes->pdata[i];
      g_autofree char *path = g_path_is_absolute (probe->file)
                                  ? g_strdup (probe->file)
                                  : g_build_filename (root, probe->file, NULL);

      add_demand (demands, path);
    }
}
