/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

#include <tsl/page/page.h>

/* A class of TCP traffic at the server: listens, and writes to all connections. */
typedef struct _MxtrafSender MxtrafSender;

MxtrafSender *mxtraf_sender_new (MxtrafClass class, MxtrafLoop *loop, MxtrafCounters *counters,
                                 TslPage *page, GError **error);
/* wanted is the number of flows that the client keeps connected; size is the number of bytes of
 * each new connection. The client closes excess connections. */
void mxtraf_sender_configure (MxtrafSender *self, gint64 wanted, gint64 size);
/* Sets what the measured flow sends, and how it writes. */
void mxtraf_sender_set_content (MxtrafSender *self, const MxtrafConfig *config);
/* Sets the congestion control of present and future connections. Returns FALSE with errno on
 * failure. */
gboolean mxtraf_sender_set_cc (MxtrafSender *self, const char *cc);
/* Sets the size of the send buffers of present and future connections, in bytes; 0 for automatic
 * sizing by the kernel. Returns FALSE with errno on failure. */
gboolean mxtraf_sender_set_buffer (MxtrafSender *self, gint64 size);
