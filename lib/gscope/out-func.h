/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* A function of another language, with its data. */
typedef struct
{
  GCallback func;
  gpointer user_data;
  GDestroyNotify destroy;
} GscopeOutFunc;

static inline gpointer
gscope_out_func_new (GCallback func, gpointer user_data, GDestroyNotify destroy)
{
  GscopeOutFunc *self = g_new (GscopeOutFunc, 1);

  *self = (GscopeOutFunc){ func, user_data, destroy };
  return self;
}

static inline void
gscope_out_func_free (gpointer data)
{
  GscopeOutFunc *self = data;

  if (self->destroy)
    self->destroy (self->user_data);
  g_free (self);
}
