/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/private.h>

#define MIN_JOURNAL_BYTES (64 * 1024)

/**
 * gscope_agent_set_journal_file:
 * @self: an agent
 * @path: (type filename) (nullable): a file, which is made if it does not exist; %NULL for none
 * @max_bytes: the most bytes of the file and its predecessor together, at least 64 KiB
 * @error: why the file cannot be written
 *
 * Records each write of a parameter, accepted or not, in a file. A record is a line, a JSON object:
 *
 * ```json
 * {"time":"2026-03-01T10:15:00.250000Z","principal":"user:alice","origin":"pid 4711",
 *  "writer":"gscopectl","parameter":"demo/frequency","old":1.0,"asked":2.0,"new":2.0}
 * ```
 *
 * `new` is the value that was read back. A refused write has a `reason` in its place. A write by which
 * a value goes back because a lease has ended has the writer `lease`. When the file has grown to half
 * of @max_bytes, it is renamed to `PATH.1`, and another one is begun. Of the refused writes of one
 * principal, 100 in 10 s have a record, and another record counts the rest.
 *
 * Returns: %TRUE, or %FALSE if the file cannot be written; the former one remains then
 *
 * Since: 1.0
 */
gboolean
gscope_agent_set_journal_file (GscopeAgent *self, const char *path, guint64 max_bytes,
                               GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), FALSE);

  return gscope_journal_set_file (gscope_agent_get_host (self)->journal, path,
                                  MAX (max_bytes, MIN_JOURNAL_BYTES), error);
}

/**
 * gscope_agent_set_journal_socket:
 * @self: an agent
 * @path: (type filename) (nullable): the socket of the systemd journal,
 *   %GSCOPE_AGENT_JOURNAL_SOCKET by default; %NULL for none
 *
 * Records each write of a parameter in the systemd journal, too, where there is one. The members of a record
 * of [method@Agent.set_journal_file] become fields such as `GSCOPE_PARAMETER`.
 *
 * Since: 1.0
 */
void
gscope_agent_set_journal_socket (GscopeAgent *self, const char *path)
{
  g_return_if_fail (GSCOPE_IS_AGENT (self));

  gscope_journal_set_socket (gscope_agent_get_host (self)->journal, path);
}

/**
 * gscope_agent_get_journal_problem: (get-property journal-problem)
 * @self: an agent
 *
 * Gets why records of writes are not written, for example because the disk is full.
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL if they are written
 *
 * Since: 1.0
 */
const char *
gscope_agent_get_journal_problem (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), NULL);

  return gscope_journal_get_problem (gscope_agent_get_host (self)->journal);
}

/**
 * gscope_agent_get_journal_lost: (get-property journal-lost)
 * @self: an agent
 *
 * Counts the writes that have no record, because it could not be written.
 *
 * Returns: their number
 *
 * Since: 1.0
 */
guint64
gscope_agent_get_journal_lost (GscopeAgent *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT (self), 0);

  return gscope_journal_get_n_lost (gscope_agent_get_host (self)->journal);
}
