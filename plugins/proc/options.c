/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/demand.h>
#include <stdlib.h>
#include <string.h>

static const char *const entries[] = { "cpu",     "cpu-times", "load",       "memory",
                                       "network", "disk",      "interrupts", NULL };

const GscopeSourceOption proc_source_options[] = {
  { "entries", "as", N_ ("Readings"), N_ ("Which files of the kernel are read"),
    "['cpu', 'load', 'memory', 'network', 'disk']", .choices = entries },
  { "root", "s", N_ ("Directory"), N_ ("Where the kernel's files are"), .initial = "'/proc'" },
  { .name = NULL },
};

static gboolean
choose_entry (ProcOptions *self, const char *name)
{
  gboolean found = FALSE;

  for (guint i = 0; i < PROC_N_SECTIONS; i++)
    if (g_str_equal (proc_sections[i].entry, name))
      found = self->sections[i] = TRUE;
  return found;
}

ProcOptions *
proc_options_new (void)
{
  ProcOptions *self = g_new0 (ProcOptions, 1);

  self->root = g_strdup ("/proc");
  self->probes = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_probe_free);
  for (guint i = 0; proc_default_entries[i]; i++)
    choose_entry (self, proc_default_entries[i]);
  return self;
}

void
proc_options_free (ProcOptions *self)
{
  g_free (self->root);
  g_ptr_array_unref (self->probes);
  g_free (self);
}

/* A workspace gives an array of anything, a program perhaps one of a type. */
static GVariant *
get_element (GVariant *array, gsize i)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (array, i);

  return g_variant_is_of_type (child, G_VARIANT_TYPE_VARIANT) ? g_variant_get_variant (child)
                                                              : g_steal_pointer (&child);
}

static gboolean
read_entry (ProcOptions *self, GVariant *name, GError **error)
{
  g_autofree char *text = g_variant_print (name, FALSE);

  if (g_variant_is_of_type (name, G_VARIANT_TYPE_STRING)
      && choose_entry (self, g_variant_get_string (name, NULL)))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               "entries: %s is none; choose from cpu, cpu-times, load, memory, network, disk, "
               "interrupts",
               text);
  return FALSE;
}

static gboolean
read_entries (ProcOptions *self, GVariant *array, GError **error)
{
  memset (self->sections, 0, sizeof self->sections);
  for (gsize i = 0; i < g_variant_n_children (array); i++)
    {
      g_autoptr (GVariant) name = get_element (array, i);

      if (!read_entry (self, name, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_probes (ProcOptions *self, GVariant *array, GError **error)
{
  g_autoptr (GPtrArray) probes = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_probe_free);
  gsize n = g_variant_n_children (array);

  if (n > PROC_MAX_SIGNALS)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   "signals: %zu are more than %d; split them among sources", n, PROC_MAX_SIGNALS);
      return FALSE;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) options = get_element (array, i);
      ProcProbe *probe;

      if (!g_variant_is_of_type (options, G_VARIANT_TYPE_VARDICT))
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       "signals[%zu]: this is not an object of options", i);
          return FALSE;
        }
      probe = proc_probe_new (options, error);
      if (!probe)
        {
          g_prefix_error (error, "signals[%zu].", i);
          return FALSE;
        }
      g_ptr_array_add (probes, probe);
    }
  g_ptr_array_unref (self->probes);
  self->probes = g_steal_pointer (&probes);
  return TRUE;
}

static gboolean
read_root (ProcOptions *self, GVariant *value, GError **error)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
      || !g_path_is_absolute (g_variant_get_string (value, NULL)))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   "root: this is not the path of a directory, such as \"/proc\"");
      return FALSE;
    }
  g_free (self->root);
  self->root = g_variant_dup_string (value, NULL);
  return TRUE;
}

static gboolean
read_option (ProcOptions *self, const char *name, GVariant *value, GError **error)
{
  gboolean is_entries = g_str_equal (name, "entries");

  if (g_str_equal (name, "root"))
    return read_root (self, value, error);
  if (!is_entries && !g_str_equal (name, "signals"))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   "there is no option “%s”; there are: entries, root, signals", name);
      return FALSE;
    }
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_ARRAY))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: this is not an array", name);
      return FALSE;
    }
  return (is_entries ? read_entries : read_probes) (self, value, error);
}

gboolean
proc_options_read (ProcOptions *self, GVariant *options, GError **error)
{
  GVariantIter iter;
  const char *name;
  GVariant *child;

  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &child))
    {
      g_autoptr (GVariant) value = child;

      if (!read_option (self, name, value, error))
        return FALSE;
    }
  return TRUE;
}

/* A link, such as /proc/self/cwd, may lead anywhere, and nobody knows where one leads that is not there
 * yet. */
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
    g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_OPEN, path));
}

/* A workspace takes each option by itself. */
void
proc_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  ProcOptions *self = proc_options_new ();
  GVariantIter iter;
  const char *name;
  GVariant *value;

  if (options)
    {
      g_variant_iter_init (&iter, options);
      while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
        if (!read_option (self, name, value, NULL))
          g_debug ("the option “%s” of proc is not valid", name);
    }
  add_demand (demands, self->root);
  for (guint i = 0; i < self->probes->len; i++)
    {
      const ProcProbe *probe = self->probes->pdata[i];
      g_autofree char *path = g_path_is_absolute (probe->file)
                                  ? g_strdup (probe->file)
                                  : g_build_filename (self->root, probe->file, NULL);

      add_demand (demands, path);
    }
  proc_options_free (self);
}
