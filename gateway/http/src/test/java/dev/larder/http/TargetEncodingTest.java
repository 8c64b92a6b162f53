package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each target that is let in becomes a {@link URI} with the same meaning. */
class TargetEncodingTest {

    private static final long SEED = Long.getLong("larder.seed", 3986);
    private static final String ALPHABET = "ab/?=&|{}^`\\[]";
    private static final String[] PIECES = {"%EF%B7%90", "%7c", "%7C", "%5B"};

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a/b?c=d&e", "/%2f%7C", "/a?b[]=1", "/%EF%B7%90", "/%7c?%5c"})
    void leavesTargetsThatUrisMayHaveAsTheyAre(String target) {
        assertThat(TargetEncoding.encoded(target)).isSameAs(target);
    }

    @ParameterizedTest
    @CsvSource({
        "/a|b, /a%7Cb",
        "/[x]/1, /%5Bx%5D/1",
        "/?q={a}^`|, /?q=%7Ba%7D%5E%60%7C",
        "'/?a\\b[]', '/?a%5Cb%5B%5D'",
        "/?f[]=1&q=|, /?f%5B%5D=1&q=%7C",
        "/a|?f[]=1, /a%7C?f[]=1",
        "http://h?u=|/x, http://h?u=%7C/x",
        "/%7c|?%7c|, /%7c%7C?%7c%7C"
    })
    void encodesCharactersThatNoUriHas(String target, String uri) {
        assertThat(TargetEncoding.encoded(target)).isEqualTo(uri);
    }

    @Test
    void encodesPathButNotAuthorityOfAbsoluteUrl() {
        assertThat(TargetEncoding.encoded("http://[::1]:8080/a[b]?c|")).isEqualTo("http://[::1]:8080/a%5Bb%5D?c%7C");
        assertThat(TargetEncoding.encoded("http://[::1]")).isEqualTo("http://[::1]");
    }

    /** What access rules and predicates decide by is what the client wrote. */
    @Test
    void decodedUriIsDecodedTarget() {
        var random = new Random(SEED);
        int encoded = 0;
        for (int i = 0; i < 20_000; i++) {
            String target = random(random);
            if (RequestTargetPolicy.refusal(target).isPresent()) {
                continue;
            }
            URI uri = URI.create("http://a.test" + TargetEncoding.encoded(target));
            encoded += TargetEncoding.encoded(target).equals(target) ? 0 : 1;
            String query = uri.getQuery() == null ? "" : "?" + uri.getQuery();
            assertThat(uri.getPath() + query)
                    .as("seed %d: %s", SEED, target)
                    .isEqualTo(target.replace("%EF%B7%90", "\ufdd0")
                            .replace("%7c", "|")
                            .replace("%7C", "|")
                            .replace("%5B", "["));
        }
        assertThat(encoded).isGreaterThan(1_000);
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
