/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/reserve.h>

G_BEGIN_DECLS

/**
 * TslPropagation:
 * @TSL_PROPAGATION_NONE: the server keeps its own schedule
 * @TSL_PROPAGATION_LEND: a waiting client lends the server nineteen twentieths of its reserve, so that the
 *   kernel enforces the sum of the loans
 * @TSL_PROPAGATION_INHERIT: the server runs in the reserve of the most urgent waiting client, by the
 *   kernel's priority inheritance; the kernel does not enforce the budget meanwhile
 *
 * How clients pass their reserves to a server.
 *
 * Since: 1.0
 */
typedef enum
{
  TSL_PROPAGATION_NONE,
  TSL_PROPAGATION_LEND,
  TSL_PROPAGATION_INHERIT,
} TslPropagation;

/**
 * TslService:
 *
 * A thread that serves requests of other threads of the program, under the reserves of those
 * threads. It serves the request of the reserve with the shortest period first, then requests of
 * threads without a reserve.
 *
 * It publishes as mechanism “service” the counters `requests`, `loans` and `refused` (loans that the
 * kernel refused to make or to return), and the gauge `cost`, the mean time to lend or to return a
 * reserve, in microseconds.
 *
 * Since: 1.0
 */
typedef struct _TslService TslService;

/**
 * TslClient:
 *
 * A thread that sends requests to a [struct@Service].
 *
 * Since: 1.0
 */
typedef struct _TslClient TslClient;

/**
 * TslServiceFunc:
 * @request: the request
 * @user_data: the user data of [method@Service.serve]
 *
 * Serves a request, in the server's thread.
 *
 * Since: 1.0
 */
typedef void (*TslServiceFunc) (gpointer request, gpointer user_data);

TSL_AVAILABLE_IN_1_0
TslService *
tsl_service_new (TslPage *page, const char *name, TslPropagation propagation, TslReserve *reserve);
TSL_AVAILABLE_IN_1_0
void tsl_service_free (TslService *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_service_serve (TslService *self, TslServiceFunc func, gpointer user_data);
TSL_AVAILABLE_IN_1_0
void tsl_service_close (TslService *self);
TSL_AVAILABLE_IN_1_0
guint tsl_service_get_n_waiting (TslService *self);
TSL_AVAILABLE_IN_1_0
double tsl_service_get_cost (TslService *self);

TSL_AVAILABLE_IN_1_0
TslClient *tsl_client_new (TslService *service, TslReserve *reserve);
TSL_AVAILABLE_IN_1_0
void tsl_client_free (TslClient *self);
TSL_AVAILABLE_IN_1_0
gboolean tsl_client_call (TslClient *self, gpointer request, GError **error);
TSL_AVAILABLE_IN_1_0
gboolean tsl_client_change (TslClient *self, const TslDemand *demand, GError **error);
TSL_AVAILABLE_IN_1_0
gint64 tsl_client_get_used (TslClient *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslService, tsl_service_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslClient, tsl_client_free)

G_END_DECLS
