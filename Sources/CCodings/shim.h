#ifndef CCODINGS_SHIM_H
#define CCODINGS_SHIM_H
#include <zlib.h>
#include <brotli/decode.h>
#include <zstd.h>
#include <zstd_errors.h>
/* inflateInit2 is a macro: Swift does not see it. */
static inline int cz_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
#endif
