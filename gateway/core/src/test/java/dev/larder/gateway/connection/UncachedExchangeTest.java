package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.upload.MinimumUploadRate;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientShares;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A response goes to its client as it arrives, and no faster than that reads. */
class UncachedExchangeTest {

    private static final ResponseHead HEAD = new ResponseHead(200, HeaderFields.of("Content-Length", "3"));

    private final List<String> events = new ArrayList<>();
    private final ByteBuf content = octets("new");
    private final UncachedExchange exchange = new UncachedExchange(
            new Origin(),
            new Client(),
            new RequestHead("POST", URI.create("http://origin.test/a"), HeaderFields.EMPTY),
            content,
            () -> 0,
            error -> events.add("unanswered " + error.getMessage()));
    private boolean writable = true;
    private boolean takesAll = true;
    private boolean refuses;
    private boolean originWritable = true;
    private Runnable heldBack = () -> {};
    private @Nullable OriginResponseListener listener;

    private static ByteBuf octets(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private OriginResponseListener listener() {
        return Objects.requireNonNull(listener);
    }

    private void begin() {
        exchange.begin();
        events.clear();
    }

    @Test
    void sendsTheContentOfTheRequest() {
        exchange.begin();
        assertThat(events).containsExactly("ask 3", "send new", "last");
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void releasesTheContentOfARequestThatCannotBeSent() {
        refuses = true;
        assertThatThrownBy(exchange::begin).isInstanceOf(IllegalArgumentException.class);
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void delaysResponseHeadUntilFirstContent() {
        begin();
        listener().head(HEAD, false);
        listener().received();
        assertThat(events).isEmpty();
        listener().data(octets("one"));
        listener().received();
        listener().end(HeaderFields.EMPTY);
        assertThat(events).containsExactly("head 200", "data one", "flush", "end");
    }

    @Test
    void sendsHeadAtEndOfResponseWithoutContent() {
        begin();
        listener().head(HEAD, false);
        listener().end(HeaderFields.EMPTY);
        assertThat(events).containsExactly("head 200", "end");
    }

    @Test
    void sendsResponseInOnePieceIfItArrivedInOne() {
        begin();
        ByteBuf octets = octets("one");
        listener().head(HEAD, true);
        listener().data(octets);
        listener().end(HeaderFields.EMPTY);
        listener().received();
        assertThat(events).containsExactly("whole 200 one");
        assertThat(octets.refCnt()).isZero();
    }

    @Test
    void sendsEmptyResponseInOnePieceIfItArrivedInOne() {
        begin();
        listener().head(HEAD, true);
        listener().end(HeaderFields.EMPTY);
        assertThat(events).containsExactly("whole 200 ");
    }

    @Test
    void sendsResponseInPiecesIfItArrivedInSeveral() {
        begin();
        listener().head(HEAD, true);
        listener().data(octets("on"));
        listener().data(octets("e"));
        listener().end(HeaderFields.EMPTY);
        assertThat(events).containsExactly("head 200", "data on", "data e", "end");
    }

    @Test
    void releasesContentHeldBackWhenClientLeaves() {
        begin();
        ByteBuf octets = octets("one");
        listener().head(HEAD, true);
        listener().data(octets);
        exchange.clientLeft();
        assertThat(octets.refCnt()).isZero();
    }

    @Test
    void doesNotPauseOriginIfFlushMakesClientWritable() {
        begin();
        listener().head(HEAD, false);
        writable = false;
        listener().data(octets("one"));
        assertThat(events).containsExactly("head 200", "data one", "flush");
    }

    @Test
    void pausesOriginUntilClientReads() {
        begin();
        listener().head(HEAD, false);
        writable = false;
        takesAll = false;
        listener().data(octets("one"));
        writable = true;
        exchange.clientWritable();
        assertThat(events).containsExactly("head 200", "data one", "flush", "pause", "resume", "flush");
    }

    @Test
    void doesNotFlushAfterHeldBackEndOfResponse() {
        begin();
        listener().head(HEAD, false);
        writable = false;
        takesAll = false;
        listener().data(octets("one"));
        events.clear();
        heldBack = () -> listener().end(HeaderFields.EMPTY);
        exchange.clientWritable();
        assertThat(events).containsExactly("resume", "end");
    }

    @Test
    void delegatesErrorResponseIfOriginFailsBeforeContent() {
        begin();
        listener().head(HEAD, false);
        listener().failed(new IOException("gone"));
        assertThat(events).containsExactly("unanswered gone");
    }

    @Test
    void sends408AndClosesIfUploadIsTooSlow() {
        begin();
        new MinimumUploadRate(Duration.ofSeconds(1), Duration.ofHours(1), VirtualTimeScheduler.create())
                .bound(Flux.error(ReadTimeoutException.INSTANCE))
                .subscribe(piece -> {}, exchange::refuse);
        assertThat(events).containsExactly("cancel", "send 408 close");
    }

    /** Begins with content of which one piece has arrived. */
    private void beginUpload() {
        var head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/a");
        head.headers().set("Incremental", "?1").set("Content-Length", 3);
        Flux<DataBuffer> pieces = Flux.<DataBuffer>just(DefaultDataBufferFactory.sharedInstance.wrap(new byte[] {'n'}))
                .concatWith(Flux.never())
                .doOnRequest(many -> events.add("read"))
                .doOnCancel(() -> events.add("stop"));
        new UploadReceiver(
                        new MinimumUploadRate(
                                Duration.ofSeconds(1), Duration.ofHours(1), VirtualTimeScheduler.create()),
                        new ClientShares(1, 1),
                        new ClientShares(1, 1),
                        ClientAddresses.DIRECT)
                .receive(
                        new HeadOnlyWebExchange(new HeadOnlyRequest(
                                head,
                                URI.create("http://gateway/a"),
                                InetSocketAddress.createUnresolved("gateway", 80),
                                null,
                                pieces)),
                        Runnable::run,
                        upload -> Mono.fromRunnable(() -> exchange.begin(upload, new CallersLoop()))
                                .then(Mono.never()))
                .subscribe();
    }

    @Test
    void readsUploadOnlyWhenOriginIsWritable() {
        originWritable = false;
        beginUpload();
        assertThat(events).containsExactly("ask 3");
        originWritable = true;
        listener().writable();
        assertThat(events).containsExactly("ask 3", "read", "send n", "read");
    }

    @Test
    void readsNoMoreContentAfterTheResponse() {
        beginUpload();
        events.clear();
        listener().head(HEAD, true);
        listener().end(HeaderFields.EMPTY);
        assertThat(events).containsExactly("stop", "whole 200 ");
    }

    @Test
    void readsNoMoreContentForAnOriginThatFails() {
        beginUpload();
        events.clear();
        listener().failed(new IOException("gone"));
        assertThat(events).containsExactly("stop", "unanswered gone");
    }

    private static final class CallersLoop implements ExchangeLoop {

        @Override
        public void execute(Runnable action) {
            action.run();
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            throw new AssertionError("Nothing is scheduled.");
        }

        @Override
        public boolean isInside() {
            return true;
        }
    }

    @Test
    void breaksOffResponseIfOriginFailsAfterContent() {
        begin();
        listener().head(HEAD, false);
        listener().data(octets("on"));
        listener().failed(new IOException("gone"));
        assertThat(events).containsExactly("head 200", "data on", "break off");
    }

    @Test
    void cancelsTheRequestOfAClientThatHasLeft() {
        begin();
        exchange.clientLeft();
        assertThat(events).containsExactly("cancel");
    }

    private final class Origin implements OriginPort, OriginCall {

        @Override
        public OriginCall ask(RequestHead request, long length, OriginResponseListener asking) {
            listener = asking;
            if (refuses) {
                throw new IllegalArgumentException("Not this one.");
            }
            events.add("ask " + length);
            return this;
        }

        @Override
        public void send(ByteBuf octets) {
            events.add("send " + octets.toString(StandardCharsets.US_ASCII));
            octets.release();
        }

        @Override
        public void sendLast(HeaderFields trailers) {
            events.add("last");
        }

        @Override
        public boolean isWritable() {
            return originWritable;
        }

        @Override
        public void pause() {
            events.add("pause");
        }

        @Override
        public void resume() {
            events.add("resume");
            heldBack.run();
        }

        @Override
        public void cancel() {
            events.add("cancel");
        }
    }

    private final class Client implements ClientPort {

        @Override
        public void interim(ResponseHead head) {
            throw new AssertionError("Gateway forwards none.");
        }

        @Override
        public void send(ResponseHead head, List<ByteBuffer> whole) {
            events.add("send " + head.status() + " " + head.fields().combined("Connection"));
        }

        @Override
        public void send(ResponseHead head, ByteBuf whole) {
            events.add("whole " + head.status() + " " + whole.toString(StandardCharsets.US_ASCII));
            whole.release();
        }

        @Override
        public void sendFile(ResponseHead head, Path file, ByteRange part) {
            throw new AssertionError("Nothing is stored.");
        }

        @Override
        public void atEnd(Runnable action) {
            throw new AssertionError("Nothing is stored.");
        }

        @Override
        public void head(ResponseHead head) {
            events.add("head " + head.status());
        }

        @Override
        public void data(ByteBuf octets) {
            events.add("data " + octets.toString(StandardCharsets.US_ASCII));
            octets.release();
        }

        @Override
        public void flush() {
            events.add("flush");
            writable = writable || takesAll;
        }

        @Override
        public void end() {
            events.add("end");
        }

        @Override
        public void breakOff(Throwable error) {
            events.add("break off");
        }

        @Override
        public boolean isWritable() {
            return writable;
        }
    }
}
