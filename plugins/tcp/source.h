/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

#define TCP_TYPE_SOURCE (tcp_source_get_type ())
G_DECLARE_FINAL_TYPE (TcpSource, tcp_source, TCP, SOURCE, GscopeSource)
