/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tcp/minbuf-group.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <linux/bpf.h>
#include <linux/tcp.h>
#include <math.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <tsl/error.h>
#include <tsl/tcp/minbuf.h>
#include <tsl/tcp/state.h>
#include <unistd.h>

enum
{
  /* A is a whole number of this part. */
  PARTS = 1000,
};

/* The one entry of the map, which the program reads and counts into. */
typedef struct
{
  guint64 windows; /* beyond the first, in parts */
  guint64 packets;
  guint64 n_changes;
  guint64 n_refused;
} Entry;

/* Number of bytes to read from the name of a congestion control: “bbr” and one more. */
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
#define NAME_MASK 0x00ffffff
#define NAME_BBR ('b' | 'b' << 8 | 'r' << 16)
#else
#define NAME_MASK 0xffffff00
#define NAME_BBR ('b' << 24 | 'b' << 16 | 'r' << 8)
#endif

struct _TslMinbufGroup
{
  int map;
  int program;
  int link;
};

/* Instructions, named as the kernel's assembler has them (include/linux/filter.h). */
#define INSTRUCTION(op, destination, source, jump, value)                                          \
  {                                                                                                \
    .code = (op), .dst_reg = (destination), .src_reg = (source), .off = (jump), .imm = (value)     \
  }
#define MOVE(destination, source)                                                                  \
  INSTRUCTION (BPF_ALU64 | BPF_MOV | BPF_X, destination, source, 0, 0)
#define MOVE_VALUE(destination, value)                                                             \
  INSTRUCTION (BPF_ALU64 | BPF_MOV | BPF_K, destination, 0, 0, value)
#define COMPUTE(op, destination, source)                                                           \
  INSTRUCTION (BPF_ALU64 | (op) | BPF_X, destination, source, 0, 0)
#define COMPUTE_VALUE(op, destination, value)                                                      \
  INSTRUCTION (BPF_ALU64 | (op) | BPF_K, destination, 0, 0, value)
#define LOAD(size, destination, source, offset)                                                    \
  INSTRUCTION (BPF_LDX | BPF_MEM | (size), destination, source, offset, 0)
#define STORE(size, destination, offset, source)                                                   \
  INSTRUCTION (BPF_STX | BPF_MEM | (size), destination, source, offset, 0)
#define STORE_VALUE(size, destination, offset, value)                                              \
  INSTRUCTION (BPF_ST | BPF_MEM | (size), destination, 0, offset, value)
#define JUMP_IF(op, destination, value, jump)                                                      \
  INSTRUCTION (BPF_JMP | (op) | BPF_K, destination, 0, jump, value)
#define JUMP(jump) INSTRUCTION (BPF_JMP | BPF_JA, 0, 0, jump, 0)
#define CALL(function) INSTRUCTION (BPF_JMP | BPF_CALL, 0, 0, 0, function)
#define EXIT INSTRUCTION (BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

#define CONTEXT(field) offsetof (struct bpf_sock_ops, field)

static int
bpf (int command, union bpf_attr *attributes)
{
  return syscall (SYS_bpf, command, attributes, sizeof *attributes);
}

static void
close_file (int fd)
{
  if (fd >= 0)
    close (fd);
}

static gboolean
fail (const char *what, GError **error)
{
  int code = errno;

  /* EACCES is the answer to a program that the kernel takes for unsafe */
  if (code == EPERM)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 _ ("cannot %s: %s; run as root, or with CAP_BPF and CAP_NET_ADMIN"), what,
                 g_strerror (code));
  else
    g_set_error (
        error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
        _ ("cannot %s: %s; the kernel may lack BPF (CONFIG_CGROUP_BPF) or sock_ops that set "
           "TCP_NOTSENT_LOWAT, which Linux 5.17 has (G_MESSAGES_DEBUG=all says more)"),
        what, g_strerror (code));
  return FALSE;
}

static gboolean
make_map (TslMinbufGroup *self, GError **error)
{
  union bpf_attr attributes = { .map_type = BPF_MAP_TYPE_ARRAY,
                                .key_size = sizeof (guint32),
                                .value_size = sizeof (Entry),
                                .max_entries = 1 };

  self->map = bpf (BPF_MAP_CREATE, &attributes);
  return self->map >= 0 || fail (_ ("make a map for BPF"), error);
}

/* When a connection begins, the program requests callbacks for round-trip times. It sets the mark
 * then and in each callback, unless the congestion control is BBR. Registers: 6 the context, 7 the
 * entry. */
static const struct bpf_insn instructions[] = {
  MOVE (6, 1),
  LOAD (BPF_W, 2, 6, CONTEXT (op)),
  JUMP_IF (BPF_JEQ, 2, BPF_SOCK_OPS_RTT_CB, 6),
  JUMP_IF (BPF_JEQ, 2, BPF_SOCK_OPS_ACTIVE_ESTABLISHED_CB, 2),
  JUMP_IF (BPF_JEQ, 2, BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB, 1),
  JUMP (47),
  MOVE (1, 6),
  MOVE_VALUE (2, BPF_SOCK_OPS_RTT_CB_FLAG),
  CALL (BPF_FUNC_sock_ops_cb_flags_set),

  STORE_VALUE (BPF_W, 10, -4, 0),
  INSTRUCTION (BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_FD, 0, 0),
  INSTRUCTION (0, 0, 0, 0, 0),
  MOVE (2, 10),
  COMPUTE_VALUE (BPF_ADD, 2, -4),
  CALL (BPF_FUNC_map_lookup_elem),
  JUMP_IF (BPF_JEQ, 0, 0, 37),
  MOVE (7, 0),

  MOVE (1, 6),
  MOVE_VALUE (2, IPPROTO_TCP),
  MOVE_VALUE (3, TCP_CONGESTION),
  MOVE (4, 10),
  COMPUTE_VALUE (BPF_ADD, 4, -24),
  MOVE_VALUE (5, TSL_TCP_CC_SIZE),
  CALL (BPF_FUNC_getsockopt),
  LOAD (BPF_W, 1, 10, -24),
  COMPUTE_VALUE (BPF_AND, 1, NAME_MASK),
  JUMP_IF (BPF_JNE, 1, NAME_BBR, 3),
  MOVE_VALUE (1, 1),
  INSTRUCTION (BPF_STX | BPF_ATOMIC | BPF_DW, 7, 1, offsetof (Entry, n_refused), BPF_ADD),
  JUMP (23),

  LOAD (BPF_DW, 1, 7, offsetof (Entry, windows)),
  LOAD (BPF_W, 2, 6, CONTEXT (snd_cwnd)),
  COMPUTE (BPF_MUL, 1, 2),
  COMPUTE_VALUE (BPF_DIV, 1, PARTS),
  LOAD (BPF_DW, 2, 7, offsetof (Entry, packets)),
  COMPUTE (BPF_ADD, 1, 2),
  LOAD (BPF_W, 2, 6, CONTEXT (mss_cache)),
  COMPUTE (BPF_MUL, 1, 2),
  JUMP_IF (BPF_JLE, 1, G_MAXINT32, 1),
  MOVE_VALUE (1, G_MAXINT32),
  JUMP_IF (BPF_JNE, 1, 0, 1),
  MOVE_VALUE (1, 1),
  STORE (BPF_W, 10, -8, 1),
  MOVE (1, 6),
  MOVE_VALUE (2, IPPROTO_TCP),
  MOVE_VALUE (3, TCP_NOTSENT_LOWAT),
  MOVE (4, 10),
  COMPUTE_VALUE (BPF_ADD, 4, -8),
  MOVE_VALUE (5, sizeof (guint32)),
  CALL (BPF_FUNC_setsockopt),

  JUMP_IF (BPF_JNE, 0, 0, 2),
  MOVE_VALUE (1, 1),
  INSTRUCTION (BPF_STX | BPF_ATOMIC | BPF_DW, 7, 1, offsetof (Entry, n_changes), BPF_ADD),
  MOVE_VALUE (0, 1),
  EXIT,
};

/* The instruction that has the map's descriptor for a value. */
#define MAP_INSTRUCTION 10

/* Tried again with a log: where there is no room for all of it, the kernel refuses a good program for that. */
static void
explain (union bpf_attr *attributes)
{
  char log[4096] = "";
  int program;

  attributes->log_level = 1;
  attributes->log_buf = (gsize) log;
  attributes->log_size = sizeof log;
  program = bpf (BPF_PROG_LOAD, attributes);
  close_file (program);
  g_debug ("the kernel's verifier: %.*s", (int) sizeof log, log);
}

static gboolean
load_program (TslMinbufGroup *self, GError **error)
{
  g_autofree struct bpf_insn *copy = g_memdup2 (instructions, sizeof instructions);
  union bpf_attr attributes = { .prog_type = BPF_PROG_TYPE_SOCK_OPS,
                                .insns = (gsize) copy,
                                .insn_cnt = G_N_ELEMENTS (instructions),
                                .license = (gsize) "GPL" };

  copy[MAP_INSTRUCTION].imm = self->map;
  self->program = bpf (BPF_PROG_LOAD, &attributes);
  if (self->program >= 0)
    return TRUE;
  fail (_ ("load a program for BPF"), error);
  explain (&attributes);
  return FALSE;
}

/* It ends with this process, however that ends. */
static gboolean
attach (TslMinbufGroup *self, const char *cgroup, GError **error)
{
  g_autofree char *what = g_strdup_printf (_ ("limit send buffers of the cgroup “%s”"), cgroup);
  union bpf_attr attributes = { .link_create.prog_fd = self->program,
                                .link_create.attach_type = BPF_CGROUP_SOCK_OPS };
  int directory = open (cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (directory < 0)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                   _ ("cannot %s: %s; give a folder below the mount point of cgroup2"), what,
                   g_strerror (errno));
      return FALSE;
    }
  attributes.link_create.target_fd = directory;
  self->link = bpf (BPF_LINK_CREATE, &attributes);
  close (directory);
  return self->link >= 0 || fail (what, error);
}

/**
 * tsl_minbuf_group_new:
 * @cgroup: a folder of cgroup2
 * @a: congestion windows that a send buffer may hold: from 1 to %TSL_MINBUF_MAX_A
 * @b: packets that it may hold beyond them: from 0 to %TSL_MINBUF_MAX_B
 * @error: why there is none
 *
 * Limits the send buffers of all connections that programs of the cgroup, and of those below, make
 * from now on, as [struct@LowWater] does for one. It takes root, or CAP_BPF and CAP_NET_ADMIN. The limit
 * ends with this process; connections made meanwhile keep the mark that they had last. Connections whose
 * congestion control is BBR have no limit, since it would bound no delay: they are counted.
 *
 * Returns: (transfer full): the limit
 */
TslMinbufGroup *
tsl_minbuf_group_new (const char *cgroup, double a, double b, GError **error)
{
  TslMinbufGroup *self;

  g_return_val_if_fail (cgroup, NULL);

  self = g_new (TslMinbufGroup, 1);
  *self = (TslMinbufGroup){ -1, -1, -1 };
  if (make_map (self, error) && load_program (self, error))
    {
      tsl_minbuf_group_set_limit (self, a, b);
      if (attach (self, cgroup, error))
        return self;
    }
  tsl_minbuf_group_free (self);
  return NULL;
}

/**
 * tsl_minbuf_group_free:
 * @self: (transfer full): a limit
 *
 * Ends a limit. New connections have none any more.
 */
void
tsl_minbuf_group_free (TslMinbufGroup *self)
{
  g_return_if_fail (self);

  close_file (self->link);
  close_file (self->program);
  close_file (self->map);
  g_free (self);
}

static gboolean
access_entry (TslMinbufGroup *self, int command, Entry *entry)
{
  const guint32 key = 0;
  union bpf_attr attributes = { .map_fd = self->map, .key = (gsize) &key, .value = (gsize) entry };

  return bpf (command, &attributes) == 0;
}

/**
 * tsl_minbuf_group_set_limit:
 * @self: a limit
 * @a: congestion windows that a send buffer may hold
 * @b: packets that it may hold beyond them
 *
 * Sets what the send buffers may hold, brought into range. A connection follows at its next measured
 * round-trip time.
 */
void
tsl_minbuf_group_set_limit (TslMinbufGroup *self, double a, double b)
{
  Entry entry = { 0 };

  g_return_if_fail (self);
  g_return_if_fail (!isnan (a) && !isnan (b));

  entry.windows = llrint ((CLAMP (a, 1, TSL_MINBUF_MAX_A) - 1) * PARTS);
  entry.packets = llrint (CLAMP (b, 0, TSL_MINBUF_MAX_B));
  access_entry (self, BPF_MAP_UPDATE_ELEM, &entry);
}

/**
 * tsl_minbuf_group_get_n_changes:
 * @self: a limit
 *
 * Gets how often the kernel has set a mark since the limit was set last.
 *
 * Returns: a number
 */
guint64
tsl_minbuf_group_get_n_changes (TslMinbufGroup *self)
{
  Entry entry = { 0 };

  g_return_val_if_fail (self, 0);

  access_entry (self, BPF_MAP_LOOKUP_ELEM, &entry);
  return entry.n_changes;
}

/**
 * tsl_minbuf_group_get_n_refused:
 * @self: a limit
 *
 * Gets how often the kernel has left a connection without a mark since the limit was set last, because its
 * congestion control is BBR.
 *
 * Returns: a number
 */
guint64
tsl_minbuf_group_get_n_refused (TslMinbufGroup *self)
{
  Entry entry = { 0 };

  g_return_val_if_fail (self, 0);

  access_entry (self, BPF_MAP_LOOKUP_ELEM, &entry);
  return entry.n_refused;
}
