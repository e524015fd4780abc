/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Runs in the kernel: measures the time from each thread's wake-up until it runs. */

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <tsl-bpf/kernel-types.h>
#include <tsl-bpf/wakeups-kernel.h>

#define TID_MASK ((1ull << WAKEUPS_TID_BITS) - 1)
#define RING_SIZE (1 << 20)
/* of include/linux/sched.h in the kernel */
#define TASK_DEAD 0x80

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
  __type (value, __u64[WAKEUPS_N_COUNTS]);
} counts SEC (".maps");

WakeupsWords words;

static __u64 *
find_counts (void)
{
  __u32 key = 0;

  return bpf_map_lookup_elem (&counts, &key);
}

static __u64 *
find_slot (__u32 tid)
{
  return &words.slots[tid % WAKEUPS_N_SLOTS];
}

static int
holds (__u64 slot, __u32 tid)
{
  return slot != 0 && (slot & TID_MASK) == tid;
}

static int
is_woken (__u64 slot)
{
  return slot > TID_MASK;
}

/* Only timers that end a thread's sleep have an owner; in other timers this member is not a thread. */
SEC ("tp_btf/hrtimer_expire_entry")
int
BPF_PROG (on_expire, struct hrtimer *timer, const long long *now)
{
  struct hrtimer_sleeper *sleeper = (void *) timer;
  long long late;

  if (words.watched == 0)
    return 0;
  if ((__u32) BPF_CORE_READ (sleeper, task, pid) != words.watched)
    return 0;
  bpf_probe_read_kernel (&late, sizeof late, now);
  late -= timer->_softexpires;
  words.due = bpf_ktime_get_ns () - late;
  return 0;
}

static void
note_timer (__u64 now)
{
  __u64 late = now - words.due;

  words.timer = words.due == 0 || late >= WAKEUPS_NO_TIME ? WAKEUPS_NO_TIME : late;
  words.due = 0;
}

SEC ("tp_btf/sched_waking")
int
BPF_PROG (on_waking, struct task_struct *task)
{
  __u32 tid = task->pid;
  __u64 now = bpf_ktime_get_ns ();
  __u64 *slot = find_slot (tid);
  __u64 *all;

  if (is_woken (*slot) && !holds (*slot, tid) && (all = find_counts ()))
    all[WAKEUPS_DISPLACED]++;
  *slot = now << WAKEUPS_TID_BITS | tid;
  if (tid == words.watched)
    note_timer (now);
  return 0;
}

static __u32
find_octave (__u64 latency)
{
  __u32 octave = 0;

  for (__u32 bits = 32; bits > 0; bits /= 2)
    if (latency >> bits)
      {
        latency >>= bits;
        octave += bits;
      }
  return octave;
}

static __u32
find_bucket (__u64 latency)
{
  __u32 octave = find_octave (latency);
  __u32 part;

  if (octave < WAKEUPS_FIRST_OCTAVE)
    return 0;
  if (octave >= WAKEUPS_FIRST_OCTAVE + WAKEUPS_N_OCTAVES)
    return WAKEUPS_N_BUCKETS - 1;
  part = latency >> (octave - WAKEUPS_PART_BITS) & ((1 << WAKEUPS_PART_BITS) - 1);
  return (octave - WAKEUPS_FIRST_OCTAVE) << WAKEUPS_PART_BITS | part;
}

/* Other processors may raise the maximum at the same time; an attempt fails only because another
 * one succeeded. */
static void
raise_maximum (__u64 latency)
{
  __u64 old = words.maximum;

  for (int i = 0; i < 8 && latency > old; i++)
    {
      __u64 found = __sync_val_compare_and_swap (&words.maximum, old, latency);

      if (found == old)
        return;
      old = found;
    }
}

static int
is_chosen (struct task_struct *task, __u64 latency)
{
  __u64 threshold = words.threshold;

  return threshold > 0 && latency >= threshold - 1
         && (words.process == 0 || (__u32) task->tgid == words.process);
}

/* Does not wake the reader, which polls the ring. */
static int
send (__u64 now, __u64 latency, __u32 tid, int is_watched)
{
  WakeupsEvent *event = bpf_ringbuf_reserve (&ring, sizeof *event, 0);

  if (!event)
    return 0;
  event->time = now;
  event->latency = latency < WAKEUPS_NO_TIME ? latency : WAKEUPS_NO_TIME;
  event->timer = is_watched ? words.timer : WAKEUPS_NO_TIME;
  event->tid = tid;
  event->is_watched = is_watched;
  bpf_ringbuf_submit (event, BPF_RB_NO_WAKEUP);
  return 1;
}

static void
record_latency (__u64 *all, __u64 latency)
{
  __u32 bucket = find_bucket (latency);

  all[WAKEUPS_N]++;
  all[WAKEUPS_SUM] += latency;
  /* the maximum first, so that no latency in the distribution is above it */
  raise_maximum (latency);
  /* the verifier of Linux 6.1 does not know that a copy of a checked value is checked; prevents the
   * compiler from making a copy */
  barrier_var (bucket);
  if (bucket < WAKEUPS_N_BUCKETS)
    all[WAKEUPS_BUCKETS + bucket]++;
}

static void
end_waiting (__u64 *all, struct task_struct *task, int is_seen)
{
  __u32 tid = task->pid;
  __u64 *slot = find_slot (tid);
  __u64 woken = *slot;
  __u64 now, latency;
  int is_watched;

  if (!holds (woken, tid))
    return;
  *slot = 0;
  now = bpf_ktime_get_ns ();
  latency = ((now << WAKEUPS_TID_BITS) - (woken & ~TID_MASK)) >> WAKEUPS_TID_BITS;
  is_watched = tid == words.watched;
  is_seen &= is_woken (woken);
  if (is_seen)
    record_latency (all, latency);
  if (!is_watched && !is_chosen (task, latency))
    return;
  all[WAKEUPS_EVENTS]++;
  if (!is_seen)
    all[is_watched ? WAKEUPS_UNSEEN_WATCHED : WAKEUPS_UNSEEN]++;
  else if (!send (now, latency, tid, is_watched))
    all[is_watched ? WAKEUPS_LOST_WATCHED : WAKEUPS_LOST]++;
}

/* A thread that was woken before it had left its processor has no latency. */
static void
forget (struct task_struct *task)
{
  __u32 tid = task->pid;
  __u64 *slot = find_slot (tid);

  if (holds (*slot, tid))
    *slot = 0;
}

/* Marks a thread as sleeping, unless it has been woken since it left its processor. */
static void
mark (struct task_struct *task)
{
  __u32 tid = task->pid;

  __sync_val_compare_and_swap (find_slot (tid), 0, tid);
}

/* The kernel does not report events while it runs a BPF program that must not be interrupted by
 * another. The switch then shows a thread that was not seen to begin, or that was not seen to be
 * woken; its latency is counted as unseen. */
SEC ("tp_btf/sched_switch")
int
BPF_PROG (on_switch, _Bool is_preempted, struct task_struct *before, struct task_struct *next,
          unsigned int state)
{
  int is_ready = is_preempted || state == 0;
  __u64 *all = find_counts ();
  __u64 running;

  if (!all)
    return 0;
  running = all[WAKEUPS_RUNNING];
  all[WAKEUPS_RUNNING] = (__u32) next->pid + 1;
  if (running != 0 && running != (__u32) before->pid + 1)
    end_waiting (all, before, 0);
  else if (is_ready)
    forget (before);
  if (!is_ready && !(state & TASK_DEAD))
    mark (before);
  end_waiting (all, next, 1);
  return 0;
}
