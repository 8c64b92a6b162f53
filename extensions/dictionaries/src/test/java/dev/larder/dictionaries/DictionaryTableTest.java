package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Earlier contents are found by their hash, and stay within their bounds. Another seed: {@code -Dlarder.seed=N}. */
class DictionaryTableTest {

    private static final int MAX = 20_000;

    private final DictionaryTable table = new DictionaryTable(MAX);

    @Test
    void findsContentByItsPathAndHash() {
        byte[] content = {1, 2, 3};
        table.add("/a", "1", ContentHash.of(content), content);
        assertThat(table.find("/a", ContentHash.of(content))).contains(content);
        assertThat(table.find("/b", ContentHash.of(content))).isEmpty();
        assertThat(table.find("/a", ContentHash.of(new byte[3]))).isEmpty();
        assertThat(table.hasVersion("/a", "1")).isTrue();
        assertThat(table.hasVersion("/a", "2")).isFalse();
        assertThat(table.hasVersion("/b", "1")).isFalse();
    }

    @Test
    void dropsTheOldestContentOfAPath() {
        for (int i = 0; i <= DictionaryLimits.DICTIONARIES_OF_A_PATH; i++) {
            add("/a", i, 1);
        }
        assertThat(table.hasVersion("/a", "0")).isFalse();
        assertThat(table.hasVersion("/a", "1")).isTrue();
        assertThat(table.hasVersion("/a", "8")).isTrue();
    }

    @Test
    void evictsLeastRecentlyUsedPath() {
        add("/a", 1, 8_000);
        add("/b", 2, 8_000);
        assertThat(table.hasVersion("/a", "1")).isTrue();
        add("/c", 3, 8_000);
        assertThat(table.hasVersion("/b", "2")).isFalse();
        assertThat(table.hasVersion("/a", "1")).isTrue();
    }

    @Test
    void doesNotStoreTooLargeContent() {
        add("/a", 1, 8_000);
        add("/b", 2, MAX);
        assertThat(table.hasVersion("/a", "1")).isTrue();
        assertThat(table.hasVersion("/b", "2")).isFalse();
    }

    @Test
    void neverExceedsMaxBytes() {
        long seed = Long.getLong("larder.seed", System.nanoTime());
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            add("/" + random.nextInt(12), random.nextInt(40), 1 + random.nextInt(4_000));
            assertThat(table.bytes()).as("seed %d", seed).isLessThanOrEqualTo(MAX);
            if (i % 100 == 0) {
                assertThat(table.countedBytes()).as("seed %d", seed).isEqualTo(table.bytes());
            }
        }
    }

    private void add(String path, int version, int length) {
        byte[] content = new byte[length];
        content[0] = (byte) version;
        table.add(path, Integer.toString(version), ContentHash.of(content), content);
    }
}
