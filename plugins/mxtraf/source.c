/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/file.h>
#include <gscope/remote/program.h>
#include <gscope/source/loader.h>
#include <linux/capability.h>
#include <tsl/page/page.h>

/* The program mxtraf, started as a process that serves its source over a socket. A program with
 * threads cannot enter the user namespace that an unprivileged user's link needs. */
#define MXTRAF_TYPE_REMOTE (mxtraf_remote_get_type ())
G_DECLARE_FINAL_TYPE (MxtrafRemote, mxtraf_remote, MXTRAF, REMOTE, GscopeProgramRemote)

struct _MxtrafRemote
{
  GscopeProgramRemote parent_instance;
};

G_DEFINE_FINAL_TYPE (MxtrafRemote, mxtraf_remote, GSCOPE_TYPE_PROGRAM_REMOTE)

/* Removes the page of a program that was killed. */
static void
mxtraf_remote_tidy (GscopeProgramRemote *remote)
{
  tsl_page_remove_dead ();
}

static void
mxtraf_remote_class_init (MxtrafRemoteClass *klass)
{
  GscopeProgramRemoteClass *remote_class = GSCOPE_PROGRAM_REMOTE_CLASS (klass);
  GscopeSourceClass *base_class = g_type_class_peek (GSCOPE_TYPE_SOURCE);
  g_autofree char *program = gscope_file_find_installed (MXTRAF_PROGRAM);

  GSCOPE_SOURCE_CLASS (klass)->domain = GETTEXT_PACKAGE;
  GSCOPE_SOURCE_CLASS (klass)->action = "org.gscope.Gscope.emulate-network";
  /* The source has no options: any option is an error. */
  GSCOPE_SOURCE_CLASS (klass)->configure = base_class->configure;
  remote_class->program = "mxtraf";
  remote_class->installed = g_intern_string (program);
  remote_class->tidy = mxtraf_remote_tidy;
  /* The namespaces of the hosts then belong to the system instead of a user namespace, and /dev/net/tun may be closed to
   * users. */
  remote_class->capabilities =
      1 << CAP_DAC_OVERRIDE | 1 << CAP_NET_ADMIN | 1 << CAP_SYS_ADMIN | 1 << CAP_SYS_NICE;
}

static void
mxtraf_remote_init (MxtrafRemote *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "mxtraf", MXTRAF_TYPE_REMOTE, _ ("Traffic generator"),
                                   _ ("TCP and UDP traffic over an emulated wide-area link: "
                                      "long-lived flows, short transfers, constant bit rate."),
                                   "mxtraf", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
