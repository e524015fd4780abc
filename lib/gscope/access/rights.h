/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/access/access.h>
#include <gscope/access/process.h>

/* The rights of principals at an agent. A row has a principal, an access, and where the access is allowed. */

/* Who is at the other end of a connection. Counted references. */
typedef struct
{
  /* “user:NAME” of a Unix socket, “token:NAME”, “certificate:SUBJECT” */
  char *name;
  /* “group:NAME” for each group of a user of this machine; NULL for another principal */
  GStrv groups;
  /* where it comes from, for the journal, such as “pid 4711” or “192.0.2.7:5021” */
  char *origin;
  /* what proved the name and may be taken away: the digest of a token, or a certificate; else NULL */
  GBytes *token;
  GTlsCertificate *certificate;
  /* the connections of its address are counted where they arrive */
  gboolean has_address;
  /* the process of this machine, about which polkit can be asked; NULL for another principal */
  GscopeProcess *peer;
} GscopePrincipal;

GscopePrincipal *gscope_principal_new (const char *name, const char *origin);
GscopePrincipal *gscope_principal_ref (GscopePrincipal *self);
void gscope_principal_unref (GscopePrincipal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopePrincipal, gscope_principal_unref)

typedef struct _GscopeRights GscopeRights;

GscopeRights *gscope_rights_new (void);
void gscope_rights_free (GscopeRights *self);

/* Adds a row. Principal and path are patterns with * and ?; the principal may be a group, and a path is `source/group/name` of a parameter, a source
 * for the other accesses, or a type to create. */
void gscope_rights_allow (GscopeRights *self, const char *principal, GscopeAccess access,
                          const char *path);
/* Removes all rows. */
void gscope_rights_clear (GscopeRights *self);
/* Returns whether each principal whose name begins with a prefix may do something: a row has the prefix with a *, or a * alone. */
gboolean gscope_rights_check_all (GscopeRights *self, const char *prefix, GscopeAccess access,
                                  const char *path);
/* While an agent is read-only, nobody may write or create. */
void gscope_rights_set_read_only (GscopeRights *self, gboolean read_only);
gboolean gscope_rights_get_read_only (GscopeRights *self);
/* Returns whether a principal may do something, and sets an error that says who may allow it if not. */
gboolean gscope_rights_check (GscopeRights *self, const GscopePrincipal *principal,
                              GscopeAccess access, const char *path, GError **error);
