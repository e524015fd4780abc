/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* How long addresses that gave wrong tokens have to wait before their next wrong one. A bounded number of addresses is
 * remembered; times are nanoseconds on any clock. */
typedef struct _GscopeBackoff GscopeBackoff;

GscopeBackoff *gscope_backoff_new (void);
void gscope_backoff_free (GscopeBackoff *self);

/* Returns how long an address has to wait; 0 if it need not. */
gint64 gscope_backoff_get_wait (GscopeBackoff *self, const char *address, gint64 now);
/* Notes that an address gave a wrong token. A right one changes nothing: another client may have it. */
void gscope_backoff_note_wrong (GscopeBackoff *self, const char *address, gint64 now);
