package dev.larder.gateway.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.UploadException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.BaseSubscriber;

/** Of a client that pauses, every octet arrives once and in order, and no more is asked of it than the origin has room for. */
class UploadContentTest {

    private final AtomicLong asked = new AtomicLong();
    private final List<UploadContent> read = Collections.synchronizedList(new ArrayList<>());
    private final List<String> sent = new ArrayList<>();
    private UploadContent content;

    @Test
    void startsStreamingOnceNoContentArrivedSinceLastCheck() {
        begin();
        come("a");
        assertThat(content.checkProgress(() -> true)).isTrue();
        assertThat(read).isEmpty();
        assertThat(content.checkProgress(() -> true)).isFalse();
        assertThat(read).hasSize(1);
        assertThat(content.isWhole()).isFalse();
    }

    @Test
    void buffersWholeContentIfStreamingIsNotAllowed() {
        begin();
        assertThat(content.checkProgress(() -> false)).isTrue();
        come("a");
        content.onComplete();
        assertThat(content.isWhole()).isTrue();
        assertThat(content.checkProgress(() -> true)).isFalse();
    }

    @Test
    void contentReceivedBeforeOriginSubscribesIsSentFirst() {
        begin();
        come("a");
        content.checkProgress(() -> true);
        content.checkProgress(() -> true);
        come("b");
        BaseSubscriber<DataBuffer> origin = origin(3);
        assertThat(asked).hasValue(1);
        come("c");
        content.onComplete();
        assertThat(sent).containsExactly("a", "b", "c", "end");
        origin.dispose();
    }

    @Test
    void contentGivenUpBeforeSendingFailsReaderWith503() {
        begin();
        come("a");
        content.checkProgress(() -> true);
        content.checkProgress(() -> true);
        content.end();
        origin(Long.MAX_VALUE);
        assertThat(sent).containsExactly("a", "503");
    }

    @Test
    void contentIsOverIfReaderCancelsBeforeRequesting() {
        begin();
        content.checkProgress(() -> true);
        var over = new AtomicInteger();
        content.whenOver(over::incrementAndGet);
        var reader = new BaseSubscriber<ByteBuf>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {}
        };
        content.subscribe(reader);
        reader.dispose();
        assertThat(content.isOver()).isTrue();
        assertThat(over).hasValue(1);
    }

    @Test
    void endReceivedBeforeOriginSubscribesIsSentAfterContent() {
        begin();
        content.checkProgress(() -> true);
        come("a");
        content.onComplete();
        origin(Long.MAX_VALUE);
        assertThat(sent).containsExactly("a", "end");
    }

    @Test
    void outstandingRequestCountsTowardsDemandOfOrigin() {
        begin();
        content.checkProgress(() -> true);
        assertThat(asked).hasValue(1);
        BaseSubscriber<DataBuffer> origin = origin(1);
        assertThat(asked).hasValue(1);
        come("a");
        origin.request(1);
        assertThat(asked).hasValue(1);
    }

    /** A piece that is here is not outstanding, whenever somebody looks: else nothing would ask for the next one. */
    @Test
    void requestsNextPieceDespiteConcurrentChecks() throws InterruptedException {
        begin();
        var current = new AtomicReference<>(content);
        var done = new AtomicBoolean();
        var looking = new Thread(() -> {
            while (!done.get()) {
                current.get().checkProgress(() -> true);
            }
        });
        looking.start();
        try {
            for (int attempt = 0; attempt < 10_000; attempt++) {
                begin();
                current.set(content);
                come("a".repeat(101));
                asked.set(0);
                BaseSubscriber<DataBuffer> origin = origin(2);
                assertThat(asked.get()).as("asked for in attempt %d", attempt).isPositive();
                origin.dispose();
            }
        } finally {
            done.set(true);
            looking.join();
        }
    }

    private void begin() {
        var whenRead = new CompletableFuture<UploadContent>();
        whenRead.thenAccept(read::add);
        content = new UploadContent(100, -1, whenRead);
        asked.set(0);
        content.onSubscribe(new Subscription() {
            @Override
            public void request(long pieces) {
                asked.addAndGet(pieces);
            }

            @Override
            public void cancel() {
                asked.set(0);
            }
        });
    }

    private void come(String octets) {
        assertThat(asked.getAndDecrement())
                .as("nothing comes that is not asked for")
                .isPositive();
        content.onNext(Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII));
    }

    private BaseSubscriber<DataBuffer> origin(long room) {
        ServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.post("/"));
        var origin = new BaseSubscriber<DataBuffer>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(room);
            }

            @Override
            protected void hookOnNext(DataBuffer piece) {
                sent.add(piece.toString(StandardCharsets.US_ASCII));
            }

            @Override
            protected void hookOnComplete() {
                sent.add("end");
            }

            @Override
            protected void hookOnError(Throwable error) {
                sent.add(
                        String.valueOf(((UploadException) error).getStatusCode().value()));
            }
        };
        UploadReceiver.in(exchange, content).getRequest().getBody().subscribe(origin);
        return origin;
    }
}
