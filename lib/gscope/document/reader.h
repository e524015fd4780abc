/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/document/document.h>
#include <gscope/json-private.h>

/* Reads one object: each key that is asked for is known, the others are reported at the end.
 * An absent value, or a wrong and reported one, leaves the result unchanged. */
typedef struct
{
  GListStore *problems;
  JsonObject *object;
  char *path;
  GPtrArray *known;
} GscopeReader;

void
gscope_reader_init (GscopeReader *self, GListStore *problems, JsonObject *object, const char *path);
void gscope_reader_finish (GscopeReader *self);

char *gscope_reader_make_path (GscopeReader *self, const char *key);
/* Reports a problem of a member. */
void gscope_reader_report (GscopeReader *self, const char *key, const char *message);
JsonNode *gscope_reader_take (GscopeReader *self, const char *key);
void gscope_reader_text (GscopeReader *self, const char *key, char **value);
void
gscope_reader_number (GscopeReader *self, const char *key, double min, double max, double *value);
void gscope_reader_boolean (GscopeReader *self, const char *key, int *value);
void gscope_reader_choice (GscopeReader *self, const char *key, GType type, int *value);
JsonArray *gscope_reader_array (GscopeReader *self, const char *key, guint max);
/* Begins to read an item of an array that is an object. Returns FALSE for another value, which is reported. */
gboolean gscope_reader_item (GscopeReader *self, const char *key, JsonArray *array, guint i,
                             GscopeReader *item);
/* Reads all fields of a record that has its first values. */
void gscope_reader_fields (GscopeReader *self, const GscopeField *fields, gpointer record);
/* Begins to read a member that is an object. Returns FALSE if there is none, or another value, which is reported. */
gboolean gscope_reader_begin (GscopeReader *self, const char *key, GscopeReader *member);
