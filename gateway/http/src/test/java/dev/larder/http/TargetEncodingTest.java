package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every good target becomes a URI, no two become the same, and each can be had back. */
class TargetEncodingTest {

    private static final long SEED = Long.getLong("larder.seed", 3986);
    private static final String ALPHABET = "ab/?=&|{}^`\\[]%";
    private static final String[] PIECES = {"%EF%B7%90", "%ef%b7%98", "%EF%B7%98EF%B7%90", "%EF%B7%9", "%7C", "%EF%B7"};

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a/b?c=d&e", "/%2f%7C", "/a?b[]=1", "/%EF%B7%A0", "/%EF%B7"})
    void leavesTargetsOfRfc3986AsTheyAre(String target) {
        assertThat(TargetEncoding.encoded(target)).isSameAs(target);
        assertThat(TargetEncoding.decoded(target)).isSameAs(target);
    }

    @Test
    void encodesPathButNotAuthorityOfAbsoluteUrl() {
        assertThat(TargetEncoding.encoded("http://[::1]:8080/a[b]?c|"))
                .isEqualTo("http://[::1]:8080/a%EF%B7%96b%EF%B7%97?c%EF%B7%90");
        assertThat(TargetEncoding.encoded("http://[::1]")).isEqualTo("http://[::1]");
    }

    @Test
    void encodingIsReversibleAndInjective() {
        var random = new Random(SEED);
        Map<String, String> targets = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String target = random(random);
            if (RequestTargetPolicy.refusal(target).isPresent()) {
                continue;
            }
            String uri = TargetEncoding.encoded(target);
            assertThat(URI.create("http://a.test" + uri).toASCIIString())
                    .as("seed %d: %s", SEED, target)
                    .endsWith(uri);
            assertThat(TargetEncoding.decoded(uri)).as("seed %d", SEED).isEqualTo(target);
            assertThat(targets.putIfAbsent(uri, target))
                    .as("seed %d: %s", SEED, uri)
                    .isIn(null, target);
        }
        assertThat(targets).hasSizeGreaterThan(1_000);
    }

    private static String random(Random random) {
        StringBuilder target = new StringBuilder("/");
        for (int length = random.nextInt(8); length >= 0; length--) {
            if (random.nextInt(4) == 0) {
                target.append(PIECES[random.nextInt(PIECES.length)]);
            } else {
                target.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
        }
        return target.toString();
    }
}
