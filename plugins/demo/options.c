/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"
#include "wave.h"

#include <string.h>

static const char *const wave_names[] = { "sine",  "square", "saw",      "noise",
                                          "chirp", "pulse",  "follower", NULL };

const GscopeSourceOption demo_options[] = {
  { "signals", "as", "Signals", "The waves that it offers",
    "['sine', 'square', 'saw', 'noise', 'chirp', 'pulse', 'follower']", wave_names },
  { .name = NULL },
};

static gboolean
read_wave (GVariant *name, gboolean *offered, GError **error)
{
  g_autofree char *text = g_variant_print (name, FALSE);

  for (guint i = 0; i < DEMO_N_WAVES; i++)
    if (g_variant_is_of_type (name, G_VARIANT_TYPE_STRING)
        && g_str_equal (g_variant_get_string (name, NULL), demo_waves[i].name))
      return offered[i] = TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               "signals: %s is none; choose from sine, square, saw, noise, chirp, pulse, "
               "follower",
               text);
  return FALSE;
}

gboolean
demo_options_read_waves (GVariant *names, gboolean *offered, GError **error)
{
  if (!g_variant_is_of_type (names, G_VARIANT_TYPE_ARRAY))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   "signals: this is not an array of names, such as [\"sine\"]");
      return FALSE;
    }
  memset (offered, 0, DEMO_N_WAVES * sizeof *offered);
  for (gsize i = 0; i < g_variant_n_children (names); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (names, i);
      /* A workspace gives an array of anything, a program perhaps one of strings. */
      g_autoptr (GVariant) name = g_variant_is_of_type (child, G_VARIANT_TYPE_VARIANT)
                                      ? g_variant_get_variant (child)
                                      : g_variant_ref (child);

      if (!read_wave (name, offered, error))
        return FALSE;
    }
  return TRUE;
}
