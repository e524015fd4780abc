/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-options.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/net/tuple-address.h>
#include <gscope/net/tuple-opening.h>
#include <gscope/net/tuple-server.h>
#include <gscope/source/demand.h>

#define NAMES "listen, remote, token, clients, names, all-names, rate"
/* A fifth of what a core can take. */
#define DEFAULT_RATE 5000000

enum
{
  DEFAULT_CLIENTS = 1024,
  DEFAULT_NAMES = 256,
  DEFAULT_ALL_NAMES = 4096,
  MAX_ADDRESSES = 16,
};

const GscopeSourceOption gscope_tuple_source_options[] = {
  { "listen", "as", N_ ("Addresses"),
    N_ ("Where it takes tuples: tcp:PORT, tcp:HOST:PORT, udp:HOST:PORT, unix:PATH or stdin, with "
        "commas between them"),
    .initial = "['tcp:17333']" },
  { "remote", "b", N_ ("Other Machines"), N_ ("Accept tuples from other machines"),
    .initial = "false" },
  { "token", "s", N_ ("Token"),
    N_ ("Token that a client must send first, as the line #token TOKEN; empty for no token"),
    .initial = "''" },
  { "clients", "x", N_ ("Clients"), N_ ("How many may be connected"), .initial = "1024" },
  { "names", "x", N_ ("Names of a Client"), N_ ("How many signals one client may make"),
    .initial = "256" },
  { "all-names", "x", N_ ("Names of All"), N_ ("How many signals all clients may make together"),
    .initial = "4096" },
  { "rate", "x", N_ ("Tuples a Second"), N_ ("How many one client may send; 0 for any number"),
    .initial = "5000000" },
  { .name = NULL },
};

static GPtrArray *
new_addresses (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_address_free);
}

void
gscope_tuple_options_init (GscopeTupleOptions *self)
{
  g_autofree char *address = g_strdup_printf ("tcp:%d", GSCOPE_TUPLE_PORT);

  *self = (GscopeTupleOptions){
    .addresses = new_addresses (),
    .clients = DEFAULT_CLIENTS,
    .all_names = DEFAULT_ALL_NAMES,
    .limits = { .names = DEFAULT_NAMES, .rate = DEFAULT_RATE },
  };
  g_ptr_array_add (self->addresses, gscope_tuple_address_parse (address, NULL));
}

void
gscope_tuple_options_clear (GscopeTupleOptions *self)
{
  g_ptr_array_unref (self->addresses);
  g_free (self->token);
}

static gboolean
refuse (const char *name, const char *reason, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: %s", name, reason);
  return FALSE;
}

static gboolean
read_address (GPtrArray *addresses, GVariant *value, GError **error)
{
  /* A workspace gives an array of anything, a program perhaps one of strings. */
  g_autoptr (GVariant) text = g_variant_is_of_type (value, G_VARIANT_TYPE_VARIANT)
                                  ? g_variant_get_variant (value)
                                  : g_variant_ref (value);
  GscopeTupleAddress *address;

  if (!g_variant_is_of_type (text, G_VARIANT_TYPE_STRING))
    return refuse ("listen", "an address is a text, such as \"tcp:17333\"", error);
  address = gscope_tuple_address_parse (g_variant_get_string (text, NULL), error);
  if (!address)
    return FALSE;
  g_ptr_array_add (addresses, address);
  return TRUE;
}

static gboolean
read_listen (GscopeTupleOptions *self, GVariant *value, GError **error)
{
  g_autoptr (GPtrArray) addresses = new_addresses ();
  gboolean is_one = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING);

  if (!is_one && !g_variant_is_of_type (value, G_VARIANT_TYPE_ARRAY))
    return refuse ("listen", "this is no array of addresses, such as [\"tcp:17333\"]", error);
  if (is_one && !read_address (addresses, value, error))
    return FALSE;
  if (!is_one && g_variant_n_children (value) > MAX_ADDRESSES)
    return refuse ("listen", "there are more than 16 addresses", error);
  for (gsize i = 0; !is_one && i < g_variant_n_children (value); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (value, i);

      if (!read_address (addresses, child, error))
        return FALSE;
    }
  g_ptr_array_unref (self->addresses);
  self->addresses = g_steal_pointer (&addresses);
  return TRUE;
}

static gboolean
read_number (const char *name, GVariant *value, guint64 least, guint64 most, guint64 *number,
             GError **error)
{
  gint64 given = -1;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    given = g_variant_get_int64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT32))
    given = g_variant_get_int32 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32))
    given = g_variant_get_uint32 (value);
  if (given >= (gint64) least && given <= (gint64) most)
    {
      *number = given;
      return TRUE;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               "%s: this is no whole number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, name,
               least, most);
  return FALSE;
}

static gboolean
read_count (const char *name, GVariant *value, guint most, guint *count, GError **error)
{
  guint64 number;

  if (!read_number (name, value, 1, most, &number, error))
    return FALSE;
  *count = number;
  return TRUE;
}

static gboolean
read_token (GscopeTupleOptions *self, GVariant *value, GError **error)
{
  const char *token;

  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return refuse ("token", "this is no text", error);
  token = g_variant_get_string (value, NULL);
  if (!gscope_tuple_opening_check_token (token, error))
    return FALSE;
  g_free (self->token);
  self->token = g_strdup (token);
  self->limits.token = self->token;
  return TRUE;
}

static gboolean
read_option (GscopeTupleOptions *self, const char *name, GVariant *value, GError **error)
{
  if (g_str_equal (name, "listen"))
    return read_listen (self, value, error);
  if (g_str_equal (name, "token"))
    return read_token (self, value, error);
  if (g_str_equal (name, "clients"))
    return read_count (name, value, 65536, &self->clients, error);
  if (g_str_equal (name, "names"))
    return read_count (name, value, 65536, &self->limits.names, error);
  if (g_str_equal (name, "all-names"))
    return read_count (name, value, 1 << 20, &self->all_names, error);
  if (g_str_equal (name, "rate"))
    return read_number (name, value, 0, G_MAXINT64, &self->limits.rate, error);
  if (!g_str_equal (name, "remote"))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   "there is no option “%s”; there are: " NAMES, name);
      return FALSE;
    }
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return refuse (name, "this is neither true nor false", error);
  self->remote = g_variant_get_boolean (value);
  return TRUE;
}

gboolean
gscope_tuple_options_read (GscopeTupleOptions *self, GVariant *options, GError **error)
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

/* As a workspace does it: each option by itself. */
static void
read_what_is_valid (GscopeTupleOptions *self, GVariant *options)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  if (!options)
    return;
  g_variant_iter_init (&iter, options);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    if (!read_option (self, name, value, NULL))
      g_debug ("the option “%s” of a tuple server is not valid", name);
}

void
gscope_tuple_options_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  GscopeTupleOptions self;

  gscope_tuple_options_init (&self);
  read_what_is_valid (&self, options);
  for (guint i = 0; i < self.addresses->len && self.remote; i++)
    {
      const GscopeTupleAddress *address = self.addresses->pdata[i];
      g_autofree char *text = gscope_tuple_address_describe (address, -1);

      if (!gscope_tuple_address_is_local (address))
        g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_LISTEN, text));
    }
  gscope_tuple_options_clear (&self);
}
