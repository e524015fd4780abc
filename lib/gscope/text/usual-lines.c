/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/usual-lines.h>

#include <gscope/text/digits.h>
#include <gscope/text/eisel-lemire.h>
#include <gscope/text/powers.h>

enum
{
  MAX_DIGITS = 19,
  MAX_DIGITS_A_SIDE = 16,
  /* The number of characters in a vector, with a point. */
  MAX_FEW_DIGITS = 15,
};

/* Number of bytes of a line that are examined. */
#define WINDOW 64
/* The characters at its end are assumed to be no digits, of which there are at most five in two
 * numbers. */
#define BEYOND (G_GUINT64_CONSTANT (31) << (WINDOW - 5))

/* 10^i and -10^i: a division by the latter also gives the zero a sign. */
static const double powers[MAX_DIGITS_A_SIDE + 1][2] = {
  { 1e0, -1e0 },   { 1e1, -1e1 },   { 1e2, -1e2 },   { 1e3, -1e3 },   { 1e4, -1e4 },
  { 1e5, -1e5 },   { 1e6, -1e6 },   { 1e7, -1e7 },   { 1e8, -1e8 },   { 1e9, -1e9 },
  { 1e10, -1e10 }, { 1e11, -1e11 }, { 1e12, -1e12 }, { 1e13, -1e13 }, { 1e14, -1e14 },
  { 1e15, -1e15 }, { 1e16, -1e16 },
};

/* A number: `n` digits, of which `decimals` follow a point. */
typedef struct
{
  const char *digits;
  gsize n;
  gsize decimals;
  gsize end;
} Plain;

/* Returns which bytes of the window are not digits, one bit per byte. */
typedef guint64 (*FindFunc) (const char *p);
/* Converts two numbers of few digits, without their points. */
typedef void (*JoinFunc) (const Plain *a, const Plain *b, guint64 *joined);
/* Returns whether the name is there. */
typedef gboolean (*BeginsFunc) (const GscopeName *name, const char *text);

static G_ALWAYS_INLINE inline guint64
find_others (const char *p)
{
  guint64 others = 0;

  for (guint i = 0; i < WINDOW; i += 8)
    {
      guint64 word = gscope_digits_load (p + i);
      guint64 other = ((word & G_GUINT64_CONSTANT (0x7F7F7F7F7F7F7F7F))
                       + G_GUINT64_CONSTANT (0x7676767676767676))
                      | word;

      other = other >> 7 & G_GUINT64_CONSTANT (0x0101010101010101);
      others |= other * G_GUINT64_CONSTANT (0x0102040810204080) >> 56 << i;
    }
  return others;
}

static inline guint64
join_up_to_eight (const char *p, guint n)
{
  return n == 0 ? 0 : gscope_digits_join (gscope_digits_load (p) << (64 - 8 * n));
}

static inline guint64
join_up_to_sixteen (const char *p, guint n)
{
  if (n <= 8)
    return join_up_to_eight (p, n);
  return join_up_to_eight (p, n - 8) * 100000000
         + gscope_digits_join (gscope_digits_load (p + n - 8));
}

static inline guint64
join_many (const char *digits, guint n, guint decimals)
{
  guint n_before = n - decimals;

  return join_up_to_sixteen (digits, n_before) * gscope_integer_powers[decimals]
         + join_up_to_sixteen (digits + n_before + 1, decimals);
}

static G_ALWAYS_INLINE inline gboolean
has_few_digits (const Plain *plain)
{
  return plain->n - 1 < MAX_FEW_DIGITS;
}

static G_ALWAYS_INLINE inline guint64
join_few (const Plain *plain)
{
  guint64 word = gscope_digits_load (plain->digits);
  guint64 mask = (G_GUINT64_CONSTANT (1) << 8 * ((plain->n - plain->decimals) & 7)) - 1;

  if (!has_few_digits (plain))
    return 0;
  if (plain->n >= 8)
    return join_many (plain->digits, plain->n, plain->decimals);
  word = (word & mask) | (word >> 8 & ~mask);
  return gscope_digits_join (word << (64 - 8 * plain->n));
}

static G_ALWAYS_INLINE inline void
join_both (const Plain *a, const Plain *b, guint64 *joined)
{
  joined[0] = join_few (a);
  joined[1] = join_few (b);
}

/* Finds the number at `begin`, which a space follows. `others` has the bytes that are not digits,
 * from `begin` on, and afterwards from that space on. */
static G_ALWAYS_INLINE inline gboolean
find_plain (const char *line, gsize begin, guint64 *others, Plain *plain)
{
  gsize point = (gsize) __builtin_ctzll (*others);

  plain->digits = line + begin;
  plain->n = point - begin;
  plain->decimals = 0;
  plain->end = point;
  if (line[point] == '.')
    {
      *others &= *others - 1;
      plain->end = (gsize) __builtin_ctzll (*others);
      plain->decimals = plain->end - point - 1;
      plain->n += plain->decimals;
    }
  return line[plain->end] == ' ';
}

/* Removes the space before a number, and the byte after it if it is a sign, from the bytes that are
 * not digits. It does so speculatively, because finding the next line depends on the remaining
 * bits. */
static G_ALWAYS_INLINE inline gboolean
find_sign (const char *p, guint64 *others, guint64 *negative)
{
  guint64 space = *others & -*others;
  guint64 is_other = (*others & space << 1) != 0;

  *others &= ~(space | space << 1);
  *negative = *p == '-';
  return is_other == *negative;
}

static G_ALWAYS_INLINE inline gboolean
to_time (guint64 mantissa, gsize decimals, gint64 *time)
{
  return decimals <= GSCOPE_NS_DECIMALS
         && !__builtin_mul_overflow ((gint64) mantissa,
                                     (gint64) gscope_integer_powers[GSCOPE_NS_DECIMALS - decimals],
                                     time);
}

static gboolean
is_short_enough (guint n, guint decimals)
{
  return n > 0 && n <= MAX_DIGITS && decimals <= MAX_DIGITS_A_SIDE
         && n - decimals <= MAX_DIGITS_A_SIDE;
}

/* These are not inlined, because the loop has no register to spare. */
static G_GNUC_NO_INLINE gboolean
long_to_time (const char *digits, guint n, guint decimals, gint64 *time)
{
  guint64 mantissa;

  if (!is_short_enough (n, decimals))
    return FALSE;
  mantissa = join_many (digits, n, decimals);
  return mantissa <= G_MAXINT64 && to_time (mantissa, decimals, time);
}

static G_GNUC_NO_INLINE gboolean
long_to_double (const char *digits, guint n, guint decimals, guint negative, double *value)
{
  if (!is_short_enough (n, decimals)
      || !gscope_decimal_to_double (join_many (digits, n, decimals), -(gint64) decimals, value))
    return FALSE;
  *value *= powers[0][negative];
  return TRUE;
}

/* Reads time and value. Returns the beginning of the name, or NULL. */
static G_ALWAYS_INLINE inline const char *
read_numbers (const char *line, guint64 others, GscopeTuple *tuple, JoinFunc join)
{
  guint64 joined[2];
  Plain time, value;
  guint64 negative;

  if (!find_plain (line, 0, &others, &time) || !find_sign (line + time.end + 1, &others, &negative)
      || !find_plain (line, time.end + 1 + negative, &others, &value))
    return NULL;
  join (&time, &value, joined);
  if (G_LIKELY (has_few_digits (&time)))
    {
      if (!to_time (joined[0], time.decimals, &tuple->time))
        return NULL;
    }
  else if (!long_to_time (time.digits, time.n, time.decimals, &tuple->time))
    return NULL;
  if (G_LIKELY (has_few_digits (&value)))
    tuple->value = (double) (gint64) joined[1] / powers[value.decimals][negative];
  else if (!long_to_double (value.digits, value.n, value.decimals, negative, &tuple->value))
    return NULL;
  return line + value.end + 1;
}

/* Looks a name up. Returns the next line, or NULL if the name is new. */
static G_GNUC_NO_INLINE const char *
look_up_name (GscopeLineState *state, const char *name)
{
  const char *newline = rawmemchr (name, '\n');
  const char *name_end = newline > name && newline[-1] == '\r' ? newline - 1 : newline;
  guint id = gscope_name_table_find (&state->names, name, (gsize) (name_end - name));

  if (id == GSCOPE_NAME_NONE)
    return NULL;
  state->names.names[state->last_name].next = id;
  state->last_name = id;
  return newline + 1;
}

/* Tries the name that followed last time, before it searches for the end of the line and looks the
 * name up. */
static G_ALWAYS_INLINE inline const char *
read_name (GscopeLineState *state, const char *p, BeginsFunc begins)
{
  guint next = state->names.names[state->last_name].next;
  const GscopeName *name = &state->names.names[next];

  if (G_UNLIKELY (!begins (name, p) || p[name->length] != '\n'))
    return look_up_name (state, p);
  state->last_name = next;
  return p + name->length + 1;
}

static G_ALWAYS_INLINE inline gsize
read_lines (GscopeLineState *state, const char **text, const char *end, GscopeTuple *tuples,
            gsize n, FindFunc find, JoinFunc join, BeginsFunc begins)
{
  GscopeTuple *tuple = tuples;
  const char *line = *text;

  if (state->last_name == GSCOPE_NAME_NONE)
    return 0;
  for (; tuple < tuples + n && line < end; tuple++)
    {
      const char *p = read_numbers (line, find (line) | BEYOND, tuple, join);

      if (!p || tuple->time < state->earliest || !(p = read_name (state, p, begins)))
        break;
      tuple->name = state->last_name;
      if (state->is_ordered)
        state->earliest = tuple->time;
      line = p;
    }
  *text = line;
  return (gsize) (tuple - tuples);
}

gsize
gscope_usual_lines_read_portably (GscopeLineState *state, const char **text, const char *end,
                                  GscopeTuple *tuples, gsize n)
{
  return read_lines (state, text, end, tuples, n, find_others, join_both, gscope_name_begins);
}

#ifdef __x86_64__
#include <immintrin.h>

#define AVX2 __attribute__ ((target ("avx2,bmi,bmi2")))

static G_ALWAYS_INLINE inline AVX2 guint32
find_digits_avx2 (const char *p)
{
  __m256i bytes = _mm256_add_epi8 (_mm256_loadu_si256 ((const __m256i *) p),
                                   _mm256_set1_epi8 ((char) (127 - '9')));

  return (guint32) _mm256_movemask_epi8 (_mm256_cmpgt_epi8 (bytes, _mm256_set1_epi8 (127 - 10)));
}

static G_ALWAYS_INLINE inline AVX2 guint64
find_others_avx2 (const char *p)
{
  return ~(find_digits_avx2 (p) | (guint64) find_digits_avx2 (p + 32) << 32);
}

/* Shuffle masks. From `n` on: source positions of a vector's bytes, so that it ends with the last
 * of n digits. From `decimals` on: which bytes come from after the point, one position further. */
static const gint8 places[16 + WINDOW] = {
  -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1,
  0,   1,   2,   3,   4,   5,   6,   7,  8,  9,  10, 11, 12, 13, 14, 15,
};
static const gint8 behind_point[16 + WINDOW] = { [16 ... 15 + WINDOW] = 1 };

static G_ALWAYS_INLINE inline AVX2 __m256i
load_two (const void *low, const void *high)
{
  return _mm256_loadu2_m128i (high, low);
}

/* Moves the digits to the ends of two vectors and joins neighbours four times: to 2, 4, 8 and 16 digits
 * (W. Muła, "Parsing series of integers with SIMD", 2014). */
static G_ALWAYS_INLINE inline AVX2 void
join_both_avx2 (const Plain *a, const Plain *b, guint64 *joined)
{
  __m256i from =
      _mm256_add_epi8 (load_two (places + a->n, places + b->n),
                       load_two (behind_point + a->decimals, behind_point + b->decimals));
  __m256i x = _mm256_shuffle_epi8 (load_two (a->digits, b->digits), from);

  x = _mm256_subs_epu8 (x, _mm256_set1_epi8 ('0'));
  x = _mm256_maddubs_epi16 (x, _mm256_set1_epi16 (1 << 8 | 10));
  x = _mm256_madd_epi16 (x, _mm256_set1_epi32 (1 << 16 | 100));
  x = _mm256_packus_epi32 (x, x);
  x = _mm256_madd_epi16 (x, _mm256_set1_epi32 (1 << 16 | 10000));
  x = _mm256_add_epi64 (_mm256_mul_epu32 (x, _mm256_set1_epi64x (100000000)),
                        _mm256_srli_epi64 (x, 32));
  joined[0] = (guint64) _mm_cvtsi128_si64 (_mm256_castsi256_si128 (x));
  joined[1] = (guint64) _mm_cvtsi128_si64 (_mm256_extracti128_si256 (x, 1));
}

static G_ALWAYS_INLINE inline AVX2 gboolean
begins_avx2 (const GscopeName *name, const char *text)
{
  __m256i equal = _mm256_cmpeq_epi8 (_mm256_loadu_si256 ((const __m256i *) name->text),
                                     _mm256_loadu_si256 ((const __m256i *) text));

  if (G_LIKELY (name->length <= sizeof equal))
    return _bzhi_u32 (~(guint32) _mm256_movemask_epi8 (equal), name->length) == 0;
  return gscope_name_begins (name, text);
}

static AVX2 gsize
read_lines_avx2 (GscopeLineState *state, const char **text, const char *end, GscopeTuple *tuples,
                 gsize n)
{
  return read_lines (state, text, end, tuples, n, find_others_avx2, join_both_avx2, begins_avx2);
}

static inline gboolean
have_avx2 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi2");
}
#else
#define read_lines_avx2 gscope_usual_lines_read_portably

static inline gboolean
have_avx2 (void)
{
  return FALSE;
}
#endif

gsize
gscope_usual_lines_read (GscopeLineState *state, const char **text, const char *end,
                         GscopeTuple *tuples, gsize n)
{
  if (have_avx2 ())
    return read_lines_avx2 (state, text, end, tuples, n);
  return gscope_usual_lines_read_portably (state, text, end, tuples, n);
}
