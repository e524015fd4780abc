/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Runs in the kernel: finds out which interrupt fired each timer. */

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <tsl-bpf/expiries-kernel.h>
#include <tsl-bpf/kernel-types.h>

/* Nanoseconds. An overshoot of 1 means none: the kernel has no timer slack of 0. */
#define MIN_OVERSHOOT 2

char terms[] SEC ("license") = "GPL";

struct
{
  __uint (type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint (max_entries, 1);
  __type (key, __u32);
  __type (value, __u64[EXPIRIES_N_COUNTS]);
} counts SEC (".maps");

ExpiriesWords words;

/* Only timers that end a thread's sleep have an owner; in other timers this member is not a
 * thread. */
static int
is_chosen (struct hrtimer *timer)
{
  struct hrtimer_sleeper *sleeper = (void *) timer;
  __u32 tid;

  if (words.n_chosen == 0)
    return 0;
  tid = BPF_CORE_READ (sleeper, task, pid);
  return tid < EXPIRIES_MAX_TID && words.chosen[tid / 8] >> tid % 8 & 1;
}

/* A timer that fires before its hard expiry was fired by the interrupt of another timer. */
SEC ("tp_btf/hrtimer_expire_entry")
int
BPF_PROG (on_expire, struct hrtimer *timer, const long long *time)
{
  __u32 key = 0;
  __u64 *all = bpf_map_lookup_elem (&counts, &key);
  long long hard = timer->node.expires, now = 0;
  int is_hard;

  if (!all)
    return 0;
  all[EXPIRIES_N]++;
  if (hard - timer->_softexpires < MIN_OVERSHOOT)
    return 0;
  bpf_probe_read_kernel (&now, sizeof now, time);
  is_hard = now >= hard;
  all[is_hard ? EXPIRIES_HARD : EXPIRIES_SOFT]++;
  if (is_chosen (timer))
    all[is_hard ? EXPIRIES_CHOSEN_HARD : EXPIRIES_CHOSEN_SOFT]++;
  return 0;
}
