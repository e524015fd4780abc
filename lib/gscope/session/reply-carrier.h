/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>

G_BEGIN_DECLS

/* A carrier of answers alone, for a request that has no connection: each message that is sent is given to a function, from
 * within the send. */
#define GSCOPE_TYPE_REPLY_CARRIER (gscope_reply_carrier_get_type ())
G_DECLARE_FINAL_TYPE (GscopeReplyCarrier, gscope_reply_carrier, GSCOPE, REPLY_CARRIER,
                      GscopeCarrier)

typedef void (*GscopeReplyFunc) (gpointer data, GBytes *message);

GscopeCarrier *gscope_reply_carrier_new (GscopeReplyFunc func, gpointer data);

G_END_DECLS
