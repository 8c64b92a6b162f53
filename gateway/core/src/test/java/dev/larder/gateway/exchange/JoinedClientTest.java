package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.ContentMemory;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** Clients that have joined another one's fetch get its response as it arrives, whatever its size. */
class JoinedClientTest {

    private static final String[] FRESH = {"Cache-Control", "max-age=60"};
    private static final String LONG = "x".repeat(ExchangeFixture.LIMIT + 20);

    private final ExchangeFixture fixture = new ExchangeFixture();

    private ManualCall head(String... more) {
        ManualCall call = fixture.last();
        String[] fields = {
            "Cache-Control", "max-age=60", more.length > 0 ? more[0] : "X", more.length > 0 ? more[1] : ""
        };
        call.head(200, fields);
        return call;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "X"})
    void receivesHeadAndContentBeforeFetchEnds(String length) {
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head(length, "4");
        call.data("ab");
        call.listener.received();
        Client late = fixture.begin("GET");
        for (Client each : new Client[] {first, joined, late}) {
            assertThat(each.status()).isEqualTo(200);
            assertThat(each.content).hasToString("ab");
            assertThat(each.ended).isFalse();
        }
        assertThat(joined.field("Cache-Status")).contains("collapsed");
        assertThat(joined.field("Content-Length")).isEqualTo(length.equals("X") ? "" : "4");
        call.answerRest("cd");
        for (Client each : new Client[] {first, joined, late}) {
            assertThat(each.content).hasToString("abcd");
            assertThat(each.ended).isTrue();
        }
        assertThat(fixture.asked).hasSize(1);
        assertThat(fixture.store.entries).hasSize(1);
    }

    @Test
    void contentIsSharedBeforeItIsFlushedToFirstClient() {
        Client first = fixture.begin("GET");
        first.onFlush = () -> fixture.begin("GET", "Range", "bytes=0-1");
        ManualCall call = head("Content-Length", "4");
        call.data("ab");
        call.listener.received();
        assertThat(first.content).hasToString("ab");
        assertThat(fixture.asked).as("the range joins").hasSize(1);
    }

    @Test
    @Tag("hardening-F7")
    void isNotThrottledBySlowClient() {
        Client first = fixture.begin("GET");
        fixture.writable = false;
        Client slow = fixture.begin("GET");
        fixture.writable = true;
        Client joined = fixture.begin("GET");
        first.writable = false;
        ManualCall call = head();
        for (int i = 0; i < 4; i++) {
            call.data("ab");
            call.listener.received();
        }
        assertThat(call.paused).isFalse();
        assertThat(joined.content).hasToString("abababab");
        assertThat(slow.content).hasToString("ab");
        call.answerRest("");
        assertThat(joined.ended).isTrue();
        slow.writable = true;
        Objects.requireNonNull(slow.exchange).clientWritable();
        assertThat(slow.content).hasToString("abababab");
        assertThat(slow.ended).isTrue();
    }

    @Test
    @Tag("hardening-F2")
    void isNotAffectedWhenOtherClientsLeave() {
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        Client other = fixture.begin("GET");
        ManualCall call = head();
        call.data("ab");
        call.listener.received();
        first.leave();
        first.endAll();
        other.leave();
        other.endAll();
        assertThat(call.cancelled).isFalse();
        call.answerRest("cd");
        assertThat(joined.content).hasToString("abcd");
        assertThat(joined.ended).isTrue();
    }

    @Test
    void fetchIsCancelledWhenLastClientLeaves() {
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head();
        call.data("ab");
        call.listener.received();
        first.leave();
        first.endAll();
        joined.leave();
        joined.endAll();
        assertThat(call.cancelled).isTrue();
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    void unrecordedFetchIsCancelledWhenLastReaderLeaves() {
        fixture.beyondHeap = Optional.of(new ManualRecorder(LONG.length()));
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head();
        call.data(LONG);
        call.data("more");
        assertThat(joined.content).hasToString(LONG + "more");
        first.leave();
        first.endAll();
        assertThat(call.cancelled).isFalse();
        joined.leave();
        joined.endAll();
        assertThat(call.cancelled).isTrue();
    }

    @Test
    void readerCancelledAtItsLastOctetDoesNotReadContinuation() throws BodyGoneException {
        var recording = new HeapRecording(
                OptionalLong.empty(),
                ExchangeFixture.LIMIT,
                ContentMemory.Account.UNLIMITED.inBackground().claim());
        var elsewhere = new ManualRecorder(1000);
        BodyRecorder.Reader reader = recording.reader(0, 3);
        Flux.from(reader).subscribe(octets -> {
            recording.continueIn(elsewhere);
            reader.cancel();
        });
        recording.add(ExchangeFixture.octets("abc"));
        assertThat(elsewhere.isRead()).isFalse();
    }

    /** It was told of the recording on another loop before that had moved; a second time, it would ask the origin itself. */
    @Test
    void lateReaderReadsFromContinuationOfRecording() throws BodyGoneException {
        var recording = new HeapRecording(
                OptionalLong.empty(),
                ExchangeFixture.LIMIT,
                ContentMemory.Account.UNLIMITED.inBackground().claim());
        var elsewhere = new ManualRecorder(1000);
        recording.continueIn(elsewhere);
        BodyRecorder.Reader late = recording.reader(0, 3);
        assertThat(elsewhere.isRead()).isTrue();
        late.cancel();
        assertThat(elsewhere.isRead()).isFalse();
    }

    @Test
    @Tag("hardening-F1")
    void isBrokenOffWhenFetchFails() {
        fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head();
        call.data("ab");
        call.listener.received();
        call.listener.failed(new IOException("reset"));
        assertThat(joined.content).hasToString("ab");
        assertThat(joined.brokenOff).isTrue();
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    @Tag("hardening-F1")
    void sendsOwnRequestIfFetchFailsAfterHeadOnly() {
        fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head();
        call.listener.received();
        call.listener.failed(new IOException("reset"));
        assertThat(fixture.asked).hasSize(2);
        fixture.last().answer(200, "ok", FRESH);
        assertThat(joined.content).hasToString("ok");
    }

    @Test
    void receivesContentThatIsTooLargeForHeap() {
        var recorder = new ManualRecorder(1000);
        fixture.beyondHeap = Optional.of(recorder);
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head();
        call.data("abc");
        call.listener.received();
        assertThat(joined.content).hasToString("abc");
        call.data(LONG);
        Client late = fixture.begin("GET");
        call.answerRest("end");
        recorder.write();
        for (Client each : new Client[] {first, joined, late}) {
            assertThat(each.content).hasToString("abc" + LONG + "end");
            assertThat(each.ended).isTrue();
        }
        assertThat(fixture.asked).hasSize(1);
    }

    @Test
    void receivesContentThatIsTooLargeForStore() {
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head();
        call.data("abc");
        call.listener.received();
        call.data(LONG);
        call.answerRest("end");
        assertThat(first.content).hasToString("abc" + LONG + "end");
        assertThat(joined.content).hasToString("abc" + LONG + "end");
        assertThat(joined.ended).isTrue();
        assertThat(fixture.store.entries).isEmpty();
    }

    @Test
    @Tag("hardening-F7")
    void slowClientIsBrokenOffIfItDelaysTooLargeContent() {
        Client first = fixture.begin("GET");
        fixture.writable = false;
        Client slow = fixture.begin("GET");
        ManualCall call = head();
        call.data("abc");
        call.listener.received();
        String large = "x".repeat(ReaderWindow.SIZE);
        call.data(large);
        assertThat(call.paused).isTrue();
        fixture.pass(ReaderWindow.PATIENCE.plus(Duration.ofSeconds(1)));
        assertThat(slow.brokenOff).isTrue();
        assertThat(call.paused).isFalse();
        call.answerRest("end");
        assertThat(first.content).hasToString("abc" + large + "end");
        assertThat(first.ended).isTrue();
    }

    @Test
    void rangeRequestDoesNotJoinFetchOfUnknownLength() {
        fixture.begin("GET");
        ManualCall call = head();
        call.data("ab");
        call.listener.received();
        fixture.begin("GET", "Range", "bytes=0-0");
        assertThat(fixture.asked).hasSize(2);
    }

    @Test
    void requestAfterInvalidationDoesNotJoinEarlierFetch() {
        fixture.begin("GET");
        ManualCall call = head();
        call.data("ab");
        call.listener.received();
        fixture.invalidateEverything();
        Client late = fixture.begin("GET");
        assertThat(fixture.asked).hasSize(2);
        fixture.last().answer(200, "new", FRESH);
        assertThat(late.content).hasToString("new");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream",
                "Text/Event-Stream; charset=utf-8",
                "multipart/x-mixed-replace; boundary=a",
                "application/x-ndjson",
                "application/grpc",
                "application/grpc-web+proto",
            })
    void requestDoesNotJoinStreamingResponse(String type) {
        Client first = fixture.begin("GET");
        Client joined = fixture.begin("GET");
        ManualCall call = head("Content-Type", type);
        call.listener.received();
        assertThat(first.status()).as("the head is not held back").isEqualTo(200);
        assertThat(call.listener.hasIdleTimeout()).isFalse();
        assertThat(fixture.asked).hasSize(2);
        fixture.begin("GET");
        assertThat(fixture.asked).hasSize(3);
        assertThat(joined.status()).isZero();
    }

    @Test
    void requestThatAcceptsEventStreamDoesNotJoin() {
        fixture.begin("GET", "Accept", "text/event-stream");
        fixture.begin("GET", "Accept", "text/event-stream");
        assertThat(fixture.asked).hasSize(2);
    }

    /** It is asked for anew, and counts no longer among those for whom the first response arrives. */
    @Test
    void clientThatCannotUseResponseDoesNotKeepItsFetchAlive() {
        Client first = fixture.begin("GET", "Accept-Language", "de");
        Client other = fixture.begin("GET", "Accept-Language", "en");
        ManualCall call = head("Vary", "Accept-Language");
        call.data("ab");
        call.listener.received();
        assertThat(other.content).as("not for this client").isEmpty();
        assertThat(fixture.asked).hasSize(2);
        first.leave();
        first.endAll();
        assertThat(call.cancelled).isTrue();
        fixture.last().head(200, "Cache-Control", "max-age=60", "Vary", "Accept-Language");
        fixture.last().answerRest("other");
        assertThat(other.content).hasToString("other");
    }
}
