/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/minmax.h>

#include <string.h>

/* Comparisons, because fmin() and fmax() are function calls and 20 times slower. Each comparison
 * with not-a-number is false, so that it changes nothing. */
static inline void
extend (GscopeExtent *extent, double low, double high)
{
  extent->min = low < extent->min ? low : extent->min;
  extent->max = high > extent->max ? high : extent->max;
}

/* Uses four independent extents, because each comparison with a single one would wait for the
 * comparison before. For the same reason *extent is merged only at the end, here and below. */
void
gscope_minmax_plain (const double *values, gsize n, GscopeExtent *extent)
{
  GscopeExtent a = GSCOPE_EXTENT_EMPTY, b = a, c = a, d = a;
  gsize i = 0;

  for (; i + 4 <= n; i += 4)
    {
      extend (&a, values[i], values[i]);
      extend (&b, values[i + 1], values[i + 1]);
      extend (&c, values[i + 2], values[i + 2]);
      extend (&d, values[i + 3], values[i + 3]);
    }
  for (; i < n; i++)
    extend (&a, values[i], values[i]);
  extend (&a, b.min, b.max);
  extend (&c, d.min, d.max);
  extend (&a, c.min, c.max);
  extend (extent, a.min, a.max);
}

/* Makes every value that is not finite not-a-number and counts them. */
static gsize
scrub (double *values, gsize n)
{
  gsize count = 0;

  for (gsize i = 0; i < n; i++)
    if (!isfinite (values[i]))
      {
        values[i] = NAN;
        count++;
      }
  return count;
}

gsize
gscope_copy_finite_plain (double *to, const double *from, gsize n)
{
  memcpy (to, from, n * sizeof *to);
  return scrub (to, n);
}

gsize
gscope_find_outside_plain (const double *values, gsize from, gsize n, const GscopeExtent *extent)
{
  while (from < n && values[from] >= extent->min && values[from] <= extent->max)
    from++;
  return from;
}

#ifdef __x86_64__
#include <immintrin.h>

#define AVX2 __attribute__ ((target ("avx2")))

/* vminpd and vmaxpd yield their second operand if one is not a number. */
static inline AVX2 void
extend_avx2 (const double *values, __m256d *low, __m256d *high)
{
  __m256d x = _mm256_loadu_pd (values);

  *low = _mm256_min_pd (x, *low);
  *high = _mm256_max_pd (x, *high);
}

static inline AVX2 double
lowest (__m256d x)
{
  __m128d y = _mm_min_pd (_mm256_castpd256_pd128 (x), _mm256_extractf128_pd (x, 1));

  return _mm_cvtsd_f64 (_mm_min_sd (y, _mm_unpackhi_pd (y, y)));
}

static inline AVX2 double
highest (__m256d x)
{
  __m128d y = _mm_max_pd (_mm256_castpd256_pd128 (x), _mm256_extractf128_pd (x, 1));

  return _mm_cvtsd_f64 (_mm_max_sd (y, _mm_unpackhi_pd (y, y)));
}

/* Reads the last values twice where n is not a multiple of the vector's size. */
static AVX2 void
minmax_avx2 (const double *values, gsize n, GscopeExtent *extent)
{
  __m256d a = _mm256_set1_pd (INFINITY), b = a, c = a, d = a;
  __m256d p = _mm256_set1_pd (-INFINITY), q = p, r = p, s = p;
  gsize i = 0;

  for (; i + 16 <= n; i += 16)
    {
      extend_avx2 (values + i, &a, &p);
      extend_avx2 (values + i + 4, &b, &q);
      extend_avx2 (values + i + 8, &c, &r);
      extend_avx2 (values + i + 12, &d, &s);
    }
  for (; i + 4 <= n; i += 4)
    extend_avx2 (values + i, &a, &p);
  if (i < n)
    extend_avx2 (values + n - 4, &b, &q);
  a = _mm256_min_pd (_mm256_min_pd (a, b), _mm256_min_pd (c, d));
  p = _mm256_max_pd (_mm256_max_pd (p, q), _mm256_max_pd (r, s));
  extend (extent, lowest (a), highest (p));
}

/* Zero times a value is zero, unless that is infinite or not a number. */
static AVX2 gsize
copy_finite_avx2 (double *to, const double *from, gsize n)
{
  __m256d zero = _mm256_setzero_pd (), strange = zero;
  gsize i = 0;

  for (; i + 4 <= n; i += 4)
    {
      __m256d x = _mm256_loadu_pd (from + i);
      __m256d y = _mm256_mul_pd (x, zero);

      _mm256_storeu_pd (to + i, x);
      strange = _mm256_or_pd (strange, _mm256_cmp_pd (y, y, _CMP_UNORD_Q));
    }
  return (_mm256_movemask_pd (strange) != 0 ? scrub (to, i) : 0)
         + gscope_copy_finite_plain (to + i, from + i, n - i);
}

/* Where memcpy() uses string instructions it is up to twice as slow between addresses that are
 * aligned differently. */
static AVX2 void
copy_times_avx2 (gint64 *to, const gint64 *from, gsize n)
{
  gsize i = 0;

  for (; i + 4 <= n; i += 4)
    _mm256_storeu_si256 ((__m256i *) (to + i), _mm256_loadu_si256 ((const __m256i *) (from + i)));
  memcpy (to + i, from + i, (n - i) * sizeof *to);
}

/* Returns a bit for each of four values. */
static inline AVX2 guint
list_outside (const double *values, __m256d min, __m256d max)
{
  __m256d x = _mm256_loadu_pd (values);

  return (guint) _mm256_movemask_pd (
      _mm256_or_pd (_mm256_cmp_pd (x, min, _CMP_NGE_UQ), _mm256_cmp_pd (x, max, _CMP_NLE_UQ)));
}

/* Looks at eight values at a time, as branches that cannot be predicted are what takes the time. The first eight have values
 * before `from` among them. */
static AVX2 gsize
find_outside_avx2 (const double *values, gsize from, gsize n, const GscopeExtent *extent)
{
  __m256d min = _mm256_set1_pd (extent->min), max = _mm256_set1_pd (extent->max);
  gsize i = from & ~(gsize) 7;
  guint wanted = 0xffu << (from & 7);

  for (; i + 8 <= n; i += 8)
    {
      guint mask =
          list_outside (values + i, min, max) | list_outside (values + i + 4, min, max) << 4;

      if ((mask & wanted) != 0)
        return i + (gsize) __builtin_ctz (mask & wanted);
      wanted = 0xff;
    }
  return gscope_find_outside_plain (values, MAX (i, from), n, extent);
}

static inline gboolean
have_avx2 (void)
{
  return __builtin_cpu_supports ("avx2");
}
#else
#define find_outside_avx2 gscope_find_outside_plain
#define minmax_avx2 gscope_minmax_plain
#define copy_finite_avx2 gscope_copy_finite_plain
#define copy_times_avx2(to, from, n) memcpy (to, from, (n) * sizeof *(to))

static inline gboolean
have_avx2 (void)
{
  return FALSE;
}
#endif

/* Extends *extent by n values; skips not-a-number. */
void
gscope_minmax (const double *values, gsize n, GscopeExtent *extent)
{
  if (n >= 4 && have_avx2 ())
    minmax_avx2 (values, n, extent);
  else
    gscope_minmax_plain (values, n, extent);
}

/* Extends *extent by n extents. */
void
gscope_minmax_extents (const GscopeExtent *extents, gsize n, GscopeExtent *extent)
{
  GscopeExtent all = GSCOPE_EXTENT_EMPTY;

  for (gsize i = 0; i < n; i++)
    extend (&all, extents[i].min, extents[i].max);
  extend (extent, all.min, all.max);
}

/* Copies n values. Values that are not finite become not-a-number. Returns how many were not
 * finite. */
gsize
gscope_copy_finite (double *to, const double *from, gsize n)
{
  if (n >= 4 && have_avx2 ())
    return copy_finite_avx2 (to, from, n);
  return gscope_copy_finite_plain (to, from, n);
}

/* Copies n time-stamps. */
void
gscope_copy_times (gint64 *to, const gint64 *from, gsize n)
{
  if (n >= 4 && have_avx2 ())
    copy_times_avx2 (to, from, n);
  else
    memcpy (to, from, n * sizeof *to);
}

/* Returns the index, from `from` on, of the first of n values that is not in the extent; not-a-number is in none. Returns n if
 * there is none. */
gsize
gscope_find_outside (const double *values, gsize from, gsize n, const GscopeExtent *extent)
{
  if (have_avx2 ())
    return find_outside_avx2 (values, from, n, extent);
  return gscope_find_outside_plain (values, from, n, extent);
}
