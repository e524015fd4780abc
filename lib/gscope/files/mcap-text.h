/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Reads an MCAP file as tuples with annotations. A channel whose messages are JSON has a signal for each number in them, named
 * by the topic and the place of the number; other channels are left out. The channel that the MCAP writer of this
 * library adds has the annotations. */
typedef struct _GscopeMcapText GscopeMcapText;

/* In the channels of our files: the beginning of the names of their signals, and how much later the times of the messages are
 * than the times of the tuples, in nanoseconds. */
#define GSCOPE_MCAP_PREFIX "gscope:prefix"
#define GSCOPE_MCAP_OFFSET "gscope:offset"
/* The schema of the channel whose messages are annotations. */
#define GSCOPE_MCAP_ANNOTATION "gscope.Annotation"

/* fd remains the caller's. */
GscopeMcapText *gscope_mcap_text_new (int fd, GError **error);
void gscope_mcap_text_free (GscopeMcapText *self);

/* Reads at most n bytes of text. Returns their number; 0 at the end, -1 if parts of the file could not be read. */
gssize gscope_mcap_text_read (GscopeMcapText *self, char *text, gsize n, GError **error);
void gscope_mcap_text_rewind (GscopeMcapText *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeMcapText, gscope_mcap_text_free)
