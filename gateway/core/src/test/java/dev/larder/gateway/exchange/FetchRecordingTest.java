package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.gateway.message.TruncatedResponseException;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A response is recorded whole or not at all, and its client sees what the origin sent. */
class FetchRecordingTest {

    private static final String[] FRESH = {"Cache-Control", "max-age=60"};
    private static final String LONG = "x".repeat(ExchangeFixture.LIMIT + 20);

    private final ExchangeFixture fixture = new ExchangeFixture();

    private ManualCall announce(int length) {
        fixture.last().head(200, "Cache-Control", "max-age=60", "Content-Length", Integer.toString(length));
        return fixture.last();
    }

    @Nested
    class InTheHeap {

        @Test
        @Tag("hardening-F1")
        void neverStoresWhatEndsEarly() {
            Client client = fixture.begin("GET");
            ManualCall asked = announce(4);
            asked.data("abc");
            asked.listener.failed(new TruncatedResponseException());
            assertThat(fixture.store.entries).isEmpty();
            assertThat(client.brokenOff).isTrue();
        }

        @Test
        @Tag("hardening-F2")
        void neverStoresWhatBreaksOff() {
            Client client = fixture.begin("GET");
            fixture.last().head(200, FRESH);
            fixture.last().data("ab");
            fixture.last().listener.failed(new IOException("reset"));
            assertThat(fixture.store.entries).isEmpty();
            assertThat(client.brokenOff).isTrue();
        }

        @Test
        @Tag("hardening-F7")
        void readsOnThoughItsClientIsSlow() {
            Client client = fixture.begin("GET");
            ManualCall asked = announce(4);
            client.writable = false;
            asked.data("ab");
            assertThat(asked.paused).isFalse();
            asked.answerRest("cd");
            assertThat(fixture.store.entries).hasSize(1);
        }

        @Test
        @Tag("hardening-F2")
        void recordsOnThoughItsClientHasLeft() {
            Client client = fixture.begin("GET");
            ManualCall asked = announce(4);
            asked.data("ab");
            client.leave();
            asked.answerRest("cd");
            assertThat(fixture.store.entries).hasSize(1);
        }

        @Test
        @Tag("hardening-X4")
        void passesOnButDoesNotStoreWhatIsTooLong() {
            Client client = fixture.begin("GET");
            fixture.last().answer(200, LONG, "Cache-Control", "max-age=60", "Content-Length", "120");
            assertThat(client.content).hasToString(LONG);
            assertThat(fixture.store.entries).isEmpty();
        }

        @Test
        @Tag("hardening-X4")
        void passesOnButDoesNotStoreWhatTurnsOutToBeTooLong() {
            Client client = fixture.begin("GET");
            fixture.last().answer(200, LONG, FRESH);
            assertThat(client.content).hasToString(LONG);
            assertThat(fixture.store.entries).isEmpty();
        }

        @Test
        @Tag("hardening-F7")
        void readsWhatIsTooLongAtTheSpeedOfItsClient() {
            Client client = fixture.begin("GET");
            fixture.last().head(200, FRESH);
            client.writable = false;
            fixture.last().data(LONG);
            assertThat(fixture.last().paused).isTrue();
        }
    }

    @Nested
    class OutsideTheHeap {

        private static final int BEYOND = 200;

        private final ManualRecorder recorder = new ManualRecorder(BEYOND);

        OutsideTheHeap() {
            fixture.beyondHeap = Optional.of(recorder);
        }

        @Test
        void beginsOnceTheHeapIsTooSmall() {
            Client client = fixture.begin("GET");
            fixture.last().head(200, FRESH);
            fixture.last().data("abc");
            assertThat(recorder.events).isEmpty();
            fixture.last().answerRest(LONG);
            recorder.write();
            assertThat(client.content).hasToString("abc" + LONG);
            assertThat(client.ended).isTrue();
            assertThat(fixture.store.entries).hasSize(1);
            assertThat(recorder.events).containsExactly("begun", "let go");
            client.endAll();
            assertThat(recorder.events).endsWith("released");
        }

        @Test
        void isReadAlongByThoseWhoJoin() {
            fixture.begin("GET");
            Client joined = fixture.begin("GET");
            ManualCall asked = announce(LONG.length());
            asked.data(LONG.substring(0, 50));
            Client late = fixture.begin("GET", "Range", "bytes=10-19");
            asked.answerRest(LONG.substring(50));
            assertThat(joined.content).hasToString(LONG);
            assertThat(joined.field("Cache-Status")).contains("collapsed");
            assertThat(late.status()).isEqualTo(206);
            assertThat(late.content).hasSize(10);
            assertThat(fixture.asked).hasSize(1);
        }

        @Test
        void answersTheRangeOfItsOwnClientFromWhatArrives() {
            fixture.stored("old", "Cache-Control", "max-age=0", "ETag", "\"1\"");
            Client client = fixture.begin("GET", "Range", "bytes=5-6");
            ManualCall asked = announce(LONG.length());
            asked.data(LONG.substring(0, 50));
            assertThat(client.status()).isEqualTo(206);
            assertThat(client.content).hasSize(2);
        }

        @Test
        void keepsTheRangeOfItsOwnClientWaitingIfItsLengthIsUnknown() {
            fixture.stored("old", "Cache-Control", "max-age=0", "ETag", "\"1\"");
            Client client = fixture.begin("GET", "Range", "bytes=5-6");
            fixture.last().answer(200, LONG, FRESH);
            assertThat(client.head).isNull();
            recorder.write();
            assertThat(client.status()).isEqualTo(206);
            assertThat(recorder.isRead()).isFalse();
        }

        @Test
        @Tag("hardening-F2")
        void goesOnThoughItsClientHasLeft() {
            Client client = fixture.begin("GET");
            ManualCall asked = announce(LONG.length());
            asked.data(LONG.substring(0, 100));
            client.leave();
            asked.answerRest(LONG.substring(100));
            recorder.write();
            assertThat(asked.cancelled).isFalse();
            assertThat(fixture.store.entries).hasSize(1);
        }

        @Test
        void isCancelledOnceAllHaveLeftFarFromItsEnd() {
            recorder.room = true;
            fixture.beyondHeap = Optional.of(new ManualRecorder(1_000_000));
            Client client = fixture.begin("GET");
            ManualCall asked = announce(900_000);
            asked.data(LONG);
            client.leave();
            assertThat(asked.cancelled).isTrue();
        }

        @Test
        @Tag("hardening-X4")
        void passesOnButDoesNotStoreWhatIsTooLongForItToo() {
            Client client = fixture.begin("GET");
            Client joined = fixture.begin("GET");
            fixture.last().answer(200, LONG + LONG, FRESH);
            assertThat(fixture.asked).as("the one that has joined reads along").hasSize(1);
            assertThat(joined.content).hasToString(LONG + LONG);
            assertThat(joined.ended).isTrue();
            assertThat(client.content).hasToString(LONG + LONG);
            assertThat(client.ended).isTrue();
            assertThat(recorder.events).containsExactly("begun", "abandoned");
            assertThat(fixture.store.entries).isEmpty();
        }

        @Test
        void readsWhatNobodyWantsNoFurther() {
            Client client = fixture.begin("GET");
            fixture.last().head(200, FRESH);
            fixture.last().data(LONG);
            client.leave();
            ManualCall asked = fixture.last();
            assertThat(asked.cancelled).isTrue();
        }

        @Test
        @Tag("hardening-F1")
        void neverStoresWhatEndsEarly() {
            Client client = fixture.begin("GET");
            ManualCall asked = announce(LONG.length() + 1);
            asked.data(LONG);
            asked.listener.failed(new TruncatedResponseException());
            assertThat(recorder.events).containsExactly("begun", "failed");
            assertThat(client.content).hasToString(LONG);
            assertThat(client.brokenOff).isTrue();
            assertThat(fixture.store.entries).isEmpty();
        }

        @Test
        void servesItsClientsOnIfItIsLost() {
            Client client = fixture.begin("GET");
            fixture.last().head(200, FRESH);
            fixture.last().data(LONG);
            recorder.lose();
            fixture.last().answerRest("end");
            assertThat(client.content).hasToString(LONG + "end");
            assertThat(client.ended).isTrue();
            assertThat(client.brokenOff).isFalse();
            assertThat(fixture.store.entries).isEmpty();
        }

        @Test
        void pausesTheOriginWhileItHasNoRoom() {
            Client client = fixture.begin("GET");
            fixture.last().head(200, FRESH);
            recorder.room = false;
            fixture.last().data(LONG);
            Objects.requireNonNull(client.exchange).clientWritable();
            assertThat(fixture.last().paused).isTrue();
            recorder.makeRoom();
            assertThat(fixture.last().paused).isFalse();
        }

        @Test
        void isNotPausedByASlowClient() {
            Client client = fixture.begin("GET");
            client.writable = false;
            fixture.last().head(200, FRESH);
            fixture.last().data(LONG);
            assertThat(fixture.last().paused).isFalse();
            assertThat(client.content.length()).isLessThan(LONG.length());
            client.writable = true;
            Objects.requireNonNull(client.exchange).clientWritable();
            fixture.last().answerRest("");
            assertThat(client.content).hasToString(LONG);
        }

        @Test
        void isReadNoFurtherInTheBackgroundOnceItIsTooLong() {
            ManualCall asked = validateInBackground();
            asked.data(LONG + LONG);
            asked.data("x".repeat(70_000));
            assertThat(asked.cancelled).isTrue();
        }

        @Test
        void doesNotStayPausedInTheBackgroundIfItIsLost() {
            ManualCall asked = validateInBackground();
            recorder.room = false;
            asked.data(LONG);
            recorder.lose();
            assertThat(asked.paused).isFalse();
        }

        private ManualCall validateInBackground() {
            fixture.stored("old", "Cache-Control", "max-age=0, stale-while-revalidate=60");
            fixture.begin("GET");
            fixture.last().head(200, FRESH);
            return fixture.last();
        }

        @Test
        void isCancelledIfOneLeavesJustWhenItIsToldOfWhatArrives() {
            fixture.beyondHeap = Optional.of(new ManualRecorder(1_000_000));
            Client first = fixture.begin("GET");
            Client joined = fixture.begin("GET");
            ManualCall asked = announce(900_000);
            fixture.leaveLoop();
            asked.data(LONG);
            joined.leave();
            fixture.runLoop();
            first.leave();
            assertThat(asked.cancelled).isTrue();
        }

        @Test
        void isStoredInTheBackgroundThoughTheRequestThatCausedItWasConditional() {
            fixture.stored("old", "Cache-Control", "max-age=0, stale-while-revalidate=60", "ETag", "\"1\"");
            fixture.begin("GET", "If-None-Match", "\"1\"");
            fixture.beyondHeap = Optional.of(new ManualRecorder(1_000_000));
            ManualCall asked = announce(900_000);
            asked.data(LONG);
            assertThat(asked.cancelled).isFalse();
        }

        @Test
        void goesOnForThoseWhoReadItThoughAConditionalRequestThatBeganItHasLeft() {
            fixture.stored("old", "Cache-Control", "max-age=0", "ETag", "\"1\"");
            fixture.beyondHeap = Optional.of(new ManualRecorder(1_000_000));
            Client first = fixture.begin("GET", "If-None-Match", "\"1\"");
            Client joined = fixture.begin("GET");
            first.leave();
            ManualCall asked = announce(900_000);
            asked.data(LONG);
            assertThat(asked.cancelled).isFalse();
            assertThat(joined.brokenOff).isFalse();
            assertThat(joined.content).hasToString(LONG);
        }

        private void store() {
            fixture.begin("GET");
            fixture.last().answer(200, LONG, FRESH);
            recorder.write();
        }

        @Test
        void isSentAsAFileIfThatIsPossible() {
            store();
            fixture.sendsFiles = true;
            assertThat(fixture.begin("GET").content).hasToString("body 0 to " + (LONG.length() - 1));
            assertThat(fixture.begin("GET", "Range", "bytes=5-6").content).hasToString("body 5 to 6");
            assertThat(fixture.begin("GET", "Range", "bytes=0-0,5-6").content)
                    .as("several ranges have text between them")
                    .contains("\r\n\r\nx\r\n")
                    .contains("\r\n\r\nxx\r\n");
        }

        @Test
        void isReadAtTheSpeedOfItsClientAndNoFurtherOnceThatHasLeft() {
            store();
            fixture.writable = false;
            Client client = fixture.begin("GET");
            assertThat(client.content).hasToString("x");
            ReadExchange exchange = Objects.requireNonNull(client.exchange);
            exchange.clientWritable();
            assertThat(client.content).hasToString("xx");
            client.leave();
            client.writable = true;
            exchange.clientWritable();
            assertThat(client.content).hasToString("xx");
            assertThat(recorder.events).doesNotContain("closed");
            client.endAll();
            assertThat(recorder.events).contains("closed");
        }

        @Test
        void isReadToItsEnd() {
            store();
            Client client = fixture.begin("GET");
            assertThat(client.content).hasToString(LONG);
            assertThat(client.ended).isTrue();
            assertThat(client.field("Cache-Status")).contains("hit");
        }

        @Test
        void isFetchedAgainIfItCannotBeReadAnyMore() {
            store();
            recorder.gone = true;
            Client client = fixture.begin("GET");
            assertThat(fixture.asked).hasSize(2);
            assertThat(client.field("Cache-Status")).doesNotContain("hit");
        }
    }
}
