/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/field.h>

#include <math.h>

#define MEMBER(type, field, record) ((type *) ((char *) (record) + (field)->offset))

/**
 * gscope_field_get_number:
 * @field: a field that is a number, a choice, a flag or a colour
 * @record: a record
 *
 * Gets a number in the unit of the field, the value of a choice, or 0 or 1 for a flag.
 *
 * Returns: the number; not-a-number for a field of another type
 *
 * Since: 1.0
 */
double
gscope_field_get_number (const GscopeField *field, gconstpointer record)
{
  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_NUMBER:
      return *MEMBER (double, field, record);
    case GSCOPE_FIELD_TYPE_SCALED:
      return *MEMBER (gint64, field, record) / field->scale;
    case GSCOPE_FIELD_TYPE_CHOICE:
    case GSCOPE_FIELD_TYPE_FLAG:
      return *MEMBER (int, field, record);
    case GSCOPE_FIELD_TYPE_COLOR:
      return *MEMBER (guint, field, record);
    case GSCOPE_FIELD_TYPE_TEXT:
    case GSCOPE_FIELD_TYPE_VALUES:
    case GSCOPE_FIELD_TYPE_NAMES:
      break;
    }
  return NAN;
}

/**
 * gscope_field_set_number:
 * @field: a field that is a number, a choice, a flag or a colour
 * @record: a record
 * @number: as of [method@Field.get_number]
 *
 * Sets a number.
 *
 * Since: 1.0
 */
void
gscope_field_set_number (const GscopeField *field, gpointer record, double number)
{
  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_NUMBER:
      *MEMBER (double, field, record) = number;
      break;
    case GSCOPE_FIELD_TYPE_SCALED:
      *MEMBER (gint64, field, record) = (gint64) round (number * field->scale);
      break;
    case GSCOPE_FIELD_TYPE_CHOICE:
    case GSCOPE_FIELD_TYPE_FLAG:
      *MEMBER (int, field, record) = (int) number;
      break;
    case GSCOPE_FIELD_TYPE_COLOR:
      *MEMBER (guint, field, record) = (guint) number;
      break;
    case GSCOPE_FIELD_TYPE_TEXT:
    case GSCOPE_FIELD_TYPE_VALUES:
    case GSCOPE_FIELD_TYPE_NAMES:
      break;
    }
}

/**
 * gscope_field_get_min:
 * @field: a field that is a number
 * @record: a record
 *
 * Gets the smallest number that the field may have beside the other fields of the record.
 *
 * Returns: the number, in the unit of the field
 *
 * Since: 1.0
 */
double
gscope_field_get_min (const GscopeField *field, gconstpointer record)
{
  GscopeField lower = *field;

  if (field->floor == 0)
    return field->min;
  lower.offset = field->floor;
  return MAX (field->min, gscope_field_get_number (&lower, record));
}

/**
 * gscope_field_get_applies:
 * @field: a field
 * @record: a record
 *
 * Gets whether the field has an effect in the record.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_field_get_applies (const GscopeField *field, gconstpointer record)
{
  return !field->applies || field->applies (record);
}

static gboolean
is_variant (const GscopeField *field)
{
  return field->type == GSCOPE_FIELD_TYPE_VALUES || field->type == GSCOPE_FIELD_TYPE_NAMES;
}

/**
 * gscope_fields_init: (skip)
 * @fields: a table of fields
 * @record: a record without contents
 *
 * Gives all fields their first values.
 *
 * Since: 1.0
 */
void
gscope_fields_init (const GscopeField *fields, gpointer record)
{
  for (const GscopeField *field = fields; field->key; field++)
    if (field->type == GSCOPE_FIELD_TYPE_TEXT)
      *MEMBER (char *, field, record) = g_strdup (field->text);
    else if (is_variant (field))
      *MEMBER (GVariant *, field, record) = NULL;
    else
      gscope_field_set_number (field, record, field->initial);
}

/**
 * gscope_fields_clear: (skip)
 * @fields: a table of fields
 * @record: a record
 *
 * Frees the texts and values in the fields of a record.
 *
 * Since: 1.0
 */
void
gscope_fields_clear (const GscopeField *fields, gpointer record)
{
  for (const GscopeField *field = fields; field->key; field++)
    if (field->type == GSCOPE_FIELD_TYPE_TEXT)
      g_clear_pointer (MEMBER (char *, field, record), g_free);
    else if (is_variant (field))
      g_clear_pointer (MEMBER (GVariant *, field, record), g_variant_unref);
}

static void
copy_field (const GscopeField *field, gconstpointer record, gpointer copy)
{
  GVariant *variant;
  char *text;

  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_TEXT:
      text = g_strdup (*MEMBER (char *, field, record));
      g_free (*MEMBER (char *, field, copy));
      *MEMBER (char *, field, copy) = text;
      break;
    case GSCOPE_FIELD_TYPE_VALUES:
    case GSCOPE_FIELD_TYPE_NAMES:
      variant = *MEMBER (GVariant *, field, record);
      if (variant)
        g_variant_ref (variant);
      g_clear_pointer (MEMBER (GVariant *, field, copy), g_variant_unref);
      *MEMBER (GVariant *, field, copy) = variant;
      break;
    case GSCOPE_FIELD_TYPE_SCALED:
      *MEMBER (gint64, field, copy) = *MEMBER (gint64, field, record);
      break;
    case GSCOPE_FIELD_TYPE_NUMBER:
    case GSCOPE_FIELD_TYPE_CHOICE:
    case GSCOPE_FIELD_TYPE_FLAG:
    case GSCOPE_FIELD_TYPE_COLOR:
      gscope_field_set_number (field, copy, gscope_field_get_number (field, record));
      break;
    }
}

/**
 * gscope_fields_copy: (skip)
 * @fields: a table of fields
 * @record: a record
 * @copy: another record, whose fields are replaced; it may own the texts and values of @record
 *
 * Copies all fields of a record.
 *
 * Since: 1.0
 */
void
gscope_fields_copy (const GscopeField *fields, gconstpointer record, gpointer copy)
{
  for (const GscopeField *field = fields; field->key; field++)
    copy_field (field, record, copy);
}

static gboolean
is_same_variant (GVariant *a, GVariant *b)
{
  return a == b || (a && b && g_variant_equal (a, b));
}

static gboolean
is_same (const GscopeField *field, gconstpointer a, gconstpointer b)
{
  double x, y;

  if (field->type == GSCOPE_FIELD_TYPE_TEXT)
    return g_strcmp0 (*MEMBER (char *, field, a), *MEMBER (char *, field, b)) == 0;
  if (is_variant (field))
    return is_same_variant (*MEMBER (GVariant *, field, a), *MEMBER (GVariant *, field, b));
  if (field->type == GSCOPE_FIELD_TYPE_SCALED)
    return *MEMBER (gint64, field, a) == *MEMBER (gint64, field, b);
  x = gscope_field_get_number (field, a);
  y = gscope_field_get_number (field, b);
  return x == y || (isnan (x) && isnan (y));
}

/**
 * gscope_fields_equal: (skip)
 * @fields: a table of fields
 * @a: a record
 * @b: another record
 *
 * Compares all fields of two records except their names.
 *
 * Returns: %TRUE if they are the same
 *
 * Since: 1.0
 */
gboolean
gscope_fields_equal (const GscopeField *fields, gconstpointer a, gconstpointer b)
{
  for (const GscopeField *field = fields; field->key; field++)
    if (!field->is_name && !is_same (field, a, b))
      return FALSE;
  return TRUE;
}

static gboolean
has_choice (const GscopeField *field, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (field->get_type ());

  return g_enum_get_value (choices, value) != NULL;
}

static gboolean
is_valid (const GscopeField *field, gconstpointer record)
{
  double number = gscope_field_get_number (field, record);

  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_NUMBER:
    case GSCOPE_FIELD_TYPE_SCALED:
      return number >= gscope_field_get_min (field, record) && number <= field->max;
    case GSCOPE_FIELD_TYPE_CHOICE:
      return has_choice (field, (int) number);
    case GSCOPE_FIELD_TYPE_FLAG:
    case GSCOPE_FIELD_TYPE_COLOR:
    case GSCOPE_FIELD_TYPE_TEXT:
    case GSCOPE_FIELD_TYPE_VALUES:
    case GSCOPE_FIELD_TYPE_NAMES:
      break;
    }
  return TRUE;
}

/**
 * gscope_fields_check: (skip)
 * @fields: a table of fields
 * @record: a record
 *
 * Checks the numbers and choices that apply to a record against their bounds.
 *
 * Returns: %TRUE if all are within them
 *
 * Since: 1.0
 */
gboolean
gscope_fields_check (const GscopeField *fields, gconstpointer record)
{
  for (const GscopeField *field = fields; field->key; field++)
    if (gscope_field_get_applies (field, record) && !is_valid (field, record))
      return FALSE;
  return TRUE;
}
