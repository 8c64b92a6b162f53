package dev.larder.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9111 2: equal keys mean equal forwarded targets. */
class CacheKeysTest {

    @ParameterizedTest
    @CsvSource({
        "h, http://o/a, h, http://o/a, true",
        "h, http://o/a, h, http://O/a, false",
        "h, http://o/a, h, http://o:80/a, false",
        "h, http://o/a, i, http://o/a, false",
        "h, http://o/a, h, http://p/a, false",
        "h, http://o/a, h, https://o/a, false",
        "h, http://o/a, h, http://o/A, false",
        "h, http://o/a, h, http://o/a?, false",
        "h, http://o/a?b, h, http://o/a?B, false",
        "h, http://o/%2f, h, http://o/%2F, false",
        "h, http://o/a/, h, http://o/a//, false",
        "h, http://o/a?b=1&c=2, h, http://o/a?c=2&b=1, false",
    })
    void keysAreEqualOnlyForSameHostAndTarget(
            String host, URI target, String otherHost, URI otherTarget, boolean same) {
        assertThat(key(host, target).equals(key(otherHost, otherTarget))).isEqualTo(same);
    }

    @Test
    @Tag("hardening-D")
    @Tag("hardening-P12")
    void equalKeysMeanEqualTargets() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        Map<CacheKey, URI> targets = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            URI target = URI.create("http://o/" + text(random) + "?" + text(random));
            URI before = targets.put(key("h", target), target);
            assertThat(before == null || before.equals(target))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "A.Test:80, http, a.test",
        "a.test:443, https, a.test",
        "a.test:80, https, a.test:80",
        "a.test:443, http, a.test:443",
        "[::1]:80, http, [::1]",
        "[::80], http, [::80]",
        "a.test., http, a.test.",
        "a.test:080, http, a.test:080"
    })
    void normalizesCaseAndDefaultPortOfAuthority(String authority, String scheme, String expected) {
        assertThat(CacheKeys.normalised(authority, scheme)).isEqualTo(expected);
    }

    @Test
    @Tag("hardening-P14")
    void routesAndRulesNeverShareKeys() {
        URI target = URI.create("http://o/a");
        Set<CacheKey> keys = Set.of(
                CacheKeys.of("GET", "h", target, "", "a", List.of()),
                CacheKeys.of("GET", "h", target, "", "b", List.of()),
                CacheKeys.of("GET", "h", target, "a", "", List.of()),
                CacheKeys.of("GET", "h", target, "a", "b", List.of()),
                CacheKeys.of("GET", "h", target, "", "a", List.of("b")));
        assertThat(keys).hasSize(5);
    }

    @Test
    void parsesComponentsOfKey() {
        URI target = URI.create("http://o/a?b");
        assertThat(CacheKeys.named(CacheKeys.of("HEAD", "h", target, "rule", "route", List.of("user x"))))
                .contains(new CacheKeys.KeyComponents("GET", "h", target, "rule", "route", target.getRawPath()));
    }

    /** What a disk or a member of a cluster may still have. */
    @Test
    @Tag("hardening-P14")
    void keyOfEarlierVersionHasNoComponentsAndEqualsNoCurrentKey() {
        CacheKey plain = CacheKey.of("GET", "h", "http", "o", "/a", "");
        CacheKey ofRule = CacheKey.of("GET", "h", "http", "o", "/a", "", "rule", "user x");
        assertThat(CacheKeys.named(plain)).isEmpty();
        assertThat(CacheKeys.named(ofRule)).isEmpty();
        assertThat(ofRule).isNotEqualTo(CacheKeys.of("GET", "h", URI.create("http://o/a"), "rule", "x", List.of()));
    }

    @Test
    void logNameOmitsQueryAndPartsAddedByRule() {
        CacheKey key = CacheKeys.of("GET", "h", URI.create("http://o/a?t=1"), "rule", "r", List.of("user x"));
        assertThat(CacheKeys.nameInLogs(key)).isEqualTo("GET h http o /a ?... rule route r");
        assertThat(CacheKeys.name(key)).isEqualTo("GET h http o /a ?t=1 rule route r");
    }

    private static CacheKey key(String host, URI target) {
        return CacheKeys.of("GET", host, target, "", "r", List.of());
    }

    private static String text(Random random) {
        String letters = "aA/?&=;%20";
        var text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            char c = letters.charAt(random.nextInt(letters.length()));
            text.append(c == '%' ? "%2f" : String.valueOf(c));
        }
        return text.toString();
    }
}
