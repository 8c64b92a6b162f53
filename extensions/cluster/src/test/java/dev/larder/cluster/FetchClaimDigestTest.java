package dev.larder.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Requests are told apart without anybody being able to read what they had. */
class FetchClaimDigestTest {

    private static final CacheKey PAGE = CacheKey.of("GET", "http://www.test/page");
    private static final String CREDENTIALS = "Bearer 0123456789abcdef\nsession=s3cret";

    private final FetchClaimDigest digest = new FetchClaimDigest(new byte[32]);

    @Test
    void containsNeitherKeyNorCredentials() {
        byte[] bytes = digest.of(PAGE, CREDENTIALS);
        assertThat(bytes).hasSize(32);
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("0123", "s3cret", "page");
    }

    @Test
    void differsForDifferentKeysOrCredentials() {
        assertThat(digest.of(PAGE, CREDENTIALS))
                .isEqualTo(digest.of(CacheKey.of("GET", "http://www.test/page"), CREDENTIALS))
                .isNotEqualTo(digest.of(PAGE, "Bearer 0123456789abcdee\nsession=s3cret"))
                .isNotEqualTo(digest.of(CacheKey.of("GET", "http://www.test/pag"), "e" + CREDENTIALS));
    }

    @Test
    void differsForDifferentSecrets() {
        assertThat(new FetchClaimDigest(new byte[] {1}).of(PAGE, CREDENTIALS))
                .isNotEqualTo(digest.of(PAGE, CREDENTIALS));
    }
}
