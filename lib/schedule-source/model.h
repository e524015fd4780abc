/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <thread-state.h>
#include <tsl-bpf/switches.h>

/* Follows the threads and processors of the machine by the events of its scheduler. The worker uses it. */
typedef struct _ScheduleModel ScheduleModel;

enum
{
  /* Threads that are known; the ones that have not run for the longest time are forgotten. */
  SCHEDULE_MAX_THREADS = 8192,
  SCHEDULE_MAX_PROCESSORS = 4096,
};

typedef struct
{
  pid_t tid;
  pid_t process;
  char name[SWITCHES_NAME_SIZE];
  /* the user's; NULL before it was read */
  char *process_name;
  ThreadState state;
  gint64 since;
  /* time on processors since the last ranking, and the share of a processor over the last rankings */
  gint64 used;
  double activity;
  /* the user's; NULL for a thread that is not shown */
  gpointer row;
} ScheduleThread;

/* Receives what changes, with the times of the events. */
typedef struct
{
  /* The state of a thread with a row, also when it ends or is not known any more. */
  void (*thread) (gpointer data, const ScheduleThread *thread, gint64 time);
  /* The budget that a thread with a row has left, ns. */
  void (*budget) (gpointer data, const ScheduleThread *thread, gint64 time, gint64 left);
  /* The thread that a processor runs; NULL if it is idle. */
  void (*processor) (gpointer data, guint cpu, gint64 time, const ScheduleThread *thread);
} ScheduleSink;

ScheduleModel *schedule_model_new (const ScheduleSink *sink, gpointer data);
void schedule_model_free (ScheduleModel *self);

void schedule_model_take (ScheduleModel *self, const SwitchesEvent *event);
/* Events were lost: no state is known, until the next event of each thread and processor. */
void schedule_model_forget (ScheduleModel *self);

/* Updates the activities of all threads, `time` being the present, and returns them: ScheduleThread, the
 * most active first, until the next event. */
GPtrArray *schedule_model_rank (ScheduleModel *self, gint64 time);

/* Returns the number of switches. */
guint64 schedule_model_count (ScheduleModel *self);
/* Returns how often a processor was found with another thread than it was seen to run. */
guint64 schedule_model_count_unseen (ScheduleModel *self);
/* Returns how many events were not taken, because there are too many threads or processors. */
guint64 schedule_model_count_excess (ScheduleModel *self);
