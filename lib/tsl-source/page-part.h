/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-source/page-show.h>

/* The part of a source that shows one mechanism of all programs that link libtsl: for each of
 * its groups in each process signals (counters as rates per second, gauges) and parameters (knobs).
 * A group's name consists of the names of the process and the group; a second process of that name
 * adds its number.
 *
 * A source that may block owns it and hands it those of its verbs that have the same name; one that has
 * nothing else is a page_source_register(). */
typedef struct _PagePart PagePart;

/* The source owns it. texts are constants that end with one without a name, or NULL. Frees: in the
 * source's finalize; page_part_dispose: in its dispose. */
PagePart *page_part_new (GscopeSource *source, const char *mechanism, const PageText *texts);
void page_part_dispose (PagePart *self);
void page_part_free (PagePart *self);

/* Main context. Changed settings are restored when the part stops, or when the process dies. After
 * a start everything that is published at the moment has its signals and parameters. */
void page_part_start (PagePart *self);
void page_part_stop (PagePart *self);
/* The source's poll. */
gint64 page_part_poll (PagePart *self, gint64 time);
/* After page_part_poll: the sum of the cells of a name, of all groups; of counters, of their rates. */
double page_part_add_up (PagePart *self, const char *name);
/* The source's apply_async. Returns FALSE if the parameter is not one of its own. Otherwise the answer is the value
 * that the process reads back, or an error if it does not within two seconds. */
gboolean
page_part_apply (PagePart *self, GscopeParameter *parameter, GVariant *value,
                 GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);

/* The missing abilities of the source and how to get them, as a sentence without a full stop; NULL
 * for none. The text is part of the status. Main context. */
void page_part_set_trouble (PagePart *self, const char *trouble);
