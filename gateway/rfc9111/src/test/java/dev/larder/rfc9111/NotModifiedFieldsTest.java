package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.T0;
import static dev.larder.rfc9111.EngineFixtures.WALL;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.Validation.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the fields of a 304, which confirm and which change a stored response, where servers write a 304 otherwise than their 200. */
class NotModifiedFieldsTest {

    private static final ReceptionTimes LATER =
            new ReceptionTimes(T0.plusSeconds(99), T0.plusSeconds(100), WALL.plusSeconds(100));

    @ParameterizedTest
    @ValueSource(strings = {"Bar", "", " ", ",", "bar", "Accept-Encoding", "Foo"})
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "a 304 with a narrower or other Vary makes no variant another's")
    void varyIn304DoesNotServeVariantToOtherRequests(String vary) {
        StoredResponse stored = stored(get("Foo", "1"), ok("Vary", "Foo", "ETag", "\"a\"", "Date", date(0)));
        ResponseHead narrower =
                response(304, "ETag", "\"a\"", "Vary", vary, "Cache-Control", "max-age=60", "Date", date(100));
        ResponseVariants after = freshened(Validation.judge(
                        get("Foo", "1"), ResponseVariants.of(stored), stored, narrower, EngineFixtures.POLICY, LATER))
                .stored()
                .orElseThrow();

        for (RequestHead other : List.of(get("Foo", "2"), get())) {
            assertThat(Reuse.judge(other, Optional.of(after), EngineFixtures.POLICY, EngineFixtures.after(101)))
                    .isEqualTo(new ReuseVerdict.Forward(Reason.VARY_MISS, false));
        }
        assertThat(Reuse.judge(get("Foo", "1"), Optional.of(after), EngineFixtures.POLICY, EngineFixtures.after(101)))
                .isInstanceOf(ReuseVerdict.Serve.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"t-gzip\"', '\"t\"', true",
        "'\"t--gzip\"', '\"t\"', true",
        "'\"t-br\"', 'W/\"t\"', true",
        "'\"t\"', '\"t-gzip\"', true",
        "'\"t;gzip\"', '\"t\"', true",
        "'W/\"t\"', '\"t\"', true",
        "'\"t\"', 'W/\"t\"', true",
        "'\"t-gzip\"', '\"u\"', false",
        "'\"t-gzip\"', '\"t-br\"', false",
        "'\"t-1\"', '\"t\"', false",
        "'\"-gzip\"', '\"\"', false",
        "'\"t\"', 't', false",
        "'\"t\"', '\"u\", \"t\"', true",
        "'\"t\"', '\"u\", \"v\"', false"
    })
    @EngineObligation(section = "4.3.4", level = MUST, value = "a 304 identifies by one or more validators")
    void confirmsByTagThatDiffersOnlyInCodingSuffixOrWeakness(String stored, String received, boolean confirms) {
        StoredResponse before = stored("ETag", stored, "Content-Encoding", "gzip", "Cache-Control", "max-age=1");
        Outcome outcome = judge(before, response(304, "ETag", received, "X", "new"));

        assertThat(outcome instanceof Outcome.Freshened).isEqualTo(confirms);
        if (confirms) {
            assertThat(freshened(outcome).after().head().fields().values("ETag"))
                    .containsExactly(stored);
            assertThat(freshened(outcome).stored().orElseThrow().responses())
                    .singleElement()
                    .matches(response -> response.head().fields().contains("X"));
        }
    }

    @Test
    @EngineObligation(section = "4.3.4", level = MUST, value = "several lines of ETag are several validators")
    void doesNotConfirmBySeveralUnmatchedTags() {
        ResponseHead others = response(304, "ETag", "\"u\"", "ETag", "\"v\"");

        assertThat(judge(stored("ETag", "\"t\""), others)).isInstanceOf(Outcome.Unusable.class);
    }

    @Test
    @EngineObligation(section = "3.2", level = MUST, value = "what describes the stored octets is not that of a 304")
    void keepsContentDescribingFieldsOn304() {
        String[] names = {"Content-Digest", "Repr-Digest", "Content-Encoding", "Content-Range", "Content-MD5"};
        for (String name : names) {
            StoredResponse before = stored("ETag", "\"t\"", name, "old");
            assertThat(freshened(judge(before, response(304, "ETag", "\"t\"", name, "new")))
                            .after()
                            .head()
                            .fields()
                            .values(name))
                    .as(name)
                    .containsExactly("old");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"private;", "no-store max-age=60"})
    @EngineObligation(section = "3", level = MUST, value = "a 304 that forbids storing does so in any spelling")
    void malformedRestrictionIn304RemovesStoredResponse(String cacheControl) {
        StoredResponse before = stored("Cache-Control", "max-age=60", "ETag", "\"a\"");

        assertThat(freshened(judge(before, response(304, "Cache-Control", cacheControl, "ETag", "\"a\"")))
                        .stored())
                .isEmpty();
    }

    @Test
    @EngineObligation(section = "3.1", level = MUST, value = "what a 304's Connection names restricts nevertheless")
    void restrictionNamedByConnectionIn304RemovesStoredResponse() {
        StoredResponse before = stored("ETag", "\"t\"", "Cache-Control", "max-age=60");
        ResponseHead hidden = response(304, "ETag", "\"t\"", "Cache-Control", "private", "Connection", "Cache-Control");

        assertThat(freshened(judge(before, hidden)).stored()).isEmpty();
    }

    private static Outcome judge(StoredResponse stored, ResponseHead answer) {
        return Validation.judge(get(), ResponseVariants.of(stored), stored, answer, EngineFixtures.POLICY, LATER);
    }

    private static Outcome.Freshened freshened(Outcome outcome) {
        return Optional.of(outcome).map(Outcome.Freshened.class::cast).orElseThrow();
    }
}
