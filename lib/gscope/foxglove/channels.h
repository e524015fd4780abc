/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/foxglove/channel.h>
#include <gscope/session/session.h>

/* The channels of an agent, one for each of its sources. An id is never used again. Changes of the sources change the channels
 * within a second: a source may get many signals one after the other. */
typedef struct _GscopeFoxgloveChannels GscopeFoxgloveChannels;

/* Called when there are other channels. */
typedef void (*GscopeFoxgloveChannelsFunc) (gpointer data);

GscopeFoxgloveChannels *
gscope_foxglove_channels_new (const GscopeSessionHost *agent, GscopeFoxgloveChannelsFunc func,
                              gpointer data);
void gscope_foxglove_channels_free (GscopeFoxgloveChannels *self);
/* Returns the channels, GscopeFoxgloveChannel. */
GPtrArray *gscope_foxglove_channels_get (GscopeFoxgloveChannels *self);
