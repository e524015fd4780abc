/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "reserve-task.h"

/* The rows as the main thread shows them: signals and parameters of each. */
typedef struct _ReserveRows ReserveRows;

/* What the parameters can be written with; threshold is that of the admission. */
ReserveRows *reserve_rows_new (GscopeSource *source, GscopeParameter *threshold);
void reserve_rows_free (ReserveRows *self);
/* Puts back what was changed. */
void reserve_rows_put_back (ReserveRows *self);
/* The same, and forgets the rows. */
void reserve_rows_reset (ReserveRows *self);

gboolean reserve_rows_add (ReserveRows *self, ReserveTask *task, GError **error);
void reserve_rows_end (ReserveRows *self, ReserveTask *task);
/* Shows in the parameters what others have changed. */
void reserve_rows_notice (ReserveRows *self);
/* What is reserved, for people. */
char *reserve_rows_describe (ReserveRows *self);

/* The value that a parameter would have after value was applied, or has now that it is; or why it is
 * refused. The verdict is what each test of the admission says, a line each, of what is accepted; it ends
 * the message of what is refused. */
GVariant *reserve_rows_check (ReserveRows *self, GscopeParameter *parameter, GVariant *value,
                              char **verdict, GError **error);
GVariant *
reserve_rows_apply (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error);
