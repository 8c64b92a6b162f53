package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheKey;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9111 2: equal keys mean equal forwarded targets. */
class CacheKeysTest {

    @ParameterizedTest
    @CsvSource({
        "h, http://o/a, H:80, http://O:80/a, true",
        "h, https://o/a, h:443, https://o:443/a, true",
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
    void tellsTargetsApart(String host, URI target, String otherHost, URI otherTarget, boolean same) {
        assertThat(CacheKeys.of(host, target).equals(CacheKeys.of(otherHost, otherTarget)))
                .isEqualTo(same);
    }

    @Test
    void equalKeysMeanEqualTargets() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        Map<CacheKey, URI> targets = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            URI target = URI.create("http://o/" + text(random) + "?" + text(random));
            URI before = targets.put(CacheKeys.of("h", target), target);
            assertThat(before == null || before.equals(target))
                    .as("seed %d", seed)
                    .isTrue();
        }
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
