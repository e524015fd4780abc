/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/usual-lines.h>

#include <gscope/tuple/digits.h>
#include <gscope/tuple/eisel-lemire.h>
#include <gscope/tuple/powers.h>

enum
{
  MAX_DIGITS = 19,
  MAX_DIGITS_A_SIDE = 16,
  /* What a vector has room for, with a point. */
  MAX_FEW_DIGITS = 15,
};

/* So many bytes of a line are looked at, and a bit for what is beyond them. */
#define WINDOW 63
#define BEYOND (G_GUINT64_CONSTANT (1) << WINDOW)

/* 10^i, and -10^i: dividing by them gives zero its sign, too. */
static const double powers[2][MAX_DIGITS_A_SIDE + 1] = {
  { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16 },
  { -1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14,
    -1e15, -1e16 },
};

/* A number: `n` digits, of which `decimals` stand behind a point. */
typedef struct
{
  const char *digits;
  guint n;
  guint decimals;
  guint end;
  guint negative;
} Plain;

/* Which bytes of the window are no digits, one bit a byte. */
typedef guint64 (*FindFunc) (const char *p);
/* What a few digits are without their point. */
typedef guint64 (*JoinFunc) (const char *digits, guint n, guint decimals);

static G_ALWAYS_INLINE inline guint64
find_others (const char *p)
{
  guint64 others = 0;

  for (guint i = 0; i <= WINDOW; i += 8)
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

static G_ALWAYS_INLINE inline guint64
join_few (const char *digits, guint n, guint decimals)
{
  guint64 word = gscope_digits_load (digits);
  guint64 mask = (G_GUINT64_CONSTANT (1) << 8 * ((n - decimals) & 7)) - 1;

  if (n >= 8)
    return join_many (digits, n, decimals);
  word = (word & mask) | (word >> 8 & ~mask);
  return gscope_digits_join (word << (64 - 8 * n));
}

/* Finds the number at `begin`, which a space follows. `others` is what is no digit from there on. What
 * ends at or beyond the window wraps around. */
static G_ALWAYS_INLINE inline gboolean
find_plain (const char *line, guint begin, guint64 *others, Plain *plain)
{
  guint point;

  plain->negative = *others >> begin & 1;
  if (plain->negative && line[begin] != '-')
    return FALSE;
  *others &= *others - plain->negative;
  begin += plain->negative;
  point = plain->end = (guint) __builtin_ctzll (*others | BEYOND);
  plain->digits = line + begin;
  plain->n = point - begin;
  plain->decimals = 0;
  if (line[point] == '.')
    {
      *others &= *others - 1;
      plain->end = (guint) __builtin_ctzll (*others | BEYOND);
      plain->decimals = plain->end - point - 1;
      plain->n += plain->decimals;
    }
  *others &= *others - 1;
  return line[plain->end] == ' ';
}

static G_ALWAYS_INLINE inline gboolean
has_few_digits (const Plain *plain)
{
  return plain->n - 1 < MAX_FEW_DIGITS;
}

static gboolean
is_short_enough (guint n, guint decimals)
{
  return n > 0 && n <= MAX_DIGITS && decimals <= MAX_DIGITS_A_SIDE
         && n - decimals <= MAX_DIGITS_A_SIDE;
}

static inline gboolean
to_time (guint64 mantissa, guint decimals, guint negative, gint64 *time)
{
  const gint64 sign = -(gint64) negative;
  gint64 nanoseconds;

  if (decimals > GSCOPE_NS_DECIMALS
      || __builtin_mul_overflow ((gint64) mantissa,
                                 (gint64) gscope_integer_powers[GSCOPE_NS_DECIMALS - decimals],
                                 &nanoseconds))
    return FALSE;
  *time = (nanoseconds ^ sign) - sign;
  return TRUE;
}

/* These are out of line, for what is in the loop has no register to spare. */
static G_GNUC_NO_INLINE gboolean
long_to_time (const char *digits, guint n, guint decimals, guint negative, gint64 *time)
{
  guint64 mantissa;

  if (!is_short_enough (n, decimals))
    return FALSE;
  mantissa = join_many (digits, n, decimals);
  return mantissa <= G_MAXINT64 && to_time (mantissa, decimals, negative, time);
}

static G_GNUC_NO_INLINE gboolean
long_to_double (const char *digits, guint n, guint decimals, guint negative, double *value)
{
  if (!is_short_enough (n, decimals)
      || !gscope_decimal_to_double (join_many (digits, n, decimals), -(gint64) decimals, value))
    return FALSE;
  *value *= powers[negative][0];
  return TRUE;
}

/* Returns where the name begins, or NULL. */
static G_ALWAYS_INLINE inline const char *
read_numbers (const char *line, GscopeTuple *tuple, FindFunc find, JoinFunc join)
{
  guint64 others = find (line);
  Plain p;

  if (!find_plain (line, 0, &others, &p))
    return NULL;
  if (G_LIKELY (has_few_digits (&p)))
    {
      if (!to_time (join (p.digits, p.n, p.decimals), p.decimals, p.negative, &tuple->time))
        return NULL;
    }
  else if (!long_to_time (p.digits, p.n, p.decimals, p.negative, &tuple->time))
    return NULL;
  if (!find_plain (line, p.end + 1, &others, &p))
    return NULL;
  if (G_LIKELY (has_few_digits (&p)))
    tuple->value =
        (double) (gint64) join (p.digits, p.n, p.decimals) / powers[p.negative][p.decimals];
  else if (!long_to_double (p.digits, p.n, p.decimals, p.negative, &tuple->value))
    return NULL;
  return line + p.end + 1;
}

/* Returns the next line, or NULL if the name is new. */
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

/* The name that followed last time is tried before the text is searched for its end and the name for
 * its id. */
static G_ALWAYS_INLINE inline const char *
read_name (GscopeLineState *state, const char *p)
{
  guint next = state->names.names[state->last_name].next;
  const GscopeName *name = &state->names.names[next];

  if (G_UNLIKELY (!gscope_name_begins (name, p) || p[name->length] != '\n'))
    return look_up_name (state, p);
  state->last_name = next;
  return p + name->length + 1;
}

static G_ALWAYS_INLINE inline gsize
read_lines (GscopeLineState *state, const char **text, const char *end, GscopeTuple *tuples,
            gsize n, FindFunc find, JoinFunc join)
{
  GscopeTuple *tuple = tuples;
  const char *p;

  if (state->last_name == GSCOPE_NAME_NONE)
    return 0;
  for (; tuple < tuples + n && *text < end; tuple++)
    {
      p = read_numbers (*text, tuple, find, join);
      if (!p || tuple->time < state->earliest || !(p = read_name (state, p)))
        break;
      tuple->name = state->last_name;
      if (state->is_ordered)
        state->earliest = tuple->time;
      *text = p;
    }
  return (gsize) (tuple - tuples);
}

gsize
gscope_usual_lines_read_portably (GscopeLineState *state, const char **text, const char *end,
                                  GscopeTuple *tuples, gsize n)
{
  return read_lines (state, text, end, tuples, n, find_others, join_few);
}

#ifdef __x86_64__
#include <immintrin.h>

#define AVX2 __attribute__ ((target ("avx2,bmi,bmi2")))

static G_ALWAYS_INLINE inline AVX2 guint64
find_others_32 (const char *p)
{
  __m256i bytes = _mm256_add_epi8 (_mm256_loadu_si256 ((const __m256i *) p),
                                   _mm256_set1_epi8 ((char) (127 - '9')));

  return (guint32) _mm256_movemask_epi8 (_mm256_cmpgt_epi8 (_mm256_set1_epi8 (127 - 9), bytes));
}

static G_ALWAYS_INLINE inline AVX2 guint64
find_others_avx2 (const char *p)
{
  return find_others_32 (p) | find_others_32 (p + 32) << 32;
}

/* Moves the digits to the end of a vector and joins neighbours three times: to 2, 4 and 8 digits (W.
 * Muła, "Parsing series of integers with SIMD", 2014). */
static G_ALWAYS_INLINE inline AVX2 guint64
join_few_avx2 (const char *p, guint n, guint decimals)
{
  const __m128i places = _mm_setr_epi8 (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m128i digits = _mm_sub_epi8 (_mm_loadu_si128 ((const __m128i *) p), _mm_set1_epi8 ('0'));
  __m128i from = _mm_sub_epi8 (places, _mm_set1_epi8 ((char) (16 - n)));
  __m128i is_behind = _mm_cmpgt_epi8 (places, _mm_set1_epi8 ((char) (15 - decimals)));
  guint64 halves;

  digits = _mm_shuffle_epi8 (digits, _mm_sub_epi8 (from, is_behind));
  digits = _mm_maddubs_epi16 (digits, _mm_set1_epi16 (1 << 8 | 10));
  digits = _mm_madd_epi16 (digits, _mm_set1_epi32 (1 << 16 | 100));
  digits = _mm_packus_epi32 (digits, digits);
  digits = _mm_madd_epi16 (digits, _mm_set1_epi32 (1 << 16 | 10000));
  halves = (guint64) _mm_cvtsi128_si64 (digits);
  return (halves & G_MAXUINT32) * 100000000 + (halves >> 32);
}

static AVX2 gsize
read_lines_avx2 (GscopeLineState *state, const char **text, const char *end, GscopeTuple *tuples,
                 gsize n)
{
  return read_lines (state, text, end, tuples, n, find_others_avx2, join_few_avx2);
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
