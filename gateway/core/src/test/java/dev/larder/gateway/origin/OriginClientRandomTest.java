package dev.larder.gateway.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random requests to an origin that cuts its octets at random, answers wrongly at random and closes connections at random, by a
 * client that pauses and cancels at random. Each request that is not cancelled has exactly one outcome, which its plan allows;
 * no response contains octets of another one, no connection carries two requests at a time, and no buffer is left. {@code
 * -Dlarder.origin.requests} chooses the length of the history, {@code -Dlarder.origin.seed} its seed.
 */
class OriginClientRandomTest {

    private static final int REQUESTS = Integer.getInteger("larder.origin.requests", 3_000);
    private static final long SEED = Long.getLong("larder.origin.seed", System.nanoTime());
    private static final int WINDOW = 12;
    private static final OriginClientSettings.Pool POOL =
            new OriginClientSettings.Pool(6, 1_000, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private final Collection<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger over = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void eachRequestHasItsOwnOutcome(OriginTransport transport) throws IOException {
        try (var origin = new RandomOrigin(SEED, violations);
                var client = new OriginClientFixture(transport, POOL)) {
            for (int i = 0; i < 2 * WINDOW; i++) {
                EventLoop loop = client.loop(i % 2);
                loop.execute(() -> next(client, origin.address(), loop));
            }
            client.await(() -> over.get() >= REQUESTS);
            client.await(() -> client.client().waitingRequests() == 0);
        }
        System.out.printf("%d requests to an origin, %d answered, seed %d%n", over.get(), ended.get(), SEED);
        assertThat(violations).as("seed %d", SEED).isEmpty();
        assertThat(ended.get()).as("seed %d", SEED).isGreaterThan(REQUESTS / 2);
    }

    private void next(OriginClientFixture client, OriginAddress origin, EventLoop loop) {
        int number = numbers.getAndIncrement();
        if (number < REQUESTS) {
            exchange(client, RandomPlan.of(SEED, number), loop, origin).begin();
        }
    }

    private RandomExchange exchange(OriginClientFixture client, RandomPlan plan, EventLoop loop, OriginAddress origin) {
        return new RandomExchange(client, plan, loop, origin, violations) {

            @Override
            void over() {
                over.incrementAndGet();
                loop.execute(() -> next(client, origin, loop));
            }

            @Override
            boolean mayEnd() {
                return plan.mayEnd();
            }

            @Override
            void ended() {
                ended.incrementAndGet();
            }

            @Override
            void judge(IOException error) {
                require(plan.mayFail(), "failed: " + error);
            }
        };
    }
}
