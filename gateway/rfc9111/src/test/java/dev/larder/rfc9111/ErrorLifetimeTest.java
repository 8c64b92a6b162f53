package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.NOW;
import static dev.larder.rfc9111.EngineFixtures.POLICY;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long errors are fresh, which clients can provoke. */
class ErrorLifetimeTest {

    @ParameterizedTest
    @CsvSource({
        "400, 0, 10",
        "403, 0, 10",
        "403, 30, 40",
        "403, 55, 60",
        "404, 0, 60",
        "404, 30, 60",
        "418, 0, 60",
        "503, 0, 10",
        "599, 0, 10",
        "410, 0, 60",
        "200, 0, 60",
        "301, 0, 60"
    })
    @EngineObligation(
            section = "4.2",
            level = MAY,
            value = "an error stays for no more than ten seconds, unless a rule says so")
    @Tag("hardening-P8")
    void capsExplicitFreshnessOfMostErrorsAtTenSeconds(int status, int age, int lifetime) {
        CachePolicy policy = POLICY.withStatusTtl(Map.of(418, Duration.ofSeconds(5)));
        ResponseHead response =
                response(status, "Cache-Control", "max-age=60", "ETag", "\"a\"", "Age", Integer.toString(age));
        assertThat(Storability.judge(get(), response, policy, NOW))
                .isInstanceOfSatisfying(
                        StoreVerdict.Store.class,
                        store -> assertThat(store.response().freshnessLifetime())
                                .isEqualTo(Duration.ofSeconds(lifetime)));
    }

    @ParameterizedTest
    @CsvSource({"404, max-age=60, 20", "410, max-age=60, 20", "404, max-age=5, 5", "403, max-age=60, 20"})
    @EngineObligation(section = "4.2", level = MAY, value = "a rule bounds the freshness of every error")
    void ruleCapsFreshnessOfAllErrors(int status, String stated, int lifetime) {
        assertThat(lifetime(status, POLICY.withErrorMax(Duration.ofSeconds(20)), "Cache-Control", stated))
                .isEqualTo(Duration.ofSeconds(lifetime));
    }

    @Test
    @EngineObligation(
            section = "4.2",
            level = MAY,
            value = "404 stays for no more than ten seconds if the origin does not state more")
    void capsTtlOf404WithoutOriginFreshnessAtTenSeconds() {
        assertThat(lifetime(404, POLICY.withTtl(Duration.ofHours(1)), "ETag", "\"a\""))
                .isEqualTo(Duration.ofSeconds(10));
    }

    private static Duration lifetime(int status, CachePolicy policy, String... fields) {
        StoreVerdict verdict = Storability.judge(get(), response(status, fields), policy, NOW);
        return ((StoreVerdict.Store) verdict).response().freshnessLifetime();
    }
}
