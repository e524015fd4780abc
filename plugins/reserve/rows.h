/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "question.h"
#include "task.h"

/* The rows as the main thread shows them: signals and parameters of each. */
typedef struct _ReserveRows ReserveRows;

/* The values that the parameters accept; threshold is the admission's. */
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
/* Describes the reserves for people. */
char *reserve_rows_describe (ReserveRows *self);

/* Returns whether the parameter belongs to a row, not to the source. */
gboolean reserve_rows_have (ReserveRows *self, GscopeParameter *parameter);
/* Returns the question to the kernel before a value is applied; NULL if it makes no sense. */
ReserveQuestion *
reserve_rows_ask (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error);
/* The value that a parameter has after value was applied, or why it is refused. */
GVariant *
reserve_rows_apply (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error);
