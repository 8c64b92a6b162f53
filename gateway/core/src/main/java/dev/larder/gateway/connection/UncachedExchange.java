package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.ClientPort;
import dev.larder.gateway.exchange.ExchangeLoop;
import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.UploadContent;
import dev.larder.gateway.exchange.UploadSender;
import dev.larder.gateway.origin.OriginCall;
import dev.larder.gateway.origin.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A request on a route without a cache: its response goes to its client as it is, and nowhere else. Until content arrives, the
 * origin may still fail, and the server behind answers; a client whose own content is refused gets that answer at once.
 */
final class UncachedExchange implements ConnectionExchange, OriginResponseListener {

    private final OriginPort origin;
    private final ClientPort client;
    private final RequestHead request;
    private final LongSupplier clock;
    private final Consumer<Throwable> unanswered;
    private ByteBuf content;
    private long asked;
    private @Nullable OriginCall call;
    private @Nullable UploadSender sender;
    private @Nullable ResponseHead head;
    private @Nullable ByteBuf first;
    private boolean whole;
    private boolean headSent;
    private boolean over;

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
        this.origin = origin;
        this.client = client;
        this.request = request;
        this.content = content;
        this.clock = clock;
        this.unanswered = unanswered;
    }

    @Override
    public void begin() {
        ByteBuf whole = content;
        content = Unpooled.EMPTY_BUFFER;
        asked = clock.getAsLong();
        try {
            OriginCall begun = origin.ask(request, whole.readableBytes(), this);
            call = begun;
            begun.send(whole.retain());
            begun.sendLast(HeaderFields.EMPTY);
        } finally {
            whole.release();
        }
    }

    /**
     * Begins with content that has been read ahead.
     *
     * @param loop runs this exchange
     */
    void begin(UploadContent upload, ExchangeLoop loop) {
        asked = clock.getAsLong();
        OriginCall begun = origin.ask(request, upload.length(), this);
        call = begun;
        sender = UploadSender.send(upload, begun, loop, this::refuse);
    }

    /** Ends a request whose content does not arrive, or exceeds limits. */
    void refuse(Throwable error) {
        cancel();
        failed(error);
    }

    @Override
    public void clientLeft() {
        client.abandoned();
        cancel();
    }

    private void cancel() {
        stopSending();
        drop();
        if (call != null) {
            call.cancel();
        }
    }

    private void drop() {
        if (first != null) {
            first.release();
            first = null;
        }
    }

    private void stopSending() {
        if (sender != null) {
            sender.stop();
        }
    }

    /** What has been held back is flushed: nothing more may be received that would flush it. */
    @Override
    public void clientWritable() {
        if (call != null) {
            call.resume();
            received();
        }
    }

    @Override
    public void sending() {}

    /** Gateway does not forward it. */
    @Override
    public void interim(ResponseHead interim) {}

    @Override
    public void head(ResponseHead arrived, boolean atHand) {
        origin.answered(arrived.status(), clock.getAsLong() - asked);
        head = origin.seen(arrived).endToEnd();
        whole = atHand;
    }

    private void sendHead() {
        if (head != null && !headSent) {
            headSent = true;
            client.head(head);
        }
        if (first != null) {
            ByteBuf octets = first;
            first = null;
            client.data(octets);
        }
    }

    @Override
    public void data(ByteBuf octets) {
        if (whole && !headSent && first == null) {
            first = octets;
            return;
        }
        sendHead();
        client.data(octets);
        if (!client.isWritable()) {
            // Nothing more may be received that would flush it.
            client.flush();
        }
        if (!client.isWritable() && call != null) {
            call.pause();
        }
    }

    @Override
    public boolean limitsPauses() {
        return false;
    }

    @Override
    public void received() {
        if (headSent && !over) {
            client.flush();
        }
    }

    @Override
    public void end(HeaderFields trailers) {
        if (head == null) {
            failed(new IOException("The response has no head."));
            return;
        }
        stopSending();
        over = true;
        if (whole && !headSent) {
            ByteBuf content = first == null ? Unpooled.EMPTY_BUFFER : first;
            first = null;
            client.send(head, content);
        } else {
            sendHead();
            client.end();
        }
    }

    @Override
    public void failed(Throwable error) {
        if (head == null) {
            origin.unanswered(error, clock.getAsLong() - asked);
        }
        stopSending();
        drop();
        if (headSent) {
            client.breakOff(error);
        } else if (GatewayProblem.isOfClient(error)) {
            GatewayProblem.of(error).orElseThrow().sendLast(client);
        } else {
            unanswered.accept(error);
        }
    }

    @Override
    public void writable() {
        if (sender != null) {
            sender.next();
        }
    }
}
