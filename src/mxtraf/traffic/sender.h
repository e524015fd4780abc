/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "traffic/gate.h"

/* A class of TCP traffic at the server: listens, and writes to all who connect. */
typedef struct _MxtrafSender MxtrafSender;

MxtrafSender *mxtraf_sender_new (MxtrafClass class, MxtrafLoop *loop, MxtrafCounters *counters,
                                 TslPage *page, GError **error);
/* wanted: how many the client keeps connected, size: bytes of new connections. Connections beyond
 * the wanted are the client's to end. */
void mxtraf_sender_configure (MxtrafSender *self, gint64 wanted, gint64 size);
/* How the measured flow writes. */
void mxtraf_sender_set_gate (MxtrafSender *self, const MxtrafConfig *config);
/* For present and coming connections; errno says why not. */
gboolean mxtraf_sender_set_cc (MxtrafSender *self, const char *cc);
/* The same of the send buffer, in bytes; 0 for one that the kernel sizes. */
gboolean mxtraf_sender_set_buffer (MxtrafSender *self, gint64 size);
