package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How a response is put together from slices and gaps: the pace of its client, what is stored, and who waits for whom. */
class SlicedResponseTest {

    private static final String WHOLE = SlicedOrigin.WHOLE;
    private static final String OTHER = new StringBuilder(WHOLE).reverse().toString();

    private final ExchangeFixture fixture = new ExchangeFixture();

    private void answerRange(String whole, String tag, String... more) {
        SlicedOrigin.answerRange(fixture.last(), whole, tag, more);
    }

    private static String[] fields(String whole, String tag, int first, int last) {
        return SlicedOrigin.fields(whole, tag, first, last);
    }

    private void stored(String range) {
        fixture.begin("GET", "Range", range);
        answerRange(WHOLE, "\"1\"");
        fixture.asked.clear();
    }

    private String askedRange() {
        return fixture.last().head.fields().combined("Range");
    }

    @Test
    void slowClientPausesOrigin() {
        stored("bytes=0-29");
        fixture.writable = false;
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().head(206, fields(WHOLE, "\"1\"", 30, 49));
        fixture.last().data(WHOLE.substring(30, 35));
        assertThat(client.content).hasToString(WHOLE.substring(20, 25));
        assertThat(fixture.last().paused).isTrue();
        client.writable = true;
        Objects.requireNonNull(client.exchange).clientWritable();
        assertThat(client.content).hasToString(WHOLE.substring(20, 35));
        assertThat(fixture.last().paused).isFalse();
        fixture.last().answerRest(WHOLE.substring(35, 50));
        assertThat(client.content).hasToString(WHOLE.substring(20, 50));
        assertThat(client.ended).isTrue();
    }

    @Test
    void clientThatLeavesDuringValidationGetsNothing() {
        stored("bytes=0-29");
        fixture.pass(Duration.ofSeconds(61));
        Client client = fixture.begin("GET", "Range", "bytes=10-19");
        fixture.leaveLoop();
        client.leave();
        fixture.enterLoop();
        fixture.last().answer(304, "", "ETag", "\"1\"", "Cache-Control", "max-age=60");
        fixture.runLoop();
        assertThat(client.head).isNull();
        assertThat(client.content).isEmpty();
    }

    @Test
    void clientThatLeavesCancelsFetchOfGapButKeepsItsSlices() {
        stored("bytes=0-29");
        Client client = fixture.begin("GET", "Range", "bytes=20-99");
        fixture.last().head(206, fields(WHOLE, "\"1\"", 30, 99));
        fixture.last().data(WHOLE.substring(30, 50));
        client.leave();
        assertThat(fixture.last().cancelled).isTrue();
        fixture.begin("GET", "Range", "bytes=20-99");
        assertThat(askedRange()).isEqualTo("bytes=50-99");
    }

    @Test
    void wholeResponseThatIsTooLargeIsServedButNotStored() {
        String large = WHOLE + OTHER;
        fixture.begin("GET", "Range", "bytes=0-29");
        answerRange(large, "\"1\"");
        int stored = fixture.store.entries.size();
        Client client = fixture.begin("GET");
        answerRange(large, "\"1\"");
        assertThat(client.content).hasToString(large);
        assertThat(fixture.store.entries).hasSize(stored);
        fixture.begin("GET", "Range", "bytes=20-199");
        answerRange(large, "\"1\"");
        assertThat(fixture.store.entries).hasSizeGreaterThan(stored);
    }

    @Test
    void requestForWholeJoinsWholeFetchDespiteStoredSlices() {
        Client first = fixture.begin("GET");
        ManualCall whole = fixture.last();
        fixture.begin("GET", "Range", "bytes=0-29");
        answerRange(WHOLE, "\"1\"");
        Client second = fixture.begin("GET");
        assertThat(fixture.asked).hasSize(2);
        whole.answer(200, WHOLE, "Cache-Control", "max-age=60", "ETag", "\"1\"");
        assertThat(first.content).hasToString(WHOLE);
        assertThat(second.content).hasToString(WHOLE);
    }

    @Test
    void lastOctetsAreSentOnlyOnceSlicesAreStored() {
        stored("bytes=0-29");
        fixture.store.late = true;
        Client client = fixture.begin("GET", "Range", "bytes=20-49");
        fixture.last().head(206, fields(WHOLE, "\"1\"", 30, 49));
        fixture.last().answerRest(WHOLE.substring(30, 50));
        assertThat(client.content).hasToString(WHOLE.substring(20, 30));
        fixture.store.complete();
        assertThat(client.content).hasToString(WHOLE.substring(20, 50));
        assertThat(client.ended).isTrue();
    }
}
