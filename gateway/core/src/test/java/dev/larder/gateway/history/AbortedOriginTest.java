package dev.larder.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.history.DirectGateway.Answer;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/** A connection to the origin that is closed before the request has gone out is not the client that has left. */
class AbortedOriginTest {

    private final DirectGateway gateway = new DirectGateway(
            new BoundedStore<ResponseVariants>(PolicyName.LRU.create(40_000, 1), Instant::now, RemovalListener.none()),
            new Invalidator(1 << 12, 1, new LocalInvalidationBus()),
            new RuleSet(List.of(), CachePolicy.DEFAULT, new Couplings(Map.of())));

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "POST"})
    void abortedConnectionToOriginIsBadGateway(String method) {
        Answer answer = gateway.send(method, "/aborted", exchange -> Mono.error(AbortedException.beforeSend()))
                .block();
        assertThat(answer).isNotNull();
        assertThat(answer.status()).isEqualTo(502);
    }
}
