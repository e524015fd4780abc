/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeWorkspaceIdentification:
 * @parameter: the full name of the parameter to which the chirp is written
 * @response: (nullable): the full name of the signal that responds; %NULL if not set
 * @amplitude: the amplitude of the chirp, in the unit of the parameter
 * @low: the frequency at the beginning, hertz
 * @high: the frequency at the end, hertz
 * @duration: the duration of the chirp, nanoseconds
 *
 * The last choices for an identification of the response to a parameter, see [class@Identify].
 *
 * Since: 1.0
 */
typedef struct
{
  char *parameter;
  char *response;
  double amplitude;
  double low;
  double high;
  gint64 duration;
} GscopeWorkspaceIdentification;

#define GSCOPE_TYPE_WORKSPACE_IDENTIFICATION (gscope_workspace_identification_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_identification_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceIdentification *
gscope_workspace_identification_new (const char *parameter, const char *response);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceIdentification *
gscope_workspace_identification_copy (const GscopeWorkspaceIdentification *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_identification_free (GscopeWorkspaceIdentification *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_identification_equal (const GscopeWorkspaceIdentification *self,
                                                const GscopeWorkspaceIdentification *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspaceIdentification, gscope_workspace_identification_free)

G_END_DECLS
