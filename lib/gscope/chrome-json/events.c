/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/chrome-json/events.h>

#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

enum
{
  FIRST_SIZE = 128 * 1024,
  /* the texts behind an event are compared eight bytes at a time */
  PADDING = 32,
  MAX_KEY = 63,
  /* of a number */
  MAX_DIGITS = 18,
};

typedef enum
{
  AT_BEGIN,
  IN_OBJECT,
  IN_LIST,
  AT_END,
} Place;

/* How the search for the end of an event ended. */
typedef enum
{
  FOUND,
  BROKEN,
  CUT,
} Outcome;

struct _GscopeChromeEvents
{
  GInputStream *stream;
  /* the bytes from `at` to `end` are to come */
  char *buffer;
  gsize size;
  gsize at;
  gsize end;

  Place place;
  gboolean has_object;
  gboolean has_list;
  gboolean is_cut;
  guint64 n_malformed;
  gint64 beginning;
};

/* How other members of the object begin, where they are first. */
static const char *const first_members[] = {
  "\"displayTimeUnit\"", "\"systemTraceEvents\"", "\"otherData\"",
  "\"schemaVersion\"",   "\"stackFrames\"",       "\"beginningOfTime\"",
};

/* The head of a list is that of its first event. */
gboolean
gscope_chrome_events_is_magic (const char *head, gsize n)
{
  static const char events[] = "\"traceEvents\"";
  GscopeJsonCursor cursor = { head, head + n };

  if (gscope_json_cursor_take (&cursor, '['))
    return gscope_json_cursor_take (&cursor, '{') && gscope_json_cursor_take (&cursor, '"');
  if (!gscope_json_cursor_take (&cursor, '{'))
    return FALSE;
  gscope_json_cursor_skip_blanks (&cursor);
  for (guint i = 0; i < G_N_ELEMENTS (first_members); i++)
    if (gscope_json_cursor_take_word (&cursor, first_members[i]))
      return TRUE;
  return memmem (head, n, events, strlen (events)) != NULL;
}

/* RFC 1952, section 2.3.1. */
static gboolean
is_gzip (int fd)
{
  static const guint8 magic[] = { 0x1f, 0x8b };
  guint8 head[sizeof magic];

  return pread (fd, head, sizeof head, 0) == sizeof head && memcmp (head, magic, sizeof magic) == 0;
}

static GInputStream *
open_stream (int fd)
{
  g_autoptr (GInputStream) file = g_unix_input_stream_new (fd, FALSE);
  g_autoptr (GZlibDecompressor) gzip = NULL;

  lseek (fd, 0, SEEK_SET);
  if (!is_gzip (fd))
    return g_steal_pointer (&file);
  gzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  return g_converter_input_stream_new (file, G_CONVERTER (gzip));
}

GscopeChromeEvents *
gscope_chrome_events_new (int fd)
{
  GscopeChromeEvents *self = g_new0 (GscopeChromeEvents, 1);

  self->stream = open_stream (fd);
  self->size = FIRST_SIZE;
  self->buffer = g_malloc0 (self->size + PADDING);
  return self;
}

void
gscope_chrome_events_free (GscopeChromeEvents *self)
{
  g_object_unref (self->stream);
  g_free (self->buffer);
  g_free (self);
}

/* Bytes. */

/* Reads more behind the bytes from `at` on. Returns FALSE at the end of the file, and where it is damaged. */
static gboolean
fill (GscopeChromeEvents *self)
{
  gssize n;

  memmove (self->buffer, self->buffer + self->at, self->end - self->at);
  self->end -= self->at;
  self->at = 0;
  if (self->end == self->size)
    {
      self->size *= 2;
      self->buffer = g_realloc (self->buffer, self->size + PADDING);
    }
  n = g_input_stream_read (self->stream, self->buffer + self->end, self->size - self->end, NULL,
                           NULL);
  if (n <= 0)
    {
      self->is_cut |= n < 0;
      return FALSE;
    }
  self->end += (gsize) n;
  return TRUE;
}

/* Returns the next character; -1 at the end of the file. */
static inline int
peek (GscopeChromeEvents *self)
{
  if (self->at == self->end && !fill (self))
    return -1;
  return (guchar) self->buffer[self->at];
}

/* Skips blanks and commas. */
static int
peek_item (GscopeChromeEvents *self)
{
  int c;

  while ((c = peek (self)) >= 0 && (c == ',' || gscope_json_is_blank ((char) c)))
    self->at++;
  return c;
}

static int
peek_value (GscopeChromeEvents *self)
{
  int c;

  while ((c = peek (self)) >= 0 && gscope_json_is_blank ((char) c))
    self->at++;
  return c;
}

static void
cut (GscopeChromeEvents *self)
{
  self->is_cut = TRUE;
  self->place = AT_END;
}

/* Skips a text from its first quote on. */
static void
skip_text (GscopeChromeEvents *self)
{
  int c;

  self->at++;
  while ((c = peek (self)) >= 0 && c != '"')
    {
      self->at++;
      if (c == '\\' && peek (self) >= 0)
        self->at++;
    }
  if (c >= 0)
    self->at++;
}

/* Goes to the comma or the bracket behind a value. */
static void
skip_value (GscopeChromeEvents *self)
{
  gsize depth = 0;
  int c;

  while ((c = peek (self)) >= 0)
    {
      if (c == '"')
        {
          skip_text (self);
          continue;
        }
      if (depth == 0 && (c == ',' || c == ']' || c == '}'))
        return;
      depth += c == '{' || c == '[';
      depth -= c == '}' || c == ']';
      self->at++;
    }
}

/* Goes from the end of a line that breaks an event to the next event: the next line begins with it, or is the rest of the
 * broken one. */
static void
skip_line (GscopeChromeEvents *self)
{
  int c = peek_item (self);

  if (c == '{' || c == ']')
    return;
  while ((c = peek (self)) >= 0 && c != '\n')
    self->at++;
}

/* The list. */

/* How far the bytes of an event were looked at, from `at` on. */
typedef struct
{
  gsize n;
  gsize depth;
  gboolean is_text;
  gboolean is_escaped;
} Scan;

/* Looks at what the buffer has. Returns TRUE at the end of the event, or at the end of a line in a text, which has none. */
static gboolean
scan_on (Scan *scan, const char *bytes, gsize n)
{
  for (; scan->n < n; scan->n++)
    {
      const char c = bytes[scan->n];

      if (scan->is_text)
        {
          if (c == '\n')
            return TRUE;
          if (scan->is_escaped)
            scan->is_escaped = FALSE;
          else if (c == '\\')
            scan->is_escaped = TRUE;
          else if (c == '"')
            scan->is_text = FALSE;
        }
      else if (c == '"')
        scan->is_text = TRUE;
      else if (c == '{' || c == '[')
        scan->depth++;
      else if ((c == '}' || c == ']') && --scan->depth == 0)
        {
          scan->n++;
          return TRUE;
        }
    }
  return FALSE;
}

/* Finds the end of the event that begins here. One that is too long is passed. */
static Outcome
scan_event (GscopeChromeEvents *self, GscopeJsonSpan *event)
{
  Scan scan = { 0 };
  gboolean is_long = FALSE;

  while (!scan_on (&scan, self->buffer + self->at, self->end - self->at))
    {
      if (scan.n >= GSCOPE_CHROME_MAX_EVENT)
        {
          is_long = TRUE;
          self->at += scan.n;
          scan.n = 0;
        }
      if (!fill (self))
        return CUT;
    }
  *event = (GscopeJsonSpan){ self->buffer + self->at, scan.n };
  self->at += scan.n;
  if (!scan.is_text)
    return is_long ? BROKEN : FOUND;
  skip_line (self);
  return BROKEN;
}

/* Returns FALSE at what is no event. */
static gboolean
next_in_list (GscopeChromeEvents *self, GscopeJsonSpan *event)
{
  int c = peek_item (self);
  Outcome outcome;

  if (c == ']' || c < 0)
    {
      self->at += c == ']';
      self->place = self->has_object && c == ']' ? IN_OBJECT : AT_END;
      self->is_cut |= self->has_object && c < 0;
      return FALSE;
    }
  if (c != '{')
    {
      self->n_malformed++;
      self->at += c == '}';
      skip_value (self);
      return FALSE;
    }
  outcome = scan_event (self, event);
  self->n_malformed += outcome == BROKEN;
  if (outcome == CUT)
    cut (self);
  return outcome == FOUND;
}

/* The object. */

/* Takes a text of at most MAX_KEY bytes; a longer one is empty. */
static void
take_key (GscopeChromeEvents *self, char *key)
{
  gsize n = 0;
  int c;

  self->at++;
  while ((c = peek (self)) >= 0 && c != '"')
    {
      if (n < MAX_KEY)
        key[n] = (char) c;
      n++;
      self->at++;
    }
  self->at += c == '"';
  key[n < MAX_KEY ? n : 0] = '\0';
}

static void
take_beginning (GscopeChromeEvents *self)
{
  gint64 number = 0;
  int c = peek_value (self);

  for (guint i = 0; i < MAX_DIGITS && c >= '0' && c <= '9'; i++)
    {
      number = 10 * number + (c - '0');
      self->at++;
      c = peek (self);
    }
  self->beginning = number;
}

static void
next_in_object (GscopeChromeEvents *self)
{
  char key[MAX_KEY + 1];
  int c = peek_item (self);

  if (c == '}')
    {
      self->place = AT_END;
      return;
    }
  if (c != '"')
    {
      cut (self);
      return;
    }
  take_key (self, key);
  if (peek_value (self) != ':')
    {
      cut (self);
      return;
    }
  self->at++;
  if (g_str_equal (key, "traceEvents") && peek_value (self) == '[')
    {
      self->at++;
      self->has_list = TRUE;
      self->place = IN_LIST;
      return;
    }
  if (g_str_equal (key, "beginningOfTime"))
    take_beginning (self);
  skip_value (self);
}

static void
begin (GscopeChromeEvents *self)
{
  int c = peek_value (self);

  self->has_list = c == '[';
  self->has_object = c == '{';
  self->place = self->has_list ? IN_LIST : self->has_object ? IN_OBJECT : AT_END;
  self->at += self->place != AT_END;
}

gboolean
gscope_chrome_events_next (GscopeChromeEvents *self, GscopeJsonSpan *event)
{
  for (;;)
    switch (self->place)
      {
      case AT_BEGIN:
        begin (self);
        break;
      case IN_OBJECT:
        next_in_object (self);
        break;
      case IN_LIST:
        if (next_in_list (self, event))
          return TRUE;
        break;
      case AT_END:
        return FALSE;
      }
}

gboolean
gscope_chrome_events_has_list (const GscopeChromeEvents *self)
{
  return self->has_list;
}

guint64
gscope_chrome_events_get_malformed (const GscopeChromeEvents *self)
{
  return self->n_malformed;
}

gboolean
gscope_chrome_events_is_cut (const GscopeChromeEvents *self)
{
  return self->is_cut;
}

gint64
gscope_chrome_events_get_beginning (const GscopeChromeEvents *self)
{
  return self->beginning;
}
