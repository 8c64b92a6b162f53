package dev.larder.gateway.exchange;

import dev.larder.gateway.metrics.CacheReport;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response of one exchange: what its client gets from the store, from its own fetch, and from the gateway itself, each with a
 * report of what the cache did. Exactly one response is begun, and it is completed or visibly cut.
 */
final class ExchangeResponder implements FetchInitiator {

    private static final Logger log = LoggerFactory.getLogger(ExchangeResponder.class);

    /** RFC 9110 15.2.1: the client has not asked for it. */
    private static final int CONTINUE = 100;

    private final ExchangeContext context;
    private final ClientPort client;
    private final Runnable whenOver;
    private boolean headSent;
    private boolean counted;
    private @Nullable ResponseHead begun;

    /** @param whenOver called once, just before the last octet is sent */
    ExchangeResponder(ExchangeContext context, ClientPort client, Runnable whenOver) {
        this.context = context;
        this.client = client;
        this.whenOver = whenOver;
    }

    /** Returns whether the response has begun. */
    boolean isHeadSent() {
        return headSent;
    }

    /** Answers from the store. */
    void serve(StoredResponse stored, Reason reason) {
        Instant now = context.now();
        context.report().hit(reason, stored.ttl(now));
        send(stored, now);
    }

    /** Answers with a stored response that the origin has just sent, or confirmed, for this request. */
    void sendStored(StoredResponse stored, Reason reason) {
        context.report().forwarded(reason);
        send(stored, context.now());
    }

    /** Answers with a problem of the gateway itself. */
    void problem(GatewayProblem problem) {
        context.report().local();
        send(problem.head(), context.request().isHead() ? List.of() : List.of(ByteBuffer.wrap(problem.json())));
    }

    private void send(StoredResponse stored, Instant now) {
        var answer = ConstructedResponse.to(context.request().head(), stored, now);
        boolean none = context.request().isHead() || !answer.hasContent();
        send(answer.head(), none ? List.of() : StoredBodyUtils.of(answer, stored.body()));
    }

    private void send(ResponseHead head, List<ByteBuffer> content) {
        whenOver.run();
        client.send(reported(head), content);
    }

    private ResponseHead reported(ResponseHead head) {
        headSent = true;
        ExchangeServices services = context.services();
        CacheReport report = context.report();
        context.counter()
                .announced(
                        context.request(),
                        report,
                        head.status(),
                        FetchResponse.announced(head).orElse(-1));
        services.reporter().sent(context.request(), report, head.status(), services.clock());
        return services.reporter().reported(head, report, services.clock().wall());
    }

    @Override
    public void interim(ResponseHead head) {
        if (head.status() != CONTINUE) {
            client.interim(head);
        }
    }

    @Override
    public void head(ResponseHead head) {
        begun = head;
    }

    /** Until content arrives, the origin may still fail, and the client get a problem instead. */
    private void sendHead() {
        ResponseHead head = begun;
        if (head != null) {
            begun = null;
            counted = context.counter().traffic().counts() && !head.fields().contains("Content-Length");
            client.head(reported(head));
        }
    }

    @Override
    public boolean data(ByteBuf octets) {
        sendHead();
        if (counted) {
            context.counter().traffic().answered(context.report().result(), octets.readableBytes());
        }
        client.data(octets);
        if (!client.isWritable()) {
            // Nothing more may be received that would flush it, and what is not flushed is never sent.
            client.flush();
        }
        return client.isWritable();
    }

    @Override
    public void received() {
        if (headSent) {
            client.flush();
        }
    }

    @Override
    public void end() {
        if (!headSent && begun == null) {
            failed(new IOException("The response has no head."));
            return;
        }
        sendHead();
        whenOver.run();
        client.end();
    }

    @Override
    public void whole(ResponseHead head, byte[] content) {
        send(head, content.length == 0 ? List.of() : List.of(ByteBuffer.wrap(content)));
    }

    @Override
    public void stored(StoredResponse stored) {
        sendStored(stored, context.report().reason());
    }

    @Override
    public void stale(StoredResponse stored, Reason reason) {
        serve(stored, reason);
    }

    @Override
    public void failed(Throwable error) {
        if (headSent) {
            whenOver.run();
            log.debug(
                    "The response to {} ended early: {}",
                    context.request().head().method(),
                    error.toString());
            client.breakOff();
        } else {
            log.debug(
                    "No answer from the origin to {}: {}",
                    context.request().head().method(),
                    error.toString());
            problem(GatewayProblem.ofAny(error));
        }
    }
}
