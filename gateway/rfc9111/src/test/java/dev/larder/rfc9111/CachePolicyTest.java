package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CachePolicyTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    @EngineObligation(
            section = "4.2.2",
            level = MAY,
            value = "what the specification leaves open is decided in one place")
    void defaults() {
        CachePolicy policy = CachePolicy.DEFAULT;

        assertThat(policy.ttl()).isEmpty();
        assertThat(policy.requestDirectives()).isTrue();
        assertThat(policy.staleWhileRevalidate()).isZero();
        assertThat(policy.staleIfError()).isZero();
        assertThat(policy.staleOnDisconnect()).isTrue();
        assertThat(policy.heuristicMax()).isEqualTo(Duration.ofDays(1));
        assertThat(policy.keepStale()).isEqualTo(Duration.ofDays(1));
        assertThat(policy.maxVariants()).isEqualTo(32);
    }

    @Test
    @EngineObligation(section = "4.2.2", level = MAY, value = "each decision is changed on its own")
    void withersChangeOneThing() {
        CachePolicy policy = CachePolicy.DEFAULT
                .withTtl(SECOND)
                .withTtlOverrides(true)
                .withStatusTtl(Map.of(404, SECOND))
                .withStatuses(Set.of(200, 404))
                .withMethods(Set.of("GET", "QUERY"))
                .withPrivateCache(true)
                .withRequestDirectives(false)
                .withStaleWhileRevalidate(SECOND.multipliedBy(2))
                .withStaleIfError(SECOND.multipliedBy(3))
                .withStaleOnDisconnect(false)
                .withHeuristicMax(SECOND.multipliedBy(4))
                .withErrorMax(SECOND.multipliedBy(7))
                .withKeepStale(SECOND.multipliedBy(5))
                .withMaxVariants(6)
                .withCookies(CookiePolicy.ALLOW)
                .withAlwaysValidate(true);

        assertThat(policy)
                .isEqualTo(new CachePolicy(
                        Optional.of(SECOND),
                        true,
                        Map.of(404, SECOND),
                        Set.of(200, 404),
                        Set.of("GET", "QUERY"),
                        true,
                        false,
                        SECOND.multipliedBy(2),
                        SECOND.multipliedBy(3),
                        false,
                        SECOND.multipliedBy(4),
                        SECOND.multipliedBy(7),
                        SECOND.multipliedBy(5),
                        6,
                        CookiePolicy.ALLOW,
                        true));
    }

    @Test
    @EngineObligation(section = "1.2.2", level = MUST, value = "durations are neither negative nor beyond 2^31 seconds")
    void durationsAreBounded() {
        assertThat(CachePolicy.DEFAULT.withKeepStale(Duration.ofDays(99_999)).keepStale())
                .isEqualTo(DeltaSeconds.MAX);
        assertThatThrownBy(() -> CachePolicy.DEFAULT.withTtl(SECOND.negated()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl is PT-1S");
        assertThatThrownBy(() -> CachePolicy.DEFAULT.withMaxVariants(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxVariants is 0");
    }
}
