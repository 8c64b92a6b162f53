package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
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
            new OriginClientSettings.Pool(4, 4, 1_000, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** What a request fails by whose own response is not wrong: its connection. */
    private static final Set<String> BY_CONNECTION = Set.of(
            "The origin broke its response off.",
            "The origin closed the connection before it responded.",
            "The origin refused the request.");

    private final Collection<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failedByConnection = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void eachRandomRequestHasExactlyOneAllowedOutcome(OriginTransport transport) {
        RandomExchanges exchanges;
        int left;
        int broken;
        try (var origin = new Http2RandomOrigin(SEED, violations);
                var client = new OriginClientFixture(transport, POOL, Http2Fixture::clientContext)) {
            exchanges = new RandomExchanges(client, origin.address(), REQUESTS, SEED, violations, new Judge());
            RandomExchanges all = exchanges;
            all.begin(WINDOW);
            for (int before = 0; before < REQUESTS; before = all.over()) {
                int seen = before;
                client.await(() -> all.over() > seen);
            }
            client.await(() -> client.client().waitingRequests() == 0);
            client.await(
                    () -> client.client().openConnections() == client.client().idleConnections());
            left = origin.left();
            broken = origin.broken();
        }
        System.out.printf(
                "%d requests by HTTP/2, %d answered, %d connections broken, %d left, %d requests lost by that, seed %d%n",
                exchanges.over(), exchanges.ended(), broken, left, failedByConnection.get(), SEED);
        assertThat(violations).as("seed %d", SEED).isEmpty();
        assertThat(failedByConnection.get())
                .as("seed %d", SEED)
                .isLessThanOrEqualTo((left + broken) * Http2RandomOrigin.MAX_STREAMS);
        assertThat(exchanges.ended()).as("seed %d", SEED).isGreaterThan(REQUESTS / 2);
    }

    private final class Judge implements RandomExchanges.Judge {

        @Override
        public boolean mayEnd(RandomPlan plan) {
            return !Http2RandomOrigin.isWrong(plan);
        }

        @Override
        public void judge(RandomExchange exchange, RandomPlan plan, IOException error) {
            if (!Http2RandomOrigin.isWrong(plan)) {
                exchange.require(BY_CONNECTION.contains(error.getMessage()), "failed: " + error);
                failedByConnection.incrementAndGet();
            }
        }
    }
}
