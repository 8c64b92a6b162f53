package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
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
            new OriginClientSettings.Pool(6, 6, 1_000, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private final Collection<String> violations = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @EnumSource(OriginTransport.class)
    void eachRandomRequestHasExactlyOneAllowedOutcome(OriginTransport transport) throws IOException {
        RandomExchanges exchanges;
        try (var origin = new RandomOrigin(SEED, violations);
                var client = new OriginClientFixture(transport, POOL)) {
            exchanges = new RandomExchanges(client, origin.address(), REQUESTS, SEED, violations, new Judge());
            RandomExchanges all = exchanges;
            all.begin(WINDOW);
            client.await(() -> all.over() >= REQUESTS);
            client.await(() -> client.client().waitingRequests() == 0);
        }
        System.out.printf(
                "%d requests to an origin, %d answered, seed %d%n", exchanges.over(), exchanges.ended(), SEED);
        assertThat(violations).as("seed %d", SEED).isEmpty();
        assertThat(exchanges.ended()).as("seed %d", SEED).isGreaterThan(REQUESTS / 2);
    }

    private static final class Judge implements RandomExchanges.Judge {

        @Override
        public boolean mayEnd(RandomPlan plan) {
            return plan.mayEnd();
        }

        @Override
        public void judge(RandomExchange exchange, RandomPlan plan, IOException error) {
            exchange.require(plan.mayFail(), "failed: " + error);
        }
    }
}
