/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Every field of every record of a document survives writing and reading, is copied, and counts in comparisons. */

#include <gscope/document/document.h>
#include <math.h>
#include <string.h>

/* One of each record. The limit is no mask, whose corners would have to be valid. All fields of the first trigger apply, and none of the second one's that may not. */
static const char text[] =
    "{ \"gscope-workspace\": 1,\n"
    "  \"playback\": { \"file\": \"a.tuples\" },\n"
    "  \"comparisons\": [ { \"file\": \"b.tuples\" } ],\n"
    "  \"identifications\": [ { \"parameter\": \"a\" } ],\n"
    "  \"scopes\": [ { \"sources\": [ { \"type\": \"demo\" } ], \"signals\": [\n"
    "    { \"name\": \"a\", \"trigger\": { \"kind\": \"high-pulse\", \"mode\": \"auto\",\n"
    "                                     \"captures\": \"signal\" },\n"
    "      \"limit\": { \"kind\": \"between\", \"lower\": 1, \"upper\": 9 } },\n"
    "    { \"name\": \"z\", \"trigger\": { \"kind\": \"above\" } } ] } ],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"a\" } ],\n"
    "    \"measurements\": [ { \"signal\": \"a\", \"over\": \"latest\" },\n"
    "      { \"signal\": \"a\", \"measurement\": \"percentile\" },\n"
    "      { \"signal\": \"a\", \"measurement\": \"settling\" } ] } ] }";

static gpointer
find_document (GscopeDocument *document)
{
  return document;
}

static gpointer
find_playback (GscopeDocument *document)
{
  return document->playback;
}

static gpointer
find_comparison (GscopeDocument *document)
{
  return document->comparisons->pdata[0];
}

static gpointer
find_identification (GscopeDocument *document)
{
  return document->identifications->pdata[0];
}

static gpointer
find_scope (GscopeDocument *document)
{
  return document->scopes->pdata[0];
}

static gpointer
find_source (GscopeDocument *document)
{
  return ((GscopeDocumentScope *) find_scope (document))->sources->pdata[0];
}

static GscopeDocumentSignal *
find_watched (GscopeDocument *document, guint position)
{
  return ((GscopeDocumentScope *) find_scope (document))->signals->pdata[position];
}

static gpointer
find_signal (GscopeDocument *document)
{
  return find_watched (document, 0);
}

static gpointer
find_trigger (GscopeDocument *document)
{
  return find_watched (document, 0)->trigger;
}

static gpointer
find_plain_trigger (GscopeDocument *document)
{
  return find_watched (document, 1)->trigger;
}

static gpointer
find_limit (GscopeDocument *document)
{
  return find_watched (document, 0)->limit;
}

static gpointer
find_view (GscopeDocument *document)
{
  return document->views->pdata[0];
}

static gpointer
find_entry (GscopeDocument *document)
{
  return ((GscopeWorkspaceView *) find_view (document))->signals->pdata[0];
}

static gpointer
find_measurement (GscopeDocument *document)
{
  return ((GscopeWorkspaceView *) find_view (document))->measurements->pdata[0];
}

static gpointer
find_percentile (GscopeDocument *document)
{
  return ((GscopeWorkspaceView *) find_view (document))->measurements->pdata[1];
}

static gpointer
find_settling (GscopeDocument *document)
{
  return ((GscopeWorkspaceView *) find_view (document))->measurements->pdata[2];
}

typedef struct
{
  const char *name;
  gsize size;
  const GscopeField *fields;
  gpointer (*find) (GscopeDocument *document);
} Record;

#define RECORD(type, fields, find) #type, sizeof(type), fields, find

typedef void (*FieldFunc) (const Record *record, const GscopeField *field);

static void
for_each_field (FieldFunc func)
{
  const Record records[] = {
    { RECORD (GscopeDocument, gscope_document_fields, find_document) },
    { RECORD (GscopeWorkspacePlayback, gscope_workspace_playback_fields, find_playback) },
    { RECORD (GscopeWorkspaceComparison, gscope_workspace_comparison_fields, find_comparison) },
    { RECORD (GscopeWorkspaceIdentification, gscope_workspace_identification_fields,
              find_identification) },
    { RECORD (GscopeDocumentScope, gscope_document_scope_fields, find_scope) },
    { RECORD (GscopeDocumentSource, gscope_document_source_fields, find_source) },
    { RECORD (GscopeDocumentSignal, gscope_document_signal_fields, find_signal) },
    { RECORD (GscopeTriggerSettings, gscope_trigger_settings_get_fields (), find_trigger) },
    { RECORD (GscopeTriggerSettings, gscope_trigger_settings_get_fields (), find_plain_trigger) },
    { RECORD (GscopeLimitSettings, gscope_limit_settings_get_fields (), find_limit) },
    { RECORD (GscopeWorkspaceView, gscope_workspace_view_fields, find_view) },
    { RECORD (GscopeWorkspaceSignal, gscope_workspace_signal_get_fields (), find_entry) },
    { RECORD (GscopeWorkspaceMeasurement, gscope_workspace_measurement_get_fields (),
              find_measurement) },
    { RECORD (GscopeWorkspaceMeasurement, gscope_workspace_measurement_get_fields (),
              find_percentile) },
    { RECORD (GscopeWorkspaceMeasurement, gscope_workspace_measurement_get_fields (),
              find_settling) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    for (const GscopeField *field = records[i].fields; field->key; field++)
      func (&records[i], field);
}

static void
read_document (GscopeDocument *document, const char *json)
{
  g_autoptr (GError) error = NULL;

  gscope_document_init (document);
  gscope_document_read (document, json, strlen (json), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (document->problems)), ==, 0);
}

/* A value that the field does not have. */
static double
choose_number (const GscopeField *field, gconstpointer record)
{
  double number = gscope_field_get_number (field, record);
  double min = gscope_field_get_min (field, record);
  g_autoptr (GEnumClass) choices = NULL;

  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_CHOICE:
      choices = g_type_class_ref (field->get_type ());
      for (guint i = 0; i < choices->n_values; i++)
        if (choices->values[i].value != (int) number)
          return choices->values[i].value;
      break;
    case GSCOPE_FIELD_TYPE_FLAG:
      return number > 0 ? 0 : 1;
    case GSCOPE_FIELD_TYPE_COLOR:
      return number == 3 ? 0xff123456 : 3;
    case GSCOPE_FIELD_TYPE_NUMBER:
    case GSCOPE_FIELD_TYPE_SCALED:
      if (min < -1e9 || field->max > 1e12)
        return number == 3.5 ? 7 : 3.5;
      return min + (field->scale == 1 ? 1 : 0.25);
    case GSCOPE_FIELD_TYPE_TEXT:
    case GSCOPE_FIELD_TYPE_VALUES:
    case GSCOPE_FIELD_TYPE_NAMES:
      break;
    }
  g_assert_not_reached ();
}

static void
change (const GscopeField *field, gpointer record)
{
  gpointer member = G_STRUCT_MEMBER_P (record, field->offset);

  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_TEXT:
      g_free (*(char **) member);
      *(char **) member = g_strdup ("changed");
      break;
    case GSCOPE_FIELD_TYPE_VALUES:
      *(GVariant **) member = g_variant_ref_sink (g_variant_new_parsed ("{'x': <1.5>}"));
      break;
    case GSCOPE_FIELD_TYPE_NAMES:
      *(GVariant **) member = g_variant_ref_sink (g_variant_new_parsed ("{'x': <['y']>}"));
      break;
    case GSCOPE_FIELD_TYPE_NUMBER:
    case GSCOPE_FIELD_TYPE_SCALED:
    case GSCOPE_FIELD_TYPE_CHOICE:
    case GSCOPE_FIELD_TYPE_FLAG:
    case GSCOPE_FIELD_TYPE_COLOR:
      gscope_field_set_number (field, record, choose_number (field, record));
      break;
    }
}

static void
fail (const Record *record, const GscopeField *field, const char *reason)
{
  g_error ("%s, “%s”: %s", record->name, field->key, reason);
}

static gboolean
is_same_field (const GscopeField *field, gconstpointer a, gconstpointer b)
{
  GscopeField one[] = { *field, { .key = NULL } };

  one->is_name = FALSE;
  return gscope_fields_equal (one, a, b);
}

static void
check_round_trip (const Record *record, const GscopeField *field)
{
  GscopeDocument before = { 0 }, changed = { 0 }, after = { 0 };
  g_autofree char *json = NULL;

  read_document (&before, text);
  read_document (&changed, text);
  change (field, record->find (&changed));
  if (is_same_field (field, record->find (&before), record->find (&changed)))
    fail (record, field, "was not changed");
  if (gscope_fields_equal (record->fields, record->find (&before), record->find (&changed))
      != field->is_name)
    fail (record, field, "does not count in comparisons as it says");
  json = gscope_document_write (&changed, TRUE);
  read_document (&after, json);
  if (!is_same_field (field, record->find (&changed), record->find (&after)))
    fail (record, field, json);
  if (!gscope_fields_equal (record->fields, record->find (&changed), record->find (&after)))
    fail (record, field, "changes another field");
  gscope_document_clear (&before);
  gscope_document_clear (&changed);
  gscope_document_clear (&after);
}

static void
test_round_trip (void)
{
  for_each_field (check_round_trip);
}

static void
check_copy (const Record *record, const GscopeField *field)
{
  GscopeDocument document = { 0 };
  g_autofree gpointer copy = g_malloc0 (record->size);

  read_document (&document, text);
  change (field, record->find (&document));
  gscope_fields_init (record->fields, copy);
  gscope_fields_copy (record->fields, record->find (&document), copy);
  if (!is_same_field (field, record->find (&document), copy))
    fail (record, field, "was not copied");
  gscope_fields_clear (record->fields, copy);
  gscope_document_clear (&document);
}

static void
test_copy (void)
{
  for_each_field (check_copy);
}

static gboolean
is_valid_with (const GscopeField *field, gpointer record, double number)
{
  const GscopeField one[] = { *field, { .key = NULL } };

  gscope_field_set_number (field, record, number);
  return gscope_fields_check (one, record);
}

/* Numbers outside their bounds are found where they apply. */
static void
check_bounds (const Record *record, const GscopeField *field)
{
  GscopeDocument document = { 0 };
  gpointer found;
  gboolean applies;

  if (field->type != GSCOPE_FIELD_TYPE_NUMBER && field->type != GSCOPE_FIELD_TYPE_SCALED)
    return;
  read_document (&document, text);
  found = record->find (&document);
  applies = gscope_field_get_applies (field, found);
  if (field->min > -G_MAXDOUBLE && is_valid_with (field, found, field->min - 1) == applies)
    fail (record, field, "is not judged by its lower bound");
  if (field->max < 1e12 && is_valid_with (field, found, field->max + 1) == applies)
    fail (record, field, "is not judged by its upper bound");
  gscope_document_clear (&document);
}

static void
test_bounds (void)
{
  for_each_field (check_bounds);
}

/* A field of a dialog has a title, and so has each of its choices. */
static void
check_titles (const Record *record, const GscopeField *field)
{
  g_autoptr (GEnumClass) choices = field->get_type ? g_type_class_ref (field->get_type ()) : NULL;

  if ((field->type == GSCOPE_FIELD_TYPE_CHOICE) != (choices != NULL))
    fail (record, field, "has choices and no enumeration, or the reverse");
  for (guint i = 0; field->title && choices && i < choices->n_values; i++)
    if (!field->get_choice (choices->values[i].value))
      fail (record, field, choices->values[i].value_name);
}

static void
test_titles (void)
{
  for_each_field (check_titles);
}

/* The upper bound of two fields is raised to the lower one. */
static void
test_floor (void)
{
  static const char pulse[] =
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"signals\": [ { \"name\": \"a\", \"trigger\":\n"
      "  { \"kind\": \"high-pulse\", \"min-width-ms\": 2000 } } ] } ] }";
  GscopeDocument document = { 0 };

  read_document (&document, pulse);
  g_assert_cmpint (find_watched (&document, 0)->trigger->condition.max_width, ==, 2000000000);
  gscope_document_clear (&document);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fields/round-trip", test_round_trip);
  g_test_add_func ("/fields/copy", test_copy);
  g_test_add_func ("/fields/bounds", test_bounds);
  g_test_add_func ("/fields/titles", test_titles);
  g_test_add_func ("/fields/floor", test_floor);
  return g_test_run ();
}
