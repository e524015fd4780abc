/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Lets the process open as many files as it may. */
static inline void
descriptors_allow_all (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
}

/* Opens a standard descriptor that is closed: otherwise another file of the process would get its number. Called before other
 * files are opened. */
static inline void
descriptors_open_standard (void)
{
  int fd;

  do
    fd = open ("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0)
    close (fd);
}
