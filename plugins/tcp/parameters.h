/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/report.h"
#include "steering/wish.h"

#include <gscope/source/source.h>

/* The parameters of the source. */
void tcp_parameters_add_to (GscopeSource *source, const TcpConfig *config);

/* Puts a parameter's value into a configuration and returns it as it was understood; NULL if it is
 * refused. */
GVariant *
tcp_parameter_read (GscopeParameter *parameter, GVariant *value, TcpConfig *config, GError **error);

/* Those of the flows' send buffers; the same for them. */
gboolean tcp_parameter_is_wish (GscopeParameter *parameter);
GVariant *tcp_parameter_read_wish (GscopeParameter *parameter, GVariant *value, TcpWish *wish,
                                   GError **error);
