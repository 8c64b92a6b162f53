package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class DictionariesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Dictionaries dictionaries = new Dictionaries(new DictionaryLimits(1 << 20, 100_000));

    @AfterEach
    void close() {
        dictionaries.close();
    }

    @Test
    void encodesEachPairOnce() {
        byte[] before = content("before");
        dictionaries.add("/a", "1", before);
        byte[] first = encode(before, "after");
        assertThat(encode(before, "after")).isSameAs(first);
        assertThat(encode(content("other"), "after")).isNotSameAs(first);
        assertThat(dictionaries.find("/a", ContentHash.of(before))).contains(before);
        assertThat(dictionaries.lacks("/a", "1")).isFalse();
        assertThat(dictionaries.lacks("/a", "2")).isTrue();
    }

    @Test
    void forgetsEncodedResponsesThatNobodyAskedForLongest() {
        var small = new Dictionaries(new DictionaryLimits(8 * DictionaryLimits.OVERHEAD, 100_000));
        byte[] before = content("before");
        byte[] first = encode(small, before, "after");
        assertThat(encode(small, before, "after")).isSameAs(first);
        for (int i = 0; i < 8; i++) {
            encode(small, before, "after " + i);
        }
        assertThat(encode(small, before, "after")).isNotSameAs(first).isEqualTo(first);
        small.close();
    }

    /** What there is no room for is sent as it is, at once. */
    @Test
    void leavesAsTheyAreTheResponsesThatAreTooMany() {
        byte[] before = content("before");
        List<Mono<byte[]>> asked = new ArrayList<>();
        for (int i = 0; i < 20 * DictionaryLimits.WAITING; i++) {
            asked.add(dictionaries.encode(before, ContentHash.of(before), content("after " + i)));
        }
        List<byte[]> encoded = Objects.requireNonNull(Flux.fromIterable(asked)
                .flatMap(each -> each, asked.size())
                .collectList()
                .block(PATIENCE));
        assertThat(encoded).hasSizeGreaterThan(DictionaryLimits.WAITING / 2).hasSizeLessThan(asked.size());
    }

    @Test
    void holdsNoMoreContentThanThereIsRoomFor() {
        int quarter = 1 << 18;
        assertThat(dictionaries.reserve(quarter)).isTrue();
        assertThat(dictionaries.reserve(1)).isFalse();
        assertThat(dictionaries
                        .encode(content("a"), ContentHash.of(content("a")), content("b"))
                        .blockOptional(PATIENCE))
                .isEmpty();
        dictionaries.release(quarter);
        assertThat(encode(content("a"), "b")).isNotEmpty();
        assertThat(dictionaries.reserve(quarter)).isTrue();
    }

    @Test
    void leavesAsItIsWhatFails() {
        dictionaries.close();
        byte[] before = content("before");
        assertThat(dictionaries
                        .encode(before, ContentHash.of(before), content("after"))
                        .blockOptional(PATIENCE))
                .isEmpty();
    }

    private byte[] encode(byte[] before, String after) {
        return encode(dictionaries, before, after);
    }

    private static byte[] encode(Dictionaries dictionaries, byte[] before, String after) {
        return Objects.requireNonNull(dictionaries
                .encode(before, ContentHash.of(before), content(after))
                .block(PATIENCE));
    }

    private static byte[] content(String text) {
        return (text + " and much that is the same. ".repeat(20)).getBytes(StandardCharsets.US_ASCII);
    }
}
