/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* libmcap-1 reads and writes MCAP files (https://mcap.dev/spec), which hold messages with times. The contents of the
 * messages are the caller's. A reader returns the messages of a file in the order of their times:
 *
 *   g_autoptr (McapReader) reader = mcap_reader_new (fd, &error);
 *   McapMessage message;
 *
 *   while (reader && mcap_reader_next (reader, &message, &error))
 *     print (message.channel->topic, message.log_time, message.data, message.size);
 *
 * A writer hands the bytes of a file to a function:
 *
 *   g_autoptr (McapWriter) writer = mcap_writer_new (write, stream, NULL, "my program", &error);
 *   const McapChannel *channel = mcap_writer_add_channel (writer, NULL, "/speed", "json", NULL, &error);
 *   McapMessage message = { channel, 0, time, time, "{\"value\":1}", 11 };
 *
 *   mcap_writer_write (writer, &message, &error);
 *   mcap_writer_close (writer, &error);
 */

#include <mcap/error.h>
#include <mcap/reader.h>
#include <mcap/types.h>
#include <mcap/version.h>
#include <mcap/writer.h>
