package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** RFC 9112 5: the name of a field is what was received, whatever was received before. */
class FieldNameCacheTest {

    private final FieldNameCache names = new FieldNameCache();

    private AsciiString name(String line, int start, int length) {
        return names.of(line.getBytes(StandardCharsets.ISO_8859_1), start, length);
    }

    @Test
    void returnsNameExactlyAsReceived() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = random.ints(random.nextInt(70), 'a', 'd')
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            assertThat(name("x" + text + ": 1", 1, text.length()).toString())
                    .as("seed %d", seed)
                    .isEqualTo(text);
        }
    }

    @Test
    void cachesNamesCaseSensitively() {
        AsciiString first = name("ETag: 1", 0, 4);
        assertThat((Object) name("  ETag:2", 2, 4)).isSameAs(first);
        assertThat(name("etag: 1", 0, 4).toString()).isEqualTo("etag");
    }

    @Test
    void doesNotCacheLongNames() {
        String longName = "a".repeat(65);
        assertThat((Object) name(longName, 0, 65)).isNotSameAs(name(longName, 0, 65));
    }
}
