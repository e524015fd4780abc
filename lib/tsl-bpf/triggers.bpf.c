/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Runs in the kernel: measures the intervals between the trigger states of each processor. These are the
 * moments at which a kernel with soft timers would look at its timers: the ends of system calls and of
 * interrupts, page faults, packets, and all the time in which the processor is idle. */

#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <tsl-bpf/triggers-kernel.h>

#define SQUARE_UNIT 100
/* PWR_EVENT_EXIT in the kernel's include/trace/events/power.h. */
#define LEAVES_IDLE ((unsigned int) -1)

char terms[] SEC ("license") = "GPL";

struct
{
  __uint (type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint (max_entries, 1);
  __type (key, __u32);
  __type (value, __u64[TRIGGERS_N_COUNTS]);
} counts SEC (".maps");

typedef struct
{
  __u64 last;
  __u64 is_idle;
} State;

struct
{
  __uint (type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint (max_entries, 1);
  __type (key, __u32);
  __type (value, State);
} states SEC (".maps");

TriggersWords words;

static __u32
find_bit (__u64 value)
{
  __u32 bit = 0;

  for (__u32 step = 32; step > 0; step /= 2)
    if (value >> (bit + step))
      bit += step;
  return bit;
}

static __u32
find_bucket (__u64 interval)
{
  __u32 bit = find_bit (interval), bucket;

  if (bit < TRIGGERS_FIRST_BIT)
    return 0;
  bucket = (bit - TRIGGERS_FIRST_BIT) * 4 + (interval >> (bit - 2) & 3) + 1;
  return bucket < TRIGGERS_N_BUCKETS ? bucket : TRIGGERS_N_BUCKETS - 1;
}

static void
count (__u32 kind, __u64 interval)
{
  __u32 key = 0;
  __u64 *all = bpf_map_lookup_elem (&counts, &key);
  __u64 units = interval / SQUARE_UNIT;

  if (!all || kind >= TRIGGERS_N_KINDS)
    return;
  all[kind]++;
  all[TRIGGERS_COUNT_SUM] += interval;
  all[TRIGGERS_COUNT_SQUARES] += units * units;
  all[TRIGGERS_COUNT_BUCKETS + find_bucket (interval)]++;
}

static int
is_chosen (__u32 kind)
{
  return words.kinds >> kind & 1;
}

/* An idle processor is in a trigger state all the time: it has no interval. */
static int
note (__u32 kind)
{
  __u32 key = 0;
  State *state = bpf_map_lookup_elem (&states, &key);
  __u64 now, last;

  if (!state || !is_chosen (kind))
    return 0;
  now = bpf_ktime_get_ns ();
  last = state->last;
  state->last = now;
  if (last > 0 && now > last && !state->is_idle)
    count (kind, now - last);
  return 0;
}

SEC ("tp_btf/sys_exit")
int
BPF_PROG (on_system_call)
{
  return note (TRIGGERS_SYSTEM_CALL);
}

SEC ("tp_btf/page_fault_user")
int
BPF_PROG (on_page_fault)
{
  return note (TRIGGERS_TRAP);
}

SEC ("tp_btf/net_dev_queue")
int
BPF_PROG (on_output)
{
  return note (TRIGGERS_OUTPUT);
}

SEC ("tp_btf/netif_receive_skb")
int
BPF_PROG (on_input)
{
  return note (TRIGGERS_INPUT);
}

SEC ("tp_btf/softirq_exit")
int
BPF_PROG (on_soft_interrupt)
{
  return note (TRIGGERS_INTERRUPT);
}

SEC ("tp_btf/irq_handler_exit")
int
BPF_PROG (on_interrupt)
{
  return note (TRIGGERS_INTERRUPT);
}

SEC ("tp_btf/cpu_idle")
int
BPF_PROG (on_idle, unsigned int idle_state, unsigned int cpu)
{
  __u32 key = 0;
  State *state = bpf_map_lookup_elem (&states, &key);

  if (!state)
    return 0;
  if (idle_state != LEAVES_IDLE)
    note (TRIGGERS_IDLE);
  else if (state->is_idle)
    state->last = bpf_ktime_get_ns ();
  state->is_idle = idle_state != LEAVES_IDLE && is_chosen (TRIGGERS_IDLE);
  return 0;
}
