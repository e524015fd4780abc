/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "support/nats-client.h"

#include <gscope/carrier/carrier.h>
#include <libsoup/soup.h>

/* Connections of each kind of carrier within the process. */
typedef enum
{
  CARRIER_STREAM,
  CARRIER_PIPES,
  CARRIER_WEB_SOCKET,
  CARRIER_WEB_SOCKET_TLS,
  /* over a server in another process, for which benchmarks have no bar */
  CARRIER_NATS,
} CarrierKind;

#define N_CARRIER_KINDS (CARRIER_NATS + 1)

typedef struct
{
  CarrierKind kind;
  GSocketService *listener;
  SoupServer *server;
  GTlsCertificate *certificate;
  char *uri;
  GSocketClient *client;
  /* of both ends, at a server of the bed’s own */
  NatsBed nats;
  GscopeNatsBus *far_bus;
  GscopeNatsBus *near_bus;
  GscopeCarrier *far;
  GscopeCarrier *near;
} CarrierBed;

const char *carrier_kind_get_name (CarrierKind kind);
/* Returns FALSE, and skips the test, if this machine does not have what the kind needs. */
gboolean carrier_bed_set_up (CarrierBed *self, CarrierKind kind);
void carrier_bed_tear_down (CarrierBed *self);

/* Makes both ends: “far” is the end of the server. */
void carrier_bed_connect (CarrierBed *self);
/* For connections that are a stream of bytes. Makes the far end, and returns the stream of the near end. After the
 * handshake, nothing but `data` is sent on it. */
GIOStream *carrier_bed_connect_raw (CarrierBed *self, const void *data, gsize size);
/* Returns the bytes by which a client sends a message. */
GByteArray *carrier_bed_wrap (CarrierBed *self, const void *data, gsize size);
/* Returns the bytes that announce a message of a length. */
GByteArray *carrier_bed_announce (CarrierBed *self, guint32 length);
void carrier_bed_write (GIOStream *stream, const void *data, gsize size);
