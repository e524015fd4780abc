/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <web-source/client.h>

#include "show.h"

/* Metrics of a host as parameters, which are stored there. Main context. */
typedef struct _PcpStores PcpStores;

PcpStores *pcp_stores_new (GscopeSource *source, PcpShow *show);
void pcp_stores_free (PcpStores *self);

/* Sets which metrics are parameters. Others are removed. */
void pcp_stores_choose (PcpStores *self, const char *const *metrics);
/* Sets whom to ask, with the host and the number of a context, until pcp_stores_disconnect(). */
void pcp_stores_connect (PcpStores *self, WebClient *client, const char *host, guint32 context);
/* Writes that were not answered fail. */
void pcp_stores_disconnect (PcpStores *self);
/* Adds parameters for the chosen metrics that have values, and notices the values of the others. */
void pcp_stores_take (PcpStores *self, const PcpFetch *fetch);

/* Implement apply_async and apply_finish of the source. */
void pcp_stores_apply_async (PcpStores *self, GscopeParameter *parameter, GVariant *value,
                             GAsyncReadyCallback callback, gpointer user_data);
