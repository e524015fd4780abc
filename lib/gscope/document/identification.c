/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>

#include <gscope/trace/sample.h>

/* Hertz. The highest one is that of an identification, which is not known here. */
#define MIN_FREQUENCY 0.001
#define MAX_FREQUENCY 50
#define MAX_AMPLITUDE 1e12
/* Seconds. */
#define SHORTEST 0.1
#define LONGEST 1e5

const GscopeField gscope_workspace_identification_fields[] = {
  { "parameter", GSCOPE_FIELD_TYPE_TEXT,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceIdentification, parameter) },
  { "response", GSCOPE_FIELD_TYPE_TEXT,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceIdentification, response) },
  { "amplitude", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceIdentification, amplitude), .max = MAX_AMPLITUDE,
    .initial = 1 },
  { "low-hz", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceIdentification, low), .min = MIN_FREQUENCY,
    .max = MAX_FREQUENCY, .initial = 0.5 },
  { "high-hz", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceIdentification, high), .min = MIN_FREQUENCY,
    .max = MAX_FREQUENCY, .initial = 10 },
  { "duration-s", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceIdentification, duration), .scale = GSCOPE_SEC,
    .min = SHORTEST, .max = LONGEST, .initial = 30 },
  { .key = NULL },
};

G_DEFINE_BOXED_TYPE (GscopeWorkspaceIdentification, gscope_workspace_identification,
                     gscope_workspace_identification_copy, gscope_workspace_identification_free)

/**
 * gscope_workspace_identification_new:
 * @parameter: the full name of a parameter
 * @response: (nullable): the full name of a signal
 *
 * Makes choices for an identification, with the chirp that an identification has at first.
 *
 * Returns: (transfer full): the choices
 *
 * Since: 1.0
 */
GscopeWorkspaceIdentification *
gscope_workspace_identification_new (const char *parameter, const char *response)
{
  GscopeWorkspaceIdentification *self;

  g_return_val_if_fail (parameter, NULL);

  self = g_new0 (GscopeWorkspaceIdentification, 1);
  gscope_fields_init (gscope_workspace_identification_fields, self);
  self->parameter = g_strdup (parameter);
  self->response = g_strdup (response);
  return self;
}

/**
 * gscope_workspace_identification_copy:
 * @self: choices for an identification
 *
 * Copies them.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
GscopeWorkspaceIdentification *
gscope_workspace_identification_copy (const GscopeWorkspaceIdentification *self)
{
  GscopeWorkspaceIdentification *copy = g_new0 (GscopeWorkspaceIdentification, 1);

  gscope_fields_copy (gscope_workspace_identification_fields, self, copy);
  return copy;
}

/**
 * gscope_workspace_identification_free:
 * @self: (transfer full): choices for an identification
 *
 * Frees them.
 *
 * Since: 1.0
 */
void
gscope_workspace_identification_free (GscopeWorkspaceIdentification *self)
{
  gscope_fields_clear (gscope_workspace_identification_fields, self);
  g_free (self);
}

/**
 * gscope_workspace_identification_equal:
 * @self: choices for an identification
 * @other: other choices
 *
 * Compares them.
 *
 * Returns: %TRUE if all choices are the same
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_identification_equal (const GscopeWorkspaceIdentification *self,
                                       const GscopeWorkspaceIdentification *other)
{
  return gscope_fields_equal (gscope_workspace_identification_fields, self, other);
}
