/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "question.h"
#include "task.h"

/* The signals and parameters of all rows; used in the main thread. */
typedef struct _ReserveRows ReserveRows;

/* threshold is the parameter with the admission threshold. */
ReserveRows *reserve_rows_new (GscopeSource *source, GscopeParameter *threshold);
void reserve_rows_free (ReserveRows *self);
/* Restores all changed reserves. */
void reserve_rows_restore (ReserveRows *self);
/* Restores all changed reserves, and removes the rows. */
void reserve_rows_reset (ReserveRows *self);

void reserve_rows_add (ReserveRows *self, ReserveTask *task);
void reserve_rows_end (ReserveRows *self, ReserveTask *task);
/* Updates the parameters after other programs have changed reserves. */
void reserve_rows_update_parameters (ReserveRows *self);
/* Describes the reserves for users. */
char *reserve_rows_describe (ReserveRows *self);

/* Returns whether the parameter belongs to a row. */
gboolean reserve_rows_have (ReserveRows *self, GscopeParameter *parameter);
/* Returns the admission check of a value; NULL if the value is impossible or the row has ended. */
ReserveQuestion *
reserve_rows_ask (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error);
/* Applies a value. Returns the value in force, or NULL with the reason of the refusal. */
GVariant *
reserve_rows_apply (ReserveRows *self, GscopeParameter *parameter, GVariant *value, GError **error);
