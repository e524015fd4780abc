/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <string.h>
#include <unistd.h>

#define SYSTEM_FILE "/etc/gscope/gscoped.conf"

#define RIGHTS "rights "

enum
{
  MAX_FILE = 1024 * 1024,
  MAX_SIMULATED = 100000,
  MAX_HOURS = 1000000,
  MAX_CLIENTS = 65536,
  MAX_GROUPS = 64,
  MAX_GROUP = 255,
};

/* The kinds of values. */
typedef enum
{
  TEXT,
  PATH,
  WORKSPACE,
  LIST,
  BOOLEAN,
  NUMBER,
  SIZE,
} Kind;

/* A key of the file, and the member of AgentConfig or AgentRights that holds its value. */
typedef struct
{
  const char *group;
  const char *key;
  Kind kind;
  gsize offset;
  gint64 min;
  gint64 max;
} Row;

static const Row rows[] = {
  { "agent", "announce", BOOLEAN, G_STRUCT_OFFSET (AgentConfig, is_announced), 0, 0 },
  { "agent", "carrier", LIST, G_STRUCT_OFFSET (AgentConfig, carriers), 0, 0 },
  { "agent", "clients", NUMBER, G_STRUCT_OFFSET (AgentConfig, n_clients), 1, MAX_CLIENTS },
  { "agent", "clients-per-address", NUMBER, G_STRUCT_OFFSET (AgentConfig, n_clients_per_address), 1,
    MAX_CLIENTS },
  { "agent", "groups", LIST, G_STRUCT_OFFSET (AgentConfig, groups), 0, 0 },
  { "agent", "listen", LIST, G_STRUCT_OFFSET (AgentConfig, addresses), 0, 0 },
  { "agent", "mmv", PATH, G_STRUCT_OFFSET (AgentConfig, mmv), 0, 0 },
  { "agent", "read-only", BOOLEAN, G_STRUCT_OFFSET (AgentConfig, is_read_only), 0, 0 },
  { "agent", "simulate", NUMBER, G_STRUCT_OFFSET (AgentConfig, n_simulated), 0, MAX_SIMULATED },
  { "agent", "workspace", WORKSPACE, G_STRUCT_OFFSET (AgentConfig, workspace), 0, 0 },
  { "journal", "file", PATH, G_STRUCT_OFFSET (AgentConfig, journal_file), 0, 0 },
  { "journal", "size", SIZE, G_STRUCT_OFFSET (AgentConfig, journal_bytes), 64 * 1024,
    G_MAXINT64 / 2 },
  { "journal", "systemd", BOOLEAN, G_STRUCT_OFFSET (AgentConfig, has_system_journal), 0, 0 },
  { "network", "certificate", PATH, G_STRUCT_OFFSET (AgentConfig, certificate), 0, 0 },
  { "network", "client-authority", PATH, G_STRUCT_OFFSET (AgentConfig, client_authority), 0, 0 },
  { "network", "foxglove", BOOLEAN, G_STRUCT_OFFSET (AgentConfig, has_foxglove), 0, 0 },
  { "network", "key", PATH, G_STRUCT_OFFSET (AgentConfig, key), 0, 0 },
  { "network", "names", LIST, G_STRUCT_OFFSET (AgentConfig, names), 0, 0 },
  { "network", "origins", LIST, G_STRUCT_OFFSET (AgentConfig, origins), 0, 0 },
  { "network", "tokens", PATH, G_STRUCT_OFFSET (AgentConfig, tokens), 0, 0 },
  { "recording", "directory", PATH, G_STRUCT_OFFSET (AgentConfig, recording_directory), 0, 0 },
  { "recording", "hours", NUMBER, G_STRUCT_OFFSET (AgentConfig, recording_hours), 0, MAX_HOURS },
  { "recording", "size", SIZE, G_STRUCT_OFFSET (AgentConfig, recording_bytes),
    GSCOPE_RECORD_RING_MIN_BYTES, G_MAXINT64 / 2 },
};

static const Row rights_rows[] = {
  { RIGHTS, "create", LIST, G_STRUCT_OFFSET (AgentRights, paths[GSCOPE_ACCESS_CREATE]), 0, 0 },
  { RIGHTS, "principal", TEXT, G_STRUCT_OFFSET (AgentRights, principal), 0, 0 },
  { RIGHTS, "read", LIST, G_STRUCT_OFFSET (AgentRights, paths[GSCOPE_ACCESS_READ]), 0, 0 },
  { RIGHTS, "write", LIST, G_STRUCT_OFFSET (AgentRights, paths[GSCOPE_ACCESS_WRITE]), 0, 0 },
};

static void
rights_free (gpointer data)
{
  AgentRights *self = data;

  g_free (self->principal);
  for (guint i = 0; i < GSCOPE_N_ACCESSES; i++)
    g_strfreev (self->paths[i]);
  g_free (self);
}

static AgentConfig *
config_new (const char *path)
{
  AgentConfig *self = g_new0 (AgentConfig, 1);
  const char *directory = g_getenv ("LOGS_DIRECTORY");

  self->path = g_strdup (path);
  self->journal_file =
      directory ? g_build_filename (directory, "writes.jsonl", NULL)
                : g_build_filename (g_get_user_state_dir (), "gscope", "writes.jsonl", NULL);
  self->journal_bytes = 8 * 1024 * 1024;
  self->has_system_journal = TRUE;
  self->n_clients = 1024;
  self->n_clients_per_address = 256;
  self->recording_bytes = 1024 * 1024 * 1024;
  self->rights = g_ptr_array_new_with_free_func (rights_free);
  return self;
}

void
agent_config_free (AgentConfig *self)
{
  g_free (self->path);
  g_free (self->workspace);
  g_strfreev (self->addresses);
  g_strfreev (self->carriers);
  g_strfreev (self->groups);
  g_free (self->mmv);
  g_free (self->certificate);
  g_free (self->key);
  g_free (self->tokens);
  g_free (self->client_authority);
  g_strfreev (self->names);
  g_strfreev (self->origins);
  g_free (self->journal_file);
  g_free (self->recording_directory);
  g_ptr_array_unref (self->rights);
  g_free (self);
}

char *
agent_config_get_default_path (void)
{
  return getuid () == 0
             ? g_strdup (SYSTEM_FILE)
             : g_build_filename (g_get_user_config_dir (), "gscope", "gscoped.conf", NULL);
}

/* Values. */

static gboolean
refuse (const Row *row, const char *group, const char *value, const char *allowed, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is no valid value of the key “%s” in the group [%s]. Write %s."), value,
               row->key, group, allowed);
  return FALSE;
}

static gboolean
parse_number (const Row *row, const char *group, const char *text, gint64 *number, GError **error)
{
  g_autofree char *allowed =
      g_strdup_printf (_ ("a number from %ld to %ld"), (glong) row->min, (glong) row->max);

  return g_ascii_string_to_signed (text, 10, row->min, row->max, number, NULL)
         || refuse (row, group, text, allowed, error);
}

/* A number, and perhaps a letter for a power of 1024. */
static gboolean
parse_size (const Row *row, const char *group, const char *text, guint64 *size, GError **error)
{
  static const char letters[] = "KMGT";
  const char *letter = *text ? strchr (letters, text[strlen (text) - 1]) : NULL;
  guint shift = letter ? 10 * (guint) (letter - letters + 1) : 0;
  g_autofree char *digits = g_strndup (text, strlen (text) - (letter ? 1 : 0));
  guint64 number;

  if (!g_ascii_string_to_unsigned (digits, 10, 0, (guint64) row->max >> shift, &number, NULL)
      || number << shift < (guint64) row->min)
    {
      g_autofree char *allowed = g_strdup_printf (_ ("a size of at least %ldK, such as 64M or 2G"),
                                                  (glong) (row->min / 1024));

      return refuse (row, group, text, allowed, error);
    }
  *size = number << shift;
  return TRUE;
}

/* An empty text means that there is none. */
static gboolean
parse_path (const Row *row, const char *group, const char *text, char **path, GError **error)
{
  if (*text && !g_path_is_absolute (text))
    return refuse (row, group, text, _ ("an absolute path, or nothing for none"), error);
  g_free (*path);
  *path = *text ? g_strdup (text) : NULL;
  return TRUE;
}

/* A name belongs to a ready-made workspace, as on the command line, but not to a file in the working directory, which
 * a service does not choose. */
static gboolean
parse_workspace (const Row *row, const char *group, const char *text, char **path, GError **error)
{
  g_autoptr (GFile) file = *text && !strchr (text, '/') ? gscope_workspace_find (text, NULL) : NULL;
  g_autofree char *base = file ? g_file_get_basename (file) : NULL;

  if (base && !g_str_equal (base, text))
    {
      g_free (*path);
      *path = g_file_get_path (file);
      return TRUE;
    }
  if (*text && !g_path_is_absolute (text))
    return refuse (row, group, text,
                   _ ("an absolute path, the name of a ready-made workspace, or nothing for none"),
                   error);
  return parse_path (row, group, text, path, error);
}

/* GKeyFile returns a value with a broken escape sequence besides the error. */
static char *
get_text (GKeyFile *file, const char *group, const char *key, GError **error)
{
  GError *broken = NULL;
  g_autofree char *text = g_key_file_get_string (file, group, key, &broken);

  if (!broken)
    return g_strstrip (g_steal_pointer (&text));
  g_propagate_error (error, broken);
  return NULL;
}

static gboolean
read_list (GKeyFile *file, const char *group, const char *key, GStrv *list, GError **error)
{
  GError *broken = NULL;
  g_auto (GStrv) read = g_key_file_get_string_list (file, group, key, NULL, &broken);

  if (broken)
    {
      g_propagate_error (error, broken);
      return FALSE;
    }
  g_strfreev (*list);
  *list = g_steal_pointer (&read);
  return TRUE;
}

static gboolean
read_value (const Row *row, GKeyFile *file, const char *group, gpointer object, GError **error)
{
  gpointer member = (char *) object + row->offset;
  g_autofree char *text = NULL;

  if (row->kind == LIST)
    return read_list (file, group, row->key, member, error);
  text = get_text (file, group, row->key, error);
  if (!text)
    return FALSE;
  switch (row->kind)
    {
    case TEXT:
      g_free (*(char **) member);
      *(char **) member = g_steal_pointer (&text);
      return TRUE;
    case PATH:
      return parse_path (row, group, text, member, error);
    case WORKSPACE:
      return parse_workspace (row, group, text, member, error);
    case NUMBER:
      return parse_number (row, group, text, member, error);
    case SIZE:
      return parse_size (row, group, text, member, error);
    case LIST:
    case BOOLEAN:
    default:
      *(gboolean *) member = g_str_equal (text, "true");
      return *(gboolean *) member || g_str_equal (text, "false")
             || refuse (row, group, text, _ ("true or false"), error);
    }
}

/* Groups. */

static char *
list_keys (const Row *table, gsize n, const char *group)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    if (!group || g_str_equal (table[i].group, group))
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", table[i].key);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static const Row *
find_row (const Row *table, gsize n, const char *group, const char *key)
{
  for (gsize i = 0; i < n; i++)
    if ((!group || g_str_equal (table[i].group, group)) && g_str_equal (table[i].key, key))
      return &table[i];
  return NULL;
}

static gboolean
read_keys (GKeyFile *file, const char *group, const Row *table, gsize n, const char *table_group,
           gpointer object, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, error);

  for (guint i = 0; keys && keys[i]; i++)
    {
      const Row *row = find_row (table, n, table_group, keys[i]);

      if (!row)
        {
          g_autofree char *known = list_keys (table, n, table_group);

          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("The group [%s] has no key “%s”. Its keys are: %s."), group, keys[i],
                       known);
          return FALSE;
        }
      if (!read_value (row, file, group, object, error))
        return FALSE;
    }
  return keys != NULL;
}

static gboolean
read_rights (AgentConfig *self, GKeyFile *file, const char *group, GError **error)
{
  AgentRights *rights = g_new0 (AgentRights, 1);

  g_ptr_array_add (self->rights, rights);
  if (!read_keys (file, group, rights_rows, G_N_ELEMENTS (rights_rows), NULL, rights, error))
    return FALSE;
  if (rights->principal && *rights->principal)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("The group [%s] does not say whose rights these are. Add a key “principal”, such "
                  "as “principal=user:alice”."),
               group);
  return FALSE;
}

static gboolean
read_group (AgentConfig *self, GKeyFile *file, const char *group, GError **error)
{
  if (g_str_has_prefix (group, RIGHTS) && group[strlen (RIGHTS)])
    return read_rights (self, file, group, error);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].group, group))
      return read_keys (file, group, rows, G_N_ELEMENTS (rows), group, self, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("There is no group [%s]. The groups are [agent], [journal], [network], "
                  "[recording] and [rights NAME]."),
               group);
  return FALSE;
}

static gboolean
check_carrier (const char *address, GError **error)
{
  if (g_str_has_prefix (address, "nats://"))
    return gscope_agent_check_address (address, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is not the address of a NATS server. Write nats://SERVER:PORT/NAME."),
               address);
  return FALSE;
}

gboolean
agent_config_check_carriers (const char *const *addresses, GError **error)
{
  for (guint i = 0; addresses && addresses[i]; i++)
    if (!check_carrier (addresses[i], error))
      return FALSE;
  return TRUE;
}

gboolean
agent_config_check_groups (const char *const *groups, GError **error)
{
  guint n = groups ? g_strv_length ((GStrv) groups) : 0;
  gboolean is_valid = n <= MAX_GROUPS;

  for (guint i = 0; i < n; i++)
    is_valid = is_valid && *groups[i] && strlen (groups[i]) <= MAX_GROUP;
  if (!is_valid)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("The groups of the agent are not valid. Give at most %d names of 1 to %d "
                    "bytes."),
                 MAX_GROUPS, MAX_GROUP);
  return is_valid;
}

static gboolean
check_addresses (AgentConfig *self, GError **error)
{
  for (guint i = 0; self->addresses && self->addresses[i]; i++)
    if (!gscope_agent_check_address (self->addresses[i], error))
      return FALSE;
  return agent_config_check_carriers ((const char *const *) self->carriers, error)
         && agent_config_check_groups ((const char *const *) self->groups, error);
}

/* The file. */

static char *
read_text (const char *path, gsize *length, GError **error)
{
  char *text;

  if (!g_file_get_contents (path, &text, length, error))
    return NULL;
  if (*length <= MAX_FILE)
    return text;
  g_free (text);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("The file is longer than %d bytes. Give a configuration file."), MAX_FILE);
  return NULL;
}

static gboolean
read_file (AgentConfig *self, const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) groups = NULL;
  gsize length;
  g_autofree char *text = read_text (path, &length, error);

  if (!text || (length > 0 && !g_key_file_load_from_data (file, text, length, 0, error)))
    return FALSE;
  groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i]; i++)
    if (!read_group (self, file, groups[i], error))
      return FALSE;
  return check_addresses (self, error);
}

AgentConfig *
agent_config_read (const char *path, GError **error)
{
  g_autofree char *standard = path ? NULL : agent_config_get_default_path ();
  const char *file = path ? path : standard;
  g_autoptr (AgentConfig) self = NULL;

  if (!path && access (file, F_OK) != 0 && errno == ENOENT)
    return config_new (NULL);
  self = config_new (file);
  if (read_file (self, file, error))
    return g_steal_pointer (&self);
  g_prefix_error (error, _ ("Cannot take the configuration from “%s”: "), file);
  return NULL;
}
