/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter-owner.h>
#include <gscope/source/source.h>

/* Sets the verbs of the base class, which implement the tables and call the synchronous verbs. */
void gscope_source_class_set_verbs (GscopeSourceClass *klass);

/* The functions by which parameters call the verbs of their source. */
extern const GscopeParameterOwner gscope_source_parameter_owner;
