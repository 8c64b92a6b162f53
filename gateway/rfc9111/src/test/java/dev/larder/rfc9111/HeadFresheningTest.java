package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.request;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadFresheningTest {

    private static final StoredResponse STORED = stored(
            "Cache-Control", "max-age=2", "ETag", "\"a\"", "Last-Modified", date(-1000), "A", "1", "Date", date(0));

    @Test
    @EngineObligation(
            section = "4.3.5",
            level = SHOULD,
            value = "a 200 to HEAD that agrees updates the stored response")
    void matchingHeadResponseUpdatesStoredResponse() {
        StoredResponse after =
                only(apply(ok("Cache-Control", "max-age=1000", "A", "2", "ETag", "\"a\"", "Content-Length", "1000")));

        assertThat(after.head().fields().values("A")).containsExactly("2");
        assertThat(after.head().fields().values("Last-Modified")).containsExactly(date(-1000));
        assertThat(after.isFresh(EngineFixtures.after(999))).isTrue();
        assertThat(after.body()).isSameAs(STORED.body());
    }

    @ParameterizedTest
    @CsvSource({"ETag, '\"b\"'", "Content-Length, 999", "Content-Length, x"})
    @EngineObligation(section = "4.3.5", level = SHOULD, value = "a 200 to HEAD that disagrees makes it stale")
    void differingHeadResponseMakesStoredResponseStale(String name, String value) {
        StoredResponse after = only(apply(ok("Cache-Control", "max-age=1000", name, value)));

        assertThat(after.isFresh(EngineFixtures.T0)).isFalse();
        assertThat(after.head()).isEqualTo(STORED.head());
    }

    @Test
    @EngineObligation(section = "4.3.5", level = SHOULD, value = "Last-Modified has to agree too")
    void differingLastModifiedMakesStoredResponseStale() {
        assertThat(only(apply(ok("Last-Modified", date(0)))).isFresh(EngineFixtures.T0))
                .isFalse();
    }

    @Test
    @EngineObligation(
            section = "4.3.5",
            level = SHOULD,
            value = "a 200 to HEAD without ETag, Last-Modified and Content-Length has nothing to agree with")
    void headResponseThatCannotBeComparedLeavesStoredResponseAsItIs() {
        assertThat(only(apply(ok("Cache-Control", "max-age=1000", "A", "2")))).isSameAs(STORED);
        assertThat(only(apply(ok("Cache-Control", "max-age=0", "Age", "9999")))).isSameAs(STORED);
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 404", "HEAD, 304", "HEAD, 500", "GET, 200"})
    @EngineObligation(section = "4.3.5", level = SHOULD, value = "only a 200 to HEAD counts")
    void ignoresOtherMethodsAndStatusCodes(String method, int status) {
        ResponseVariants set = ResponseVariants.of(STORED);

        assertThat(HeadFreshening.apply(
                        request(method), response(status, "A", "2"), set, EngineFixtures.POLICY, EngineFixtures.NOW))
                .containsSame(set);
    }

    @Test
    @EngineObligation(
            section = "4.3.5",
            level = SHOULD,
            value = "each response that could have been chosen, and no other")
    void updatesOnlyVariantThatRequestSelects() {
        StoredResponse chosen = stored(get("Foo", "1"), ok("Vary", "Foo", "ETag", "\"a\""));
        StoredResponse other = stored(get("Foo", "2"), ok("Vary", "Foo", "ETag", "\"a\""));
        ResponseVariants set = ResponseVariants.of(other).with(chosen, EngineFixtures.POLICY);
        ResponseVariants after = HeadFreshening.apply(
                        request("HEAD", "Foo", "1"),
                        ok("ETag", "\"a\"", "New", "1"),
                        set,
                        EngineFixtures.POLICY,
                        EngineFixtures.NOW)
                .orElseThrow();

        assertThat(after.responses()).hasSize(2).contains(other).doesNotContain(chosen);
    }

    @Test
    @EngineObligation(section = "3", level = MUST, value = "an update that forbids storing removes")
    void noStoreInHeadResponseRemovesStoredResponse() {
        assertThat(apply(ok("Cache-Control", "no-store"))).isEmpty();
        assertThat(apply(ok("Cache-Control", "no-store", "ETag", "\"a\""))).isEmpty();
        assertThat(HeadFreshening.apply(
                        request("HEAD", "Authorization", "x"),
                        ok(),
                        ResponseVariants.of(STORED),
                        EngineFixtures.POLICY,
                        EngineFixtures.NOW))
                .isPresent();
    }

    private static Optional<ResponseVariants> apply(ResponseHead answer) {
        return HeadFreshening.apply(
                request("HEAD"), answer, ResponseVariants.of(STORED), EngineFixtures.POLICY, EngineFixtures.NOW);
    }

    private static StoredResponse only(Optional<ResponseVariants> set) {
        assertThat(set.orElseThrow().responses()).hasSize(1);
        return set.orElseThrow().responses().get(0);
    }
}
