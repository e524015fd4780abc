/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "traffic/gate.h"

/* Writes the content of the measured flow to its connection, in chunks through its gate: blocks, as
 * many as fit, the stream of a video, or the sends of a trace. */
typedef struct _MxtrafWriter MxtrafWriter;

/* watch is the handler of the connection's socket. */
MxtrafWriter *
mxtraf_writer_new (MxtrafWatch *watch, MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page);
void mxtraf_writer_free (MxtrafWriter *self);
void mxtraf_writer_configure (MxtrafWriter *self, const MxtrafConfig *config);
/* Writes like send(). After EAGAIN, the watch is called when to try again. */
gssize mxtraf_writer_write (MxtrafWriter *self);
