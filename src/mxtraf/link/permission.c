/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/permission.h"

#include <glib/gi18n-lib.h>

/* Settings that forbid namespaces to users, the value that does so, and the remedy. */
static const struct
{
  const char *path;
  const char *forbids;
  const char *remedy;
} settings[] = {
  { "/proc/sys/user/max_user_namespaces", "0",
    N_ ("user.max_user_namespaces is 0: run “sysctl user.max_user_namespaces=10000” as root to "
        "allow them") },
  { "/proc/sys/kernel/unprivileged_userns_clone", "0",
    N_ ("run “sysctl kernel.unprivileged_userns_clone=1” as root to allow them to users") },
  { "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
    N_ ("AppArmor restricts them; run “sysctl kernel.apparmor_restrict_unprivileged_userns=0” as "
        "root to allow them") },
};

const char *
mxtraf_permission_find_remedy (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autofree char *text = NULL;

      if (g_file_get_contents (settings[i].path, &text, NULL, NULL)
          && g_str_equal (g_strstrip (text), settings[i].forbids))
        return _ (settings[i].remedy);
    }
  return NULL;
}
