/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/access/rights.h>

/* The actions of polkit that the process at the other end of a connection was granted. A grant lasts as long as the
 * connection, so that nobody has to authenticate while a slider is dragged. */
typedef struct _GscopePermits GscopePermits;

/* The principal must outlive the permits. */
GscopePermits *gscope_permits_new (const GscopePrincipal *principal);
/* Ends all questions. Their tasks return that they were cancelled. */
void gscope_permits_free (GscopePermits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopePermits, gscope_permits_free)

/* Asks for each of the actions that was not granted yet, one question after the other. The task, which it takes,
 * returns TRUE once all are granted, or the reason for the refusal. details (a{ss}), consumed if floating, are for an
 * administrator's rules. */
void gscope_permits_ask (GscopePermits *self, const char *const *actions, GVariant *details,
                         GTask *task);
