/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Where messages reach many at once: an agent publishes the samples of a signal at an address, and viewers listen there.
 * Messages may be lost. Connections of a kind that can do this have an air. */
#define GSCOPE_TYPE_AIR (gscope_air_get_type ())
G_DECLARE_DERIVABLE_TYPE (GscopeAir, gscope_air, GSCOPE, AIR, GObject)

/* Gets a message; NULL if no more come, because listening is not allowed or too many came. */
typedef void (*GscopeAirFunc) (gpointer data, GBytes *message);

struct _GscopeAirClass
{
  GObjectClass parent_class;

  char *(*find_address) (GscopeAir *self, const char *source, const char *group, const char *name,
                         gint64 period);
  void (*publish) (GscopeAir *self, const char *address, GBytes *message);
  gsize (*get_unsent) (GscopeAir *self);
  void (*listen) (GscopeAir *self, const char *address, GscopeAirFunc func, gpointer data);
  void (*leave) (GscopeAir *self, const char *address, gpointer data);
};

/* Returns the address for the samples of a signal, of which every one comes if the period is 0 and otherwise the newest of
 * each period; NULL if there is none. */
char *gscope_air_find_address (GscopeAir *self, const char *source, const char *group,
                               const char *name, gint64 period);
void gscope_air_publish (GscopeAir *self, const char *address, GBytes *message);
/* Returns how many bytes of what was published wait in this process. */
gsize gscope_air_get_unsent (GscopeAir *self);
/* Calls a function for messages that are published from now on, until the data leaves. */
void gscope_air_listen (GscopeAir *self, const char *address, GscopeAirFunc func, gpointer data);
void gscope_air_leave (GscopeAir *self, const char *address, gpointer data);
/* Returns the broadcasts that are published there, by texts. */
GHashTable *gscope_air_get_broadcasts (GscopeAir *self);

G_END_DECLS
