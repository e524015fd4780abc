/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/sysprof/collector.h>

#include <string.h>

enum
{
  /* records in memory: 16 MiB */
  RUN = 512 * 1024,
  MAX_COUNTERS = 16384,
  MAX_GROUPS = 8192,
  MAX_NAMES = 65536,
  MAX_MESSAGES = 65536,
  MAX_PROGRAMS = 16384,
  /* bytes of the parts of the name of a signal, which has a program and a group, or a category and a name */
  MAX_PROGRAM = 40,
  MAX_PART = 96,
  /* bytes of the name of a state, and of a message */
  MAX_NAME = 240,
};

/* Times are less, and so are durations, so that their sums do not overflow. */
#define MAX_TIME (G_GINT64_CONSTANT (1) << 62)

/* Tables. */

static void
texts_init (GscopeSysprofTexts *self, guint max)
{
  self->all = g_ptr_array_new_with_free_func (g_free);
  self->indexes = g_hash_table_new (g_str_hash, g_str_equal);
  self->max = max;
}

static void
texts_clear (GscopeSysprofTexts *self)
{
  g_hash_table_unref (self->indexes);
  g_ptr_array_unref (self->all);
}

/* Returns the index of a text; GSCOPE_SYSPROF_NONE if there are too many. Takes the text. */
static guint32
texts_get (GscopeSysprofTexts *self, char *text)
{
  g_autofree char *taken = text;
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes, text));

  if (index > 0)
    return index - 1;
  if (self->all->len == self->max)
    return GSCOPE_SYSPROF_NONE;
  g_ptr_array_add (self->all, g_steal_pointer (&taken));
  g_hash_table_insert (self->indexes, text, GUINT_TO_POINTER (self->all->len));
  return self->all->len - 1;
}

static void
counter_free (gpointer data)
{
  GscopeSysprofCounter *self = data;

  g_free (self->category);
  g_free (self->name);
  g_free (self->description);
  g_free (self);
}

static void
group_free (gpointer data)
{
  g_free (((GscopeSysprofGroup *) data)->title);
  g_free (data);
}

void
gscope_sysprof_collector_init (GscopeSysprofCollector *self)
{
  *self = (GscopeSysprofCollector){ 0 };
  self->sorter = gscope_import_sorter_new (RUN);
  self->counters = g_ptr_array_new_with_free_func (counter_free);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->counter_ids = g_hash_table_new (NULL, NULL);
  self->group_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->programs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  texts_init (&self->names, MAX_NAMES);
  texts_init (&self->messages, MAX_MESSAGES);
}

void
gscope_sysprof_collector_clear (GscopeSysprofCollector *self)
{
  gscope_import_sorter_free (self->sorter);
  g_hash_table_unref (self->counter_ids);
  g_hash_table_unref (self->group_ids);
  g_hash_table_unref (self->programs);
  g_ptr_array_unref (self->counters);
  g_ptr_array_unref (self->groups);
  texts_clear (&self->names);
  texts_clear (&self->messages);
  g_free (self->date);
}

/* A part of the name of a signal is not empty. */
static char *
dup_part (const guint8 *data, gsize room)
{
  char *part = gscope_sysprof_frames_dup_text (data, room, MAX_PART);

  if (*part)
    return part;
  g_free (part);
  return g_strdup ("-");
}

static guint32
get_group (GscopeSysprofCollector *self, gint32 pid, char *title)
{
  g_autofree char *taken = title;
  g_autofree char *key = g_strdup_printf ("%d/%s", pid, title);
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->group_ids, key));
  GscopeSysprofGroup *group;

  if (index > 0)
    return index - 1;
  if (self->groups->len == MAX_GROUPS)
    return GSCOPE_SYSPROF_NONE;
  group = g_new0 (GscopeSysprofGroup, 1);
  group->pid = pid;
  group->title = g_steal_pointer (&taken);
  g_ptr_array_add (self->groups, group);
  g_hash_table_insert (self->group_ids, g_steal_pointer (&key),
                       GUINT_TO_POINTER (self->groups->len));
  return self->groups->len - 1;
}

char *
gscope_sysprof_collector_dup_process (const GscopeSysprofCollector *self, gint32 pid)
{
  const char *program = g_hash_table_lookup (self->programs, GINT_TO_POINTER (pid));

  if (pid <= 0)
    return NULL;
  return g_strdup_printf ("%s%s%d", program ? program : "", program ? "-" : "", pid);
}

/* Frames. Each function returns FALSE if the records could not be kept. */

static gboolean
add_record (GscopeSysprofCollector *self, GscopeImportRecord *record, GError **error)
{
  if (record->subject == GSCOPE_SYSPROF_NONE || self->n_records == G_MAXUINT32)
    {
      self->n_beyond++;
      return TRUE;
    }
  record->number = self->n_records++;
  return record->kind == GSCOPE_IMPORT_BEGIN
             ? gscope_import_sorter_add_state (self->sorter, record, error)
             : gscope_import_sorter_add (self->sorter, record, error);
}

static gboolean
add_mark (GscopeSysprofCollector *self, GscopeImportKind kind, guint32 group, guint32 name,
          gint64 time, gint64 duration, GError **error)
{
  GscopeImportRecord record = {
    .time = time, .duration = duration, .kind = kind, .subject = group, .name = name
  };

  return add_record (self, &record, error);
}

static gboolean
reject (GscopeSysprofCollector *self)
{
  self->n_malformed++;
  return TRUE;
}

static gboolean
has_time (gint64 time)
{
  return time > -MAX_TIME && time < MAX_TIME;
}

/* The program is the first word, without its folder. */
static gboolean
take_process (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
              const GscopeSysprofFrame *frame, GError **error)
{
  const gsize at = GSCOPE_SYSPROF_COMMAND_AT;
  g_autofree char *command =
      gscope_sysprof_frames_dup_text (frame->data + at, frame->size - at, frame->size);
  const char *slash;

  command[strcspn (command, " ")] = '\0';
  slash = strrchr (command, '/');
  if (*command && (!slash || slash[1]) && g_hash_table_size (self->programs) < MAX_PROGRAMS)
    {
      char *program = g_strdup (slash ? slash + 1 : command);
      gsize size = strlen (program);

      program[gscope_sysprof_cut (program, MIN (size, MAX_PROGRAM))] = '\0';
      g_hash_table_replace (self->programs, GINT_TO_POINTER (frame->pid), program);
    }
  return TRUE;
}

static void
define (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames, const guint8 *data)
{
  const guint8 *name = data + GSCOPE_SYSPROF_CATEGORY_SIZE;
  const guint8 *description = name + GSCOPE_SYSPROF_COUNTER_NAME_SIZE;
  const guint8 *id = description + GSCOPE_SYSPROF_DESCRIPTION_SIZE;
  gpointer key = GUINT_TO_POINTER (
      (guint) gscope_sysprof_frames_get (frames, id, GSCOPE_SYSPROF_COUNTER_ID_SIZE));
  GscopeSysprofCounter *counter;

  if (g_hash_table_contains (self->counter_ids, key))
    return;
  if (self->counters->len == MAX_COUNTERS)
    {
      self->n_beyond++;
      return;
    }
  counter = g_new0 (GscopeSysprofCounter, 1);
  counter->category = dup_part (data, GSCOPE_SYSPROF_CATEGORY_SIZE);
  counter->name = dup_part (name, GSCOPE_SYSPROF_COUNTER_NAME_SIZE);
  counter->description = gscope_sysprof_frames_dup_text (
      description, GSCOPE_SYSPROF_DESCRIPTION_SIZE, GSCOPE_SYSPROF_DESCRIPTION_SIZE);
  counter->is_double = id[GSCOPE_SYSPROF_COUNTER_ID_SIZE] == GSCOPE_SYSPROF_DOUBLE;
  g_ptr_array_add (self->counters, counter);
  g_hash_table_insert (self->counter_ids, key, GUINT_TO_POINTER (self->counters->len));
}

/* Returns the number of elements of the array in a frame; there are none if the array has no room for them. */
static guint
count_elements (const GscopeSysprofFrames *frames, const GscopeSysprofFrame *frame, gsize size)
{
  gsize n;

  if (frame->size < GSCOPE_SYSPROF_ARRAY_AT)
    return 0;
  n = gscope_sysprof_frames_get (frames, frame->data + GSCOPE_SYSPROF_FRAME_SIZE, 2);
  return n <= (frame->size - GSCOPE_SYSPROF_ARRAY_AT) / size ? (guint) n : 0;
}

static gboolean
take_definition (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
                 const GscopeSysprofFrame *frame, GError **error)
{
  guint n = count_elements (frames, frame, GSCOPE_SYSPROF_COUNTER_SIZE);

  for (guint i = 0; i < n; i++)
    define (self, frames,
            frame->data + GSCOPE_SYSPROF_ARRAY_AT + (gsize) i * GSCOPE_SYSPROF_COUNTER_SIZE);
  return n > 0 || reject (self);
}

static double
read_value (const GscopeSysprofFrames *frames, const guint8 *data, gboolean is_double)
{
  guint64 bits = gscope_sysprof_frames_get (frames, data, 8);
  double value;

  if (!is_double)
    return (double) (gint64) bits;
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* The places of a block that are not used have the counter 0. */
static gboolean
take_block (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames, gint64 time,
            const guint8 *data, GError **error)
{
  for (guint i = 0; i < GSCOPE_SYSPROF_BLOCK_VALUES; i++)
    {
      const guint id = (guint) gscope_sysprof_frames_get (frames, data + 4 * i, 4);
      const guint8 *value = data + 4 * GSCOPE_SYSPROF_BLOCK_VALUES + 8 * i;
      guint index =
          GPOINTER_TO_UINT (g_hash_table_lookup (self->counter_ids, GUINT_TO_POINTER (id)));
      GscopeImportRecord record = { .time = time, .kind = GSCOPE_IMPORT_COUNTER };

      if (id == 0)
        continue;
      if (index == 0)
        {
          self->n_malformed++;
          continue;
        }
      record.subject = index - 1;
      record.value = read_value (
          frames, value, ((GscopeSysprofCounter *) self->counters->pdata[index - 1])->is_double);
      if (!add_record (self, &record, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_values (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
             const GscopeSysprofFrame *frame, GError **error)
{
  guint n = count_elements (frames, frame, GSCOPE_SYSPROF_BLOCK_SIZE);

  if (n == 0 || !has_time (frame->time))
    return reject (self);
  for (guint i = 0; i < n; i++)
    if (!take_block (self, frames, frame->time,
                     frame->data + GSCOPE_SYSPROF_ARRAY_AT + (gsize) i * GSCOPE_SYSPROF_BLOCK_SIZE,
                     error))
      return FALSE;
  return TRUE;
}

/* The states of a signal of ours: the group and the name of the mark are the name of the signal. */
static gboolean
take_our_state (GscopeSysprofCollector *self, const GscopeSysprofFrame *frame, gint64 duration,
                char *message, GError **error)
{
  g_autofree char *group =
      dup_part (frame->data + GSCOPE_SYSPROF_GROUP_AT, GSCOPE_SYSPROF_GROUP_SIZE);
  g_autofree char *name =
      dup_part (frame->data + GSCOPE_SYSPROF_MARK_NAME_AT, GSCOPE_SYSPROF_MARK_NAME_SIZE);
  gboolean is_plain = g_str_equal (group, GSCOPE_SYSPROF_PLAIN);
  char *title = g_strconcat (is_plain ? "" : group, is_plain ? "" : "/", name, NULL);

  return add_mark (self, GSCOPE_IMPORT_BEGIN, get_group (self, frame->pid, title),
                   texts_get (&self->names, message), frame->time, duration, error);
}

static gboolean
take_mark (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
           const GscopeSysprofFrame *frame, GError **error)
{
  g_autofree char *message = NULL;
  guint32 group, name;
  gint64 duration;

  if (frame->size < GSCOPE_SYSPROF_MESSAGE_AT || !has_time (frame->time))
    return reject (self);
  duration =
      (gint64) gscope_sysprof_frames_get (frames, frame->data + GSCOPE_SYSPROF_DURATION_AT, 8);
  if (duration < 0 || !has_time (duration))
    return reject (self);
  message = gscope_sysprof_frames_dup_text (frame->data + GSCOPE_SYSPROF_MESSAGE_AT,
                                            frame->size - GSCOPE_SYSPROF_MESSAGE_AT, MAX_NAME);
  if (self->is_ours && duration > 0)
    return take_our_state (self, frame, duration, g_steal_pointer (&message), error);
  group = get_group (self, frame->pid,
                     dup_part (frame->data + GSCOPE_SYSPROF_GROUP_AT, GSCOPE_SYSPROF_GROUP_SIZE));
  name = texts_get (&self->names, dup_part (frame->data + GSCOPE_SYSPROF_MARK_NAME_AT,
                                            GSCOPE_SYSPROF_MARK_NAME_SIZE));
  if (duration > 0)
    return add_mark (self, GSCOPE_IMPORT_BEGIN, group, name, frame->time, duration, error);
  return add_mark (
      self, GSCOPE_IMPORT_INSTANT, name != GSCOPE_SYSPROF_NONE ? group : name, name, frame->time,
      *message ? texts_get (&self->messages, g_steal_pointer (&message)) : GSCOPE_SYSPROF_NONE,
      error);
}

static gboolean
leave_out (GscopeSysprofCollector *self, const GscopeSysprofFrame *frame)
{
  if (self->n_others++ == 0)
    self->other = frame->kind;
  return TRUE;
}

static gboolean
take_metadata (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
               const GscopeSysprofFrame *frame, GError **error)
{
  g_autofree char *id = NULL;

  if (frame->size < GSCOPE_SYSPROF_METADATA_AT)
    return reject (self);
  id = gscope_sysprof_frames_dup_text (frame->data + GSCOPE_SYSPROF_FRAME_SIZE,
                                       GSCOPE_SYSPROF_METADATA_ID_SIZE,
                                       GSCOPE_SYSPROF_METADATA_ID_SIZE);
  /* ours has the values of parameters besides */
  self->is_ours |= g_str_equal (id, GSCOPE_SYSPROF_OURS);
  return self->is_ours || leave_out (self, frame);
}

static const struct
{
  GscopeSysprofKind kind;
  gboolean (*take) (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
                    const GscopeSysprofFrame *frame, GError **error);
} kinds[] = {
  { GSCOPE_SYSPROF_PROCESS, take_process },   { GSCOPE_SYSPROF_DEFINITION, take_definition },
  { GSCOPE_SYSPROF_VALUES, take_values },     { GSCOPE_SYSPROF_MARK, take_mark },
  { GSCOPE_SYSPROF_METADATA, take_metadata },
};

static gboolean
take_frame (GscopeSysprofCollector *self, const GscopeSysprofFrames *frames,
            const GscopeSysprofFrame *frame, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == frame->kind)
      return kinds[i].take (self, frames, frame, error);
  return frame->kind == GSCOPE_SYSPROF_TIMESTAMP || leave_out (self, frame);
}

gboolean
gscope_sysprof_collector_read (GscopeSysprofCollector *self, int fd, GError **error)
{
  g_autoptr (GscopeSysprofFrames) frames = gscope_sysprof_frames_new (fd, error);
  GscopeSysprofFrame frame;

  if (!frames)
    return FALSE;
  self->date = g_strdup (gscope_sysprof_frames_get_date (frames, &self->begin));
  while (gscope_sysprof_frames_next (frames, &frame))
    if (!take_frame (self, frames, &frame, error))
      return FALSE;
  self->is_cut = gscope_sysprof_frames_is_cut (frames);
  self->damage = gscope_sysprof_frames_get_damage (frames);
  return gscope_import_sorter_finish (self->sorter, error);
}
