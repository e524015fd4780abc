/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Names as tokens of the subjects of NATS, and as keys of its buckets. Letters, digits, “-” and “_” stay, unless “_” comes
 * first; each other byte is “=” and two hexadecimal digits. No name becomes a token that begins with “_”: those are the
 * agent’s own subjects. */
#define GSCOPE_NATS_ROOT "gscope"

char *gscope_nats_escape (const char *name);
/* Returns NULL if no name has this token. */
char *gscope_nats_unescape (const char *token);
/* Returns the subject of an agent: “gscope.HOST.VERB”. The tokens of what follows are joined by dots; NULL for nothing. */
char *gscope_nats_join (const char *host, const char *verb, const char *rest);
/* Returns whether a refusal is for a subject: the server quotes the subject, or it refuses the user and quotes none. */
gboolean gscope_nats_is_refusal_of (const char *text, const char *subject);
