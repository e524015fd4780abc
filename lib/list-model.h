/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Returns a reference to an item of an array of objects; NULL if there is none at the position. */
static inline gpointer
list_model_ref_item (GPtrArray *items, guint position)
{
  return position < items->len ? g_object_ref (items->pdata[position]) : NULL;
}

/* Defines a final type of objects whose member is an array of other objects, which they show as a list model. Who changes the
 * array calls g_list_model_items_changed(). */
#define LIST_MODEL_DEFINE(Type, type, item_type, member)                                           \
  static GType type##_get_item_type (GListModel *model)                                            \
  {                                                                                                \
    return item_type;                                                                              \
  }                                                                                                \
                                                                                                   \
  static guint type##_get_n_items (GListModel *model)                                              \
  {                                                                                                \
    return ((Type *) model)->member->len;                                                          \
  }                                                                                                \
                                                                                                   \
  static gpointer type##_get_item (GListModel *model, guint position)                              \
  {                                                                                                \
    return list_model_ref_item (((Type *) model)->member, position);                               \
  }                                                                                                \
                                                                                                   \
  static void type##_init_model (GListModelInterface *model)                                       \
  {                                                                                                \
    model->get_item_type = type##_get_item_type;                                                   \
    model->get_n_items = type##_get_n_items;                                                       \
    model->get_item = type##_get_item;                                                             \
  }                                                                                                \
                                                                                                   \
  G_DEFINE_FINAL_TYPE_WITH_CODE (Type, type, G_TYPE_OBJECT,                                        \
                                 G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, type##_init_model))
