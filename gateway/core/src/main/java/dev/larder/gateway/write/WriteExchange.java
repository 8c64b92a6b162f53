package dev.larder.gateway.write;

import dev.larder.gateway.exchange.ExchangeContext;
import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.exchange.OriginRequestTracker;
import dev.larder.gateway.exchange.ReadExchange;
import dev.larder.gateway.exchange.ResponseSink;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.UploadException;
import dev.larder.gateway.upload.UploadContent;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One unsafe request at the connection of its client: the {@link WriteLifecycle} tells when it is sent, and when a {@link ReadExchange}
 * gets its response, which decides about everything else from then on.
 *
 * <p>Everything runs on the loop of the client, but for the invalidation of other members of a cluster.
 */
public final class WriteExchange {

    private final ExchangeContext context;
    private final ClientPort client;
    private final WriteLifecycle.ResponseStamp stamp;
    private final Response response;
    private final WriteLifecycle write;
    private final ReadExchange answer;
    private ByteBuf content;
    private @Nullable UploadContent upload;

    /**
     * Creates an exchange that has not begun.
     *
     * @param mayBeStored whether a GET for the target is answered by the same rule as the response would be stored by
     * @param content the content, which this takes over; null if the request has none
     */
    public WriteExchange(
            ExchangeContext context,
            ClientPort client,
            WriteFence fence,
            boolean mayBeStored,
            @Nullable ByteBuf content) {
        this.context = context;
        this.client = client;
        this.content = content == null ? Unpooled.EMPTY_BUFFER : content;
        this.response = new Response(fence);
        this.write = WriteLifecycle.behind(fence, context.loop()::run, response);
        this.answer = new ReadExchange(context.with(response), client);
        this.stamp = WriteLifecycle.ResponseStamp.of(context.services(), context.request(), mayBeStored);
        context.report().forwarded(Reason.METHOD);
        if (!fence.isSynchronous()) {
            context.report().notStored(Reason.EVENTUAL);
        }
    }

    /** Begins to raise the fence. */
    public void begin() {
        write.begin();
    }

    /** Begins with content that has been read ahead: without the rest of it, the origin has an incomplete request. */
    public void begin(UploadContent received) {
        upload = received;
        if (received.isWhole()) {
            write.begin();
        } else {
            write.begin(received, client::atEnd);
        }
    }

    /** Answers a request whose content does not arrive, or exceeds limits; nothing is sent. */
    public void refuse(Throwable error) {
        write.refuse(error);
    }

    /** Called when the client has left before the end of its response. */
    public void clientLeft() {
        answer.clientLeft();
        if (write.isReleased()) {
            response.breakOff();
        } else {
            write.clientLeft();
        }
    }

    /** Called when the client keeps up again. */
    public void clientWritable() {
        answer.clientWritable();
    }

    private ByteBuf takeContent() {
        ByteBuf taken = content;
        content = Unpooled.EMPTY_BUFFER;
        return taken;
    }

    /** The response: held back until the write is settled, then the origin of an exchange that has responded already. */
    private final class Response implements OriginPort, ResponseSink, WriteLifecycle.Sender {

        private final OriginRequestTracker call;
        private @Nullable ResponseHead head;
        private @Nullable OriginResponseListener next;
        private boolean whole;

        Response(WriteFence fence) {
            this.call = new OriginRequestTracker(
                    context.origin(), context.services().clock()::nanos, this, fence::sending);
        }

        @Override
        public void forward() {
            try {
                if (upload != null) {
                    call.ask(context.request().head(), upload, context.loop());
                } else {
                    call.ask(context.request().head(), takeContent());
                }
            } catch (RuntimeException fault) {
                call.refuse(fault);
            }
        }

        @Override
        public void cancel() {
            takeContent().release();
            call.cancel();
        }

        @Override
        public void release(EpochChange change) {
            stamp.of(Objects.requireNonNull(head), change)
                    .ifPresentOrElse(known -> answer.beginAnswered(known, stamp.asked()), answer::beginPassing);
            answer.clientWritable();
        }

        @Override
        public void fail(Throwable error) {
            takeContent().release();
            answer.responder().failed(error);
        }

        @Override
        public void fault(RuntimeException fault) {
            answer.fault(fault);
        }

        /** The client has left before the end of its content: there will be no more of the response. */
        void breakOff() {
            if (next != null && upload != null && !upload.isOver()) {
                call.refuse(UploadException.brokenOff());
            }
        }

        @Override
        public OriginCall ask(RequestHead request, long length, OriginResponseListener listener) {
            next = listener;
            listener.head(Objects.requireNonNull(head), whole);
            return Objects.requireNonNull(call.call());
        }

        @Override
        public void interim(ResponseHead interim) {
            if (write.isAwaited()) {
                answer.responder().interim(interim);
            }
        }

        @Override
        public void head(ResponseHead seen, boolean atHand) {
            head = seen;
            whole = atHand;
            write.answered(Optional.of(seen));
            // If the invalidation was complete at once, the response has been released by now.
            if (write.isSettling()) {
                call.pause();
            }
        }

        @Override
        public boolean receive(ByteBuf octets) {
            if (next == null) {
                octets.release();
            } else {
                next.data(octets);
            }
            return true;
        }

        @Override
        public boolean hasIdleTimeout() {
            return next != null && next.hasIdleTimeout();
        }

        @Override
        public void received() {
            if (next != null) {
                next.received();
            }
        }

        @Override
        public void end() {
            if (next == null) {
                call.failed(new IOException("The response has no head."));
            } else {
                next.end(HeaderFields.EMPTY);
            }
        }

        @Override
        public void failed(Throwable error) {
            if (next != null) {
                next.failed(error);
            } else {
                write.failed(error);
            }
        }
    }
}
