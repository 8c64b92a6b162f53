package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.after;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.StaleServing.Failure;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StaleServingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // response directives | age | request directives | failure | by what right
                "max-age=2 | 100 | - | CONNECTION | HIT_STALE_DISCONNECTED",
                "max-age=2 | 100 | - | TIMEOUT | HIT_STALE_DISCONNECTED",
                "max-age=2 | 100 | - | SERVER_ERROR | -",
                "max-age=2 | 100 | - | MALFORMED | -",
                "max-age=2, stale-if-error=60 | 62 | - | MALFORMED | HIT_STALE_IF_ERROR",
                "max-age=2 | 1 | - | CONNECTION | HIT_STALE_DISCONNECTED",
                "max-age=2, stale-if-error=60 | 62 | - | SERVER_ERROR | HIT_STALE_IF_ERROR",
                "max-age=2, stale-if-error=60 | 63 | - | SERVER_ERROR | -",
                "max-age=2, stale-if-error=60 | 62 | - | CONNECTION | HIT_STALE_IF_ERROR",
                "max-age=2, stale-if-error=60 | 63 | - | CONNECTION | -",
                "max-age=2, stale-if-error=0 | 3 | - | TIMEOUT | -",
                "max-age=2, stale-if-error=x | 3 | - | SERVER_ERROR | -",
                "max-age=2 | 10 | stale-if-error=60 | SERVER_ERROR | HIT_STALE_IF_ERROR",
                "max-age=2 | 100 | stale-if-error=60 | SERVER_ERROR | -",
                "max-age=2, must-revalidate | 3 | - | CONNECTION | -",
                "max-age=2, proxy-revalidate | 3 | - | CONNECTION | -",
                "max-age=2, s-maxage=2 | 3 | - | CONNECTION | -",
                "max-age=2, no-cache | 3 | - | CONNECTION | -",
                "max-age=2, must-revalidate, stale-if-error=60 | 3 | stale-if-error=60 | SERVER_ERROR | -",
                "max-age=2 | 3 | no-cache | CONNECTION | -"
            })
    @EngineObligation(
            section = "4.2.4",
            level = MUST,
            value = "stale only if disconnected or permitted, never if prohibited")
    void servesStaleOnFailureOnlyIfPermitted(
            String directives, long age, String wishes, Failure failure, String right) {
        StoredResponse stored = stored("Cache-Control", directives, "ETag", "\"a\"");
        RequestHead request = wishes.equals("-") ? get() : get("Cache-Control", wishes);

        assertThat(StaleServing.allowed(request, stored, EngineFixtures.POLICY, failure, after(age))
                        .map(Reason::name))
                .isEqualTo(right.equals("-") ? Optional.empty() : Optional.of(right));
    }

    @Test
    @EngineObligation(
            rfc = "RFC 5861",
            section = "4",
            level = MAY,
            value = "a rule's window where the response states none")
    void ruleStaleIfErrorAppliesOnlyWithoutOriginValue() {
        CachePolicy rule = EngineFixtures.POLICY.withStaleIfError(Duration.ofSeconds(60));
        StoredResponse silent = stored("Cache-Control", "max-age=2");
        StoredResponse explicit = stored("Cache-Control", "max-age=2, stale-if-error=1");

        assertThat(StaleServing.allowed(get(), silent, rule, Failure.SERVER_ERROR, after(62)))
                .contains(Reason.HIT_STALE_IF_ERROR);
        assertThat(StaleServing.allowed(get(), silent, rule, Failure.SERVER_ERROR, after(63)))
                .isEmpty();
        assertThat(StaleServing.allowed(get(), explicit, rule, Failure.SERVER_ERROR, after(62)))
                .isEmpty();
    }

    @Test
    @EngineObligation(section = "4.2.4", level = MAY, value = "a rule can forbid stale answers from a lost origin")
    void ruleCanForbidServingStaleOnDisconnect() {
        StoredResponse stored = stored("Cache-Control", "max-age=2");

        assertThat(StaleServing.allowed(
                        get(),
                        stored,
                        EngineFixtures.POLICY.withStaleOnDisconnect(false),
                        Failure.CONNECTION,
                        after(3)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    @EngineObligation(
            section = "5.2.2.4",
            level = MUST,
            value = "what a rule has validated always is as if it said no-cache")
    void alwaysValidatedResponseIsNotServedOnFailure(Failure failure) {
        CachePolicy rule = EngineFixtures.POLICY.withAlwaysValidate(true).withStaleIfError(Duration.ofSeconds(60));
        StoredResponse stored = stored("Cache-Control", "max-age=2, stale-if-error=60");

        assertThat(StaleServing.allowed(get(), stored, rule, failure, after(1))).isEmpty();
    }
}
