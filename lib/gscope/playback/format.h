/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/csv/csv.h>

G_BEGIN_DECLS

typedef struct _GscopeRecordingFormat GscopeRecordingFormat;

#define GSCOPE_TYPE_RECORDING_FORMAT (gscope_recording_format_get_type ())

GSCOPE_AVAILABLE_IN_1_0
GType gscope_recording_format_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
char **gscope_recording_format_list (void);
GSCOPE_AVAILABLE_IN_1_0
char **gscope_recording_format_list_suffixes (void);

GSCOPE_AVAILABLE_IN_1_0
GscopeRecordingFormat *gscope_recording_format_new (const char *name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeRecordingFormat *gscope_recording_format_new_table (const GscopeCsvFormat *table);
GSCOPE_AVAILABLE_IN_1_0
GscopeRecordingFormat *gscope_recording_format_new_for_text (const char *name, const char *text,
                                                             gsize length, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeRecordingFormat *gscope_recording_format_detect (const char *text, gsize length,
                                                       const char *file_name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_recording_format_is_foreign (GFile *file);
GSCOPE_AVAILABLE_IN_1_0
GscopeRecordingFormat *gscope_recording_format_copy (const GscopeRecordingFormat *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recording_format_free (GscopeRecordingFormat *self);

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_recording_format_equal (const GscopeRecordingFormat *self,
                                        const GscopeRecordingFormat *other);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_recording_format_get_name (const GscopeRecordingFormat *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_recording_format_get_title (const GscopeRecordingFormat *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_recording_format_get_description (const GscopeRecordingFormat *self);
GSCOPE_AVAILABLE_IN_1_0
const GscopeCsvFormat *gscope_recording_format_get_table (const GscopeRecordingFormat *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recording_format_set_selection (GscopeRecordingFormat *self, const char *selection);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_recording_format_get_selection (const GscopeRecordingFormat *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeRecordingFormat, gscope_recording_format_free)

G_END_DECLS
