package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.http.client.OriginCall;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.BaseSubscriber;
import reactor.util.context.Context;

/** Content of a response on its way from Larder's client to a filter that reads it from its connection. */
class NativeContentTest {

    private static final int HISTORIES = 20_000;
    private static final int EVENTS = 30;

    private final Origin origin = new Origin();
    private final Reader reader = new Reader();

    @Test
    void deliversContentOnDemandOfReader() {
        NativeContent connection = origin.answers(false);
        origin.sends("a", "b", "c");
        connection.receive().subscribe(reader);
        assertThat(reader.read).isEmpty();

        reader.request(2);
        assertThat(reader.read).containsExactly("a", "b");
        assertThat(origin.paused).isTrue();

        reader.request(5);
        origin.ends();
        assertThat(reader.read).containsExactly("a", "b", "c", ".");
        assertThat(connection.isMessageComplete()).isTrue();
    }

    @Test
    void completelyReceivedResponseIsWholeBeforeItIsRead() {
        NativeContent connection = origin.answers(true);
        origin.sends("a");
        origin.ends();

        assertThat(connection.isReceivedWithHead()).isTrue();
        assertThat(connection.isMessageComplete()).isTrue();
        connection.receive().subscribe(reader);
        reader.requestUnbounded();
        assertThat(reader.read).containsExactly("a", ".");
    }

    @Test
    void brokenOffResponseFailsAfterReceivedContent() {
        NativeContent connection = origin.answers(false);
        origin.sends("a");
        origin.breaksOff();
        connection.receive().subscribe(reader);
        reader.requestUnbounded();

        assertThat(reader.read).containsExactly("a", "broken off");
        assertThat(connection.isMessageComplete()).isFalse();
        assertThat(connection.isDisposed()).isTrue();
    }

    @Test
    void rejectsSecondReaderWhileContentIsBeingRead() {
        NativeContent connection = origin.answers(false);
        connection.receive().subscribe(reader);
        assertThatThrownBy(() -> connection.receive().blockLast()).isInstanceOf(IllegalStateException.class);
    }

    /** As an outer route does when an inner one has answered. */
    @Test
    void laterReaderFindsNoContentLeft() {
        NativeContent connection = origin.answers(false);
        origin.sends("a");
        origin.ends();
        assertThat(connection.receive().asString().collectList().block()).containsExactly("a");
        assertThat(connection.receive().collectList().block()).isEmpty();
    }

    @Test
    void laterReaderFailsIfContentWasBrokenOff() {
        NativeContent connection = origin.answers(false);
        origin.breaksOff();
        connection.receive().subscribe(reader);
        reader.requestUnbounded();
        assertThatThrownBy(() -> connection.receive().blockLast()).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void cancellingReaderCancelsRequest() {
        NativeContent connection = origin.answers(false);
        connection.receive().subscribe(reader);
        reader.request(1);
        origin.sends("a", "b");
        reader.cancel();

        assertThat(origin.cancelled).isTrue();
        assertThat(origin.leaked()).isZero();
    }

    @Test
    void disposingUnreadWholeResponseDoesNotCancelRequest() {
        NativeContent connection = origin.answers(true);
        origin.sends("a");
        origin.ends();
        connection.dispose();

        assertThat(origin.cancelled).isFalse();
        assertThat(origin.leaked()).isZero();
    }

    @Test
    void discardDrainsShortRestAndKeepsConnection() {
        NativeContent connection = origin.answers(false);
        origin.sends("a");
        connection.discard();
        origin.sends("b");
        origin.ends();

        assertThat(origin.cancelled).isFalse();
        assertThat(origin.leaked()).isZero();
    }

    @Test
    void discardCancelsRequestIfRestIsLong() {
        NativeContent connection = origin.answers(false);
        connection.discard();
        origin.sends("a".repeat(64 * 1024));
        assertThat(origin.cancelled).isFalse();
        origin.sends("b");

        assertThat(origin.cancelled).isTrue();
        assertThat(origin.leaked()).isZero();
    }

    @Test
    void discardDoesNotAffectContentBeingRead() {
        NativeContent connection = origin.answers(false);
        connection.receive().subscribe(reader);
        reader.requestUnbounded();
        connection.discard();
        origin.sends("a");
        origin.ends();

        assertThat(reader.read).containsExactly("a", ".");
    }

    @Test
    void abandonedContentFailsLaterReaderAndIsNotWhole() {
        NativeContent connection = origin.answers(true);
        origin.sends("a");
        origin.ends();
        connection.abandon();
        connection.subscribe(reader);
        reader.requestUnbounded();

        assertThat(reader.read).singleElement().asString().contains("given up");
        assertThat(connection.isMessageComplete()).isFalse();
        assertThat(origin.leaked()).isZero();
    }

    @Test
    void abandonDoesNotAffectContentBeingRead() {
        NativeContent connection = origin.answers(false);
        connection.receive().subscribe(reader);
        connection.abandon();
        reader.requestUnbounded();
        origin.sends("a");
        origin.ends();

        assertThat(reader.read).containsExactly("a", ".");
    }

    /** Any order of what an origin and a reader do: content in order, nothing behind an end, no more than asked for, nothing leaks. */
    @Test
    void invariantsHoldForRandomOrderOfEvents() {
        long seed = System.nanoTime();
        for (int i = 0; i < HISTORIES; i++) {
            var history = new History(new Random(seed + i));
            for (int event = 0; event < EVENTS; event++) {
                history.step();
            }
            history.check("seed " + (seed + i));
        }
    }

    /** One response and its reader. */
    private static final class History {

        private final Random random;
        private final Origin sending = new Origin();
        private final Reader reading = new Reader();
        private final NativeContent connection;
        private int asked;
        private boolean over;
        private boolean subscribed;
        private boolean gone;

        History(Random random) {
            this.random = random;
            boolean atHand = random.nextBoolean();
            this.connection = sending.answers(atHand);
            while (atHand && random.nextBoolean()) {
                send();
            }
            if (atHand) {
                end(true);
            }
        }

        void step() {
            switch (random.nextInt(6)) {
                case 0, 1 -> send();
                case 2 -> endSeldom();
                case 3 -> subscribe();
                case 4 -> request();
                default -> leave();
            }
        }

        private void send() {
            if (!over) {
                sending.sends(Integer.toString(sending.all.size()));
            }
        }

        private void end(boolean whole) {
            if (over) {
                return;
            }
            over = true;
            if (whole) {
                sending.ends();
            } else {
                sending.breaksOff();
            }
        }

        private void endSeldom() {
            if (random.nextInt(3) == 0) {
                end(random.nextBoolean());
            }
        }

        private void subscribe() {
            if (!subscribed) {
                subscribed = true;
                connection.receive().subscribe(reading);
            }
        }

        private void request() {
            if (subscribed && !gone) {
                asked++;
                reading.request(1);
            }
        }

        private void leave() {
            if (random.nextInt(10) == 0) {
                gone = true;
                connection.dispose();
            }
        }

        void check(String seed) {
            List<String> pieces =
                    reading.read.stream().filter(piece -> piece.matches("\\d+")).toList();
            assertThat(pieces)
                    .as(seed)
                    .isEqualTo(IntStream.range(0, pieces.size())
                            .mapToObj(Integer::toString)
                            .toList())
                    .hasSizeLessThanOrEqualTo(asked);
            int last = reading.read.size() - 1;
            assertThat(reading.read.indexOf(".")).as(seed).isIn(-1, last);
            assertThat(reading.read.indexOf("broken off")).as(seed).isIn(-1, last);
            if (reading.read.contains(".")) {
                assertThat(pieces).as(seed).hasSize(sending.all.size());
            }
            connection.dispose();
            assertThat(sending.leaked()).as(seed).isZero();
        }
    }

    /** One request to an origin. What arrives while it is paused is held back, as the client does. */
    private static final class Origin implements OriginCall {

        private final Channel channel = new EmbeddedChannel();
        private final Queue<Object> heldBack = new ArrayDeque<>();
        private final List<ByteBuf> all = new ArrayList<>();
        private @Nullable NativeContent connection;
        private boolean paused;
        private boolean cancelled;

        NativeContent answers(boolean atHand) {
            var exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
            var response = new NativeResponseHead(exchange, new ResponseHead(200, HeaderFields.EMPTY), Context.empty());
            connection = new NativeContent(this, ExchangeLoop.of(channel.eventLoop()), atHand, response);
            return connection;
        }

        private NativeContent connection() {
            NativeContent known = connection;
            if (known == null) {
                throw new IllegalStateException("There is no response yet.");
            }
            return known;
        }

        void sends(String... pieces) {
            for (String piece : pieces) {
                ByteBuf octets = Unpooled.copiedBuffer(piece, StandardCharsets.US_ASCII);
                all.add(octets);
                happens(octets);
            }
        }

        void ends() {
            happens((Runnable) () -> connection().end(HeaderFields.EMPTY));
        }

        void breaksOff() {
            happens((Runnable) () -> connection().fail(new IOException("broken off")));
        }

        private void happens(Object event) {
            if (cancelled) {
                ReferenceCountUtil.release(event);
            } else {
                heldBack.add(event);
                deliver();
            }
        }

        private void deliver() {
            while (!paused && !cancelled && !heldBack.isEmpty()) {
                Object event = heldBack.remove();
                if (event instanceof ByteBuf octets) {
                    connection().data(octets);
                } else {
                    ((Runnable) event).run();
                }
            }
        }

        long leaked() {
            return all.stream().filter(octets -> octets.refCnt() > 0).count();
        }

        @Override
        public Optional<Channel> channel() {
            return Optional.of(channel);
        }

        @Override
        public void pause() {
            paused = true;
        }

        @Override
        public void resume() {
            if (paused) {
                paused = false;
                deliver();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            heldBack.forEach(ReferenceCountUtil::release);
            heldBack.clear();
        }

        @Override
        public void send(ByteBuf content) {
            content.release();
        }

        @Override
        public void sendLast(HeaderFields trailers) {}

        @Override
        public boolean isWritable() {
            return false;
        }
    }

    /** Reads as much as a test says. */
    private static final class Reader extends BaseSubscriber<ByteBuf> {

        private final List<String> read = new ArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {}

        @Override
        protected void hookOnNext(ByteBuf piece) {
            read.add(piece.toString(StandardCharsets.US_ASCII));
        }

        @Override
        protected void hookOnComplete() {
            read.add(".");
        }

        @Override
        protected void hookOnError(Throwable error) {
            read.add(String.valueOf(error.getMessage()));
        }
    }
}
