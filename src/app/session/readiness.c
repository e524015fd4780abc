/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/readiness.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "link/permission.h"

/* The bit of CAP_SYS_NICE in linux/capability.h. */
#define SYS_NICE 23

/* The effective capabilities of this process, as proc_pid_status(5) shows them. */
static gboolean
has_capability (guint bit)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return FALSE;
  line = strstr (status, "\nCapEff:");
  return line && (g_ascii_strtoull (line + strlen ("\nCapEff:"), NULL, 16) >> bit & 1);
}

static AppReadiness
check_link (const char **text)
{
  *text = _ ("Ready: makes its own traffic, no rights needed");
  if (geteuid () != 0 && mxtraf_permission_find_remedy ())
    {
      *text = _ ("Needs network namespaces: this machine allows them to root only");
      return APP_NOT_READY;
    }
  if (access ("/dev/net/tun", R_OK | W_OK) != 0)
    {
      *text = _ ("Needs /dev/net/tun: load the kernel's module “tun”");
      return APP_NOT_READY;
    }
  return APP_READY;
}

static AppReadiness
check_rights (const char **text, AppReadiness without, const char *hint)
{
  gboolean permitted = has_capability (SYS_NICE);

  *text = permitted ? _ ("Ready") : hint;
  return permitted ? APP_READY : without;
}

static AppReadiness
check_need (AppNeed need, const char **text)
{
  switch (need)
    {
    case APP_NEED_LINK:
      return check_link (text);
    case APP_NEED_PRIORITY:
      return check_rights (text, APP_READY_IN_PART,
                           _ ("At this user's priority; the highest needs CAP_SYS_NICE"));
    case APP_NEED_RESERVES:
      return check_rights (text, APP_NOT_READY, _ ("Needs real-time rights (CAP_SYS_NICE)"));
    case APP_NEED_RESERVES_OR_SIMULATION:
      return check_rights (text, APP_READY_IN_PART, _ ("Ready: simulated without rights"));
    case APP_NEED_NOTHING:
    default:
      *text = _ ("Ready");
      return APP_READY;
    }
}

AppReadiness
app_readiness_check (AppNeed need, const char *type, char **text)
{
  const char *words;
  AppReadiness readiness;

  if (!gscope_registry_has_type (gscope_registry_get_default (), type))
    {
      *text = g_strdup_printf (_ ("Needs the plugin “%s”, which is not installed"), type);
      return APP_NOT_READY;
    }
  readiness = check_need (need, &words);
  *text = g_strdup (words);
  return readiness;
}

const char *
app_readiness_get_icon (AppReadiness readiness)
{
  static const char *const icons[] = {
    [APP_READY] = "object-select-symbolic",
    [APP_READY_IN_PART] = "dialog-information-symbolic",
    [APP_NOT_READY] = "changes-prevent-symbolic",
  };

  return icons[readiness];
}
