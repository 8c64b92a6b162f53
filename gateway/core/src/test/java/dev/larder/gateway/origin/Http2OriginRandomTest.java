package dev.larder.gateway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random requests by HTTP/2 to an origin that answers in steps, wrongly at random, refuses and leaves at random, by a client that
 * pauses and cancels at random. Each request that is not cancelled has exactly one outcome, which its plan allows; no response
 * contains octets of another one, no write is sent twice, and no buffer is left. {@code -Dlarder.origin.requests} chooses the
 * length of the history, {@code -Dlarder.origin.seed} its seed.
 */
class Http2OriginRandomTest {

    private static final int REQUESTS = Integer.getInteger("larder.origin.requests", 1_000);
    private static final long SEED = Long.getLong("larder.origin.seed", System.nanoTime());
    private static final int WINDOW = 24;

    private static final OriginClientSettings.Pool POOL =
            new OriginClientSettings.Pool(4, 1_000, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** What a request fails by whose own response is not wrong: its connection. */
    private static final Set<String> BY_CONNECTION = Set.of(
            "The origin broke its response off.",
            "The origin closed the connection before it responded.",
            "The origin refused the request.");

    private final Collection<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger over = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger failedByConnection = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void eachRequestHasItsOwnOutcome(OriginTransport transport) {
        int left;
        int broken;
        try (var origin = new Http2RandomOrigin(SEED, violations);
                var client = new OriginClientFixture(transport, POOL, Http2Fixture::clientContext)) {
            for (int i = 0; i < 2 * WINDOW; i++) {
                EventLoop loop = client.loop(i % 2);
                loop.execute(() -> next(client, origin.address(), loop));
            }
            for (int before = 0; before < REQUESTS; before = over.get()) {
                int seen = before;
                client.await(() -> over.get() > seen);
            }
            client.await(() -> client.client().waitingRequests() == 0);
            client.await(
                    () -> client.client().openConnections() == client.client().idleConnections());
            left = origin.left();
            broken = origin.broken();
        }
        System.out.printf(
                "%d requests by HTTP/2, %d answered, %d connections broken, %d left, %d requests lost by that, seed %d%n",
                over.get(), ended.get(), broken, left, failedByConnection.get(), SEED);
        assertThat(violations).as("seed %d", SEED).isEmpty();
        assertThat(failedByConnection.get())
                .as("seed %d", SEED)
                .isLessThanOrEqualTo((left + broken) * Http2RandomOrigin.MAX_STREAMS);
        assertThat(ended.get()).as("seed %d", SEED).isGreaterThan(REQUESTS / 2);
    }

    private void next(OriginClientFixture client, OriginAddress origin, EventLoop loop) {
        int number = numbers.getAndIncrement();
        if (number < REQUESTS) {
            new Exchange(client, RandomPlan.of(SEED, number), loop, origin).begin();
        }
    }

    /** One request, and the judgement of what its listener is told. */
    private final class Exchange implements OriginResponseListener {

        private final OriginClientFixture client;
        private final RandomPlan plan;
        private final EventLoop loop;
        private final OriginAddress origin;
        private final Random random;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private @Nullable OriginCall call;
        private int events;
        private boolean hasHead;
        private boolean paused;
        private boolean done;

        Exchange(OriginClientFixture client, RandomPlan plan, EventLoop loop, OriginAddress origin) {
            this.client = client;
            this.plan = plan;
            this.loop = loop;
            this.origin = origin;
            this.random = new Random(plan.seed());
        }

        void begin() {
            int upload = plan.upload();
            HeaderFields fields = upload < 0
                    ? HeaderFields.of("Transfer-Encoding", "chunked")
                    : upload == 0 ? HeaderFields.EMPTY : HeaderFields.of("Content-Length", Integer.toString(upload));
            var request = new OriginRequest(
                    origin,
                    plan.method(),
                    "/" + plan.number(),
                    fields,
                    upload,
                    !plan.method().equals("POST"));
            call = client.client().ask(loop, request, this);
            if (upload != 0) {
                upload(call, plan.requestContent());
            }
            event();
        }

        private void upload(OriginCall sent, byte[] octets) {
            int first = random.nextInt(octets.length + 1);
            sent.send(client.allocator().buffer().writeBytes(octets, 0, first));
            loop.execute(() -> {
                sent.send(client.allocator().buffer().writeBytes(octets, first, octets.length - first));
                sent.sendLast(HeaderFields.EMPTY);
            });
        }

        private void event() {
            if (done || call == null) {
                return;
            }
            if (events++ == plan.cancelAt()) {
                done = true;
                call.cancel();
                finish();
            } else if (!paused && random.nextInt(8) == 0) {
                paused = true;
                call.pause();
                loop.schedule(this::resume, random.nextInt(3), TimeUnit.MILLISECONDS);
            }
        }

        private void resume() {
            paused = false;
            if (call != null) {
                call.resume();
            }
        }

        private void finish() {
            over.incrementAndGet();
            loop.execute(() -> next(client, origin, loop));
        }

        private void require(boolean condition, String what) {
            if (!condition) {
                violations.add(plan + ": " + what);
            }
        }

        @Override
        public void sending() {
            require(!done, "sent after its end");
        }

        @Override
        public void interim(ResponseHead head) {
            require(!done && !hasHead, "an interim response too late");
            event();
        }

        @Override
        public void head(ResponseHead head, boolean atHand) {
            require(!done && !hasHead, "a second head");
            require(head.fields().combined("X-Number").equals(Integer.toString(plan.number())), "the head of another");
            hasHead = true;
            event();
        }

        @Override
        public void data(ByteBuf data) {
            require(!done && hasHead, "content without a head");
            require(!paused, "content while paused");
            content.writeBytes(ByteBufUtil.getBytes(data));
            data.release();
            event();
        }

        @Override
        public void end(HeaderFields trailers) {
            require(!done && hasHead && !Http2RandomOrigin.isWrong(plan), "ended");
            require(Arrays.equals(content.toByteArray(), plan.responseContent()), "content of another");
            done = true;
            ended.incrementAndGet();
            finish();
        }

        @Override
        public void failed(Throwable error) {
            require(!done && error instanceof IOException, "failed by " + error);
            if (!Http2RandomOrigin.isWrong(plan)) {
                require(BY_CONNECTION.contains(error.getMessage()), "failed: " + error);
                failedByConnection.incrementAndGet();
            }
            done = true;
            finish();
        }

        @Override
        public void writable() {
            require(!done, "writable after its end");
        }
    }
}
