/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/quality/policy.h>
#include <tsl/quality/utility.h>
#include <tsl/sched/admission-test.h>

G_BEGIN_DECLS

/**
 * TslQosManager:
 *
 * Divides processors among applications that can work at several levels of quality, as the QoS
 * manager on the reserves of RT-Mach did. An application registers its minimum, its desired level
 * and the increment between two levels. When an application comes, goes or changes, the manager
 * divides the processors by a policy and asks applications, by an up-call, to change their levels:
 * first those that get less, then those that get more. It sets no reserve itself.
 *
 * The manager has no thread and reads no clock: the program calls [method@QosManager.step] at the
 * times that it returns, and up-calls come from there. One thread at a time may use a manager and
 * its applications.
 *
 * Since: 1.0
 */
typedef struct _TslQosManager TslQosManager;

/**
 * TslQosApplication:
 *
 * An application of a [struct@QosManager].
 *
 * Since: 1.0
 */
typedef struct _TslQosApplication TslQosApplication;

/**
 * TslQosRequest:
 * @minimum: the level below which the application cannot run; greater than 0
 * @desired: the highest level that is of use
 * @increment: the difference of two levels, at least a hundredth of the range; 0: the application
 *   has no level between the minimum and the desired one
 * @period: the period of its reserve, in nanoseconds
 * @deadline: the relative deadline, in nanoseconds; 0: the period
 * @importance: greater is more important; not negative
 * @utility: (nullable): the utility of each level, which must live as long as the application;
 *   %NULL: the importance times the part of the desired level
 *
 * The levels at which an application can work. Levels are in processors.
 *
 * Since: 1.0
 */
typedef struct
{
  double minimum;
  double desired;
  double increment;
  gint64 period;
  gint64 deadline;
  int importance;
  const TslUtility *utility;
} TslQosRequest;

/**
 * TslQosUpcall:
 * @application: the application
 * @level: the level that it should work at, in processors; 0: it should stop
 * @user_data: the data of [method@QosManager.add]
 *
 * Asks an application to change its level. It answers, in the call or later, by
 * [method@QosApplication.accept] or [method@QosApplication.refuse]; silence counts as refusal after
 * the manager's timeout. A later call replaces a question that is still open. The call must not add
 * or remove applications.
 *
 * Since: 1.0
 */
typedef void (*TslQosUpcall) (TslQosApplication *application, double level, gpointer user_data);

TSL_AVAILABLE_IN_1_0
TslQosManager *tsl_qos_manager_new (guint n_processors);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_free (TslQosManager *self);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_set_policy (TslQosManager *self, const TslQosPolicy *policy);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_set_test (TslQosManager *self, const TslAdmissionTest *test);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_set_threshold (TslQosManager *self, double threshold);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_set_greedy (TslQosManager *self, gboolean is_greedy);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_set_timeout (TslQosManager *self, gint64 timeout);
TSL_AVAILABLE_IN_1_0
TslQosApplication *
tsl_qos_manager_add (TslQosManager *self, const char *name, const TslQosRequest *request,
                     TslQosUpcall upcall, gpointer user_data, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_qos_manager_remove (TslQosManager *self, TslQosApplication *application);
TSL_AVAILABLE_IN_1_0
gint64 tsl_qos_manager_step (TslQosManager *self, gint64 now);
TSL_AVAILABLE_IN_1_0
gboolean tsl_qos_manager_is_overloaded (TslQosManager *self);
TSL_AVAILABLE_IN_1_0
double tsl_qos_manager_get_utility (TslQosManager *self);

TSL_AVAILABLE_IN_1_0
gboolean
tsl_qos_application_change (TslQosApplication *self, const TslQosRequest *request, GError **error);
TSL_AVAILABLE_IN_1_0
void tsl_qos_application_accept (TslQosApplication *self);
TSL_AVAILABLE_IN_1_0
void tsl_qos_application_refuse (TslQosApplication *self, const char *reason);
TSL_AVAILABLE_IN_1_0
double tsl_qos_application_get_level (TslQosApplication *self);
TSL_AVAILABLE_IN_1_0
double tsl_qos_application_get_utility (TslQosApplication *self);
TSL_AVAILABLE_IN_1_0
guint tsl_qos_application_get_refusals (TslQosApplication *self);
TSL_AVAILABLE_IN_1_0
const char *tsl_qos_application_get_refusal (TslQosApplication *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TslQosManager, tsl_qos_manager_free)

G_END_DECLS
