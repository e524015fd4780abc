/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/conditions.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Returns what follows a key on a line of a file of /proc. */
static char *
read_line (const char *path, const char *key)
{
  g_autofree char *text = NULL;
  const char *line, *value;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  line = strstr (text, key);
  value = line ? strchr (line, ':') : NULL;
  return value ? g_strstrip (g_strndup (value + 1, strcspn (value + 1, "\n"))) : NULL;
}

double
gscope_experiment_conditions_get_load (void)
{
  g_autofree char *text = NULL;

  return g_file_get_contents ("/proc/loadavg", &text, NULL, NULL) ? g_ascii_strtod (text, NULL)
                                                                  : NAN;
}

static void
insert (GVariantDict *dict, const char *name, const char *text)
{
  if (text)
    g_variant_dict_insert (dict, name, "s", text);
}

static const char *
describe_rights (void)
{
  g_autofree char *effective = read_line ("/proc/self/status", "CapEff");

  if (geteuid () == 0)
    return "root";
  return effective && g_ascii_strtoull (effective, NULL, 16) > 0 ? "some capabilities" : "none";
}

GVariant *
gscope_experiment_conditions_new (void)
{
  g_autofree char *processor = read_line ("/proc/cpuinfo", "model name");
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format_iso8601 (now);
  g_autofree char *kernel = NULL;
  struct utsname name;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  if (uname (&name) == 0)
    kernel = g_strdup_printf ("%s %s %s", name.sysname, name.release, name.machine);
  insert (&dict, "kernel", kernel);
  insert (&dict, "processor", processor);
  g_variant_dict_insert (&dict, "processors", "x", (gint64) g_get_num_processors ());
  g_variant_dict_insert (&dict, "load", "d", gscope_experiment_conditions_get_load ());
  insert (&dict, "rights", describe_rights ());
  insert (&dict, "date", date);
  insert (&dict, "program", "gscope " GSCOPE_VERSION);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}
