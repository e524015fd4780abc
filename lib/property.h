/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* Properties that are declared once, with the functions that get and set them. Such a function takes the object, and returns
 * or takes a value of the type of the property, which stays with its owner. */

#define PROPERTY_GET(type) ((type (*) (gpointer)) (void (*) (void)) get) (object)
#define PROPERTY_SET(type, value)                                                                  \
  ((void (*) (gpointer, type)) (void (*) (void)) set) (object, value)

static inline void
property_get (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  gpointer get = g_param_spec_get_qdata (spec, g_quark_from_static_string ("gscope-get"));

  switch (G_TYPE_FUNDAMENTAL (spec->value_type))
    {
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, PROPERTY_GET (gboolean));
      break;
    case G_TYPE_ENUM:
      g_value_set_enum (value, PROPERTY_GET (int));
      break;
    case G_TYPE_INT:
      g_value_set_int (value, PROPERTY_GET (int));
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, PROPERTY_GET (guint));
      break;
    case G_TYPE_INT64:
      g_value_set_int64 (value, PROPERTY_GET (gint64));
      break;
    case G_TYPE_UINT64:
      g_value_set_uint64 (value, PROPERTY_GET (guint64));
      break;
    case G_TYPE_DOUBLE:
      g_value_set_double (value, PROPERTY_GET (double));
      break;
    case G_TYPE_STRING:
      g_value_set_string (value, PROPERTY_GET (const char *));
      break;
    case G_TYPE_BOXED:
      g_value_set_boxed (value, PROPERTY_GET (gconstpointer));
      break;
    case G_TYPE_VARIANT:
      g_value_set_variant (value, PROPERTY_GET (GVariant *));
      break;
    case G_TYPE_INTERFACE:
    case G_TYPE_OBJECT:
      g_value_set_object (value, PROPERTY_GET (gpointer));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static inline void
property_set (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  gpointer set = g_param_spec_get_qdata (spec, g_quark_from_static_string ("gscope-set"));

  switch (G_TYPE_FUNDAMENTAL (spec->value_type))
    {
    case G_TYPE_BOOLEAN:
      PROPERTY_SET (gboolean, g_value_get_boolean (value));
      break;
    case G_TYPE_ENUM:
      PROPERTY_SET (int, g_value_get_enum (value));
      break;
    case G_TYPE_INT:
      PROPERTY_SET (int, g_value_get_int (value));
      break;
    case G_TYPE_UINT:
      PROPERTY_SET (guint, g_value_get_uint (value));
      break;
    case G_TYPE_INT64:
      PROPERTY_SET (gint64, g_value_get_int64 (value));
      break;
    case G_TYPE_UINT64:
      PROPERTY_SET (guint64, g_value_get_uint64 (value));
      break;
    case G_TYPE_DOUBLE:
      PROPERTY_SET (double, g_value_get_double (value));
      break;
    case G_TYPE_STRING:
      PROPERTY_SET (const char *, g_value_get_string (value));
      break;
    case G_TYPE_BOXED:
      PROPERTY_SET (gconstpointer, g_value_get_boxed (value));
      break;
    case G_TYPE_INTERFACE:
    case G_TYPE_OBJECT:
      PROPERTY_SET (gpointer, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static inline void
property_install (GObjectClass *klass, guint id, GParamSpec *spec, GParamFlags flags, GCallback get,
                  GCallback set)
{
  klass->get_property = property_get;
  klass->set_property = property_set;
  spec->flags |= set ? flags : 0;
  g_param_spec_set_qdata (spec, g_quark_from_static_string ("gscope-get"), (gpointer) get);
  g_param_spec_set_qdata (spec, g_quark_from_static_string ("gscope-set"), (gpointer) set);
  g_object_class_install_property (klass, id, spec);
}

/* Lists of properties have the order of their lines. */
#define PROPERTY_INSTALL(klass, flags, type, name, get, set, ...)                                  \
  property_install (klass, __LINE__,                                                               \
                    g_param_spec_##type (name, NULL, NULL, ##__VA_ARGS__,                          \
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS),               \
                    flags, G_CALLBACK (get), G_CALLBACK (set))

/* Adds a property to a class. `set` is NULL for one that is only read; the last arguments are those of its specification
 * between texts and flags. A function that changes the property notifies of it. */
#define property_add(klass, type, name, get, set, ...)                                             \
  PROPERTY_INSTALL (klass, G_PARAM_WRITABLE | G_PARAM_EXPLICIT_NOTIFY, type, name, get, set,       \
                    ##__VA_ARGS__)

/* Adds a property that is set when the object is made. */
#define property_add_once(klass, type, name, get, set, ...)                                        \
  PROPERTY_INSTALL (klass, G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY, type, name, get, set,        \
                    ##__VA_ARGS__)
