/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/fake-air.h"

struct _FakeAir
{
  GscopeAir parent_instance;

  /* GscopeAirFunc by data */
  GHashTable *listeners;
  guint n_published;
};

G_DEFINE_FINAL_TYPE (FakeAir, fake_air, GSCOPE_TYPE_AIR)

static char *
fake_air_find_address (GscopeAir *air, const char *source, const char *group, const char *name,
                       gint64 period)
{
  return g_strdup (name);
}

static void
fake_air_publish (GscopeAir *air, const char *address, GBytes *message)
{
  FAKE_AIR (air)->n_published++;
}

static gsize
fake_air_get_unsent (GscopeAir *air)
{
  return 0;
}

static void
fake_air_listen (GscopeAir *air, const char *address, GscopeAirFunc func, gpointer data)
{
  g_hash_table_insert (FAKE_AIR (air)->listeners, data, (gpointer) func);
}

static void
fake_air_leave (GscopeAir *air, const char *address, gpointer data)
{
  g_hash_table_remove (FAKE_AIR (air)->listeners, data);
}

static void
fake_air_finalize (GObject *object)
{
  g_hash_table_unref (FAKE_AIR (object)->listeners);
  G_OBJECT_CLASS (fake_air_parent_class)->finalize (object);
}

static void
fake_air_class_init (FakeAirClass *klass)
{
  GscopeAirClass *air_class = GSCOPE_AIR_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fake_air_finalize;
  air_class->find_address = fake_air_find_address;
  air_class->publish = fake_air_publish;
  air_class->get_unsent = fake_air_get_unsent;
  air_class->listen = fake_air_listen;
  air_class->leave = fake_air_leave;
}

static void
fake_air_init (FakeAir *self)
{
  self->listeners = g_hash_table_new (NULL, NULL);
}

FakeAir *
fake_air_new (void)
{
  return g_object_new (FAKE_TYPE_AIR, NULL);
}

guint
fake_air_count (FakeAir *self)
{
  return self->n_published;
}

void
fake_air_tell (FakeAir *self, GBytes *message)
{
  g_autoptr (FakeAir) kept = g_object_ref (self);
  g_autoptr (GList) listeners = g_hash_table_get_keys (self->listeners);

  for (GList *item = listeners; item; item = item->next)
    {
      GscopeAirFunc func = (GscopeAirFunc) g_hash_table_lookup (self->listeners, item->data);

      if (func)
        func (item->data, message);
    }
}
