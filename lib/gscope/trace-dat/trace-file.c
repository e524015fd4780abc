/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace-dat/trace-file.h>

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace-dat/trace-kind.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum
{
  MIN_PAGE = 4096,
  MAX_NAME = 256,
  /* of the description of an event; longer ones are of no event that is read */
  MAX_FORMAT = 64 * 1024,
  MAX_SYSTEMS = 1000,
  /* of all systems together */
  MAX_EVENTS = 100000,
  MAX_KINDS = 4096,
  MAX_OPTIONS = 10000,
};

/* Options of version 7; 0 ends a section of them. */
enum
{
  OPTION_DONE = 0,
  OPTION_BUFFER = 3,
  OPTION_HEADER_INFO = 16,
  OPTION_TRACERS = 17,
  OPTION_EVENT_FORMATS = 18,
};

#define SECTION_IS_COMPRESSED 1

static const char magic[] = "\x17\x08\x44tracing";

gboolean
gscope_trace_file_is_magic (const char *head, gsize n)
{
  return n >= sizeof magic - 1 && memcmp (head, magic, sizeof magic - 1) == 0;
}

gboolean
gscope_trace_file_read (const GscopeTraceFile *self, guint64 offset, gpointer data, gsize n)
{
  guint8 *to = data;

  if (n > self->size || offset > self->size - n)
    return FALSE;
  while (n > 0)
    {
      gssize got = pread (self->fd, to, n, (off_t) offset);

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return FALSE;
      to += got;
      n -= got;
      offset += got;
    }
  return TRUE;
}

guint64
gscope_trace_file_get (const GscopeTraceFile *self, gconstpointer data, gsize size)
{
  const guint8 *bytes = data;
  guint64 value = 0;

  if (size != 1 && size != 2 && size != 4 && size != 8)
    return 0;
  for (gsize i = 0; i < size; i++)
    value = value << 8 | bytes[self->is_big_endian ? i : size - 1 - i];
  return value;
}

static gboolean
inflate (gconstpointer packed, gsize n_packed, gpointer to, gsize size)
{
  g_autoptr (GZlibDecompressor) zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  gsize used = 0, made = 0;

  return g_converter_convert (G_CONVERTER (zlib), packed, n_packed, to, size,
                              G_CONVERTER_INPUT_AT_END, &used, &made, NULL)
             == G_CONVERTER_FINISHED
         && made == size;
}

guint8 *
gscope_trace_file_decompress (const GscopeTraceFile *self, guint64 offset, gsize packed, gsize size)
{
  g_autofree guint8 *from = NULL, *to = NULL;
  gboolean is_good = FALSE;

  if (packed == 0 || packed > GSCOPE_TRACE_MAX_CHUNK || size == 0 || size > GSCOPE_TRACE_MAX_CHUNK)
    return NULL;
  from = g_malloc (packed);
  to = g_malloc (size);
  if (!gscope_trace_file_read (self, offset, from, packed))
    return NULL;
  if (self->compression == GSCOPE_TRACE_ZSTD)
    is_good = ZSTD_decompress (to, size, from, packed) == size;
  else if (self->compression == GSCOPE_TRACE_ZLIB)
    is_good = inflate (from, packed, to, size);
  return is_good ? g_steal_pointer (&to) : NULL;
}

/* A place in the file, or in a section that was decompressed. After a failure all values are 0. */
typedef struct
{
  const GscopeTraceFile *file;
  const guint8 *memory;
  guint64 at;
  guint64 end;
  gboolean has_failed;
} Cursor;

static void
take (Cursor *self, gpointer to, gsize n)
{
  self->has_failed |= n > self->end - self->at;
  if (!self->has_failed && self->memory)
    memcpy (to, self->memory + self->at, n);
  else if (!self->has_failed)
    self->has_failed = !gscope_trace_file_read (self->file, self->at, to, n);
  if (self->has_failed)
    memset (to, 0, n);
  else
    self->at += n;
}

static guint64
take_number (Cursor *self, gsize size)
{
  guint8 bytes[8];

  take (self, bytes, size);
  return gscope_trace_file_get (self->file, bytes, size);
}

static void
skip (Cursor *self, guint64 n)
{
  self->has_failed |= n > self->end - self->at;
  if (!self->has_failed)
    self->at += n;
}

/* Takes a text that ends with a 0. */
static void
take_name (Cursor *self, char name[MAX_NAME])
{
  gsize n = 0;

  do
    take (self, &name[n++], 1);
  while (n < MAX_NAME && name[n - 1] != '\0');
  self->has_failed |= name[n - 1] != '\0';
  name[n - 1] = '\0';
}

static gboolean
take_word (Cursor *self, const char *word)
{
  char name[MAX_NAME];

  take_name (self, name);
  self->has_failed |= !g_str_equal (name, word);
  return !self->has_failed;
}

/* Takes a text of a length that stands before it; NULL if it is too long. */
static char *
take_text (Cursor *self)
{
  guint64 size = take_number (self, 8);
  char *text;

  if (size > MAX_FORMAT)
    {
      skip (self, size);
      return NULL;
    }
  text = g_malloc0 (size + 1);
  take (self, text, size);
  return text;
}

/* Formats of events. */

static gboolean
read_member (const char *line, const char *key, guint *value)
{
  const char *found = strstr (line, key);
  guint64 number;

  if (!found)
    return FALSE;
  number = g_ascii_strtoull (found + strlen (key), NULL, 10);
  *value = (guint) MIN (number, GSCOPE_TRACE_MAX_PAGE);
  return number <= GSCOPE_TRACE_MAX_PAGE;
}

gboolean
gscope_trace_field_read (GscopeTraceField *field, const char *line)
{
  return read_member (line, "offset:", &field->offset) && read_member (line, "size:", &field->size);
}

/* "	field:char prev_comm[16];	offset:8;	size:16;	signed:0;" */
static GscopeTraceField
find_field (const char *format, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (format, "\n", 256);
  gsize length = strlen (name);
  GscopeTraceField field;

  for (guint i = 0; lines[i]; i++)
    {
      const char *end = strchr (lines[i], ';'), *array = strchr (lines[i], '[');

      if (!strstr (lines[i], "field:") || !end)
        continue;
      if (array && array < end)
        end = array;
      if ((gsize) (end - lines[i]) <= length || strncmp (end - length, name, length) != 0
          || end[-(gssize) length - 1] != ' ')
        continue;
      if (gscope_trace_field_read (&field, lines[i]))
        return field;
    }
  return (GscopeTraceField){ 0 };
}

static void
read_format (const char *text, GscopeTraceFormat *format)
{
  const char *id = strstr (text, "ID:");

  *format = (GscopeTraceFormat){
    .prev_pid = find_field (text, "prev_pid"),
    .prev_comm = find_field (text, "prev_comm"),
    .prev_state = find_field (text, "prev_state"),
    .next_pid = find_field (text, "next_pid"),
    .next_comm = find_field (text, "next_comm"),
    .pid = find_field (text, "pid"),
    .comm = find_field (text, "comm"),
  };
  if (id)
    format->id = (guint) g_ascii_strtoull (id + strlen ("ID:"), NULL, 10);
}

/* Adds the kind of a description. Of the events of tracers, only texts that programs wrote are read. */
static void
add_kind (GscopeTraceFile *self, const char *description, gboolean is_tracer)
{
  g_autoptr (GscopeTraceKind) kind = NULL;
  guint id;

  if (g_hash_table_size (self->kinds) == MAX_KINDS)
    return;
  kind = gscope_trace_kind_new (description);
  if (!kind || (is_tracer && !g_str_equal (kind->name, "print")))
    return;
  id = kind->id;
  g_hash_table_insert (self->kinds, GUINT_TO_POINTER (id), g_steal_pointer (&kind));
}

static void
take_event (GscopeTraceFile *self, Cursor *cursor, const char *system)
{
  g_autofree char *text = take_text (cursor);
  const char *name = text ? strstr (text, "name: ") : NULL;
  const struct
  {
    const char *name;
    GscopeTraceFormat *format;
  } events[] = {
    { "name: sched_switch\n", &self->on_switch },
    { "name: sched_wakeup\n", &self->on_wakeup },
    { "name: sched_wakeup_new\n", &self->on_wakeup_new },
  };

  if (!name)
    return;
  if (self->common_type.size == 0)
    self->common_type = find_field (text, "common_type");
  for (guint i = 0; g_str_equal (system, "sched") && i < G_N_ELEMENTS (events); i++)
    if (g_str_has_prefix (name, events[i].name))
      read_format (text, events[i].format);
  add_kind (self, text, g_str_equal (system, "ftrace"));
}

/* A number of things that follow. */
static guint
take_count (Cursor *self, guint most)
{
  guint64 n = take_number (self, 4);

  self->has_failed |= n > most;
  return self->has_failed ? 0 : (guint) n;
}

static void
take_tracers (GscopeTraceFile *self, Cursor *cursor)
{
  guint n = take_count (cursor, MAX_EVENTS);

  self->has_tracers = TRUE;
  for (guint i = 0; i < n && !cursor->has_failed; i++)
    take_event (self, cursor, "ftrace");
}

static void
take_events (GscopeTraceFile *self, Cursor *cursor)
{
  guint n_systems = take_count (cursor, MAX_SYSTEMS);

  for (guint i = 0; i < n_systems && !cursor->has_failed; i++)
    {
      char system[MAX_NAME];
      guint n;

      take_name (cursor, system);
      n = take_count (cursor, MAX_EVENTS - self->n_events);
      self->n_events += n;
      for (guint k = 0; k < n && !cursor->has_failed; k++)
        take_event (self, cursor, system);
    }
}

static void
take_header_info (GscopeTraceFile *self, Cursor *cursor)
{
  g_autofree char *text = take_word (cursor, "header_page") ? take_text (cursor) : NULL;

  if (!text)
    {
      cursor->has_failed = TRUE;
      return;
    }
  self->commit = find_field (text, "commit");
  self->data_field = find_field (text, "data");
  if (take_word (cursor, "header_event"))
    skip (cursor, take_number (cursor, 8));
}

static void
add_data (GscopeTraceFile *self, guint cpu, guint64 offset, guint64 size)
{
  GscopeTraceData data = { cpu, offset, size };

  if (size > 0)
    g_array_append_val (self->data, data);
}

/* Version 6. */

static void
skip_options (Cursor *cursor)
{
  for (guint i = 0; i < MAX_OPTIONS && take_number (cursor, 2) != OPTION_DONE; i++)
    skip (cursor, take_number (cursor, 4));
}

/* Returns whether the data of processors follows. */
static gboolean
take_kind (Cursor *cursor)
{
  char kind[10];

  for (guint i = 0; i < MAX_OPTIONS && !cursor->has_failed; i++)
    {
      take (cursor, kind, sizeof kind);
      if (memcmp (kind, "flyrecord", sizeof kind) == 0)
        return TRUE;
      if (memcmp (kind, "options  ", sizeof kind) != 0)
        break;
      skip_options (cursor);
    }
  return FALSE;
}

static void
take_version_6 (GscopeTraceFile *self, Cursor *cursor)
{
  guint n;

  take_header_info (self, cursor);
  take_tracers (self, cursor);
  take_events (self, cursor);
  skip (cursor, take_number (cursor, 4));
  skip (cursor, take_number (cursor, 4));
  skip (cursor, take_number (cursor, 8));
  n = take_count (cursor, GSCOPE_TRACE_MAX_PROCESSORS);
  cursor->has_failed |= !take_kind (cursor);
  for (guint i = 0; i < n && !cursor->has_failed; i++)
    {
      guint64 offset = take_number (cursor, 8);

      add_data (self, i, offset, take_number (cursor, 8));
    }
}

/* Version 7. */

/* Reads a section that is compressed in one piece. */
static guint8 *
unpack (const GscopeTraceFile *self, Cursor *from, gsize *size)
{
  gsize packed = take_number (from, 4);

  *size = take_number (from, 4);
  if (from->has_failed || packed > from->end - from->at)
    return NULL;
  return gscope_trace_file_decompress (self, from->at, packed, *size);
}

/* Begins to read a section; its memory is freed with *held. */
static Cursor
open_section (const GscopeTraceFile *self, guint64 offset, guint8 **held)
{
  Cursor cursor = { self, NULL, MIN (offset, self->size), self->size, offset > self->size };
  guint64 size;
  gsize n;
  guint flags;

  take_number (&cursor, 2);
  flags = (guint) take_number (&cursor, 2);
  take_number (&cursor, 4);
  size = take_number (&cursor, 8);
  cursor.has_failed |= size > cursor.end - cursor.at;
  if (cursor.has_failed)
    return cursor;
  cursor.end = cursor.at + size;
  if (!(flags & SECTION_IS_COMPRESSED))
    return cursor;
  *held = unpack (self, &cursor, &n);
  if (*held)
    return (Cursor){ self, *held, 0, n, FALSE };
  cursor.has_failed = TRUE;
  return cursor;
}

static void
take_buffer (GscopeTraceFile *self, Cursor *cursor)
{
  Cursor section = { self, NULL, 0, self->size, FALSE };
  char name[MAX_NAME], clock[MAX_NAME];
  guint64 at = take_number (cursor, 8);
  guint n;

  section.at = MIN (at, self->size);
  take_number (&section, 2);
  self->is_compressed = take_number (&section, 2) & SECTION_IS_COMPRESSED;
  take_name (cursor, name);
  take_name (cursor, clock);
  take_number (cursor, 4);
  n = take_count (cursor, GSCOPE_TRACE_MAX_PROCESSORS);
  for (guint i = 0; i < n && !cursor->has_failed; i++)
    {
      guint cpu = (guint) take_number (cursor, 4);
      guint64 offset = take_number (cursor, 8);

      add_data (self, cpu, offset, take_number (cursor, 8));
    }
}

/* Reads the section to which an option refers. */
static void
take_section (GscopeTraceFile *self, Cursor *option,
              void (*func) (GscopeTraceFile *self, Cursor *cursor))
{
  g_autofree guint8 *held = NULL;
  Cursor section = open_section (self, take_number (option, 8), &held);

  func (self, &section);
  option->has_failed |= section.has_failed;
}

static void
take_option (GscopeTraceFile *self, guint id, Cursor *option)
{
  if (id == OPTION_HEADER_INFO && self->commit.size == 0)
    take_section (self, option, take_header_info);
  else if (id == OPTION_TRACERS && !self->has_tracers)
    take_section (self, option, take_tracers);
  else if (id == OPTION_EVENT_FORMATS && self->n_events == 0)
    take_section (self, option, take_events);
  /* the first buffer is the kernel's; further ones are instances of it */
  else if (id == OPTION_BUFFER && self->data->len == 0)
    take_buffer (self, option);
}

/* Returns where the next section of options is; 0 if there is none, or after a failure. */
static guint64
take_options (GscopeTraceFile *self, guint64 offset, gboolean *has_failed)
{
  g_autofree guint8 *held = NULL;
  Cursor cursor = open_section (self, offset, &held);

  while (!cursor.has_failed)
    {
      guint id = (guint) take_number (&cursor, 2);
      guint64 size = take_number (&cursor, 4);
      Cursor option = cursor;

      skip (&cursor, size);
      if (cursor.has_failed)
        break;
      option.end = cursor.at;
      if (id == OPTION_DONE)
        return take_number (&option, 8);
      take_option (self, id, &option);
      cursor.has_failed |= option.has_failed;
    }
  *has_failed = TRUE;
  return 0;
}

static void
take_version_7 (GscopeTraceFile *self, Cursor *cursor)
{
  char name[MAX_NAME], version[MAX_NAME];
  guint64 offset, last = 0;

  take_name (cursor, name);
  take_name (cursor, version);
  self->compression = g_str_equal (name, "zstd")   ? GSCOPE_TRACE_ZSTD
                      : g_str_equal (name, "zlib") ? GSCOPE_TRACE_ZLIB
                                                   : GSCOPE_TRACE_PLAIN;
  /* each section of options is behind the one before, so that a chain of them ends */
  for (offset = take_number (cursor, 8); offset > last && !cursor->has_failed;)
    {
      last = offset;
      offset = take_options (self, offset, &cursor->has_failed);
    }
}

/* The file. */

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, why);
  return FALSE;
}

static gboolean
has_room (GscopeTraceField field, guint size)
{
  return field.size > 0 && field.size <= size && field.offset <= size - field.size;
}

static gboolean
check (const GscopeTraceFile *self, GError **error)
{
  if (self->page_size < MIN_PAGE || self->page_size > GSCOPE_TRACE_MAX_PAGE
      || !has_room (self->commit, self->page_size) || self->data_field.offset < 8
      || self->data_field.offset > self->page_size)
    return refuse (error, _ ("the description of its pages is damaged"));
  if (self->common_type.size == 0 || g_hash_table_size (self->kinds) == 0)
    return refuse (error, _ ("it describes no events; record some with “trace-cmd record "
                             "-e sched_switch -e sched_wakeup”"));
  return TRUE;
}

static gboolean
take_file (GscopeTraceFile *self, GError **error)
{
  Cursor cursor = { self, NULL, sizeof magic - 1, self->size, FALSE };
  char version[MAX_NAME];

  take_name (&cursor, version);
  self->is_big_endian = take_number (&cursor, 1) == 1;
  take_number (&cursor, 1);
  self->page_size = (guint) take_number (&cursor, 4);
  if (g_str_equal (version, "6"))
    take_version_6 (self, &cursor);
  else if (g_str_equal (version, "7"))
    take_version_7 (self, &cursor);
  else
    return refuse (error,
                   _ ("its version is neither 6 nor 7; convert it with “trace-cmd convert”"));
  if (cursor.has_failed)
    return refuse (error, _ ("its head is damaged"));
  /* a switch without these fields is shown as any other event */
  if (self->on_switch.next_pid.size == 0 || self->on_switch.prev_pid.size == 0)
    self->on_switch.id = 0;
  return check (self, error);
}

GscopeTraceFile *
gscope_trace_file_new (int fd, GError **error)
{
  g_autoptr (GscopeTraceFile) self = g_new0 (GscopeTraceFile, 1);
  struct stat status;

  self->fd = fd;
  self->data = g_array_new (FALSE, FALSE, sizeof (GscopeTraceData));
  self->kinds = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) gscope_trace_kind_free);
  if (fstat (fd, &status) == 0)
    self->size = status.st_size;
  return take_file (self, error) ? g_steal_pointer (&self) : NULL;
}

void
gscope_trace_file_free (GscopeTraceFile *self)
{
  g_array_unref (self->data);
  g_hash_table_unref (self->kinds);
  g_free (self);
}
