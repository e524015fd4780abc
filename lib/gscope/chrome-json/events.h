/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-cursor.h>

/* The events of a file in Chrome's trace format, one after the other, as they are written. The file is a list of events, whose
 * end may be missing, or an object whose member “traceEvents” is such a list. */
typedef struct _GscopeChromeEvents GscopeChromeEvents;

enum
{
  /* bytes of an event; a longer one is malformed */
  GSCOPE_CHROME_MAX_EVENT = 1024 * 1024,
};

gboolean gscope_chrome_events_is_magic (const char *head, gsize n);

/* The file may be compressed with gzip. fd remains the caller's. */
GscopeChromeEvents *gscope_chrome_events_new (int fd);
void gscope_chrome_events_free (GscopeChromeEvents *self);

/* Gets the object of the next event, which is valid until the next call. Returns FALSE at the end. */
gboolean gscope_chrome_events_next (GscopeChromeEvents *self, GscopeJsonSpan *event);

/* The following are known at the end. */

/* Returns whether there is a list of events. */
gboolean gscope_chrome_events_has_list (const GscopeChromeEvents *self);
/* Returns how many elements of the list are no objects, too long, or broken. */
guint64 gscope_chrome_events_get_malformed (const GscopeChromeEvents *self);
/* Returns whether the file ends within an event or an object, or is damaged. */
gboolean gscope_chrome_events_is_cut (const GscopeChromeEvents *self);
/* Returns the time at which the times of the events begin, microseconds since 1970; 0 if the file does not say it. */
gint64 gscope_chrome_events_get_beginning (const GscopeChromeEvents *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeChromeEvents, gscope_chrome_events_free)
