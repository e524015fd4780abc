/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-options.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/net/tuple-address.h>
#include <gscope/source/demand.h>
#include <gscope/source/options.h>

enum
{
  MAX_ADDRESSES = 16,
};

GPtrArray *
gscope_tuple_options_read_addresses (GVariant *texts, GError **error)
{
  g_autoptr (GPtrArray) addresses =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_address_free);
  gsize n;
  g_autofree const char **all = g_variant_get_strv (texts, &n);

  if (n > MAX_ADDRESSES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("listen: there are more than %d addresses"), MAX_ADDRESSES);
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    {
      GscopeTupleAddress *address = gscope_tuple_address_parse (all[i], error);

      if (!address)
        return NULL;
      g_ptr_array_add (addresses, address);
    }
  return g_steal_pointer (&addresses);
}

/* Reads the addresses as a workspace does: each option by itself, invalid ones left out. */
static GPtrArray *
find_addresses (const GscopeSourceOption *listen, GVariant *options)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (options, listen->name, NULL);
  g_autoptr (GVariant) texts = value ? gscope_source_option_read (listen, value, NULL) : NULL;

  return texts ? gscope_tuple_options_read_addresses (texts, NULL) : NULL;
}

/* The default addresses are reachable only from this machine. */
void
gscope_tuple_options_list_demands (const GscopeSourceOption *listen, GVariant *options,
                                   GPtrArray *demands)
{
  g_autoptr (GPtrArray) addresses = options ? find_addresses (listen, options) : NULL;
  gboolean remote = FALSE;

  if (!addresses || !g_variant_lookup (options, "remote", "b", &remote) || !remote)
    return;
  for (guint i = 0; i < addresses->len; i++)
    {
      const GscopeTupleAddress *address = addresses->pdata[i];
      g_autofree char *text = gscope_tuple_address_describe (address, -1);

      if (!gscope_tuple_address_is_local (address))
        g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_LISTEN, text, NULL));
    }
}
