#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

#include "base/sha256_blocks.h"
#include "tap.h"

/* The examples of FIPS 180-4 and of NIST's test vectors, and lengths around
 * the edge of a block, from sha256sum. */
static const struct {
  const char *text;
  size_t repeat;
  const char *digest;
} KNOWN[] = {
    {"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    {"a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
    {"a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
    {"a", 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
    {"a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
    {"a", 65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
};

static void hash(const char *text, size_t repeat, size_t piece, char hex[WB_SHA256_HEX]) {
  size_t once = strlen(text), length = once * repeat;
  unsigned char *all = malloc(length + 1);
  struct wb_sha256 sha;
  unsigned char digest[WB_SHA256_BYTES];
  for (size_t i = 0; i < length; i++) all[i] = (unsigned char)text[i % once];
  wb_sha256_init(&sha);
  for (size_t at = 0; at < length; at += piece)
    wb_sha256_add(&sha, all + at, length - at < piece ? length - at : piece);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
  free(all);
}

static void test_known_vectors(void) {
  for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
    char hex[WB_SHA256_HEX];
    hash(KNOWN[i].text, KNOWN[i].repeat, 1000000, hex);
    CHECK_STRING(hex, KNOWN[i].digest);
    hash(KNOWN[i].text, KNOWN[i].repeat, 7, hex);
    CHECK_STRING(hex, KNOWN[i].digest);
  }
}

/* Any state and any blocks, so many at once. */
static void test_both_ways_agree(void) {
  enum { BLOCKS = 5, BLOCK = 64, TRIES = 200 };
  unsigned char bytes[BLOCKS * BLOCK];
  uint32_t fast[8], plain[8], number = 1;
  size_t agree = 0, tried = 0;
  for (int t = 0; t < TRIES; t++) {
    for (size_t i = 0; i < sizeof bytes; i++)
      bytes[i] = (unsigned char)((number = number * 1664525 + 1013904223) >> 24);
    for (int i = 0; i < 8; i++) fast[i] = plain[i] = number = number * 1664525 + 1013904223;
    const bool can = wb_sha256_fast(fast, bytes, (size_t)t % (BLOCKS + 1));
    wb_sha256_plain(plain, bytes, (size_t)t % (BLOCKS + 1));
    tried += can;
    agree += can && memcmp(fast, plain, sizeof fast) == 0;
  }
  CHECK_INT(agree, tried);
  if (tried == 0) tap_skip("this processor has no instructions for it");
}

static void of_texts(const char *a, const char *b, char hex[WB_SHA256_HEX]) {
  struct wb_sha256 sha;
  unsigned char digest[WB_SHA256_BYTES];
  wb_sha256_init(&sha);
  wb_sha256_add_text(&sha, a);
  wb_sha256_add_text(&sha, b);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
}

static void test_texts_keep_apart(void) {
  char left[WB_SHA256_HEX], right[WB_SHA256_HEX];
  of_texts("ab", "c", left);
  of_texts("a", "bc", right);
  CHECK(strcmp(left, right) != 0);
  of_texts("", NULL, left);
  of_texts("", "", right);
  CHECK(strcmp(left, right) != 0);
}

/* RFC 4231, test cases 2 and 6. */
static void test_keyed_vectors(void) {
  char hex[WB_SHA256_HEX];
  unsigned char digest[WB_SHA256_BYTES], key[131];
  const char *message = "what do ya want for nothing?";
  wb_hmac_sha256((const unsigned char *)"Jefe", 4, message, strlen(message), digest);
  wb_sha256_hex(digest, hex);
  CHECK_STRING(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  memset(key, 0xaa, sizeof key);
  message = "Test Using Larger Than Block-Size Key - Hash Key First";
  wb_hmac_sha256(key, sizeof key, message, strlen(message), digest);
  wb_sha256_hex(digest, hex);
  CHECK_STRING(hex, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

int main(void) {
  tap_run("the digests of known texts are as published", test_known_vectors);
  tap_run("the processor's own instructions and plain C agree", test_both_ways_agree);
  tap_run("texts one after another do not run into each other", test_texts_keep_apart);
  tap_run("HMAC's digests under a short and a long key are as published", test_keyed_vectors);
  return tap_finish();
}
