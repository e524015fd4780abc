/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reader.h"
#include "file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

enum
{
  MAX_SHOWN_PROBLEMS = 5,
};

/* A section in use, with its items by key. */
typedef struct
{
  const ProcSection *section;
  ProcFile *file;
  GHashTable *items;
} Table;

struct _ProcReader
{
  GscopeClock *clock;
  GHashTable *files;
  GPtrArray *tables;
  GPtrArray *probes;
  GPtrArray *probe_files;
  ProcChanges changes;
  char *last_status;

  guint n_signals;
  guint n_beyond;
  guint64 n_failed;
  guint tick;
  gint64 next_look;
  gboolean is_looking;

  /* state of the present read */
  Table *table;
  gint64 time;
  guint choice;
};

void
proc_changes_init (ProcChanges *self)
{
  self->added = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_item_unref);
  self->gone = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_item_unref);
  self->status = NULL;
}

void
proc_changes_clear (ProcChanges *self)
{
  g_ptr_array_unref (self->added);
  g_ptr_array_unref (self->gone);
  g_free (self->status);
}

static void
table_free (Table *self)
{
  g_hash_table_unref (self->items);
  g_free (self);
}

static ProcFile *
get_file (ProcReader *self, const char *root, const char *name)
{
  g_autofree char *path =
      g_path_is_absolute (name) ? g_strdup (name) : g_build_filename (root, name, NULL);
  ProcFile *file = g_hash_table_lookup (self->files, path);

  if (file)
    return file;
  file = proc_file_new (path);
  g_hash_table_insert (self->files, file->path, file);
  return file;
}

static void
add_table (ProcReader *self, const ProcSection *section, const char *root)
{
  Table *table = g_new0 (Table, 1);

  table->section = section;
  table->file = get_file (self, root, section->file);
  table->items =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) proc_item_unref);
  g_ptr_array_add (self->tables, table);
}

static void
add_probe (ProcReader *self, ProcProbe *probe, const char *root)
{
  probe->fault = GSCOPE_NUMBER_FAULT_NONE;
  probe->n_failed = 0;
  proc_item_clear (probe->item, GSCOPE_GAP_CAUSE_NO_VALUE);
  g_ptr_array_add (self->probe_files, get_file (self, root, probe->file));
  g_ptr_array_add (self->changes.added, proc_item_ref (probe->item));
  self->n_signals++;
}

ProcReader *
proc_reader_new (const ProcOptions *options, GscopeClock *clock)
{
  ProcReader *self = g_new0 (ProcReader, 1);

  self->clock = g_object_ref (clock);
  self->files =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) proc_file_free);
  self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) table_free);
  self->probes = g_ptr_array_ref (options->probes);
  self->probe_files = g_ptr_array_new ();
  self->next_look = G_MININT64;
  proc_changes_init (&self->changes);
  for (guint i = 0; i < self->probes->len; i++)
    add_probe (self, self->probes->pdata[i], options->root);
  for (guint i = 0; i < PROC_N_SECTIONS; i++)
    if (g_strv_contains ((const char *const *) options->entries, proc_sections[i].entry))
      add_table (self, &proc_sections[i], options->root);
  return self;
}

void
proc_reader_free (ProcReader *self)
{
  g_object_unref (self->clock);
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->probes);
  g_ptr_array_unref (self->probe_files);
  g_hash_table_unref (self->files);
  proc_changes_clear (&self->changes);
  g_free (self->last_status);
  g_free (self);
}

/* Rows. */

static char *
make_title (const ProcSection *section, const char *key, const ProcRow *row)
{
  g_autofree char *rest = g_strndup (row->title, row->title_length);

  return g_strconcat (section->title_prefix, key, rest && rest[0] ? " " : "", rest, NULL);
}

static ProcItem *
create_item (const ProcSection *section, const char *key, const ProcRow *row)
{
  g_autofree char *name = g_utf8_make_valid (key, -1);
  g_autofree char *raw = row->key ? make_title (section, key, row) : g_strdup (_ (section->title));
  g_autofree char *title = g_utf8_make_valid (raw, -1);
  g_autofree char *group =
      row->key ? g_strconcat (section->group_prefix, name, NULL) : g_strdup (section->group);

  return proc_item_new (group, title, section->metrics,
                        section->is_choice ? 1 : section->n_metrics);
}

static gboolean
is_worth_showing (const ProcSection *section, const ProcRow *row)
{
  if (!section->skips_idle || !row->key)
    return TRUE;
  for (guint i = 0; i < row->n_fields; i++)
    if (row->fields[i] > 0)
      return TRUE;
  return FALSE;
}

static ProcItem *
add_item (ProcReader *self, const char *key, const ProcRow *row)
{
  const ProcSection *section = self->table->section;
  guint n_values = section->is_choice ? 1 : section->n_metrics;
  ProcItem *item;

  if (!self->is_looking || !is_worth_showing (section, row))
    return NULL;
  if (self->n_signals + n_values > PROC_MAX_SIGNALS)
    {
      self->n_beyond += n_values;
      return NULL;
    }
  item = create_item (section, key, row);
  self->n_signals += n_values;
  g_hash_table_insert (self->table->items, g_strdup (key), item);
  g_ptr_array_add (self->changes.added, proc_item_ref (item));
  return item;
}

static void
on_row (const ProcRow *row, gpointer data)
{
  ProcReader *self = data;
  const ProcSection *section = self->table->section;
  char key[PROC_MAX_KEY + 1];
  ProcItem *item;

  if (row->key_length > PROC_MAX_KEY)
    return;
  memcpy (key, row->key ? row->key : "", row->key_length);
  key[row->key_length] = 0;
  item = g_hash_table_lookup (self->table->items, key);
  if (!item)
    item = add_item (self, key, row);
  if (!item)
    return;
  item->tick = self->tick;
  proc_item_take (item, section->metrics + (section->is_choice ? self->choice : 0), self->time,
                  row);
}

/* An item that is missing in the file has no value, and is removed at the next search for
 * changes. */
static void
settle_items (ProcReader *self, Table *table, gboolean was_read)
{
  GHashTableIter iter;
  ProcItem *item;

  g_hash_table_iter_init (&iter, table->items);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &item))
    {
      if (item->tick == self->tick)
        continue;
      proc_item_clear (item, GSCOPE_GAP_CAUSE_NO_VALUE);
      if (!was_read || !self->is_looking)
        continue;
      self->n_signals -= item->n_values;
      g_ptr_array_add (self->changes.gone, proc_item_ref (item));
      g_hash_table_iter_remove (&iter);
    }
}

static void
read_tables (ProcReader *self, ProcFile *file, const ProcSettings *settings, gboolean was_read)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      self->table = self->tables->pdata[i];
      if (self->table->file != file)
        continue;
      if (was_read)
        self->table->section->scan (file->text->str, settings, on_row, self);
      settle_items (self, self->table, was_read);
    }
}

static void
read_probes (ProcReader *self, ProcFile *file, gboolean was_read)
{
  ProcRow row = { .n_fields = 1 };

  for (guint i = 0; i < self->probes->len; i++)
    {
      ProcProbe *probe = self->probes->pdata[i];

      if (self->probe_files->pdata[i] != file)
        continue;
      if (was_read && proc_probe_find (probe, file->text->str, &row.fields[0]))
        proc_item_take (probe->item, &probe->metric, self->time, &row);
      else
        {
          proc_item_clear (probe->item, GSCOPE_GAP_CAUSE_NO_VALUE);
          probe->n_failed++;
          self->n_failed++;
        }
    }
}

/* Describes the faults in one sentence. */

static void
add_problem (GString *status, guint *n, const char *what, const char *why)
{
  if (why && (*n)++ < MAX_SHOWN_PROBLEMS)
    g_string_append_printf (status, "%s%s: %s", status->len ? "; " : "", what, why);
}

static void
add_fault (GString *status, guint *n, ProcProbe *probe)
{
  g_autofree char *text = NULL;

  if (probe->fault == GSCOPE_NUMBER_FAULT_NONE)
    return;
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s (%" PRIu64 " read failed)",
                                       "%s (%" PRIu64 " reads failed)", probe->n_failed),
                          gscope_number_fault_get_title (probe->fault), probe->n_failed);
  add_problem (status, n, probe->name, text);
}

static void
update_status (ProcReader *self)
{
  g_autoptr (GString) status = g_string_new (NULL);
  GHashTableIter iter;
  ProcFile *file;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &file))
    add_problem (status, &n, file->path, file->problem);
  for (guint i = 0; i < self->probes->len; i++)
    {
      ProcProbe *probe = self->probes->pdata[i];

      if (((ProcFile *) self->probe_files->pdata[i])->fd >= 0)
        add_fault (status, &n, probe);
    }
  if (n > MAX_SHOWN_PROBLEMS)
    g_string_append_printf (
        status,
        g_dngettext (GETTEXT_PACKAGE, "; and %u more", "; and %u more", n - MAX_SHOWN_PROBLEMS),
        n - MAX_SHOWN_PROBLEMS);
  if (self->n_beyond > 0)
    {
      if (status->len > 0)
        g_string_append (status, "; ");
      g_string_append_printf (
          status,
          g_dngettext (
              GETTEXT_PACKAGE, "%u signal is not shown: the maximum is %d; choose fewer entries",
              "%u signals are not shown: the maximum is %d; choose fewer entries", self->n_beyond),
          self->n_beyond, PROC_MAX_SIGNALS);
    }
  if (g_strcmp0 (status->str, self->last_status) == 0)
    return;
  g_free (self->last_status);
  self->last_status = g_strdup (status->str);
  g_free (self->changes.status);
  self->changes.status = g_strdup (status->str);
}

void
proc_reader_read (ProcReader *self, const ProcSettings *settings, guint choice)
{
  gint64 begin = gscope_clock_get_time (self->clock);
  GHashTableIter iter;
  ProcFile *file;

  self->is_looking = begin >= self->next_look;
  if (self->is_looking)
    self->n_beyond = 0;
  self->choice = choice;
  self->tick++;
  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &file))
    {
      gboolean was_read;

      if (self->is_looking)
        proc_file_open (file);
      self->time = gscope_clock_get_time (self->clock);
      was_read = proc_file_read (file);
      read_tables (self, file, settings, was_read);
      read_probes (self, file, was_read);
    }
  if (!self->is_looking)
    return;
  update_status (self);
  self->next_look = begin + GSCOPE_SEC;
}

void
proc_reader_clear (ProcReader *self, GscopeGapCause cause)
{
  for (guint i = 0; i < self->probes->len; i++)
    proc_item_clear (((ProcProbe *) self->probes->pdata[i])->item, cause);
  for (guint i = 0; i < self->tables->len; i++)
    {
      Table *table = self->tables->pdata[i];
      GHashTableIter iter;
      ProcItem *item;

      g_hash_table_iter_init (&iter, table->items);
      while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &item))
        proc_item_clear (item, cause);
    }
}

guint64
proc_reader_count_failed (ProcReader *self)
{
  return self->n_failed;
}

gboolean
proc_reader_take_changes (ProcReader *self, ProcChanges *changes)
{
  ProcChanges *own = &self->changes;

  if (own->added->len + own->gone->len == 0 && !own->status)
    return FALSE;
  g_ptr_array_extend_and_steal (changes->added, g_steal_pointer (&own->added));
  g_ptr_array_extend_and_steal (changes->gone, g_steal_pointer (&own->gone));
  if (own->status)
    {
      g_free (changes->status);
      changes->status = g_steal_pointer (&own->status);
    }
  proc_changes_init (own);
  return TRUE;
}
