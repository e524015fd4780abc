/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

typedef struct _TslQosDivision TslQosDivision;

/**
 * TslQosPolicy:
 * @name: the name in settings
 * @title: the title for users, in English
 * @divide: used by the manager
 *
 * How processor time is divided among applications that together want more than there is: a row of
 * the table that [func@qos_get_policies] returns.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *title;
  void (*divide) (TslQosDivision *division);
} TslQosPolicy;

TSL_AVAILABLE_IN_1_0
const TslQosPolicy *tsl_qos_get_policies (guint *n);
TSL_AVAILABLE_IN_1_0
const TslQosPolicy *tsl_qos_find_policy (const char *name);

G_END_DECLS
