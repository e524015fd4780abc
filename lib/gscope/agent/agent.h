/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/access/access.h>
#include <gscope/record/ring.h>
#include <gscope/scope/scope.h>
#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GSCOPE_AGENT_JOURNAL_SOCKET:
 *
 * The socket of the systemd journal.
 *
 * Since: 1.0
 */
#define GSCOPE_AGENT_JOURNAL_SOCKET "/run/systemd/journal/socket"

#define GSCOPE_TYPE_AGENT (gscope_agent_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeAgent, gscope_agent, GSCOPE, AGENT, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeAgent *gscope_agent_new (GscopeScope *scope, const char *address, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_agent_get_default_path (void);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_add_scope (GscopeAgent *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_remove_scope (GscopeAgent *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_listen (GscopeAgent *self, const char *address, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_check_address (const char *address, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_stop_listening (GscopeAgent *self, const char *address);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_groups (GscopeAgent *self, const char *const *groups);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_add_socket (GscopeAgent *self, GSocket *socket, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_ring (GscopeAgent *self, GscopeRecordRing *ring);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_add_stream (GscopeAgent *self, GIOStream *stream);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_agent_list_addresses (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_agent_get_n_clients (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_close_async (GscopeAgent *self, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_close_finish (GscopeAgent *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_allow (GscopeAgent *self, const char *principal, GscopeAccess access,
                         const char *path);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_reset_rights (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_get_asks_polkit (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_asks_polkit (GscopeAgent *self, gboolean asks_polkit);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_get_read_only (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_read_only (GscopeAgent *self, gboolean read_only);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_set_journal_file (GscopeAgent *self, const char *path, guint64 max_bytes,
                                        GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_journal_socket (GscopeAgent *self, const char *path);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_agent_get_journal_problem (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_agent_get_journal_lost (GscopeAgent *self);

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_set_tokens_file (GscopeAgent *self, const char *path, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_agent_set_certificate_files (GscopeAgent *self, const char *certificate,
                                             const char *key, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_agent_dup_fingerprint (GscopeAgent *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_agent_set_client_authority_file (GscopeAgent *self, const char *path, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_agent_create_token (const char *path, const char *name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_limits (GscopeAgent *self, guint clients, guint clients_per_address);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_host_names (GscopeAgent *self, const char *const *names);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_origins (GscopeAgent *self, const char *const *origins);
GSCOPE_AVAILABLE_IN_1_0
void gscope_agent_set_foxglove (GscopeAgent *self, gboolean foxglove);

G_END_DECLS
