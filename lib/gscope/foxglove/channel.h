/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>
#include <json-glib/json-glib.h>

/* A source as clients see it: a channel of JSON messages with a schema. A field is the newest value of a signal; the fields of a
 * group are an object in the message. A channel never changes: another one takes its place when the source has other signals. */

/* Most fields of a channel. */
#define GSCOPE_FOXGLOVE_MAX_FIELDS 4096

typedef struct
{
  GscopeSignal *signal;
  /* in quotes; of the object that has the field, and NULL if that is the message itself. Fields of one object are neighbours and
   * share the text. */
  const char *group;
  char *key;
} GscopeFoxgloveField;

/* Counted references. */
typedef struct
{
  guint32 id;
  GscopeScope *scope;
  GscopeSource *source;
  char *topic;
  char *schema;
  /* GscopeFoxgloveField */
  GArray *fields;
  /* the texts that fields share */
  GPtrArray *groups;
  /* signals beyond the limit, or for whose names there was no room */
  guint n_left_out;
} GscopeFoxgloveChannel;

GscopeFoxgloveChannel *
gscope_foxglove_channel_new (GscopeScope *scope, GscopeSource *source, guint32 id);
GscopeFoxgloveChannel *gscope_foxglove_channel_ref (GscopeFoxgloveChannel *self);
void gscope_foxglove_channel_unref (GscopeFoxgloveChannel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeFoxgloveChannel, gscope_foxglove_channel_unref)

/* Returns whether both are the same but for their ids. */
gboolean gscope_foxglove_channel_is_same (const GscopeFoxgloveChannel *self,
                                          const GscopeFoxgloveChannel *other);
/* Returns the description in the message “advertise”. */
JsonObject *gscope_foxglove_channel_describe (const GscopeFoxgloveChannel *self);
