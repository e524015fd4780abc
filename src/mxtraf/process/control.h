/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"

#include <sys/types.h>

/* The protocol between the engine and each of its processes, over a SOCK_SEQPACKET socket. Each
 * request gets one answer with the same sequence number; only the server refuses requests. A
 * process that must end sends the reason in an answer with the sequence number 0. End of file ends
 * a process. */
enum
{
  /* File descriptors at the program's start: a control socket for each process, then the
   * counters. */
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
  /* reason of a refusal; empty if the configuration was applied */
  char error[MXTRAF_MAX_ERROR];
} MxtrafAnswer;

typedef enum
{
  MXTRAF_RECEIVED_NOTHING,
  MXTRAF_RECEIVED_REQUEST,
  MXTRAF_RECEIVED_END,
} MxtrafReceived;

/* For the processes. Receiving does not block. */
MxtrafReceived mxtraf_control_receive (int fd, MxtrafRequest *request);
void mxtraf_control_answer (int fd, guint64 sequence, const GError *error);
/* Sends the reason to the engine, and ends the process. */
G_NORETURN void mxtraf_control_fail (int fd, const GError *error);
