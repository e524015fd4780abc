/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-source/page-show.h>

/* The part of a source that shows one mechanism of all programs that use libtsl: for each group in
 * each process it has signals (gauges, and counters as rates per second) and parameters (knobs). A
 * group's name consists of the names of the process and the group; the name of a second group with
 * the same name ends with its process number.
 *
 * A source that may block owns a part and forwards the verbs of the same name to it;
 * page_source_register() makes a source that consists of a part only. */
typedef struct _PagePart PagePart;

/* The source owns the part: it calls page_part_dispose() in dispose and page_part_free() in
 * finalize. texts are constants, the last of which has no name; texts may be NULL. */
PagePart *page_part_new (GscopeSource *source, const char *mechanism, const PageText *texts);
void page_part_dispose (PagePart *self);
void page_part_free (PagePart *self);

/* Called in the main context. Starting adds the signals and parameters of all pages that exist.
 * Stopping restores changed settings; a guard does so if this process is killed. */
void page_part_start (PagePart *self);
void page_part_stop (PagePart *self);
/* Implements the source's poll. */
gint64 page_part_poll (PagePart *self, gint64 time);
/* Returns the sum of the cells with a name in all groups; for counters, the sum of their rates.
 * Call it after page_part_poll(). */
double page_part_add_up (PagePart *self, const char *name);
/* Implements the source's apply_async. Returns FALSE if the parameter does not belong to the part.
 * Otherwise the result is the value that the process answers, or an error if it does not answer
 * within two seconds. */
gboolean
page_part_apply (PagePart *self, GscopeParameter *parameter, GVariant *value,
                 GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);

/* Sets the part of the status that describes what the source cannot do and the remedy: a sentence
 * without a full stop; NULL for none. Called in the main context. */
void page_part_set_trouble (PagePart *self, const char *trouble);
