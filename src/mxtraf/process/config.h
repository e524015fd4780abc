/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The policy of the link's queue. All policies drop packets when the queue is full. From a length
 * of mark_at packets on, random drop also drops packets with a probability that grows with the
 * queue; ECN marks packets instead of dropping them if they are ECN-capable (RFC 3168, section
 * 7). */
typedef enum
{
  MXTRAF_POLICY_TAIL_DROP,
  MXTRAF_POLICY_RANDOM_DROP,
  MXTRAF_POLICY_ECN,
} MxtrafPolicy;

/* How the server sends a train: as TCP alone would; by a rate clock whose events are hard timers; by
 * a rate clock at the check points of the server's loop, with a timer of 1 ms for none; or by the
 * kernel's pacing. */
typedef enum
{
  MXTRAF_PACING_NONE,
  MXTRAF_PACING_CLOCK,
  MXTRAF_PACING_SOFT,
  MXTRAF_PACING_KERNEL,
} MxtrafPacing;

/* How the measured flow writes: until the send buffer is full; at most A congestion windows and B
 * packets (MIN_BUF); or so that data waits in the send buffer for a given time. */
typedef enum
{
  MXTRAF_METHOD_STANDARD,
  MXTRAF_METHOD_GATE,
  MXTRAF_METHOD_TUNED,
} MxtrafMethod;

/* The data of the measured flow: blocks, as many as fit; a video by priority-progress streaming; or the
 * sends of a trace. */
typedef enum
{
  MXTRAF_CONTENT_BLOCKS,
  MXTRAF_CONTENT_STREAM,
  MXTRAF_CONTENT_REPLAY,
} MxtrafContent;

enum
{
  /* The kernel's TCP_CA_NAME_MAX. */
  MXTRAF_MAX_CC = 16,

  /* The size of a block of the measured flow in bytes, and the maximum of a chunk's: the payload of
   * a full segment. */
  MXTRAF_BLOCK = 1448,

  /* The level at which the server sends the whole stream, in per cent of a processor. */
  MXTRAF_FULL_LEVEL = 40,
  MXTRAF_MAX_LEVEL = 80,
};

/* Addresses of the link's ends, from the range for benchmarks (RFC 2544). */
#define MXTRAF_SERVER_ADDRESS "198.18.0.1"
#define MXTRAF_CLIENT_ADDRESS "198.18.0.2"

/* Type of service of trains, by which they have an initial window of their own, and that window in
 * packets while they are paced: 100 Mb/s times 100 ms. */
enum
{
  MXTRAF_TOS_TRAIN = 0x04,
  MXTRAF_PACED_WINDOW = 1000,
};

/* Ports of the server; the port identifies the class of a flow. */
enum
{
  MXTRAF_PORT_MEASURED = 5001,
  MXTRAF_PORT_ELEPHANTS = 5002,
  MXTRAF_PORT_MICE = 5003,
  MXTRAF_PORT_CBR = 5004,
  MXTRAF_PORT_TRAIN = 5005,
  MXTRAF_PORT_WEB = 5006,
};

/* The configuration of link and traffic: plain data without pointers, which is sent between
 * processes. All traffic flows from the server to the client. */
typedef struct
{
  /* The link: rate in bit/s of IP packets and queue in packets, both in each direction; round-trip
   * time in seconds. */
  double rate;
  double rtt;
  /* per cent of the packets, in each direction */
  double loss;
  gint64 queue;
  gint64 policy;
  gint64 mark_at;
  /* packets that are delivered at once */
  gint64 quota;

  /* The traffic: numbers of flows; bytes; per cent of the rate, including IP headers. */
  gint64 elephants;
  gint64 mice;
  gint64 mouse_size;
  /* web clients, and whether each keeps its connection */
  gint64 web;
  gboolean persistent;
  double cbr;
  gboolean measured;
  char cc[MXTRAF_MAX_CC];
  /* Bytes; packets; 0 for the kernel's default. */
  gint64 sndbuf;
  gint64 initcwnd;

  /* The measured flow: a in windows, b in packets, delay in seconds. */
  gint64 method;
  double a;
  double b;
  double buffer_delay;
  gint64 content;

  /* The stream: frames of an adaptation window, bit/s of the whole video, and seconds from capture to
   * display. */
  gint64 window;
  double video_rate;
  double tolerance;
  /* per cent of a processor that the server reserves, and by which it sends a part of the stream; 0 for
   * no reserve and the whole stream */
  double level;

  /* The trains: packets, 0 for none; intervals between packets and the pause between trains in
   * seconds. */
  gint64 train;
  gint64 pacing;
  double interval;
  double burst_interval;
  double pause;
} MxtrafConfig;
