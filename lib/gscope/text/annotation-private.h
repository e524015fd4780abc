/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/text/annotation.h>
#include <json-glib/json-glib.h>

/* Returns the JSON object of an annotation. They are the same; programs do not see it, so that the library may change it. */
static inline JsonObject *
gscope_annotation_get_object (GscopeAnnotation *self)
{
  return (JsonObject *) self;
}

/* Reads the trigger of a signal. Returns its settings, a JSON object; NULL if the line has none, and then an error is set only
 * if it is an invalid one. */
char *gscope_annotation_dup_trigger (GscopeAnnotation *self, const char **signal, GError **error);
