/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* The tokens of an agent, which a file has: a line each, `NAME:sha256:DIGEST` or `NAME:TOKEN`. Empty lines and those that
 * begin with # are left out. Only its owner may read the file. */
typedef struct _GscopeTokens GscopeTokens;

/* Returns whether a text may be a token: 16 to 512 letters, digits and - . _ ~ + / =, which a header Authorization may
 * have. */
gboolean gscope_token_is_valid (const char *text);

/* Reads a file. Fails if others may read it, or if a line breaks the rules. */
GscopeTokens *gscope_tokens_read (const char *path, GError **error);
void gscope_tokens_free (GscopeTokens *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTokens, gscope_tokens_free)

/* Returns the name of a token, and its digest in `digest`; NULL if it is unknown. Takes as long for each token. */
const char *gscope_tokens_find (GscopeTokens *self, const char *token, GBytes **digest);
/* Returns whether the file still has a token of this name and digest. */
gboolean gscope_tokens_contain (GscopeTokens *self, const char *name, GBytes *digest);
/* Makes a token, and adds its digest to a file, which is created unless it exists. */
char *gscope_tokens_create (const char *path, const char *name, GError **error);
