/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeDemandKind:
 * @GSCOPE_DEMAND_KIND_STEER: sets a parameter of other programs or of the kernel
 * @GSCOPE_DEMAND_KIND_REAL_TIME: starts threads of real-time priority
 * @GSCOPE_DEMAND_KIND_LISTEN: listens at an address that other machines can reach
 * @GSCOPE_DEMAND_KIND_OPEN: opens a file that is not one of /proc or /sys
 * @GSCOPE_DEMAND_KIND_CONNECT: connects to an agent, where it may run sources
 * @GSCOPE_DEMAND_KIND_ASK: sends requests to a server
 * @GSCOPE_DEMAND_KIND_RUN: runs a program
 *
 * The kinds of effects of a source outside its own program, from which a user is protected when a
 * workspace is opened.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_DEMAND_KIND_STEER,
  GSCOPE_DEMAND_KIND_REAL_TIME,
  GSCOPE_DEMAND_KIND_LISTEN,
  GSCOPE_DEMAND_KIND_OPEN,
  GSCOPE_DEMAND_KIND_CONNECT,
  GSCOPE_DEMAND_KIND_ASK,
  GSCOPE_DEMAND_KIND_RUN,
} GscopeDemandKind;

/**
 * GscopeDemand:
 * @kind: its kind
 * @source: the source's name
 * @detail: the value, the thread, the address, the file or the program
 * @parameter: (nullable): the parameter that is set, for %GSCOPE_DEMAND_KIND_STEER
 * @action: (nullable): the polkit action for which the system's agent asks before it does this for
 *   a user. If %NULL, the action of the type of the source is enough to set a parameter, and
 *   nothing is enough for the other kinds
 *
 * An effect that a source of a workspace would have outside its own program.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeDemandKind kind;
  char *source;
  char *detail;
  char *parameter;
  char *action;
} GscopeDemand;

#define GSCOPE_TYPE_DEMAND (gscope_demand_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_demand_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeDemand *gscope_demand_new (GscopeDemandKind kind, const char *detail, const char *action);
GSCOPE_AVAILABLE_IN_1_0
GscopeDemand *gscope_demand_copy (const GscopeDemand *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_demand_free (GscopeDemand *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_demand_add_steering (GPtrArray *demands, GVariant *parameters, const char *const *names,
                                 const char *action);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeDemand, gscope_demand_free)

G_END_DECLS
