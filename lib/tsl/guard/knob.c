/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/kind-private.h>

#include <tsl/page/reader.h>

typedef struct
{
  char mechanism[TSL_MECHANISM_SIZE];
  char group[TSL_GROUP_SIZE];
  char name[TSL_NAME_SIZE];
  double value;
} Record;

G_STATIC_ASSERT (sizeof (Record) <= TSL_GUARD_RECORD_SIZE);

static void
terminate (gpointer record)
{
  Record *self = record;

  self->mechanism[sizeof self->mechanism - 1] = '\0';
  self->group[sizeof self->group - 1] = '\0';
  self->name[sizeof self->name - 1] = '\0';
}

static char *
restore (guint pid, gconstpointer record, int fd)
{
  const Record *self = record;
  g_autoptr (TslPageReader) reader = pid > 0 ? tsl_page_reader_new (pid, NULL) : NULL;
  int cell = reader ? tsl_page_reader_find (reader, self->mechanism, self->group, self->name) : -1;
  g_autoptr (GError) error = NULL;

  if (cell < 0 || tsl_page_reader_ask (reader, cell, self->value, &error))
    return NULL;
  return g_strdup (error->message);
}

const TslGuardKind tsl_knob_kind = {
  .number = 4, .record_size = sizeof (Record), .terminate = terminate, .restore = restore
};

/**
 * tsl_guard_keep_knob:
 * @self: a guard
 * @pid: a process that publishes a page
 * @mechanism: the mechanism of the knob
 * @group: its group
 * @name: its name
 * @value: the value to restore
 * @error: reason why the setting cannot be registered
 *
 * Registers a knob in another process's page: when the program ends, the guard requests the given
 * value.
 *
 * Returns: the setting's number for [method@Guard.undo] and [method@Guard.forget]; 0 on failure
 *
 * Since: 1.0
 */
guint
tsl_guard_keep_knob (TslGuard *self, guint pid, const char *mechanism, const char *group,
                     const char *name, double value, GError **error)
{
  Record record = { .value = value };

  g_return_val_if_fail (self && mechanism && group && name, 0);
  g_return_val_if_fail (pid > 0, 0);

  g_strlcpy (record.mechanism, mechanism, sizeof record.mechanism);
  g_strlcpy (record.group, group, sizeof record.group);
  g_strlcpy (record.name, name, sizeof record.name);
  return tsl_guard_keep (self, &tsl_knob_kind, pid, &record, -1, error);
}
