package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CacheKeyTest {

    /** Characters that tend to be mistaken for separators, lengths or each other, unpaired surrogates among them. */
    private static final String ALPHABET =
            "ab/\0\1;?:\u007f\u0080\u00e9\u00ff\u0100\u20ac\ud83d\ude00\udfff\ud800\uffff";

    @Test
    @org.junit.jupiter.api.Tag("hardening-P12")
    void readsBackPartsOfOneMillionRandomKeysUnchanged() {
        long seed = 20_260_301;
        var random = new Random(seed);
        for (int i = 0; i < 1_000_000; i++) {
            String[] parts = randomParts(random);
            List<String> read = CacheKey.of(parts).parts();
            if (!read.equals(Arrays.asList(parts))) {
                assertThat(read).as("seed %d, key %d", seed, i).containsExactly(parts);
            }
        }
    }

    @Test
    void randomKeysAreEqualIfAndOnlyIfTheirPartsAreEqual() {
        long seed = 20_260_302;
        var random = new Random(seed);
        var keys = new ArrayList<CacheKey>();
        IntStream.range(0, 1_500).forEach(i -> keys.add(CacheKey.of(randomParts(random))));
        for (CacheKey one : keys) {
            for (CacheKey other : keys) {
                boolean same = one.parts().equals(other.parts());
                if (one.equals(other) != same || (one.compareTo(other) == 0) != same) {
                    assertThat(one.parts()).as("seed %d", seed).isEqualTo(other.parts());
                }
            }
        }
    }

    /** A collision or two among so many is chance: 1.2 are expected of 32 bits. */
    @Test
    @org.junit.jupiter.api.Tag("hardening-X8")
    void keysOfTargetsWithEqualStringHashRarelyCollide() {
        int keys = 100_000;
        String[] targets = IntStream.range(0, keys)
                .mapToObj(i -> Integer.toBinaryString(1 << 17 | i))
                .map(bits -> "/" + bits.replace("0", "Aa").replace("1", "BB"))
                .toArray(String[]::new);
        assertThat(Arrays.stream(targets).mapToInt(String::hashCode).distinct()).hasSize(1);
        assertThat(Arrays.stream(targets).map(CacheKey::of).distinct().count()).isEqualTo(keys);
        assertThat(Arrays.stream(targets)
                        .mapToInt(target -> CacheKey.of("GET", target).hashCode())
                        .distinct()
                        .count())
                .isGreaterThan(keys - 20);
    }

    private static String[] randomParts(Random random) {
        var parts = new String[random.nextInt(4)];
        for (int i = 0; i < parts.length; i++) {
            var part = new StringBuilder();
            for (int length = random.nextInt(6); length > 0; length--) {
                part.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            parts[i] = part.toString();
        }
        return parts;
    }

    @Test
    void hasPartIsTrueOnlyForThePartAtThatPosition() {
        long seed = 20_260_304;
        var random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            String[] parts = randomParts(random);
            CacheKey key = CacheKey.of(parts);
            String[] others = randomParts(random);
            for (int at = 0; at < 4; at++) {
                String own = at < parts.length ? parts[at] : null;
                String other = others.length > 0 ? others[0] : "";
                boolean right = (own == null || key.hasPart(at, own)) && key.hasPart(at, other) == other.equals(own);
                assertThat(right).as("seed %d, key %d, part %d", seed, i, at).isTrue();
            }
        }
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-P12")
    void keysWithDifferentPartBoundariesAreNotEqual() {
        assertThat(CacheKey.of("ab", "c")).isNotEqualTo(CacheKey.of("a", "bc"));
        assertThat(CacheKey.of("a", "")).isNotEqualTo(CacheKey.of("a"));
        assertThat(CacheKey.of()).isNotEqualTo(CacheKey.of(""));
        assertThat(CacheKey.of("a", "b")).isNotEqualTo(CacheKey.of("b", "a"));
        assertThat(CacheKey.of("a;b")).isNotEqualTo(CacheKey.of("a", "b"));
    }

    @Test
    void distinguishesUnpairedSurrogatesFromReplacementCharacter() {
        assertThat(CacheKey.of("\ud800")).isNotEqualTo(CacheKey.of("?"));
        assertThat(CacheKey.of("\ud800")).isNotEqualTo(CacheKey.of("\ud801"));
    }

    @Test
    void equalKeysHaveEqualHashesAndDigests() {
        CacheKey one = CacheKey.of("GET", "http", "example.org", "/a?b=\u20ac");
        CacheKey other = CacheKey.of("GET", "http", "example.org", "/a?b=\u20ac");
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).isEqualByComparingTo(other);
        assertThat(one.digest()).isEqualTo(other.digest()).matches("[0-9a-f]{64}");
        assertThat(one.length()).isEqualTo(other.length());
    }

    @Test
    void digestIsSha256OfLengthPrefixedParts() {
        assertThat(CacheKey.of("a", "\u20ac").digest())
                .isEqualTo("26c7518a338cce59288fb838fb5836de1abafb28bb917a5f470755146484f8ea");
    }

    @Test
    void keyIsNotEqualToNullOrOtherTypes() {
        assertThat(CacheKey.of("a").equals(null)).isFalse();
        assertThat(CacheKey.of("a")).isNotEqualTo("a");
    }

    @Test
    void keysAreTotallyOrdered() {
        long seed = 20_260_303;
        var random = new Random(seed);
        var keys = IntStream.range(0, 500)
                .mapToObj(i -> CacheKey.of(randomParts(random)))
                .distinct()
                .toList();
        var sorted = List.copyOf(new TreeSet<>(keys));
        assertThat(sorted).as("seed %d", seed).hasSameSizeAs(keys);
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i - 1).compareTo(sorted.get(i))).isNegative();
            assertThat(sorted.get(i).compareTo(sorted.get(i - 1))).isPositive();
        }
    }

    @Test
    void lengthIsFourBytesPerPartPlusOnePerLatinCharacter() {
        assertThat(CacheKey.of("GET", "/abc").length()).isEqualTo(4 + 3 + 4 + 4);
        assertThat(CacheKey.of().length()).isZero();
    }

    /** Who has a key under another one's bytes would look for it in vain. */
    @Test
    void rejectsNonCanonicalEncodings() {
        byte[] wide = ByteBuffer.allocate(6).putInt(~1).putChar('a').array();
        byte[] empty = ByteBuffer.allocate(4).putInt(~0).array();

        assertThatIllegalArgumentException().isThrownBy(() -> CacheKey.ofEncoded(wide));
        assertThatIllegalArgumentException().isThrownBy(() -> CacheKey.ofEncoded(empty));
        assertThat(CacheKey.ofEncoded(CacheKey.of("a", "\u20ac").encoded())).isEqualTo(CacheKey.of("a", "\u20ac"));
    }

    @Test
    void toStringShowsPartsOfKey() {
        assertThat(CacheKey.of("GET", "/abc")).hasToString("GET /abc");
    }
}
