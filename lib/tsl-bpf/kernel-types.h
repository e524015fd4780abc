/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* The members of the kernel's types that BPF programs read. The loader finds the offset of each
 * member in the running kernel by the kernel's own description (BTF). */

#if __has_attribute(preserve_access_index)
#define KERNEL_TYPE __attribute__ ((preserve_access_index))
#else
#define KERNEL_TYPE
#endif

struct timerqueue_node
{
  long long expires;
} KERNEL_TYPE;

struct hrtimer
{
  struct timerqueue_node node;
  long long _softexpires;
} KERNEL_TYPE;

struct sched_dl_entity
{
  long long runtime;
  unsigned int dl_throttled : 1;
  struct hrtimer dl_timer;
} KERNEL_TYPE;

struct task_struct
{
  int pid;
  int tgid;
  unsigned int policy;
  struct sched_dl_entity dl;
  char comm[16];
} KERNEL_TYPE;

struct hrtimer_sleeper
{
  struct hrtimer timer;
  struct task_struct *task;
} KERNEL_TYPE;
