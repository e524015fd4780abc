/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/rights.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

typedef struct
{
  GPatternSpec *principal;
  GscopeAccess access;
  GPatternSpec *path;
} Row;

struct _GscopeRights
{
  GPtrArray *rows;
  gboolean is_read_only;
};

static void
row_free (gpointer data)
{
  Row *row = data;

  g_pattern_spec_free (row->principal);
  g_pattern_spec_free (row->path);
  g_free (row);
}

GscopePrincipal *
gscope_principal_new (const char *name, const char *origin)
{
  GscopePrincipal *self = g_rc_box_new0 (GscopePrincipal);

  self->name = g_strdup (name);
  self->origin = g_strdup (origin);
  return self;
}

GscopePrincipal *
gscope_principal_ref (GscopePrincipal *self)
{
  return g_rc_box_acquire (self);
}

static void
clear_principal (gpointer data)
{
  GscopePrincipal *self = data;

  g_free (self->name);
  g_free (self->origin);
  g_strfreev (self->groups);
  g_clear_pointer (&self->peer, gscope_process_free);
  g_clear_pointer (&self->token, g_bytes_unref);
  g_clear_object (&self->certificate);
}

void
gscope_principal_unref (GscopePrincipal *self)
{
  g_rc_box_release_full (self, clear_principal);
}

GscopeRights *
gscope_rights_new (void)
{
  GscopeRights *self = g_new0 (GscopeRights, 1);

  self->rows = g_ptr_array_new_with_free_func (row_free);
  return self;
}

void
gscope_rights_free (GscopeRights *self)
{
  g_ptr_array_unref (self->rows);
  g_free (self);
}

void
gscope_rights_allow (GscopeRights *self, const char *principal, GscopeAccess access,
                     const char *path)
{
  Row *row = g_new0 (Row, 1);

  row->principal = g_pattern_spec_new (principal);
  row->access = access;
  row->path = g_pattern_spec_new (path);
  g_ptr_array_add (self->rows, row);
}

void
gscope_rights_clear (GscopeRights *self)
{
  g_ptr_array_set_size (self->rows, 0);
}

void
gscope_rights_set_read_only (GscopeRights *self, gboolean read_only)
{
  self->is_read_only = read_only;
}

gboolean
gscope_rights_get_read_only (GscopeRights *self)
{
  return self->is_read_only;
}

static gboolean
is_meant (const Row *row, const GscopePrincipal *principal)
{
  if (g_pattern_spec_match_string (row->principal, principal->name))
    return TRUE;
  for (guint i = 0; principal->groups && principal->groups[i]; i++)
    if (g_pattern_spec_match_string (row->principal, principal->groups[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_row (GscopeRights *self, const GscopePrincipal *principal, GscopeAccess access,
         const char *path)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = self->rows->pdata[i];

      if (row->access == access && is_meant (row, principal)
          && g_pattern_spec_match_string (row->path, path))
        return TRUE;
    }
  return FALSE;
}

gboolean
gscope_rights_check_all (GscopeRights *self, const char *prefix, GscopeAccess access,
                         const char *path)
{
  g_autofree char *pattern = g_strconcat (prefix, "*", NULL);
  g_autoptr (GPatternSpec) all = g_pattern_spec_new (pattern);
  g_autoptr (GPatternSpec) everybody = g_pattern_spec_new ("*");

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = self->rows->pdata[i];

      if (row->access == access && g_pattern_spec_match_string (row->path, path)
          && (g_pattern_spec_equal (row->principal, all)
              || g_pattern_spec_equal (row->principal, everybody)))
        return TRUE;
    }
  return FALSE;
}

gboolean
gscope_rights_check (GscopeRights *self, const GscopePrincipal *principal, GscopeAccess access,
                     const char *path, GError **error)
{
  static const char *const refusals[] = {
    [GSCOPE_ACCESS_READ] =
        N_ ("%s may not read “%s” at this agent. Its owner can allow that in the configuration."),
    [GSCOPE_ACCESS_WRITE] =
        N_ ("%s may not write “%s” at this agent. Its owner can allow that in the configuration."),
    [GSCOPE_ACCESS_CREATE] =
        N_ ("%s may not run “%s” at this agent. Its owner can allow that in the configuration."),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (refusals) == GSCOPE_N_ACCESSES);
  if (self->is_read_only && access != GSCOPE_ACCESS_READ)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                   _ ("This agent is read-only. Its owner can change that in the configuration."));
      return FALSE;
    }
  if (has_row (self, principal, access, path))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE, _ (refusals[access]), principal->name,
               path);
  return FALSE;
}
