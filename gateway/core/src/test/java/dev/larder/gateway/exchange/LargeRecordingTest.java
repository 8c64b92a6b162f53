package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

/** A response that is recorded outside the heap is closed, cancelled and read in order, whoever leaves, and whatever is lost. */
class LargeRecordingTest {

    private static final String[] FRESH = {"Cache-Control", "max-age=60"};
    private static final String LONG = "x".repeat(ExchangeFixture.LIMIT + 20);

    private final ExchangeFixture fixture = new ExchangeFixture();
    private final ManualRecorder recorder = new ManualRecorder(200);

    LargeRecordingTest() {
        fixture.beyondHeap = Optional.of(recorder);
    }

    private ManualCall announce(int length) {
        fixture.last().head(200, "Cache-Control", "max-age=60", "Content-Length", Integer.toString(length));
        return fixture.last();
    }

    @Test
    void responseEndsAfterLastOctetsFromAnotherThread() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, FRESH);
        fixture.last().data(LONG);
        fixture.leaveLoop();
        fixture.last().data("e");
        fixture.enterLoop();
        fixture.last().answerRest("");
        assertThat(client.ended).isFalse();
        fixture.runLoop();
        assertThat(client.content).hasToString(LONG + "e");
        assertThat(client.ended).isTrue();
    }

    @Test
    void recordingIsClosedIfClientLeavesWhileWaitingForWhole() {
        fixture.stored("old", "Cache-Control", "max-age=0", "ETag", "\"1\"");
        Client client = fixture.begin("GET", "Range", "bytes=5-6");
        fixture.last().head(200, FRESH);
        fixture.last().data(LONG);
        client.leave();
        assertThat(fixture.last().cancelled).isTrue();
        assertThat(recorder.isRead()).isFalse();
    }

    @Test
    void fetchIsCancelledIfClientLeavesAfterRecordingIsLost() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, FRESH);
        fixture.last().data(LONG);
        recorder.lose();
        client.leave();
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void unshareableFetchIsCancelledIfItsClientLeaves() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, "Cache-Control", "max-age=0", "ETag", "\"1\"");
        fixture.last().data(LONG);
        client.leave();
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void unshareableFetchIsCancelledIfItsClientLeftBeforeHead() {
        Client client = fixture.begin("GET");
        client.leave();
        fixture.last().head(200, "Cache-Control", "max-age=0", "ETag", "\"1\"");
        fixture.last().data(LONG);
        fixture.pass(FetchAttempt.Participants.LINGER);
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void fetchIsCancelledIfJoinedClientsAreReleasedAfterInitiatorLeft() {
        Client first = fixture.begin("GET");
        fixture.begin("GET");
        first.leave();
        ManualCall asked = fixture.last();
        asked.head(200, "Cache-Control", "max-age=0", "ETag", "\"1\"");
        assertThat(asked.cancelled).isTrue();
        assertThat(fixture.asked).as("the other asks for itself").hasSize(2);
    }

    @Test
    void fetchIsCancelledIfInvalidationReleasesJoinedAfterInitiatorLeft() {
        var outside = new ManualRecorder(1_000_000);
        fixture.beyondHeap = Optional.of(outside);
        Client first = fixture.begin("GET");
        fixture.begin("GET");
        first.leave();
        ManualCall asked = announce(1_000_000);
        assertThat(asked.cancelled).isFalse();
        fixture.invalidateEverything();
        asked.data(LONG);
        assertThat(asked.cancelled).isTrue();
        assertThat(outside.events).containsExactly("begun", "failed");
        assertThat(fixture.asked).as("the other asks for itself").hasSize(2);
    }

    @Test
    void fetchIsCancelledIfResponseToOnlyClientEndsEarly() {
        Client client = fixture.begin("GET");
        fixture.last().head(200, FRESH);
        fixture.last().data(LONG);
        client.endAll();
        assertThat(fixture.last().cancelled).isTrue();
    }

    @Test
    void responseIsStoredEvenIfClientLeavesWhileEndIsWritten() {
        Client client = fixture.begin("GET");
        client.writable = false;
        fixture.last().head(200, FRESH);
        fixture.last().answerRest(LONG);
        client.leave();
        recorder.write();
        assertThat(fixture.store.entries).hasSize(1);
    }

    @Test
    void confirmedResponseIsFetchedAgainIfItsBodyIsUnreadable() {
        Client client = validate("no-cache");
        recorder.gone = true;
        fixture.last().head(304, "ETag", "\"1\"");
        assertThat(fixture.asked).hasSize(2);
        fixture.last().answer(200, "new", FRESH);
        assertThat(client.status()).isEqualTo(200);
        assertThat(client.content).hasToString("new");
    }

    @Test
    void doesNotFetchUnreadableResponseAgainIfClientHasLeft() {
        Client client = validate("no-cache");
        var opening = Sinks.<Boolean>one();
        recorder.opening = opening.asMono();
        recorder.gone = true;
        fixture.last().head(304, "ETag", "\"1\"");
        client.leave();
        opening.tryEmitValue(true);
        assertThat(client.head).isNull();
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void forwardsOriginErrorIfStaleResponseIsUnreadable() {
        Client client = validate("max-age=0, stale-if-error=60");
        recorder.gone = true;
        fixture.last().answer(503, "");
        fixture.last().answer(503, "error");
        assertThat(client.status()).isEqualTo(503);
        assertThat(client.content).hasToString("error");
    }

    private Client validate(String cacheControl) {
        fixture.begin("GET");
        fixture.last().answer(200, LONG, "Cache-Control", cacheControl, "ETag", "\"1\"");
        recorder.write();
        fixture.asked.clear();
        return fixture.begin("GET");
    }

    @Test
    void doesNotFlushClientWhoseResponseHasEnded() {
        fixture.stored("old", "Cache-Control", "max-age=0", "ETag", "\"1\"");
        Client client = fixture.begin("GET", "Range", "bytes=5-54");
        ManualCall asked = announce(LONG.length());
        asked.data(LONG.substring(0, 60));
        assertThat(client.ended).isTrue();
        client.unflushed = 1;
        asked.data(LONG.substring(60, 65));
        assertThat(client.unflushed).isOne();
    }

    @Test
    void requestForRangesOutOfOrderDoesNotJoinFetch() {
        fixture.begin("GET");
        announce(LONG.length()).data(LONG.substring(0, 50));
        Client inOrder = fixture.begin("GET", "Range", "bytes=0-9,20-29");
        assertThat(inOrder.status()).isEqualTo(206);
        assertThat(fixture.asked).hasSize(1);
        fixture.begin("GET", "Range", "bytes=20-29,0-9");
        assertThat(fixture.asked).hasSize(2);
    }
}
