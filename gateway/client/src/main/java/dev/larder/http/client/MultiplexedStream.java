package dev.larder.http.client;

import dev.larder.http.MalformedResponseException;
import dev.larder.http.ResponseReceiver;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on a stream of HTTP/2 (RFC 9113 8.1). What an {@link OriginConnection} does to a connection, this
 * does to the stream: it is reset where the connection would be closed. The head of a response waits for the end of the read that it
 * came with, or for the content: an end that has come too tells that the whole message is at hand.
 */
final class MultiplexedStream implements RequestCarrier {

    /** Maximum time in which no content is sent because other streams have exhausted the window of the connection. */
    static final long MAX_HOLD = TimeUnit.SECONDS.toNanos(30);

    private final StreamContext context;
    private final int id;
    private final long readsBefore;
    private @Nullable PooledCall call;
    private @Nullable ResponseHead unread;
    private ResponseProgress progress = ResponseProgress.AWAITED;
    private int discarded;
    private boolean reading = true;
    private int unconsumed;
    private int interims;
    private long missing = Http2HeadDecoder.UNKNOWN_LENGTH;
    private long since;
    private int heldWindow;
    private long heldSince;

    MultiplexedStream(StreamContext context, int id, PooledCall call) {
        this.context = context;
        this.id = id;
        this.call = call;
        this.since = context.now();
        this.readsBefore = context.reads();
    }

    int id() {
        return id;
    }

    /** Returns how often the connection had been read before the request was sent. */
    long readsBefore() {
        return readsBefore;
    }

    @Override
    public Channel channel() {
        return context.channel();
    }

    @Override
    public boolean mayRefuse() {
        return true;
    }

    @Override
    public boolean isWritable() {
        return context.content().isWritable(id);
    }

    @Override
    public void send(ByteBuf piece, boolean last) {
        contentSent();
        context.content().write(id, piece, last).addListener(sent -> sent(last, sent.isSuccess()));
    }

    @Override
    public void sendEnd(HeaderFields trailers) {
        Http2Headers last;
        try {
            last = Http2HeadEncoder.encodeTrailers(trailers);
        } catch (IllegalArgumentException malformed) {
            fail(malformed);
            return;
        }
        contentSent();
        context.content().writeLast(id, last).addListener(sent -> sent(true, sent.isSuccess()));
    }

    private void sent(boolean last, boolean success) {
        if (!success) {
            ended();
            context.reset(id, Http2Error.CANCEL);
        } else if (last && call != null) {
            call.sent();
            contentSent();
        }
    }

    /** What waits in buffers counts as sent. */
    private void contentSent() {
        if (call != null && progress != ResponseProgress.HEAD && !call.request().timeoutIncludesContent()) {
            since = context.now();
        }
    }

    void writable() {
        if (call != null) {
            call.writable();
        }
    }

    @Override
    public void setReading(boolean read) {
        reading = read;
        if (read && unconsumed > 0) {
            int octets = unconsumed;
            unconsumed = 0;
            context.content().consume(id, octets);
        }
    }

    @Override
    public void resumed() {
        if (progress == ResponseProgress.HEAD) {
            since = context.now();
        }
    }

    /** Called for each header section of the response: interim responses, its head, its trailers. */
    void headers(Http2Headers section, boolean end) {
        try {
            if (progress == ResponseProgress.HEAD) {
                receiveTrailers(section, end);
            } else {
                progress = ResponseProgress.BEGUN;
                receiveHead(section, end);
            }
        } catch (IOException malformed) {
            malformed(malformed);
        }
    }

    private void receiveHead(Http2Headers section, boolean end) throws IOException {
        ResponseHead head = Http2HeadDecoder.head(section, context.settings().maxHeaderSize());
        if (HttpStatusClass.INFORMATIONAL.contains(head.status())) {
            receiveInterim(head, end);
            return;
        }
        long length = Http2HeadDecoder.length(section);
        missing = isWithoutContent(head.status()) ? 0 : length;
        if (end && missing > 0) {
            throw Http2HeadDecoder.malformed();
        }
        progress = ResponseProgress.HEAD;
        since = context.now();
        unread = head;
        if (end) {
            passHead(true);
            complete(HeaderFields.EMPTY);
        }
    }

    private void receiveInterim(ResponseHead head, boolean end) throws IOException {
        if (end) {
            throw Http2HeadDecoder.malformed();
        }
        if (++interims > ResponseReceiver.MAX_INTERIM) {
            throw new MalformedResponseException("The origin sent too many interim responses.");
        }
        if (call != null) {
            call.interim(head);
        }
    }

    /** RFC 9110 6.4.1, 9.3.2: whether the response has no content whatever its fields say. */
    private boolean isWithoutContent(int status) {
        return status == HttpResponseStatus.NO_CONTENT.code()
                || status == HttpResponseStatus.NOT_MODIFIED.code()
                || isHead();
    }

    private boolean isHead() {
        return call != null && call.request().method().equals("HEAD");
    }

    private void receiveTrailers(Http2Headers section, boolean end) throws IOException {
        HeaderFields trailers =
                Http2HeadDecoder.trailers(section, context.settings().maxHeaderSize());
        if (!end || missing > 0) {
            throw Http2HeadDecoder.malformed();
        }
        passHead(true);
        complete(trailers);
    }

    /** Called for content; returns how many octets the origin may send anew. */
    int data(ByteBuf data, int padding, boolean end) {
        int octets = data.readableBytes() + padding;
        if (call == null) {
            return octets;
        }
        if (isHead() && progress == ResponseProgress.HEAD) {
            discard(octets, end);
            return octets;
        }
        if (!isExpected(data.readableBytes(), end)) {
            malformed(Http2HeadDecoder.malformed());
            return octets;
        }
        since = context.now();
        passHead(end);
        if (call != null && data.isReadable()) {
            call.data(data.retain());
        }
        if (call != null && end) {
            complete(HeaderFields.EMPTY);
        }
        if (call == null || reading) {
            return octets;
        }
        unconsumed += octets;
        return 0;
    }

    /** Some servers send content in answer to HEAD, which HTTP/1.1 would not see as that of this response either. */
    private void discard(int octets, boolean end) {
        discarded += octets;
        since = context.now();
        passHead(end);
        if (discarded > FlowControlledContent.WINDOW) {
            malformed(Http2HeadDecoder.malformed());
        } else if (end) {
            complete(HeaderFields.EMPTY);
        }
    }

    private boolean isExpected(int octets, boolean end) {
        if (progress != ResponseProgress.HEAD) {
            return false;
        }
        if (missing == Http2HeadDecoder.UNKNOWN_LENGTH) {
            return true;
        }
        missing -= octets;
        return end ? missing == 0 : missing >= 0;
    }

    private void passHead(boolean atHand) {
        ResponseHead head = unread;
        unread = null;
        if (head != null && call != null) {
            call.head(head, atHand);
        }
    }

    /** Called when all frames of one read have been received. */
    void received() {
        passHead(false);
        if (call != null) {
            call.received();
        }
    }

    private void complete(HeaderFields trailers) {
        PooledCall answeredCall = detach();
        if (answeredCall != null) {
            context.onResponse();
            if (!answeredCall.isSent()) {
                context.reset(id, Http2Error.CANCEL);
            }
            answeredCall.end(trailers);
        }
    }

    /** Called when the connection has ended. */
    void ended() {
        boolean repeatable = context.hasAnswered() && progress == ResponseProgress.AWAITED;
        PooledCall broken = detach();
        if (repeatable && broken != null && broken.isRepeatable() && broken.takeRepetition()) {
            context.repeat(broken);
        } else if (broken != null) {
            broken.breakOff(progress);
        }
    }

    /** Called when the origin has reset the stream: it has seen the request, and would do so again. */
    void brokenOff() {
        PooledCall broken = detach();
        if (broken != null) {
            broken.breakOff(progress);
        }
    }

    /** Called when the origin has said that it has not processed the request (RFC 9113 8.7). */
    void refused() {
        PooledCall refused = detach();
        context.onRefusal();
        if (refused == null) {
            return;
        }
        if (progress == ResponseProgress.AWAITED && refused.takeRepetition()) {
            context.repeat(refused);
        } else {
            refused.fail(new IOException("The origin refused the request."));
        }
    }

    /** Fails the request because its response is malformed. */
    void malformed(IOException error) {
        end(error, Http2Error.PROTOCOL_ERROR);
    }

    @Override
    public void fail(Throwable error) {
        end(error, Http2Error.CANCEL);
    }

    private void end(Throwable error, Http2Error code) {
        PooledCall failed = detach();
        if (failed != null) {
            context.reset(id, code);
            failed.fail(error);
        }
    }

    @Override
    public void abandon(OriginCall abandoned) {
        if (call == abandoned) {
            detach();
            context.reset(id, Http2Error.CANCEL);
        }
    }

    private @Nullable PooledCall detach() {
        PooledCall current = call;
        call = null;
        unread = null;
        context.onLeave(id);
        return current;
    }

    /**
     * Fails the request if its origin is late; whether it was.
     *
     * @param hasContentBeside whether another request has content than that of this stream
     */
    boolean sweep(long now, Predicate<MultiplexedStream> hasContentBeside) {
        if (call == null
                || !(call.isLate(context.settings(), progress, now - since)
                        || isHeldForTooLong(now, hasContentBeside))) {
            return false;
        }
        fail(ReadTimeoutException.INSTANCE);
        return true;
    }

    boolean hasContent() {
        return call != null && call.request().content() != OriginRequest.NO_CONTENT;
    }

    /** RFC 9113 5.2.2: the content of other requests must not hold up that of this one for ever. */
    private boolean isHeldForTooLong(long now, Predicate<MultiplexedStream> hasContentBeside) {
        int window = hasContent() ? context.content().heldWindow(id) : 0;
        if (window == 0 || window != heldWindow || !hasContentBeside.test(this)) {
            heldWindow = window;
            heldSince = now;
        }
        return now - heldSince >= MAX_HOLD;
    }
}
