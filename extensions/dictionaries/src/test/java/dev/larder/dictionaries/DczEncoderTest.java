package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** RFC 9842 5: a header with the hash of the dictionary, and a frame that the dictionary alone can decode. */
class DczEncoderTest {

    private static final int HEADER = 40;

    @Test
    void outputBeginsWithDczHeaderAndDictionaryHash() {
        byte[] dictionary = text(1);
        ContentHash hash = ContentHash.of(dictionary);
        byte[] encoded = DczEncoder.encode(dictionary, hash, text(2)).orElseThrow();
        assertThat(encoded).startsWith(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);
        assertThat(Arrays.copyOfRange(encoded, 8, HEADER)).isEqualTo(hash.octets());
        assertThat(encoded.length).isLessThan(text(2).length / 2);
    }

    /** Decoders skip the header, which is a skippable frame. */
    @Test
    void outputDecodesOnlyWithItsDictionary() {
        byte[] content = text(2);
        byte[] encoded =
                DczEncoder.encode(text(1), ContentHash.of(text(1)), content).orElseThrow();
        assertThat(decode(text(1), encoded, content.length)).isEqualTo(content);
        assertThatThrownBy(() ->
                        assertThat(decode(text(3), encoded, content.length)).isEqualTo(content))
                .isInstanceOfAny(ZstdException.class, AssertionError.class);
    }

    @Test
    void largestBodyDecodesWithDefaultWindow() {
        byte[] random = new byte[DictionaryLimits.MAX_BODY];
        new Random(9842).nextBytes(random);
        byte[] changed = random.clone();
        changed[DictionaryLimits.MAX_BODY / 2] ^= 1;
        byte[] encoded =
                DczEncoder.encode(random, ContentHash.of(random), changed).orElseThrow();
        assertThat(encoded.length).isLessThan(changed.length / 100);
        assertThat(decode(random, encoded, changed.length)).isEqualTo(changed);
    }

    @Test
    void encodesNothingIfContentWouldNotShrink() {
        byte[] random = new byte[300];
        new Random(9842).nextBytes(random);
        assertThat(DczEncoder.encode(text(1), ContentHash.of(text(1)), random)).isEmpty();
    }

    @Test
    void isRawRejectsFormattedZstdDictionaries() {
        assertThat(DczEncoder.isRaw(text(1))).isTrue();
        assertThat(DczEncoder.isRaw(new byte[2])).isTrue();
        assertThat(DczEncoder.isRaw(new byte[] {0x37, (byte) 0xa4, 0x30, (byte) 0xec, 0}))
                .isFalse();
        assertThat(Zstd.getDictIdFromDict(text(1))).isZero();
    }

    private static byte[] decode(byte[] dictionary, byte[] encoded, int length) {
        try (var context = new ZstdDecompressCtx()) {
            context.loadDict(dictionary);
            return context.decompress(Arrays.copyOfRange(encoded, HEADER, encoded.length), length);
        }
    }

    private static byte[] text(int seed) {
        var random = new Random(seed);
        var text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("{\"id\":")
                    .append(i)
                    .append(",\"stock\":")
                    .append(random.nextInt(1000))
                    .append("},");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
