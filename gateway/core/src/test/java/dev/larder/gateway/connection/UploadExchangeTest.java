package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.upload.MinimumUploadRate;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientShares;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** An upload is carried out when it has been read ahead, and has its shares until its exchange ends. */
class UploadExchangeTest {

    private static final int LENGTH = 3 * UploadReceiver.READ_AHEAD;

    private final List<String> events = new ArrayList<>();
    private final ClientShares streams = new ClientShares(1, 1);
    private final Sinks.Many<DataBuffer> arriving = Sinks.many().unicast().onBackpressureBuffer();
    private final List<Runnable> later = new ArrayList<>();
    private boolean faulty;
    private boolean elsewhere;
    private final UploadExchange exchange = new UploadExchange(
            new UploadReceiver(
                    new MinimumUploadRate(Duration.ofSeconds(10), Duration.ofHours(1), VirtualTimeScheduler.create()),
                    new ClientShares(LENGTH, LENGTH),
                    streams,
                    ClientAddresses.DIRECT),
            post(arriving.asFlux()),
            new CallersLoop(),
            new Received(),
            content -> events.add("begin " + content.length()),
            error -> events.add("refuse " + error.getMessage()));

    private static ServerWebExchange post(Flux<DataBuffer> content) {
        var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/a");
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, LENGTH);
        InetSocketAddress server = InetSocketAddress.createUnresolved("gateway", 80);
        return new HeadOnlyWebExchange(
                new HeadOnlyRequest(head, URI.create("http://gateway/a"), server, null, content));
    }

    private final class CallersLoop implements ExchangeLoop {

        @Override
        public void execute(Runnable action) {
            later.add(action);
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            throw new AssertionError("Nothing is scheduled.");
        }

        @Override
        public boolean isInside() {
            return !elsewhere;
        }
    }

    private final class Received implements ConnectionTask {

        @Override
        public void begin() {
            throw new AssertionError("It has content.");
        }

        @Override
        public void clientLeft() {
            events.add("left");
            if (faulty) {
                throw new IllegalStateException("fault");
            }
        }

        @Override
        public void clientWritable() {}
    }

    @BeforeEach
    void begin() {
        exchange.begin();
    }

    private void arrive(int octets) {
        arriving.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(new byte[octets]));
    }

    private boolean isShareFree() {
        boolean free = streams.take(null, 1);
        if (free) {
            streams.giveBack(null, 1);
        }
        return free;
    }

    @Test
    void beginsAfterReadAheadAndKeepsShareUntilItEnds() {
        arrive(UploadReceiver.READ_AHEAD);
        assertThat(events).isEmpty();
        arrive(1);
        assertThat(events).containsExactly("begin " + LENGTH);
        assertThat(isShareFree()).isFalse();
        exchange.ended();
        assertThat(isShareFree()).isTrue();
    }

    @Test
    void refusesUploadWith503IfNoStreamShareIsFree() {
        streams.take(null, 1);
        arrive(UploadReceiver.READ_AHEAD + 1);
        assertThat(events).singleElement().asString().startsWith("refuse 503");
    }

    @Test
    void doesNotBeginForAClientThatHasLeft() {
        exchange.clientLeft();
        arrive(UploadReceiver.READ_AHEAD + 1);
        assertThat(events).containsExactly("left");
    }

    @Test
    void doesNotBeginIfClientLeavesBeforeScheduledBegin() {
        elsewhere = true;
        arrive(UploadReceiver.READ_AHEAD + 1);
        exchange.clientLeft();
        later.forEach(Runnable::run);
        assertThat(events).containsExactly("left");
    }

    @Test
    void doesNotRefuseUploadOfClientThatHasLeft() {
        streams.take(null, 1);
        elsewhere = true;
        arrive(UploadReceiver.READ_AHEAD + 1);
        exchange.clientLeft();
        later.forEach(Runnable::run);
        assertThat(events).containsExactly("left");
    }

    @Test
    void givesItsShareBackAfterAFault() {
        arrive(UploadReceiver.READ_AHEAD + 1);
        faulty = true;
        assertThatThrownBy(exchange::clientLeft).hasMessage("fault");
        assertThat(isShareFree()).isTrue();
    }
}
