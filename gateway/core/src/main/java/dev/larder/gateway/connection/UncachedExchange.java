package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.HeldBackResponse;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.OriginRequestTracker;
import dev.larder.gateway.exchange.ResponseSink;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A request on a route without a cache: its response goes to its client as it is, and nowhere else. Until content arrives, the
 * origin may still fail, and the server behind answers; a client whose own content is refused gets that answer at once.
 */
final class UncachedExchange extends HeldBackResponse implements ConnectionTask, ResponseSink {

    private final OriginRequestTracker call;
    private final ClientPort client;
    private final RequestHead request;
    private final Consumer<Throwable> unanswered;
    private ByteBuf content;

    /**
     * Creates an exchange that has not begun.
     *
     * @param content the content, which this takes over when it begins; empty if there is none
     * @param clock nanoseconds
     * @param unanswered told why there is no response
     */
    UncachedExchange(
            OriginPort origin,
            ClientPort client,
            RequestHead request,
            ByteBuf content,
            LongSupplier clock,
            Consumer<Throwable> unanswered) {
        this.call = new OriginRequestTracker(origin, clock, this);
        this.client = client;
        this.request = request;
        this.content = content;
        this.unanswered = unanswered;
    }

    @Override
    public void begin() {
        ByteBuf octets = content;
        content = Unpooled.EMPTY_BUFFER;
        call.ask(request, octets);
    }

    /**
     * Begins with content that has been read ahead.
     *
     * @param loop runs this exchange
     */
    void begin(UploadContent upload, ExchangeLoop loop) {
        call.ask(request, upload, loop);
    }

    /** Ends a request whose content does not arrive, or exceeds limits. */
    void refuse(Throwable error) {
        call.refuse(error);
    }

    @Override
    public void clientLeft() {
        client.abandoned();
        drop();
        call.cancel();
    }

    /** What has been held back is flushed: nothing more may be received that would flush it. */
    @Override
    public void clientWritable() {
        call.resume();
        received();
    }

    /** Gateway does not forward it. */
    @Override
    public void interim(ResponseHead interim) {}

    @Override
    public void head(ResponseHead arrived, boolean atHand) {
        hold(arrived.endToEnd(), atHand);
    }

    @Override
    protected void sendHead(ResponseHead head) {
        client.head(head);
    }

    @Override
    protected boolean sendData(ByteBuf octets) {
        client.data(octets);
        if (!client.isWritable()) {
            // Nothing more may be received that would flush it.
            client.flush();
        }
        return client.isWritable();
    }

    @Override
    protected void sendEnd() {
        client.end();
    }

    @Override
    protected void sendWhole(ResponseHead head, ByteBuf octets) {
        client.send(head, octets);
    }

    @Override
    public void received() {
        if (isUnderWay()) {
            client.flush();
        }
    }

    @Override
    public void end() {
        if (hasHead()) {
            super.end();
        } else {
            failed(new IOException("The response has no head."));
        }
    }

    @Override
    public void failed(Throwable error) {
        drop();
        if (isHeadSent()) {
            client.breakOff(error);
        } else if (GatewayProblem.isOfClient(error)) {
            GatewayProblem.of(error).orElseThrow().sendLast(client);
        } else {
            unanswered.accept(error);
        }
    }
}
