/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "stores.h"

#include "units.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>

/* whole numbers that a double holds, and no other number that is rounded to them */
#define MAX_WHOLE ((G_GINT64_CONSTANT (1) << 53) - 1)
#define MAX_NUMBER 1e300

struct _PcpStores
{
  GscopeSource *source;
  PcpShow *show;
  GStrv chosen;
  /* of Store, by “METRIC INSTANCE” */
  GHashTable *stores;
  /* NULL while the source is not connected */
  WebClient *client;
  const char *host;
  guint32 context;
  /* of Write */
  GPtrArray *writes;
};

/* A value that can be stored. */
typedef struct
{
  GscopeParameter *parameter;
  char *metric;
  char *type;
  guint32 instance;
} Store;

/* A write that is under way: first the value is stored, then it is read back. */
typedef struct
{
  PcpStores *stores;
  GTask *task;
  char *key;
} Write;

static void
store_free (gpointer data)
{
  Store *store = data;

  g_object_unref (store->parameter);
  g_free (store->metric);
  g_free (store->type);
  g_free (store);
}

static void
write_free (gpointer data)
{
  Write *write = data;

  g_object_unref (write->task);
  g_free (write->key);
  g_free (write);
}

PcpStores *
pcp_stores_new (GscopeSource *source, PcpShow *show)
{
  PcpStores *self = g_new0 (PcpStores, 1);

  self->source = source;
  self->show = show;
  self->stores = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, store_free);
  self->writes = g_ptr_array_new_with_free_func (write_free);
  return self;
}

void
pcp_stores_free (PcpStores *self)
{
  pcp_stores_disconnect (self);
  g_strfreev (self->chosen);
  g_hash_table_unref (self->stores);
  g_ptr_array_unref (self->writes);
  g_free (self);
}

static gboolean
is_chosen (PcpStores *self, const char *metric)
{
  return self->chosen && g_strv_contains ((const char *const *) self->chosen, metric);
}

void
pcp_stores_choose (PcpStores *self, const char *const *metrics)
{
  GHashTableIter iter;
  gpointer item;

  g_strfreev (self->chosen);
  self->chosen = g_strdupv ((GStrv) metrics);
  g_hash_table_iter_init (&iter, self->stores);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    if (!is_chosen (self, ((Store *) item)->metric))
      {
        gscope_source_remove_parameter (self->source, ((Store *) item)->parameter);
        g_hash_table_iter_remove (&iter);
      }
}

void
pcp_stores_connect (PcpStores *self, WebClient *client, const char *host, guint32 context)
{
  self->client = client;
  self->host = host;
  self->context = context;
}

/* Values. */

static GVariant *
make_value (const char *type, const PcpValue *value)
{
  if (pcp_type_is_whole (type))
    return g_variant_new_int64 ((gint64) value->value);
  if (pcp_type_is_number (type))
    return g_variant_new_double (CLAMP (value->value, -MAX_NUMBER, MAX_NUMBER));
  return g_variant_new_string (value->text);
}

static gboolean
is_too_large (const char *type, const PcpValue *value)
{
  return pcp_type_is_whole (type) && fabs (value->value) > (double) MAX_WHOLE;
}

static gboolean
has_value (const char *type, const PcpValue *value)
{
  if (pcp_type_is_number (type))
    return isfinite (value->value) && !is_too_large (type, value);
  return g_str_equal (type, "string") && value->text;
}

static GscopeParameter *
create_parameter (const char *name, const char *type, const PcpValue *value)
{
  g_autoptr (GVariant) initial = g_variant_ref_sink (make_value (type, value));

  if (g_str_equal (type, "32"))
    return gscope_parameter_new_integer (name, G_MININT32, G_MAXINT32,
                                         g_variant_get_int64 (initial));
  if (g_str_equal (type, "u32"))
    return gscope_parameter_new_integer (name, 0, G_MAXUINT32, g_variant_get_int64 (initial));
  if (pcp_type_is_whole (type))
    return gscope_parameter_new_integer (name, type[0] == 'u' ? 0 : -MAX_WHOLE, MAX_WHOLE,
                                         g_variant_get_int64 (initial));
  if (pcp_type_is_number (type))
    return gscope_parameter_new_double (name, -MAX_NUMBER, MAX_NUMBER,
                                        g_variant_get_double (initial));
  return gscope_parameter_new_string (name, g_variant_get_string (initial, NULL));
}

static void
add_store (PcpStores *self, const char *key, const PcpMetric *metric, const PcpValue *value)
{
  gboolean is_single = value->instance == PCP_NO_INSTANCE;
  g_autofree char *text = is_single ? g_strdup (metric->name)
                                    : pcp_show_dup_instance (self->show, metric, value->instance);
  g_autofree char *name = web_make_name (self->source, is_single ? NULL : metric->name, text);
  g_autofree char *unit = pcp_unit_translate (metric->units, FALSE);
  g_autoptr (GscopeParameter) parameter = create_parameter (name, metric->type, value);
  Store *store;

  if (!is_single)
    gscope_parameter_set_group (parameter, metric->name);
  gscope_parameter_set_title (parameter, text);
  gscope_parameter_set_description (parameter, metric->help[0] ? metric->help : metric->name);
  gscope_parameter_set_unit (parameter, unit);
  if (!gscope_source_add_parameter (self->source, parameter, NULL))
    return;
  store = g_new0 (Store, 1);
  store->parameter = g_steal_pointer (&parameter);
  store->metric = g_strdup (metric->name);
  store->type = g_strdup (metric->type);
  store->instance = value->instance;
  g_hash_table_insert (self->stores, g_strdup (key), store);
}

static void
take_value (PcpStores *self, const PcpMetric *metric, const PcpValue *value)
{
  g_autofree char *key = g_strdup_printf ("%s %u", metric->name, value->instance);
  Store *store = g_hash_table_lookup (self->stores, key);

  /* the parameter would have another value */
  if (store && is_too_large (metric->type, value) && self->writes->len == 0)
    {
      gscope_source_remove_parameter (self->source, store->parameter);
      g_hash_table_remove (self->stores, key);
    }
  if (!has_value (metric->type, value))
    return;
  if (!store && g_hash_table_size (self->stores) < PCP_MAX_METRICS)
    add_store (self, key, metric, value);
  else if (store && g_str_equal (store->type, metric->type) && self->writes->len == 0)
    gscope_parameter_notice (store->parameter, make_value (store->type, value), NULL);
}

void
pcp_stores_take (PcpStores *self, const PcpFetch *fetch)
{
  for (guint i = 0; i < fetch->metrics->len; i++)
    {
      const PcpValues *values = fetch->metrics->pdata[i];
      const PcpMetric *metric = pcp_show_find (self->show, values->name);

      for (guint k = 0; metric && is_chosen (self, metric->name) && k < values->values->len; k++)
        take_value (self, metric, &g_array_index (values->values, PcpValue, k));
    }
}

/* Writes. */

void
pcp_stores_disconnect (PcpStores *self)
{
  self->client = NULL;
  while (self->writes->len > 0)
    {
      g_autoptr (GTask) task = g_object_ref (((Write *) self->writes->pdata[0])->task);

      g_ptr_array_remove_index (self->writes, 0);
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                               _ ("the connection ended before the server answered"));
    }
}

static void
fail (Write *write, const GError *error)
{
  g_autoptr (GTask) task = g_object_ref (write->task);

  g_ptr_array_remove (write->stores->writes, write);
  g_task_return_error (task, g_error_copy (error));
}

/* Returns the value that was read back. */
static GVariant *
find_value (const Store *store, const PcpFetch *fetch)
{
  for (guint i = 0; i < fetch->metrics->len; i++)
    {
      const PcpValues *values = fetch->metrics->pdata[i];

      for (guint k = 0; g_str_equal (values->name, store->metric) && k < values->values->len; k++)
        {
          const PcpValue *value = &g_array_index (values->values, PcpValue, k);

          if (value->instance == store->instance && has_value (store->type, value))
            return g_variant_ref_sink (make_value (store->type, value));
        }
    }
  return NULL;
}

static void
take_read_back (gpointer answer, const GError *error, gpointer data)
{
  Write *write = data;
  const Store *store = g_hash_table_lookup (write->stores->stores, write->key);
  g_autoptr (GTask) task = g_object_ref (write->task);
  GVariant *value = answer ? find_value (store, answer) : NULL;
  g_autoptr (GError) own = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                                        _ ("the value was stored, but cannot be read back"));

  if (!value)
    {
      fail (write, error ? error : own);
      return;
    }
  g_ptr_array_remove (write->stores->writes, write);
  g_task_return_pointer (task, value, (GDestroyNotify) g_variant_unref);
}

static const WebKind read_back = { pcp_fetch_read, pcp_fetch_free, take_read_back };

static void
take_stored (gpointer answer, const GError *error, gpointer data)
{
  Write *write = data;
  PcpStores *self = write->stores;
  const Store *store = g_hash_table_lookup (self->stores, write->key);
  g_autoptr (GString) target = NULL;

  if (!answer)
    {
      fail (write, error);
      return;
    }
  target = g_string_new (NULL);
  g_string_printf (target, "/pmapi/%u/fetch?", self->context);
  web_form_add (target, "names", store->metric);
  web_client_send (self->client, target->str, NULL, &read_back, write);
}

static const WebKind store_kind = { pcp_store_read, g_free, take_stored };

static const char *
find_key (PcpStores *self, GscopeParameter *parameter, const Store **store)
{
  GHashTableIter iter;
  gpointer key, item;

  g_hash_table_iter_init (&iter, self->stores);
  while (g_hash_table_iter_next (&iter, &key, &item))
    if (((Store *) item)->parameter == parameter)
      {
        *store = item;
        return key;
      }
  return NULL;
}

static char *
print_value (GVariant *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    return g_strdup_printf ("%" G_GINT64_FORMAT, g_variant_get_int64 (value));
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_strdup (g_ascii_dtostr (number, sizeof number, g_variant_get_double (value)));
  return g_variant_dup_string (value, NULL);
}

/* A store into an instance hides the other instances in its context. So it has a context of its own,
 * which lasts for a second. */
void
pcp_stores_apply_async (PcpStores *self, GscopeParameter *parameter, GVariant *value,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self->source, NULL, callback, user_data);
  g_autoptr (GString) target = g_string_new ("/pmapi/store?polltimeout=1");
  const Store *store = NULL;
  const char *key = find_key (self, parameter, &store);
  g_autofree char *text = print_value (value);
  Write *write;

  if (!self->client || !key)
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                               _ ("the source is not connected"));
      return;
    }
  if (self->host[0])
    web_form_add (target, "hostspec", self->host);
  web_form_add (target, "name", store->metric);
  web_form_add (target, "value", text);
  if (store->instance != PCP_NO_INSTANCE)
    g_string_append_printf (target, "&instance=%u", store->instance);
  write = g_new0 (Write, 1);
  write->stores = self;
  write->task = g_steal_pointer (&task);
  write->key = g_strdup (key);
  g_ptr_array_add (self->writes, write);
  web_client_send (self->client, target->str, NULL, &store_kind, write);
}
