/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The encoding of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/): fields of messages, by their numbers. */

void gscope_protobuf_append_integer (GByteArray *out, guint field, guint64 value);
void gscope_protobuf_append_double (GByteArray *out, guint field, double value);
void gscope_protobuf_append_text (GByteArray *out, guint field, const char *text);

/* Begins a message within another one, and ends it. Returns a place, which ends the message. */
gsize gscope_protobuf_begin (GByteArray *out, guint field);
void gscope_protobuf_end (GByteArray *out, gsize place);
