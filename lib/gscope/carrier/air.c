/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/air.h>

typedef struct
{
  GHashTable *broadcasts;
} GscopeAirPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeAir, gscope_air, G_TYPE_OBJECT)

static GscopeAirPrivate *
get_private (gpointer self)
{
  return gscope_air_get_instance_private (self);
}

static void
gscope_air_finalize (GObject *object)
{
  g_hash_table_unref (get_private (object)->broadcasts);
  G_OBJECT_CLASS (gscope_air_parent_class)->finalize (object);
}

static void
gscope_air_class_init (GscopeAirClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_air_finalize;
}

static void
gscope_air_init (GscopeAir *self)
{
  get_private (self)->broadcasts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

GHashTable *
gscope_air_get_broadcasts (GscopeAir *self)
{
  return get_private (self)->broadcasts;
}

char *
gscope_air_find_address (GscopeAir *self, const char *source, const char *group, const char *name,
                         gint64 period)
{
  return GSCOPE_AIR_GET_CLASS (self)->find_address (self, source, group, name, period);
}

void
gscope_air_publish (GscopeAir *self, const char *address, GBytes *message)
{
  GSCOPE_AIR_GET_CLASS (self)->publish (self, address, message);
}

gsize
gscope_air_get_unsent (GscopeAir *self)
{
  return GSCOPE_AIR_GET_CLASS (self)->get_unsent (self);
}

void
gscope_air_listen (GscopeAir *self, const char *address, GscopeAirFunc func, gpointer data)
{
  GSCOPE_AIR_GET_CLASS (self)->listen (self, address, func, data);
}

void
gscope_air_leave (GscopeAir *self, const char *address, gpointer data)
{
  GSCOPE_AIR_GET_CLASS (self)->leave (self, address, data);
}
