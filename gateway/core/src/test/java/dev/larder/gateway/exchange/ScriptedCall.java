package dev.larder.gateway.exchange;

import dev.larder.gateway.exchange.RandomSchedule.VirtualLoop;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.timeout.ReadTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/** One request to a {@link ScriptedOrigin}. Honours the contract of {@link OriginResponseListener}, and checks its callers. */
final class ScriptedCall implements OriginCall {

    private static final int LONGEST_DELAY = 15_000;
    private static final int ENDLESS_PIECE = 8 * 1024;

    /** Length of a response that does not end. */
    static final int ENDLESS = 16 * ENDLESS_PIECE;

    /** More than what is worth finishing. */
    private static final int MISSING = 66_000;

    private static final ResponseHead EARLY_HINTS = new ResponseHead(103, HeaderFields.of("Link", "</style.css>"));

    private final ScriptedOrigin origin;
    private final SimulatedRequest client;
    private final RequestHead request;
    private final OriginResponseListener listener;
    private final VirtualLoop loop;
    private final Deque<Runnable> script = new ArrayDeque<>();
    private final Deque<Object> heldBack = new ArrayDeque<>();
    private int status;
    private boolean unfounded;
    private boolean permissive;
    private boolean never;
    private boolean paused;
    private boolean delivering;
    private boolean failed;
    private boolean cancelled;
    private Optional<VersionedContent> sent = Optional.empty();
    private boolean over;

    ScriptedCall(ScriptedOrigin origin, SimulatedRequest client, RequestHead request, OriginResponseListener listener) {
        this.origin = origin;
        this.client = client;
        this.request = request;
        this.listener = listener;
        this.loop = client.loop();
    }

    SimulatedRequest client() {
        return client;
    }

    RequestHead request() {
        return request;
    }

    /** Returns the status of the final response; zero before its head. */
    int status() {
        return status;
    }

    /** Returns whether the origin never responds to it, or never ends its response. */
    boolean isNever() {
        return never;
    }

    /** Returns whether the origin sends a long response, and does not end it. */
    boolean isEndless() {
        return never && status != 0;
    }

    /** Returns whether the response has broken off, or there was none, or one that nothing has asked for. */
    boolean isFailed() {
        return failed || unfounded;
    }

    /** Returns whether the response names this content. */
    boolean isOf(VersionedContent content) {
        return sent.equals(Optional.of(content));
    }

    /** Returns whether the response permits to send others with it that are stored, whenever it has come. */
    boolean isPermissive() {
        return permissive;
    }

    /** Returns whether the gateway has ended it. */
    boolean isCancelled() {
        return cancelled;
    }

    /** Returns whether nothing more comes: it is complete, failed or cancelled. */
    boolean isOver() {
        return over;
    }

    void begin(RandomSchedule schedule, HistorySettings settings) {
        client.expect(loop.isInside(), "asks the origin on another thread");
        boolean later = schedule.random().nextBoolean();
        if (!later) {
            listener.sending();
        }
        never = !settings.calm() && schedule.chance(3);
        if (never) {
            return;
        }
        if (later) {
            script.add(listener::sending);
        }
        for (int i = schedule.random().nextInt(12) - 9; i > 0; i--) {
            script.add(() -> listener.interim(EARLY_HINTS));
        }
        script.add(() -> respond(schedule, settings));
        if (!settings.calm() && schedule.chance(20)) {
            var delay = Duration.ofMillis(schedule.random().nextInt(LONGEST_DELAY));
            schedule.later(delay, () -> loop.soon(this::proceed));
        } else {
            loop.soon(this::proceed);
        }
    }

    /** Fails a request to which the origin has not responded. */
    void time() {
        loop.soon(() -> finish(ReadTimeoutException.INSTANCE));
    }

    private void proceed() {
        Runnable next = over ? null : script.poll();
        if (next != null) {
            next.run();
            if (!over) {
                loop.soon(this::proceed);
            }
        }
    }

    /** Makes up the response now; its head is delivered in a later step. */
    private void respond(RandomSchedule schedule, HistorySettings settings) {
        if (schedule.chance(settings.originFaults() / 2)) {
            if (client.isWrite() && schedule.random().nextBoolean()) {
                origin.change(client);
            }
            script.add(() -> finish(failureBeforeHead(schedule)));
            return;
        }
        if (!settings.calm() && request.method().equals("GET") && schedule.chance(2)) {
            respondEndlessly();
            return;
        }
        ScriptedOrigin.Response response = origin.respond(client, request);
        boolean fails = schedule.chance(settings.originFaults() / 2);
        int length = response.content().length;
        int most = fails && length > 0 ? schedule.random().nextInt(length) : length;
        boolean atHand = !fails && schedule.chance(30);
        Deque<Runnable> rest = atHand ? new ArrayDeque<>() : script;
        script.add(() -> {
            status = response.head().status();
            sent = VersionedContent.named(response.head().fields());
            permissive = response.head().fields().combined("Cache-Control").equals("max-age=60");
            unfounded = response.head().fields().contains(ScriptedOrigin.UNFOUNDED);
            listener.head(response.head(), atHand);
            Supplier<Runnable> following = rest::poll;
            for (Runnable next = atHand ? following.get() : null; next != null && !over; next = following.get()) {
                next.run();
            }
            if (!over && !atHand) {
                listener.received();
            }
        });
        for (int at = 0; at < most; ) {
            int count = Math.min(most - at, 1 + schedule.random().nextInt(Math.max(1, settings.longestContent() / 3)));
            rest.add(piece(
                    response.content(), at, count, atHand || schedule.random().nextInt(4) == 0));
            at += count;
        }
        rest.add(fails ? () -> outcome(broken(schedule)) : () -> outcome(HeaderFields.EMPTY));
    }

    /** Sends most of a long content, and then nothing more. */
    private void respondEndlessly() {
        ScriptedOrigin.Response response = origin.endless(client, ENDLESS + MISSING);
        script.add(() -> {
            status = response.head().status();
            sent = VersionedContent.named(response.head().fields());
            listener.head(response.head(), false);
        });
        for (int at = 0; at < ENDLESS; at += ENDLESS_PIECE) {
            script.add(piece(response.content(), at, ENDLESS_PIECE, false));
        }
        script.add(() -> never = true);
    }

    private Runnable piece(byte[] content, int at, int count, boolean more) {
        return () -> {
            ByteBuf buffer = Unpooled.wrappedBuffer(content, at, count);
            origin.buffers().add(buffer);
            if (paused || !heldBack.isEmpty()) {
                heldBack.add(buffer);
            } else {
                listener.data(buffer);
            }
            if (!over && !more) {
                listener.received();
            }
        };
    }

    private static Throwable failureBeforeHead(RandomSchedule schedule) {
        return switch (schedule.random().nextInt(4)) {
            case 0 -> new ConnectException("refused");
            case 1 -> new UnknownHostException("origin");
            case 2 -> ReadTimeoutException.INSTANCE;
            default -> new IOException("The origin closed the connection before it responded.");
        };
    }

    private static Throwable broken(RandomSchedule schedule) {
        return schedule.random().nextBoolean()
                ? ReadTimeoutException.INSTANCE
                : new IOException("The origin broke its response off.");
    }

    private void outcome(Object outcome) {
        if (paused || !heldBack.isEmpty()) {
            heldBack.add(outcome);
        } else {
            finish(outcome);
        }
    }

    private void finish(Object outcome) {
        if (over) {
            return;
        }
        over = true;
        if (outcome instanceof Throwable error) {
            failed = true;
            listener.failed(error);
        } else {
            client.originEnded();
            listener.end(HeaderFields.EMPTY);
        }
    }

    @Override
    public void send(ByteBuf content) {
        client.expect(client.isWrite(), "sends content with a request that has none");
        content.release();
    }

    @Override
    public void sendLast(HeaderFields trailers) {
        client.expect(client.isWrite(), "sends content with a request that has none");
    }

    @Override
    public boolean isWritable() {
        return false;
    }

    @Override
    public void pause() {
        client.expect(loop.isInside(), "pauses the origin on another thread");
        paused = true;
    }

    @Override
    public void resume() {
        client.expect(loop.isInside(), "resumes the origin on another thread");
        paused = false;
        if (delivering) {
            return;
        }
        delivering = true;
        while (!paused && !over && !heldBack.isEmpty()) {
            Object event = heldBack.remove();
            if (event instanceof ByteBuf buffer) {
                listener.data(buffer);
            } else {
                finish(event);
            }
        }
        delivering = false;
    }

    @Override
    public void cancel() {
        client.expect(loop.isInside(), "cancels a request on another thread");
        cancelled = !over;
        over = true;
        for (Object event = heldBack.poll(); event != null; event = heldBack.poll()) {
            if (event instanceof ByteBuf buffer) {
                buffer.release();
            }
        }
    }
}
