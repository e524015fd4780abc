/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/remote/remote.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_PROGRAM_REMOTE (gscope_program_remote_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeProgramRemote, gscope_program_remote, GSCOPE, PROGRAM_REMOTE,
                          GscopeRemote)

/**
 * GscopeProgramRemoteClass:
 * @program: the program's name; its path if it is not a part of Gscope
 * @installed: path at which it is installed; if there is no such file, PATH is searched. The
 *   directories of the environment variable `GSCOPE_PROGRAM_PATH`, separated by colons, are
 *   searched instead of both
 * @list_arguments: lists its arguments before `--share-fd NUMBER`; none by default
 * @tidy: removes what the program leaves behind if it is killed; called when it has exited, and
 *   when the source is disposed of; nothing by default
 * @capabilities: the capabilities that the program gets if the system's agent runs it for a user, as
 *   whom it then runs: the bit `1 << CAP_…` of each; 0 by default, for none
 * @explains: whether the last line that it prints on its standard error is the reason if it ends
 *   unexpectedly; what it prints is then read, and printed on the standard error of this process.
 *   %FALSE by default
 *
 * A subclass names the program that serves the source.
 *
 * Since: 1.0
 */
struct _GscopeProgramRemoteClass
{
  GscopeRemoteClass parent_class;

  const char *program;
  const char *installed;
  GStrv (*list_arguments) (GscopeProgramRemote *self);
  void (*tidy) (GscopeProgramRemote *self);
  guint64 capabilities;
  gboolean explains;

  /*< private >*/
  gpointer padding[7];
};

G_END_DECLS
