package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.rfc9111.CachePolicy.FreshnessPolicy;
import dev.larder.rfc9111.CachePolicy.StalenessPolicy;
import dev.larder.rfc9111.CachePolicy.StoragePolicy;
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
    void defaultPolicySetsNoTtlAndServesStaleOnlyOnDisconnect() {
        CachePolicy policy = CachePolicy.DEFAULT;

        assertThat(policy.freshness().ttl()).isEmpty();
        assertThat(policy.requestDirectives()).isTrue();
        assertThat(policy.staleness().staleWhileRevalidate()).isZero();
        assertThat(policy.staleness().staleIfError()).isZero();
        assertThat(policy.staleness().staleOnDisconnect()).isTrue();
        assertThat(policy.freshness().heuristicMax()).isEqualTo(Duration.ofDays(1));
        assertThat(policy.staleness().keepStale()).isEqualTo(Duration.ofDays(1));
        assertThat(policy.storage().maxVariants()).isEqualTo(32);
    }

    @Test
    @EngineObligation(section = "4.2.2", level = MAY, value = "each decision is changed on its own")
    void eachWitherChangesOnlyItsProperty() {
        CachePolicy policy = CachePolicy.DEFAULT
                .withTtl(SECOND)
                .withTtlOverrides(true)
                .withTypeTtl(Map.of("image/*", SECOND))
                .withStatusTtl(Map.of(404, SECOND))
                .withStatuses(Set.of(200, 404))
                .withMethods(Set.of("GET", "QUERY"))
                .withPrivateCache(true)
                .withRequestDirectives(false)
                .withStaleWhileRevalidate(SECOND.multipliedBy(2))
                .withStaleIfError(SECOND.multipliedBy(3))
                .withStaleOnDisconnect(false)
                .withErrorMax(SECOND.multipliedBy(7))
                .withKeepStale(SECOND.multipliedBy(5))
                .withRefreshAhead(0.25)
                .withMaxVariants(6)
                .withAmended(Set.of("via"))
                .withCookies(CookiePolicy.ALLOW)
                .withAlwaysValidate(true);

        assertThat(policy)
                .isEqualTo(new CachePolicy(
                        Set.of("GET", "QUERY"),
                        true,
                        false,
                        true,
                        new StoragePolicy(Set.of(200, 404), CookiePolicy.ALLOW, 6, Set.of("via")),
                        new FreshnessPolicy(
                                Optional.of(SECOND),
                                true,
                                Map.of("image/*", SECOND),
                                Map.of(404, SECOND),
                                CachePolicy.DEFAULT.freshness().heuristicMax(),
                                Optional.of(SECOND.multipliedBy(7))),
                        new StalenessPolicy(
                                SECOND.multipliedBy(2), SECOND.multipliedBy(3), false, SECOND.multipliedBy(5), 0.25)));
    }

    @Test
    @EngineObligation(section = "1.2.2", level = MUST, value = "durations are neither negative nor beyond 2^31 seconds")
    void capsLongDurationsAndRejectsInvalidValues() {
        assertThat(CachePolicy.DEFAULT
                        .withKeepStale(Duration.ofDays(99_999))
                        .staleness()
                        .keepStale())
                .isEqualTo(DeltaSeconds.MAX);
        assertThatThrownBy(() -> CachePolicy.DEFAULT.withTtl(SECOND.negated()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl is PT-1S");
        assertThatThrownBy(() -> CachePolicy.DEFAULT.withRefreshAhead(0.6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("refreshAhead is 0.6");
        assertThatThrownBy(() -> CachePolicy.DEFAULT.withMaxVariants(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxVariants is 0");
    }
}
