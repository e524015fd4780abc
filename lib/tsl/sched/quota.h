/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/guard/guard.h>
#include <tsl/sched/admission.h>

G_BEGIN_DECLS

/**
 * TslQuota:
 *
 * The coarse fallback where no reserve is to be had: a control group whose processes together get no more
 * than so much time of processors in every period. It limits and promises nothing; within the limit
 * everybody competes. Versions 1 and 2 of control groups do.
 */
typedef struct _TslQuota TslQuota;

TSL_EXPORT TslQuota *tsl_quota_new (const char *name, TslGuard *guard, GError **error);
TSL_EXPORT void tsl_quota_free (TslQuota *self);
TSL_EXPORT const char *tsl_quota_get_path (TslQuota *self);
TSL_EXPORT gboolean tsl_quota_change (TslQuota *self, const TslDemand *demand, GError **error);
TSL_EXPORT gboolean tsl_quota_add (TslQuota *self, pid_t pid, GError **error);
TSL_EXPORT gint64 tsl_quota_get_throttled (TslQuota *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslQuota, tsl_quota_free)

G_END_DECLS
