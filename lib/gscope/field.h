/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeFieldType:
 * @GSCOPE_FIELD_TYPE_TEXT: a text: a `char *`, %NULL for none
 * @GSCOPE_FIELD_TYPE_NUMBER: a number: a `double`, not-a-number for none
 * @GSCOPE_FIELD_TYPE_SCALED: a number, such as a time: a `gint64` in steps of the unit, negative for none
 * @GSCOPE_FIELD_TYPE_CHOICE: a value of an enumeration: an `int`, negative for none
 * @GSCOPE_FIELD_TYPE_FLAG: a `gboolean`, negative for none
 * @GSCOPE_FIELD_TYPE_COLOR: a colour as of [method@Signal.get_color]: a `guint`, 0 for none
 * @GSCOPE_FIELD_TYPE_VALUES: values by name: a `GVariant *` of the type `a{sv}`, %NULL for none
 * @GSCOPE_FIELD_TYPE_NAMES: lists of names by name: a `GVariant *` of the type `a{sv}` of `as`, %NULL for none
 *
 * The types of the fields of a record.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_FIELD_TYPE_TEXT,
  GSCOPE_FIELD_TYPE_NUMBER,
  GSCOPE_FIELD_TYPE_SCALED,
  GSCOPE_FIELD_TYPE_CHOICE,
  GSCOPE_FIELD_TYPE_FLAG,
  GSCOPE_FIELD_TYPE_COLOR,
  GSCOPE_FIELD_TYPE_VALUES,
  GSCOPE_FIELD_TYPE_NAMES,
} GscopeFieldType;

typedef struct _GscopeField GscopeField;

/**
 * GscopeField:
 * @key: its name in documents; %NULL ends a table
 * @type: its type
 * @offset: where it is in the record
 * @title: (nullable): its title in dialogs; %NULL for a field that no dialog shows
 * @description: (nullable): a sentence about its effect
 * @section: (nullable): the title of the part of a dialog that shows it; %NULL for the first part
 * @unit: (nullable): the unit of its numbers in documents and dialogs; %NULL for the unit of the signal
 * @get_type: (nullable): gets the type of the enumeration
 * @get_choice: (nullable): gets the title of a value of the enumeration
 * @min: the smallest number
 * @max: the largest number
 * @floor: the offset of a field that it is not below; 0 for none
 * @scale: the steps of a %GSCOPE_FIELD_TYPE_SCALED in its unit
 * @initial: its number at first
 * @idle: its number in a record to which it does not apply
 * @text: (nullable): its text at first
 * @is_name: whether it says which record this is: names of records are not compared
 * @is_brief: whether documents leave it out where it has its first value
 * @applies: (nullable): returns whether it has an effect in a record; %NULL where it always has
 *
 * A field of a record, by which documents are read and written, records are copied and compared, and dialogs show
 * them. A table of fields describes a record. Titles are marked for translation with the context `field`, those of
 * sections with the context `section`.
 *
 * Since: 1.0
 */
struct _GscopeField
{
  const char *key;
  GscopeFieldType type;
  gsize offset;
  const char *title;
  const char *description;
  const char *section;
  const char *unit;
  GType (*get_type) (void);
  const char *(*get_choice) (int value);
  double min;
  double max;
  gsize floor;
  double scale;
  double initial;
  double idle;
  const char *text;
  gboolean is_name;
  gboolean is_brief;
  gboolean (*applies) (gconstpointer record);
};

GSCOPE_AVAILABLE_IN_1_0
double gscope_field_get_number (const GscopeField *field, gconstpointer record);
GSCOPE_AVAILABLE_IN_1_0
void gscope_field_set_number (const GscopeField *field, gpointer record, double number);
GSCOPE_AVAILABLE_IN_1_0
double gscope_field_get_min (const GscopeField *field, gconstpointer record);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_field_get_applies (const GscopeField *field, gconstpointer record);

GSCOPE_AVAILABLE_IN_1_0
void gscope_fields_init (const GscopeField *fields, gpointer record);
GSCOPE_AVAILABLE_IN_1_0
void gscope_fields_clear (const GscopeField *fields, gpointer record);
GSCOPE_AVAILABLE_IN_1_0
void gscope_fields_copy (const GscopeField *fields, gconstpointer record, gpointer copy);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_fields_equal (const GscopeField *fields, gconstpointer a, gconstpointer b);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_fields_check (const GscopeField *fields, gconstpointer record);

G_END_DECLS
