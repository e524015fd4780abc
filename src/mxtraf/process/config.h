/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* How the link's queue treats packets. All drop what finds it full; random drop also drops packets
 * once it holds mark_at of them, the likelier the longer it is, and ECN marks them instead, those
 * that can be marked (RFC 3168, section 7). */
typedef enum
{
  MXTRAF_POLICY_TAIL_DROP,
  MXTRAF_POLICY_RANDOM_DROP,
  MXTRAF_POLICY_ECN,
} MxtrafPolicy;

/* How the measured flow writes: as much as the socket takes; at most A congestion windows and B
 * packets at a time (MIN_BUF); or as much as keeps it waiting in the send buffer for a given time. */
typedef enum
{
  MXTRAF_METHOD_STANDARD,
  MXTRAF_METHOD_GATE,
  MXTRAF_METHOD_TUNED,
} MxtrafMethod;

enum
{
  /* As the kernel's TCP_CA_NAME_MAX. */
  MXTRAF_MAX_CC = 16,

  /* The size of one write of the measured flow: a full segment's payload, which begins with the
   * time. */
  MXTRAF_BLOCK = 1448,
};

/* The link's ends, of the range for benchmarks (RFC 2544). */
#define MXTRAF_SERVER_ADDRESS "198.18.0.1"
#define MXTRAF_CLIENT_ADDRESS "198.18.0.2"

/* Ports of the server; the port identifies the class of a flow. */
enum
{
  MXTRAF_PORT_MEASURED = 5001,
  MXTRAF_PORT_ELEPHANTS = 5002,
  MXTRAF_PORT_MICE = 5003,
  MXTRAF_PORT_CBR = 5004,
};

/* Every number of the link and its traffic. Plain data: it crosses processes as it is. All traffic
 * flows from the server to the client. */
typedef struct
{
  /* The link: bit/s of IP packets, each way; seconds; packets, each way. */
  double rate;
  double rtt;
  gint64 queue;
  gint64 policy;
  gint64 mark_at;

  /* The traffic: flows; flows; bytes; per cent of the rate, IP headers included. */
  gint64 elephants;
  gint64 mice;
  gint64 mouse_size;
  double cbr;
  gboolean measured;
  char cc[MXTRAF_MAX_CC];
  /* Bytes; packets; 0 for what the kernel chooses. */
  gint64 sndbuf;
  gint64 initcwnd;

  /* The measured flow: windows, packets, seconds. */
  gint64 method;
  double a;
  double b;
  double buffer_delay;
} MxtrafConfig;
