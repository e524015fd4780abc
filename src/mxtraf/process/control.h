/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"

#include <sys/types.h>

/* Between the engine and each of its processes: a SOCK_SEQPACKET socket. A request is answered by
 * one answer of the same sequence; only the server refuses. A process that has to end says why in
 * an answer of sequence 0. The end of file ends a process. */
enum
{
  /* The file descriptors of the program's processes: a control socket each, then the counters. */
  MXTRAF_FD_CONTROL = 3,
  MXTRAF_FD_COUNTERS = 6,

  MXTRAF_MAX_ERROR = 512,
};

typedef struct
{
  guint64 sequence;
  MxtrafConfig config;
} MxtrafRequest;

typedef struct
{
  guint64 sequence;
  pid_t pid;
  /* Empty: the config holds now. */
  char error[MXTRAF_MAX_ERROR];
} MxtrafAnswer;

typedef enum
{
  MXTRAF_RECEIVED_NOTHING,
  MXTRAF_RECEIVED_REQUEST,
  MXTRAF_RECEIVED_END,
} MxtrafReceived;

/* The process's side. Receiving does not wait. */
MxtrafReceived mxtraf_control_receive (int fd, MxtrafRequest *request);
void mxtraf_control_answer (int fd, guint64 sequence, const GError *error);
/* Says why the process ends, and ends it. */
G_NORETURN void mxtraf_control_fail (int fd, const GError *error);
