/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Runs in the kernel: reports which thread each processor runs, which threads are woken, and when the kernel
 * stops a thread that has used up its budget. */

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <tsl-bpf/kernel-types.h>
#include <tsl-bpf/switches-kernel.h>

#define RING_SIZE (1 << 22)
/* of include/linux/sched.h and include/uapi/linux/sched.h in the kernel */
#define TASK_DEAD 0x80
#define SCHED_DEADLINE 6

char terms[] SEC ("license") = "GPL";

struct
{
  __uint (type, BPF_MAP_TYPE_RINGBUF);
  __uint (max_entries, RING_SIZE);
} ring SEC (".maps");

struct
{
  __uint (type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint (max_entries, 1);
  __type (key, __u32);
  __type (value, __u64[SWITCHES_N_COUNTS]);
} counts SEC (".maps");

/* The threads without a budget, by the timer that renews it. */
struct
{
  __uint (type, BPF_MAP_TYPE_LRU_HASH);
  __uint (max_entries, SWITCHES_N_TIMERS);
  __type (key, __u64);
  __type (value, __u32);
} timers SEC (".maps");

SwitchesWords words;

static void
count (__u32 which)
{
  __u32 key = 0;
  __u64 *all = bpf_map_lookup_elem (&counts, &key);

  if (all)
    all[which]++;
}

/* Does not wake the reader, which polls the ring. Callers compare the event with 0 at once, so that the compiler compares it once: Linux 6.1 thinks that
 * it may be 0 at every comparison, and rejects a program that does not submit it then. */
static SwitchesEvent *
begin_event (__u32 kind)
{
  SwitchesEvent *event = bpf_ringbuf_reserve (&ring, sizeof *event, 0);

  if (!event)
    {
      count (SWITCHES_LOST);
      return 0;
    }
  count (SWITCHES_EVENTS);
  __builtin_memset (event, 0, sizeof *event);
  event->time = bpf_ktime_get_ns ();
  event->kind = kind;
  event->cpu = bpf_get_smp_processor_id ();
  event->budget = event->budget_before = SWITCHES_NO_BUDGET;
  return event;
}

static int
is_reserved (struct task_struct *task)
{
  return task->policy == SCHED_DEADLINE;
}

static int
is_throttled (struct task_struct *task)
{
  return is_reserved (task) && BPF_CORE_READ_BITFIELD_PROBED (task, dl.dl_throttled);
}

/* Notes the timer that will renew the budget. */
static void
await_renewal (struct task_struct *task)
{
  __u64 timer = (__u64) &task->dl.dl_timer;
  __u32 tid = task->pid;

  bpf_map_update_elem (&timers, &timer, &tid, BPF_ANY);
  __sync_fetch_and_add (&words.n_timers, 1);
}

SEC ("tp_btf/hrtimer_expire_entry")
int
BPF_PROG (on_expire, struct hrtimer *timer)
{
  __u64 key = (__u64) timer;
  SwitchesEvent *event;
  __u32 *tid;

  if (words.n_timers == 0)
    return 0;
  tid = bpf_map_lookup_elem (&timers, &key);
  if (!tid)
    return 0;
  event = begin_event (SWITCHES_RENEW);
  if (event)
    {
      event->thread = *tid;
      bpf_ringbuf_submit (event, BPF_RB_NO_WAKEUP);
    }
  bpf_map_delete_elem (&timers, &key);
  return 0;
}

static int
report_wake_up (struct task_struct *task)
{
  int was_throttled = is_throttled (task);
  SwitchesEvent *event;

  if (was_throttled)
    await_renewal (task);
  event = begin_event (SWITCHES_WAKE);
  if (!event)
    return 0;
  event->thread = task->pid;
  event->process = task->tgid;
  event->flags = was_throttled ? SWITCHES_IS_THROTTLED : 0;
  bpf_probe_read_kernel (event->name, sizeof event->name, task->comm);
  bpf_ringbuf_submit (event, BPF_RB_NO_WAKEUP);
  return 0;
}

SEC ("tp_btf/sched_wakeup")
int
BPF_PROG (on_wakeup, struct task_struct *task)
{
  return report_wake_up (task);
}

SEC ("tp_btf/sched_wakeup_new")
int
BPF_PROG (on_wakeup_new, struct task_struct *task)
{
  return report_wake_up (task);
}

SEC ("tp_btf/sched_switch")
int
BPF_PROG (on_switch, _Bool is_preempted, struct task_struct *before, struct task_struct *next,
          unsigned int state)
{
  int was_throttled = is_throttled (before);
  SwitchesEvent *event;

  if (was_throttled)
    await_renewal (before);
  event = begin_event (SWITCHES_SWITCH);
  if (!event)
    return 0;
  event->thread = next->pid;
  event->process = next->tgid;
  event->before = before->pid;
  event->flags = (is_preempted || state == 0 ? SWITCHES_IS_READY : 0)
                 | (state & TASK_DEAD ? SWITCHES_IS_DEAD : 0)
                 | (was_throttled ? SWITCHES_IS_THROTTLED : 0);
  if (is_reserved (next))
    event->budget = next->dl.runtime;
  if (is_reserved (before))
    event->budget_before = before->dl.runtime;
  bpf_probe_read_kernel (event->name, sizeof event->name, next->comm);
  bpf_ringbuf_submit (event, BPF_RB_NO_WAKEUP);
  return 0;
}
