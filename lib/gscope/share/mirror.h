/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <json-glib/json-glib.h>

/* Another process's signals and parameters, as signals and parameters of a source here. They outlive a
 * connection: what comes again under the same name is the same. FALSE is a message that breaks the
 * rules. */
typedef struct _GscopeMirror GscopeMirror;

GscopeMirror *gscope_mirror_new (GscopeSource *source);
void gscope_mirror_free (GscopeMirror *self);

/* A connection begins; it has told what there is; it has ended. */
void gscope_mirror_begin (GscopeMirror *self);
void gscope_mirror_complete (GscopeMirror *self);
void gscope_mirror_end (GscopeMirror *self, GscopeGapCause cause);
/* Nothing comes any more, for now: gaps begin behind the last samples. */
void gscope_mirror_fall_silent (GscopeMirror *self);

gboolean gscope_mirror_take_signals (GscopeMirror *self, JsonObject *object, GError **error);
gboolean gscope_mirror_take_parameters (GscopeMirror *self, JsonObject *object, GError **error);
gboolean gscope_mirror_take_samples (GscopeMirror *self, GBytes *message, GError **error);
gboolean gscope_mirror_take_losses (GscopeMirror *self, JsonObject *object, GError **error);
gboolean gscope_mirror_take_notice (GscopeMirror *self, JsonObject *object, GError **error);
