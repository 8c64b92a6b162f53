package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.POLICY;
import static dev.larder.rfc9111.EngineFixtures.T0;
import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredResponseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-age=60 | 160",
                "max-age=60, stale-while-revalidate=500 | 560",
                "max-age=60, stale-if-error=500, stale-while-revalidate=7 | 560",
                "max-age=60, stale-if-error=5 | 160",
                "max-age=60, must-revalidate | 60",
                "s-maxage=60 | 60"
            })
    @EngineObligation(section = "4.2.4", level = MAY, value = "a response is kept for as long as it can be of use")
    void isKeptAsLongAsItMayBeServedStale(String directives, long seconds) {
        CachePolicy policy = POLICY.withKeepStale(Duration.ofSeconds(100));

        assertThat(stored("Cache-Control", directives).dropAfter(policy)).isEqualTo(after(seconds));
    }

    @Test
    @EngineObligation(section = "4.3", level = MAY, value = "a validator makes a response useful beyond its freshness")
    void validatorExtendsRetentionBeyondFreshness() {
        CachePolicy policy = POLICY.withKeepStale(Duration.ofSeconds(100));

        assertThat(stored("Cache-Control", "max-age=60, must-revalidate", "ETag", "\"a\"")
                        .dropAfter(policy))
                .isEqualTo(after(160));
        assertThat(stored("Cache-Control", "max-age=60", "Age", "50").dropAfter(policy))
                .isEqualTo(after(110));
        assertThat(stored("Cache-Control", "max-age=60", "Age", "90").dropAfter(policy))
                .isEqualTo(after(100));
    }

    @Test
    @EngineObligation(section = "3", level = MUST, value = "all that a response occupies is weighed")
    void weightCountsFieldsBodyOverheadAndVaryKey() {
        StoredResponse stored = stored("Cache-Control", "max-age=60");
        StoredResponse longer = stored.withBody(() -> EngineFixtures.LENGTH + 5L);

        assertThat(StoredResponse.OVERHEAD_BYTES).isGreaterThanOrEqualTo(256);
        assertThat(stored.weight())
                .isEqualTo(stored.head().fields().bytes()
                        + StoredResponse.FIELD_OVERHEAD_BYTES
                                * stored.head().fields().size()
                        + EngineFixtures.LENGTH
                        + StoredResponse.OVERHEAD_BYTES);
        assertThat(longer.weight()).isEqualTo(stored.weight() + 5);
        assertThat(EngineFixtures.stored(
                                EngineFixtures.get("F", "abc"),
                                EngineFixtures.ok("Cache-Control", "max-age=60", "Vary", "F"))
                        .weight())
                .isEqualTo(stored.weight()
                        + "Vary".length()
                        + "F".length()
                        + 4
                        + StoredResponse.FIELD_OVERHEAD_BYTES
                        + "f".length()
                        + "abc".length());
    }

    @Test
    @EngineObligation(section = "3", level = MUST, value = "what a codec restores behaves as what was stored")
    void restoredResponseEqualsStoredOne() {
        StoredResponse stored = EngineFixtures.stored(
                EngineFixtures.get("Foo", "1"),
                EngineFixtures.ok("Cache-Control", "max-age=60, no-cache", "Vary", "Foo", "ETag", "\"a\"", "Age", "5"));
        Map<String, String> key = new HashMap<>(stored.varyKey());
        StoredResponse restored = StoredResponse.restore(
                stored.head(),
                key,
                stored.body(),
                stored.responseTime(),
                stored.correctedInitialAge(),
                stored.freshnessLifetime());
        key.clear();

        assertThat(restored.currentAge(after(7))).isEqualTo(stored.currentAge(after(7)));
        assertThat(restored.dropAfter(POLICY)).isEqualTo(stored.dropAfter(POLICY));
        assertThat(restored.weight()).isEqualTo(stored.weight());
        assertThat(restored.isSelectedBy(EngineFixtures.get("Foo", "1"))).isTrue();
        assertThat(restored.directives().isNoCache()).isTrue();
        assertThat(restored).isEqualTo(stored).hasSameHashCodeAs(stored).hasToString(stored.toString());
    }

    @Test
    @EngineObligation(section = "4.2.4", level = MAY, value = "what is purged softly is kept, stale, to be validated")
    void softPurgeMakesResponseStaleFromThenOn() {
        StoredResponse stored = stored("Cache-Control", "max-age=60", "Age", "5");
        StoredResponse purged = stored.softPurged(after(10));

        assertThat(purged.isFresh(after(10))).isFalse();
        assertThat(purged.staleness(after(17))).isEqualTo(Duration.ofSeconds(7));
        assertThat(purged.currentAge(after(17))).isEqualTo(Duration.ofSeconds(22));
        assertThat(purged.dropAfter(POLICY.withKeepStale(Duration.ofSeconds(100))))
                .isEqualTo(after(110));
        assertThat(purged.weight()).isEqualTo(stored.weight());
        assertThat(stored.isFresh(after(10))).isTrue();
    }

    @Test
    @EngineObligation(section = "4.2.4", level = MUST, value = "a soft purge makes nothing usable that was not")
    void softPurgeLeavesStaleResponseUnchanged() {
        StoredResponse stale = stored("Cache-Control", "max-age=60");
        StoredResponse purged = stored("Cache-Control", "max-age=60").softPurged(after(10));

        assertThat(stale.softPurged(after(60))).isSameAs(stale);
        assertThat(purged.softPurged(after(20))).isSameAs(purged);
    }

    @Test
    @EngineObligation(section = "4.2.3", level = MUST, value = "restored times are held within bounds")
    void restoredTimesAreBounded() {
        StoredResponse restored = StoredResponse.restore(
                EngineFixtures.ok(), Map.of(), () -> 0, T0, Duration.ofSeconds(-5), Duration.ofSeconds(Long.MAX_VALUE));

        assertThat(restored.correctedInitialAge()).isEqualTo(Duration.ZERO);
        assertThat(restored.freshnessLifetime()).isEqualTo(DeltaSeconds.MAX);
    }
}
