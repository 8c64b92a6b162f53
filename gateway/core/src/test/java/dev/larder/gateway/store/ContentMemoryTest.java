package dev.larder.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture;
import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.gateway.exchange.SlicedOrigin;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the memory of responses is taken, responses are passed on; what they take is given back. */
class ContentMemoryTest {

    private static final String WHOLE = SlicedOrigin.WHOLE;
    private static final long ALL = ExchangeFixture.MEMORY;

    private final ExchangeFixture fixture = new ExchangeFixture();
    private long taken;

    @AfterEach
    void givesBackAll() {
        fixture.memory.giveBack(null, taken);
        assertThat(fixture.memory.take(null, ALL))
                .as("all memory is given back")
                .isTrue();
    }

    private void leave(long octets) {
        taken = ALL - octets;
        assertThat(fixture.memory.take(null, taken)).isTrue();
    }

    private void answerRange() {
        SlicedOrigin.answerRange(fixture.last(), WHOLE, "\"1\"");
    }

    private void stored(String range) {
        fixture.begin("GET", "Range", range);
        answerRange();
        fixture.asked.clear();
    }

    private static void read(Client client) {
        for (int i = 0; i < 100 && !client.ended; i++) {
            client.writable = true;
            Objects.requireNonNull(client.exchange).clientWritable();
        }
    }

    @Test
    @Tag("hardening-X6")
    void forwardsMissWithoutStoringIfNoMemoryIsLeft() {
        leave(99);
        Client client = fixture.begin("GET");
        fixture.last().answer(200, WHOLE, "Cache-Control", "max-age=60", "Content-Length", "100");
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString(WHOLE);
        assertThat(client.field("Cache-Status")).contains("detail=no-memory");
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void storesResponseThatFitsInRemainingMemory() {
        leave(100);
        Client client = fixture.begin("GET");
        fixture.last().answer(200, WHOLE, "Cache-Control", "max-age=60", "Content-Length", "100");
        assertThat(client.content).hasToString(WHOLE);
        assertThat(fixture.store.entries).hasSize(1);
    }

    @Test
    void releasesMemoryOfCancelledResponses() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, "Cache-Control", "max-age=60", "Content-Length", "100000");
        client.leave();
        Client other = fixture.begin("GET");
        fixture.last().head(200, "Cache-Control", "max-age=60");
        fixture.last().data(WHOLE);
        fixture.last().data("too long");
        other.leave();
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    @Tag("hardening-X6")
    void forwardsRangeWithoutStoringIfNoMemoryIsLeft() {
        leave(0);
        Client client = fixture.begin("GET", "Range", "bytes=0-49");
        answerRange();
        assertThat(client.status()).isEqualTo(206);
        assertThat(client.content).hasToString(WHOLE.substring(0, 50));
        assertThat(client.ended).isTrue();
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void storesSlicesThatFitInRemainingMemory() {
        leave(25);
        fixture.begin("GET", "Range", "bytes=10-49");
        answerRange();
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=10-24");
        assertThat(fixture.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0", "30", "60", "1000"})
    @Tag("hardening-X6")
    void sendsStoredSlicesToSlowClientRegardlessOfMemory(long left) {
        stored("bytes=0-99");
        leave(left);
        fixture.writable = false;
        Client client = fixture.begin("GET", "Range", "bytes=5-94");
        assertThat(client.content).hasToString(WHOLE.substring(5, 25));
        read(client);
        assertThat(client.content).hasToString(WHOLE.substring(5, 95));
        assertThat(client.ended).isTrue();
        assertThat(fixture.asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, bytes=50-94", "1000, bytes=60-94"})
    void fetchesWholeRangeIfStoredPartCannotBeBuffered(long left, String asked) {
        stored("bytes=0-59");
        leave(left);
        Client client = fixture.begin("GET", "Range", "bytes=50-94");
        String range = fixture.last().head.fields().combined("Range");
        answerRange();
        assertThat(range).isEqualTo(asked);
        assertThat(client.content).hasToString(WHOLE.substring(50, 95));
        assertThat(client.ended).isTrue();
    }

    @Test
    void releasesMemoryOfContentPendingForClientThatLeaves() {
        stored("bytes=0-99");
        fixture.writable = false;
        Client client = fixture.begin("GET", "Range", "bytes=5-94");
        client.leave();
    }

    @Test
    void changedRepresentationRemovesOldSlicesInBoundedSteps() {
        String large = WHOLE.repeat(10_000);
        fixture.begin("GET", "Range", "bytes=0-29");
        SlicedOrigin.answerRange(fixture.last(), large, "\"1\"");
        fixture.begin("GET", "Range", "bytes=50-79");
        SlicedOrigin.answerRange(fixture.last(), large, "\"2\"");
        assertThat(fixture.store.removals).isLessThanOrEqualTo(3 * DroppedSlices.AT_ONCE);
        fixture.begin("GET", "Range", "bytes=0-29");
        SlicedOrigin.answerRange(fixture.last(), large, "\"2\"");
        fixture.asked.clear();
        fixture.begin("GET", "Range", "bytes=0-29");
        assertThat(fixture.asked).as("what has been fetched anew is stored").isEmpty();
    }
}
