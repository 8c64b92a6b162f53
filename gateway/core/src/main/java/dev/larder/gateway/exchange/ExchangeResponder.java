package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.ClientPort;
import dev.larder.gateway.message.FailureLog;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodySource;
import dev.larder.gateway.store.GrowingBody;
import dev.larder.gateway.store.ReadableBody;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseConstruction;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.netty.channel.AbortedException;

/**
 * The response of one exchange: what its client gets from the store, from its own fetch, and from the gateway itself, each with a
 * report of what the cache did. Exactly one response is begun, and it is completed or visibly cut.
 */
public final class ExchangeResponder implements FetchInitiator {

    private static final Logger log = LoggerFactory.getLogger(ExchangeResponder.class);

    /** RFC 9110 15.2.1: the client has not asked for it. */
    private static final int CONTINUE = 100;

    private final ExchangeContext context;
    private final ClientPort client;
    private final Runnable whenOver;
    private final Runnable gone;
    private boolean headSent;
    private @Nullable Throwable broken;
    private boolean left;
    private boolean counted;
    private @Nullable ResponseHead begun;
    private @Nullable ContentContinuation rest;

    /**
     * @param whenOver called once, just before the last octet is sent
     * @param gone called instead of a response that its fetch has brought, if its body cannot be read any more
     */
    ExchangeResponder(ExchangeContext context, ClientPort client, Runnable whenOver, Runnable gone) {
        this.context = context;
        this.client = client;
        this.whenOver = whenOver;
        this.gone = gone;
    }

    /** Called when the client has left before the end of its response. */
    void clientLeft() {
        left = true;
        client.abandoned();
        if (!headSent) {
            context.counter().left(context.report());
        }
        if (rest != null) {
            rest.cancel();
        }
    }

    boolean hasClientLeft() {
        return left;
    }

    /** Ends the response, whatever has become of it, after a fault of the gateway itself. */
    void fault(Throwable fault) {
        FailureLog.fault(context.request().head().method(), fault);
        over();
        left = true;
        client.breakOff(fault);
    }

    /** Called when the client keeps up again. */
    void clientWritable() {
        if (rest != null) {
            rest.resume();
        }
    }

    @Override
    public void atEnd(Runnable action) {
        client.atEnd(action);
    }

    /**
     * Answers from the store.
     *
     * @param gone called instead if its body cannot be read any more
     */
    void serve(StoredResponse stored, Reason reason, Runnable gone) {
        Instant now = context.now();
        context.report().hit(reason, stored.ttl(now));
        send(stored, now, gone);
    }

    /** Answers, as {@link #serve}, with a stored response that the origin has just sent, or confirmed, for this request. */
    void sendStored(StoredResponse stored, Reason reason, Runnable gone) {
        context.report().forwarded(reason);
        send(stored, context.now(), gone);
    }

    /** Answers with a problem of the gateway itself. */
    void problem(GatewayProblem problem) {
        problem.report(context.report());
        send(problem.head(), context.request().isHead() ? List.of() : List.of(ByteBuffer.wrap(problem.json())));
    }

    private void send(StoredResponse stored, Instant now, Runnable gone) {
        var answer = ResponseConstruction.construct(context.request().head(), stored, now);
        StoredBody body = stored.body();
        if (answer instanceof ConstructedResponse.NotModified) {
            client.confirms(stored);
        }
        if (context.request().isHead() || !answer.hasContent()) {
            send(answer.head(), List.of());
        } else if (body instanceof ReadableBody readable) {
            open(answer, readable, gone);
        } else if (body instanceof GrowingBody growing && GrowingBody.isReadInOrder(answer)) {
            stream(answer, growing.end(), (first, count) -> growing.read(first, count, client::atEnd), gone);
        } else if (body instanceof GrowingBody) {
            gone.run();
        } else {
            send(answer.head(), StoredBodyUtils.of(answer, body));
        }
    }

    private void open(ConstructedResponse answer, ReadableBody body, Runnable gone) {
        body.open(close -> context.loop().run(() -> client.atEnd(close)))
                .subscribe(
                        opened -> context.loop().run(() -> send(answer, body.length(), opened, gone)),
                        error -> context.loop().run(() -> notOpened(error, gone)));
    }

    private void send(ConstructedResponse answer, long length, ReadableBody.Opened opened, Runnable gone) {
        if (left) {
            return;
        }
        if (answer instanceof ConstructedResponse.Parts || !client.canSendFiles()) {
            stream(answer, length, opened, gone);
            return;
        }
        over();
        client.sendFile(
                answer.head(),
                opened.file(),
                answer instanceof ConstructedResponse.Part part ? part.range() : new ByteRange(0, length - 1));
    }

    private void notOpened(Throwable error, Runnable gone) {
        if (left) {
            return;
        }
        if (error instanceof BodyGoneException) {
            gone.run();
        } else {
            failed(error);
        }
    }

    private void stream(ConstructedResponse answer, long length, BodySource source, Runnable gone) {
        Flux<byte[]> content;
        try {
            content = StoredBodyUtils.stream(answer, length, source);
        } catch (BodyGoneException error) {
            gone.run();
            return;
        }
        head(answer.head());
        follow(content, gone);
    }

    /**
     * Sends content as it is read, at the speed of the client.
     *
     * @param gone called if it breaks off before the client has got anything; null if the response fails then
     */
    private void follow(Publisher<byte[]> content, @Nullable Runnable gone) {
        var continuation = new ContentContinuation(this, context.loop()) {

            @Override
            boolean hasClientLeft() {
                return left;
            }

            @Override
            void onBreakOff(Throwable error) {
                if (!tryAgain(gone)) {
                    failed(error);
                }
            }
        };
        rest = continuation;
        content.subscribe(continuation);
    }

    private void send(ResponseHead head, List<ByteBuffer> content) {
        over();
        client.send(head, content);
    }

    private void over() {
        headSent = true;
        whenOver.run();
    }

    private boolean isCounted(ResponseHead head) {
        return context.counter().traffic().isCounted() && !head.fields().contains("Content-Length");
    }

    private void count(int octets) {
        if (counted) {
            context.counter().traffic().answered(context.report().result(), octets);
        }
    }

    @Override
    public void interim(ResponseHead head) {
        if (head.status() != CONTINUE) {
            client.interim(head.endToEnd());
        }
    }

    @Override
    public void hint(ResponseHead head) {
        client.hint(head);
    }

    /** Here, and in {@link #whole} and {@link #interim}, the origin's heads lose what applies to its connection only. */
    @Override
    public void head(ResponseHead received) {
        begun = received.endToEnd();
        client.announce(begun);
    }

    /** Until content arrives, the origin may still fail, and the client get a problem instead. */
    private void sendHead() {
        ResponseHead head = begun;
        if (head != null) {
            begun = null;
            counted = isCounted(head);
            headSent = true;
            client.head(head);
        }
    }

    @Override
    public boolean receive(ByteBuf octets) {
        try {
            sendHead();
        } catch (RuntimeException fault) {
            octets.release();
            throw fault;
        }
        count(octets.readableBytes());
        client.data(octets);
        if (!client.isWritable()) {
            // Nothing more may be received that would flush it, and what is not flushed is never sent.
            client.flush();
        }
        return client.isWritable();
    }

    @Override
    public void received() {
        ResponseHead head = begun;
        if (head != null && Incremental.isStream(head.fields())) {
            sendHead();
        }
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

    /** Whatever it was to get ends before its head: it may get something else. */
    private boolean tryAgain(@Nullable Runnable instead) {
        if (instead == null || headSent || !client.mayBeginAnew()) {
            return false;
        }
        begun = null;
        instead.run();
        return true;
    }

    @Override
    public void whole(ResponseHead received, ByteBuf content) {
        ResponseHead head = received.endToEnd();
        counted = isCounted(head);
        count(content.readableBytes());
        over();
        client.send(head, content);
    }

    @Override
    public void continuesIn(BodyRecorder.Reader content) {
        follow(content, null);
    }

    @Override
    public void stored(StoredResponse stored) {
        sendStored(stored, context.report().reason(), this::fetchedBodyGone);
    }

    @Override
    public void stale(StoredResponse stored, Reason reason) {
        serve(stored, reason, this::fetchedBodyGone);
    }

    @Override
    public void breaksOff(Throwable error) {
        broken = error;
    }

    /** Only a request that a cache may satisfy is made again, unless it is the origin that has failed. */
    private void fetchedBodyGone() {
        ExchangeRequest request = context.request();
        if (broken != null) {
            failed(broken);
        } else if (request.policy().methods().contains(request.head().method())) {
            gone.run();
        } else {
            failed(new TruncatedResponseException());
        }
    }

    @Override
    public void failed(Throwable error) {
        if (left) {
            return;
        }
        if (headSent) {
            logIfFault(error);
            whenOver.run();
            log.debug(
                    "The response to {} ended early: {}",
                    context.request().head().method(),
                    error.toString());
            client.breakOff(error);
        } else if (client.tryHandleError(error)) {
            over();
        } else {
            logIfFault(error);
            answer(error);
        }
    }

    /** An error that filters or handlers of the application see is theirs. */
    private void logIfFault(Throwable error) {
        if (GatewayProblem.of(error).isEmpty() && !(error instanceof AbortedException)) {
            FailureLog.fault(context.request().head().method(), error);
        }
    }

    private void answer(Throwable error) {
        GatewayProblem problem = GatewayProblem.ofAny(error);
        if (GatewayProblem.isOfClient(error)) {
            context.report().local();
            over();
            problem.sendLast(client);
        } else {
            problem(problem);
        }
    }
}
