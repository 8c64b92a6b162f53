package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.dictionaries.EncodedResponses.Pair;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.http.ClientShares;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class DictionariesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int MEMORY = 1 << 18;
    private static final DictionaryLimits LIMITS = new DictionaryLimits(1 << 20, 100_000);

    private final ContentMemory.Account account =
            new ContentMemory.Account(new ClientShares(4 * MEMORY, MEMORY), ClientAddresses.DIRECT);
    private final ContentMemory client = of(1);
    private final Dictionaries dictionaries = new Dictionaries(LIMITS, System::nanoTime, account);

    @AfterEach
    void close() {
        dictionaries.close();
    }

    @Test
    void reusesEncodedResponseOfSameDictionaryAndVersion() {
        byte[] before = content("before");
        dictionaries.add(client, "/a", "1", before);
        byte[] first = encode(before, "after");
        assertThat(encode(before, "after")).isSameAs(first);
        assertThat(encode(content("other"), "after")).isNotSameAs(first);
        assertThat(dictionaries.find("/a", ContentHash.of(before))).contains(before);
        assertThat(dictionaries.shouldAdd("/a", "1")).isFalse();
        assertThat(dictionaries.shouldAdd("/a", "2")).isTrue();
    }

    @Test
    void findsNoEncodedResponseForOtherContentOfSameVersion() {
        byte[] before = content("before");
        encode(before, "after");
        assertThat(dictionaries.findEncoded(pair(before, "after"), content("else")))
                .isEmpty();
    }

    @Test
    void evictsEncodedResponseLongestUnused() {
        var small = new Dictionaries(
                new DictionaryLimits(16 * DictionaryLimits.OVERHEAD, 100_000), System::nanoTime, account);
        byte[] before = content("before");
        encode(small, before, "after");
        for (int i = 0; i < 8; i++) {
            encode(small, before, "after " + i);
        }
        assertThat(small.hasEncoded(pair(before, "after"))).isFalse();
        small.close();
    }

    /** Nothing waits: what there is no room for is not encoded. There is room for the share of a client. */
    @Test
    void skipsEncodingBeyondQueueLimitOfClient() {
        byte[] before = content("before");
        int asked = 20 * DictionaryLimits.WAITING;
        for (int i = 0; i < asked; i++) {
            dictionaries.encode(client, pair(before, "after " + i), before, content("after " + i));
        }
        await(() -> dictionaries.isIdle());
        assertThat(IntStream.range(0, DictionaryLimits.WAITING_OF_ONE))
                .allMatch(i -> dictionaries.hasEncoded(pair(before, "after " + i)));
        assertThat(IntStream.range(0, asked)).anyMatch(i -> !dictionaries.hasEncoded(pair(before, "after " + i)));
    }

    @Test
    void skipsEncodingWhenMemoryOfClientIsExhausted() {
        ContentMemory.Claim all = client.claim();
        assertThat(all.take(MEMORY)).isTrue();
        dictionaries.encode(client, pair(content("a"), "b"), content("a"), content("b"));
        assertThat(dictionaries.hasEncoded(pair(content("a"), "b"))).isFalse();
        all.release();
        assertThat(encode(content("a"), "b")).isNotEmpty();
        await(() -> dictionaries.isIdle());
        assertThat(all.take(MEMORY)).isTrue();
    }

    @Test
    void encodesForOtherClientsWhileOneExceedsItsShare() {
        byte[] before = content("before");
        int asked = 2 * DictionaryLimits.WAITING;
        for (int i = 0; i < asked; i++) {
            dictionaries.encode(client, pair(before, "after " + i), before, content("after " + i));
        }
        Pair others = pair(before, "of another");
        dictionaries.encode(of(2), others, before, content("of another"));
        await(() -> dictionaries.isIdle());
        assertThat(dictionaries.hasEncoded(others)).isTrue();
    }

    @Test
    void chargesEncodedContentToMemoryShareOfCache() {
        byte[] before = content("before");
        ContentMemory.Claim rest = account.ofCache().claim();
        assertThat(rest.take(MEMORY)).isTrue();
        dictionaries.encode(client, pair(before, "after"), before, content("after"));
        await(() -> dictionaries.isIdle());
        assertThat(dictionaries.hasEncoded(pair(before, "after"))).isFalse();
        rest.release();
        encode(before, "after");
        assertThat(rest.take(MEMORY)).isFalse();
    }

    private ContentMemory of(int last) {
        return account.of(MockServerHttpRequest.get("/a")
                .remoteAddress(new InetSocketAddress("192.0.2." + last, 1))
                .build());
    }

    @Test
    void encodesNothingAfterClose() {
        dictionaries.close();
        byte[] before = content("before");
        dictionaries.encode(client, pair(before, "after"), before, content("after"));
        assertThat(dictionaries.isIdle()).isTrue();
        assertThat(dictionaries.hasEncoded(pair(before, "after"))).isFalse();
    }

    private byte[] encode(byte[] before, String after) {
        return encode(dictionaries, before, after);
    }

    private byte[] encode(Dictionaries dictionaries, byte[] before, String after) {
        Pair pair = pair(before, after);
        dictionaries.encode(client, pair, before, content(after));
        await(() -> dictionaries.hasEncoded(pair));
        return dictionaries.findEncoded(pair, content(after)).orElseThrow();
    }

    private static Pair pair(byte[] before, String after) {
        return new Pair(ContentHash.of(before), "/a", after);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static byte[] content(String text) {
        return (text + " and much that is the same. ".repeat(20)).getBytes(StandardCharsets.US_ASCII);
    }
}
