package dev.larder.rfc9111;

import static dev.larder.rfc9111.Given.date;
import static dev.larder.rfc9111.Given.get;
import static dev.larder.rfc9111.Given.ok;
import static dev.larder.rfc9111.Given.request;
import static dev.larder.rfc9111.Given.response;
import static dev.larder.rfc9111.Given.stored;
import static dev.larder.rfc9111.Obligation.Level.MUST;
import static dev.larder.rfc9111.Obligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadFresheningTest {

    private static final StoredResponse STORED = stored(
            "Cache-Control", "max-age=2", "ETag", "\"a\"", "Last-Modified", date(-1000), "A", "1", "Date", date(0));

    @Test
    @Obligation(section = "4.3.5", level = SHOULD, value = "a 200 to HEAD that agrees updates the stored response")
    void agreementUpdates() {
        StoredResponse after =
                only(apply(ok("Cache-Control", "max-age=1000", "A", "2", "ETag", "\"a\"", "Content-Length", "1000")));

        assertThat(after.head().fields().values("A")).containsExactly("2");
        assertThat(after.head().fields().values("Last-Modified")).containsExactly(date(-1000));
        assertThat(after.fresh(Given.after(999))).isTrue();
        assertThat(after.body()).isSameAs(STORED.body());
    }

    @ParameterizedTest
    @CsvSource({"ETag, '\"b\"'", "Content-Length, 999", "Content-Length, x"})
    @Obligation(section = "4.3.5", level = SHOULD, value = "a 200 to HEAD that disagrees makes it stale")
    void disagreementMakesStale(String name, String value) {
        StoredResponse after = only(apply(ok("Cache-Control", "max-age=1000", name, value)));

        assertThat(after.fresh(Given.T0)).isFalse();
        assertThat(after.head()).isEqualTo(STORED.head());
    }

    @Test
    @Obligation(section = "4.3.5", level = SHOULD, value = "Last-Modified has to agree too")
    void lastModifiedDisagrees() {
        assertThat(only(apply(ok("Last-Modified", date(0)))).fresh(Given.T0)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 404", "HEAD, 304", "HEAD, 500", "GET, 200"})
    @Obligation(section = "4.3.5", level = SHOULD, value = "only a 200 to HEAD counts")
    void nothingElseCounts(String method, int status) {
        Variants set = Variants.of(STORED);

        assertThat(HeadFreshening.apply(request(method), response(status, "A", "2"), set, Given.POLICY, Given.NOW))
                .containsSame(set);
    }

    @Test
    @Obligation(section = "4.3.5", level = SHOULD, value = "each response that could have been chosen, and no other")
    void onlySelectedResponsesAreTouched() {
        StoredResponse chosen = stored(get("Foo", "1"), ok("Vary", "Foo", "ETag", "\"a\""));
        StoredResponse other = stored(get("Foo", "2"), ok("Vary", "Foo", "ETag", "\"a\""));
        Variants set = Variants.of(other).with(chosen, Given.POLICY);
        Variants after = HeadFreshening.apply(
                        request("HEAD", "Foo", "1"), ok("ETag", "\"a\"", "New", "1"), set, Given.POLICY, Given.NOW)
                .orElseThrow();

        assertThat(after.responses()).hasSize(2).contains(other).doesNotContain(chosen);
    }

    @Test
    @Obligation(section = "3", level = MUST, value = "an update that forbids storing removes")
    void forbiddingAnswersRemove() {
        assertThat(apply(ok("Cache-Control", "no-store"))).isEmpty();
        assertThat(HeadFreshening.apply(
                        request("HEAD", "Authorization", "x"), ok(), Variants.of(STORED), Given.POLICY, Given.NOW))
                .isPresent();
    }

    private static Optional<Variants> apply(ResponseHead answer) {
        return HeadFreshening.apply(request("HEAD"), answer, Variants.of(STORED), Given.POLICY, Given.NOW);
    }

    private static StoredResponse only(Optional<Variants> set) {
        assertThat(set.orElseThrow().responses()).hasSize(1);
        return set.orElseThrow().responses().get(0);
    }
}
