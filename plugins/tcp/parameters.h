/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/report.h"
#include "steering/limit.h"

#include <gscope/source/source.h>

/* Adds the parameters to the source. */
void tcp_parameters_add_to (GscopeSource *source, const TcpConfig *config);

/* Sets a member of the configuration from a parameter's value. Returns the value in normal form;
 * NULL with an error if it is refused. */
GVariant *
tcp_parameter_read (GscopeParameter *parameter, GVariant *value, TcpConfig *config, GError **error);

/* The same for the parameters of send buffers. */
gboolean tcp_parameter_is_wish (GscopeParameter *parameter);
GVariant *tcp_parameter_read_wish (GscopeParameter *parameter, GVariant *value, TcpWish *wish,
                                   GError **error);
