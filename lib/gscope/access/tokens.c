/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/tokens.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"
#define DIGEST_PREFIX "sha256:"

enum
{
  DIGEST_SIZE = 32,
  MAX_SIZE = 1024 * 1024,
  MAX_TOKENS = 4096,
  MAX_NAME = 64,
  /* Bytes of a token that is not kept as a digest. */
  MIN_TOKEN = 16,
  MAX_TOKEN = 512,
  NEW_TOKEN_SIZE = 32,
};

typedef struct
{
  char *name;
  GBytes *digest;
} Token;

struct _GscopeTokens
{
  GArray *tokens;
};

static void
clear_token (gpointer data)
{
  Token *token = data;

  g_free (token->name);
  g_bytes_unref (token->digest);
}

void
gscope_tokens_free (GscopeTokens *self)
{
  g_array_unref (self->tokens);
  g_free (self);
}

static GBytes *
compute_digest (const char *token)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[DIGEST_SIZE];
  gsize size = sizeof digest;

  g_checksum_update (checksum, (const guint8 *) token, -1);
  g_checksum_get_digest (checksum, digest, &size);
  return g_bytes_new (digest, size);
}

/* Returns NULL if the text is not a digest. */
static GBytes *
read_digest (const char *text)
{
  guint8 digest[DIGEST_SIZE];

  if (strlen (text) != 2 * DIGEST_SIZE)
    return NULL;
  for (guint i = 0; i < DIGEST_SIZE; i++)
    {
      int high = g_ascii_xdigit_value (text[2 * i]);
      int low = g_ascii_xdigit_value (text[2 * i + 1]);

      if (high < 0 || low < 0)
        return NULL;
      digest[i] = (guint8) (high << 4 | low);
    }
  return g_bytes_new (digest, sizeof digest);
}

static gboolean
is_name (const char *text)
{
  gsize length = strlen (text);

  return length > 0 && length <= MAX_NAME && strspn (text, LETTERS DIGITS "._@-") == length;
}

gboolean
gscope_token_is_valid (const char *text)
{
  gsize length = strlen (text);

  return length >= MIN_TOKEN && length <= MAX_TOKEN
         && strspn (text, LETTERS DIGITS "-._~+/=") == length;
}

/* Reads a line, which it changes. Returns what is wrong with it; NULL if nothing is. */
static const char *
read_line (GscopeTokens *self, char *line)
{
  char *colon = strchr (line, ':');
  const char *secret = colon ? colon + 1 : "";
  Token token;

  if (!colon)
    return _ ("it is not of the form NAME:TOKEN");
  *colon = '\0';
  if (!is_name (line))
    return _ ("the name has to have 1 to 64 letters, digits and . _ @ -");
  if (self->tokens->len >= MAX_TOKENS)
    return _ ("there are more than 4096 tokens");
  token.digest = g_str_has_prefix (secret, DIGEST_PREFIX)
                     ? read_digest (secret + strlen (DIGEST_PREFIX))
                 : gscope_token_is_valid (secret) ? compute_digest (secret)
                                                  : NULL;
  if (!token.digest)
    return _ ("the token has to have 16 to 512 letters, digits and - . _ ~ + / =, or to be sha256: "
              "and 64 hexadecimal digits");
  token.name = g_strdup (line);
  g_array_append_val (self->tokens, token);
  return NULL;
}

static gboolean
read_lines (GscopeTokens *self, const char *path, char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      char *line = g_strstrip (lines[i]);
      const char *problem = *line && *line != '#' ? read_line (self, line) : NULL;

      if (!problem)
        continue;
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("Cannot use the tokens in “%s”, line %u: %s."), path, i + 1, problem);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_file (int fd, const char *path, GError **error)
{
  struct stat status;

  if (fstat (fd, &status) != 0 || (status.st_uid != geteuid () && status.st_uid != 0))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                   _ ("Cannot use the tokens in “%s”: the file belongs to another user. Copy it."),
                   path);
      return FALSE;
    }
  if ((status.st_mode & 077) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                   _ ("Cannot use the tokens in “%s”: other users may read or change the file. "
                      "Forbid it: chmod 600 “%s”."),
                   path, path);
      return FALSE;
    }
  return TRUE;
}

/* Returns the text of the file, with a final 0. */
static char *
read_text (int fd, const char *path, GError **error)
{
  g_autofree char *text = g_malloc (MAX_SIZE + 1);
  gsize size = 0;
  gssize n = 1;

  while (size < MAX_SIZE && n > 0)
    {
      n = read (fd, text + size, MAX_SIZE - size);
      size += (gsize) MAX (n, 0);
    }
  text[size] = '\0';
  if (n == 0 && !memchr (text, '\0', size))
    return g_steal_pointer (&text);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("Cannot use the tokens in “%s”: %s."),
               path,
               n < 0   ? g_strerror (errno)
               : n > 0 ? _ ("the file is larger than 1 MiB")
                       : _ ("it is not a file of text"));
  return NULL;
}

GscopeTokens *
gscope_tokens_read (const char *path, GError **error)
{
  g_autoptr (GscopeTokens) self = g_new0 (GscopeTokens, 1);
  g_autofree char *text = NULL;
  int fd = gscope_file_open (path, error);

  self->tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  g_array_set_clear_func (self->tokens, clear_token);
  if (fd < 0)
    return NULL;
  if (check_file (fd, path, error))
    text = read_text (fd, path, error);
  close (fd);
  if (!text || !read_lines (self, path, text, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* Looks at all bytes, whatever they are, so that the time tells nothing about the token. */
static gboolean
is_equal (GBytes *one, GBytes *other)
{
  const guint8 *a = g_bytes_get_data (one, NULL);
  const guint8 *b = g_bytes_get_data (other, NULL);
  volatile guint8 difference = 0;

  for (guint i = 0; i < DIGEST_SIZE; i++)
    difference |= a[i] ^ b[i];
  return difference == 0;
}

const char *
gscope_tokens_find (GscopeTokens *self, const char *token, GBytes **digest)
{
  g_autoptr (GBytes) wanted = compute_digest (token);
  const Token *found = NULL;

  for (guint i = 0; i < self->tokens->len; i++)
    {
      const Token *candidate = &g_array_index (self->tokens, Token, i);

      found = is_equal (candidate->digest, wanted) ? candidate : found;
    }
  if (!found)
    return NULL;
  *digest = g_bytes_ref (found->digest);
  return found->name;
}

gboolean
gscope_tokens_contain (GscopeTokens *self, const char *name, GBytes *digest)
{
  for (guint i = 0; i < self->tokens->len; i++)
    {
      const Token *token = &g_array_index (self->tokens, Token, i);

      if (g_str_equal (token->name, name) && is_equal (token->digest, digest))
        return TRUE;
    }
  return FALSE;
}

/* Making a token. */

/* Returns whether a file ends within a line. */
static gboolean
has_open_line (int fd)
{
  off_t end = lseek (fd, 0, SEEK_END);
  char last;

  return end > 0 && pread (fd, &last, 1, end - 1) == 1 && last != '\n';
}

static gboolean
append (const char *path, const char *line, GError **error)
{
  int fd = open (path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  gboolean is_checked = fd >= 0 && check_file (fd, path, error);
  g_autofree char *text = g_strconcat (is_checked && has_open_line (fd) ? "\n" : "", line, NULL);
  gssize n = is_checked ? write (fd, text, strlen (text)) : -1;
  int code = errno;

  if (fd >= 0)
    close (fd);
  if (n == (gssize) strlen (text))
    return TRUE;
  if (fd < 0 || is_checked)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
                 _ ("Cannot add a token to “%s”: %s. Give another file."), path, g_strerror (code));
  return FALSE;
}

char *
gscope_tokens_create (const char *path, const char *name, GError **error)
{
  guint8 bytes[NEW_TOKEN_SIZE];
  g_autofree char *token = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *line = NULL;

  if (!is_name (name))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” cannot be the name of a token: it has to have 1 to 64 letters, digits "
                      "and . _ @ -"),
                   name);
      return NULL;
    }
  if (getentropy (bytes, sizeof bytes) != 0)
    g_error ("The system has no random numbers");
  token = g_base64_encode (bytes, sizeof bytes);
  g_strdelimit (token, "+", '-');
  g_strdelimit (token, "/", '_');
  *strchr (token, '=') = '\0';
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, token, -1);
  line = g_strdup_printf ("%s:" DIGEST_PREFIX "%s\n", name, digest);
  return append (path, line, error) ? g_steal_pointer (&token) : NULL;
}
