/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/loop.h"

#include <glib.h>

/* The server's end of a connection of a web client: reads requests, and answers each with a file. A client of HTTP/1.1 keeps the
 * connection for further requests. Its calls for a request are recv, open, fstat, send, sendfile and close. */
typedef struct _MxtrafWeb MxtrafWeb;

/* Creates an empty file in memory. Returns its descriptor, or -1 with errno. */
int mxtraf_web_create_file (void);
gboolean mxtraf_web_resize_file (int file, gint64 size);

/* file must stay open. */
MxtrafWeb *mxtraf_web_new (MxtrafLoop *loop, int file);
void mxtraf_web_free (MxtrafWeb *self);
/* Goes on as far as the connection is ready. Returns the events that it waits for; 0 at its end; -1 with errno on failure. */
int mxtraf_web_serve (MxtrafWeb *self, int connection);
