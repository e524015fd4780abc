/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/gscope.h>

/* A remote source whose connections a test makes: open() is called at each start; NULL refuses. */
typedef GIOStream *(*TestRemoteOpen) (gpointer user_data);

/* Of the texts that it shows. */
#define TEST_REMOTE_DOMAIN "gscope-test-remote"

#define TEST_TYPE_REMOTE (test_remote_get_type ())
G_DECLARE_FINAL_TYPE (TestRemote, test_remote, TEST, REMOTE, GscopeRemote)

GscopeSource *test_remote_new (const char *name, TestRemoteOpen open, gpointer user_data);
/* The same with carriers of any kind. */
typedef GscopeCarrier *(*CarrierRemoteOpen) (gpointer user_data);

#define CARRIER_TYPE_REMOTE (carrier_remote_get_type ())
G_DECLARE_FINAL_TYPE (CarrierRemote, carrier_remote, CARRIER, REMOTE, GscopeRemote)

GscopeSource *carrier_remote_new (const char *name, CarrierRemoteOpen open, gpointer user_data);

/* Two ends of a connection within the process. */
void make_stream_pair (GIOStream **one, GIOStream **other);
