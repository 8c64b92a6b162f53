package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.T0;
import static dev.larder.rfc9111.EngineFixtures.WALL;
import static dev.larder.rfc9111.EngineFixtures.date;
import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.response;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.Validation.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidationTest {

    private static final ReceptionTimes LATER =
            new ReceptionTimes(T0.plusSeconds(99), T0.plusSeconds(100), WALL.plusSeconds(100));

    @Test
    @EngineObligation(section = "4.3.1", level = MUST, value = "the entity tag of the response being validated is sent")
    void sendsTheStoredValidators() {
        StoredResponse stored = stored("ETag", "W/\"a\"", "Last-Modified", date(-1000));
        RequestHead sent = Validation.conditional(get("Accept", "x"), stored, false);

        assertThat(sent.fields())
                .isEqualTo(
                        HeaderFields.of("Accept", "x", "If-None-Match", "W/\"a\"", "If-Modified-Since", date(-1000)));
    }

    @Test
    @EngineObligation(section = "4.3.1", level = SHOULD, value = "Last-Modified is sent as it was received")
    void sendsLastModifiedAsReceived() {
        StoredResponse stored = stored("Last-Modified", "Sunday, 06-Nov-94 08:49:37 GMT");

        assertThat(Validation.conditional(get(), stored, false).fields())
                .isEqualTo(HeaderFields.of("If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT"));
    }

    @Test
    @EngineObligation(
            section = "4.3.1",
            level = MUST,
            value = "the client's conditions and range do not reach the origin with ours")
    void removesClientConditionsAndRange() {
        StoredResponse stored = stored("Cache-Control", "max-age=1");
        RequestHead client = get(
                "If-None-Match",
                "\"x\"",
                "if-modified-since",
                date(0),
                "If-Range",
                "\"x\"",
                "If-Match",
                "*",
                "If-Unmodified-Since",
                date(0),
                "Range",
                "bytes=0-1",
                "Accept",
                "x");

        assertThat(Validation.conditional(client, stored, false).fields()).isEqualTo(HeaderFields.of("Accept", "x"));
        assertThat(Validation.unconditional(client).fields()).isEqualTo(HeaderFields.of("Accept", "x"));
    }

    @Test
    @EngineObligation(
            section = "4.3.1",
            level = SHOULD,
            value =
                    "after a change, a date does not confirm what was modified within the same second (RFC 9110 8.8.2.2)")
    void omitsIfModifiedSinceOfSameSecondAfterChange() {
        StoredResponse sameSecond = stored("Date", date(0), "Last-Modified", date(0));
        StoredResponse older = stored("Date", date(0), "Last-Modified", date(-1));
        StoredResponse tagged = stored("Date", date(0), "Last-Modified", date(0), "ETag", "\"a\"");

        assertThat(Validation.conditional(get(), sameSecond, true).fields()).isEqualTo(HeaderFields.EMPTY);
        assertThat(Validation.conditional(get(), sameSecond, false).fields())
                .isEqualTo(HeaderFields.of("If-Modified-Since", date(0)));
        assertThat(Validation.conditional(get(), older, true).fields())
                .isEqualTo(HeaderFields.of("If-Modified-Since", date(-1)));
        assertThat(Validation.conditional(get(), tagged, true).fields())
                .isEqualTo(HeaderFields.of("If-None-Match", "\"a\""));
    }

    @ParameterizedTest
    @CsvSource({
        "200, Full",
        "404, Full",
        "501, Full",
        "505, Full",
        "412, Full",
        "500, ServerError",
        "502, ServerError",
        "503, ServerError",
        "504, ServerError"
    })
    @EngineObligation(section = "4.3.3", level = MUST, value = "a full response is used; a server error may be masked")
    void distinguishesFullResponsesFromServerErrors(int status, String outcome) {
        assertThat(judge(stored("ETag", "\"a\""), response(status)).getClass().getSimpleName())
                .isEqualTo(outcome);
    }

    @Test
    @EngineObligation(section = "4.3.4", level = MUST, value = "a 304 updates the stored response and makes it fresh")
    void notModifiedUpdatesAndFreshensStoredResponse() {
        StoredResponse stored =
                stored("Cache-Control", "max-age=2", "ETag", "\"a\"", "A", "1", "B", "1", "Date", date(0));
        Outcome.Freshened freshened =
                freshened(judge(stored, response(304, "ETag", "\"a\"", "A", "2", "Date", date(99))));
        StoredResponse after = freshened.after();

        assertThat(freshened.before()).isSameAs(stored);
        assertThat(freshened.stored().orElseThrow().responses()).singleElement().satisfies(kept -> {
            assertThat(kept.head()).isEqualTo(after.head());
            assertThat(kept.body()).isSameAs(stored.body());
        });
        assertThat(after.head())
                .isEqualTo(ok("Cache-Control", "max-age=2", "ETag", "\"a\"", "A", "2", "B", "1", "Date", date(99)));
        assertThat(after.responseTime()).isEqualTo(LATER.responseTime());
        assertThat(after.correctedInitialAge()).isEqualTo(Duration.ofSeconds(1));
        assertThat(after.isFresh(T0.plusSeconds(100))).isTrue();
        assertThat(after.isFresh(T0.plusSeconds(101))).isFalse();
    }

    @Test
    @EngineObligation(section = "4.2.3", level = MUST, value = "the age of a freshened response is that of the 304")
    void takesTheAgeOfThe304() {
        StoredResponse stored = stored("Cache-Control", "max-age=50", "ETag", "\"a\"", "Age", "40");
        StoredResponse after = freshened(judge(stored, response(304, "ETag", "\"a\"", "Age", "7", "Date", date(100))))
                .after();

        assertThat(after.correctedInitialAge()).isEqualTo(Duration.ofSeconds(8));
        assertThat(after.head().fields().contains("Age")).isFalse();
    }

    @Test
    @EngineObligation(
            section = "4.3.4",
            level = MUST,
            value = "a strong validator updates all with the same; none with another")
    void strongTagFreshensAllVariantsWithSameTag() {
        ResponseVariants set = ResponseVariants.of(varying("Foo", "\"a\"", -3))
                .with(varying("Bar", "\"a\"", -2), EngineFixtures.POLICY)
                .with(varying("Baz", "\"b\"", -1), EngineFixtures.POLICY);
        StoredResponse selected = set.responses().get(0);
        ResponseHead a = response(304, "ETag", "\"a\"", "New", "1", "Date", date(99));

        Outcome.Freshened freshened =
                freshened(Validation.judge(all(), set, selected, a, EngineFixtures.POLICY, LATER));
        assertThat(freshened.before()).isSameAs(set.responses().get(1));
        assertThat(freshened.stored().orElseThrow().responses())
                .hasSize(3)
                .filteredOn(one -> one.head().fields().contains("New"))
                .extracting(one -> one.entityTag().orElseThrow().opaque())
                .containsExactly("a", "a");
        assertThat(Validation.judge(all(), set, selected, response(304, "ETag", "\"c\""), EngineFixtures.POLICY, LATER))
                .isEqualTo(new Outcome.Unusable(Reason.NOT_MODIFIED_MATCHES_NOTHING));
    }

    @Test
    @EngineObligation(section = "4.3.4", level = MUST, value = "a weak validator updates the most recent match only")
    void weakTagFreshensOnlyMostRecentVariant() {
        ResponseVariants set = ResponseVariants.of(varying("Foo", "W/\"a\"", -3))
                .with(varying("Bar", "W/\"a\"", -2), EngineFixtures.POLICY);
        ResponseHead weak = response(304, "ETag", "W/\"a\"", "New", "1", "Date", date(99));

        Outcome.Freshened freshened =
                freshened(Validation.judge(all(), set, set.responses().get(0), weak, EngineFixtures.POLICY, LATER));
        assertThat(freshened.stored().orElseThrow().responses())
                .filteredOn(one -> one.head().fields().contains("New"))
                .extracting(StoredResponse::varyKey)
                .containsExactly(Map.of("bar", "1"));
        ResponseHead other = response(304, "ETag", "W/\"b\"");
        assertThat(Validation.judge(all(), set, set.responses().get(0), other, EngineFixtures.POLICY, LATER))
                .isEqualTo(new Outcome.Unusable(Reason.NOT_MODIFIED_MATCHES_NOTHING));
    }

    @Test
    @EngineObligation(section = "4.3.4", level = MUST, value = "Last-Modified is a validator too")
    void matchingLastModifiedConfirmsStoredResponse() {
        StoredResponse stored = stored("Last-Modified", date(-1000), "ETag", "\"a\"");

        assertThat(judge(stored, response(304, "Last-Modified", date(-1000)))).isInstanceOf(Outcome.Freshened.class);
        assertThat(judge(stored, response(304, "Last-Modified", date(-999)))).isInstanceOf(Outcome.Unusable.class);
        assertThat(judge(stored, response(304, "Last-Modified", date(-1000), "ETag", "\"b\"")))
                .isInstanceOf(Outcome.Unusable.class);
    }

    @Test
    @EngineObligation(
            section = "4.3.4",
            level = MAY,
            value = "a 304 without any validator confirms the only response that was asked about")
    void notModifiedWithoutValidatorConfirmsSelectedResponse() {
        StoredResponse stored = stored("ETag", "\"a\"");

        assertThat(freshened(judge(stored, response(304)))
                        .after()
                        .head()
                        .fields()
                        .values("ETag"))
                .containsExactly("\"a\"");
    }

    @Test
    @EngineObligation(section = "4.3.3", level = MUST, value = "a 304 nobody asked for cannot be used")
    void notModifiedToUnconditionalRequestIsUnusable() {
        assertThat(judge(stored("Cache-Control", "max-age=1"), response(304)))
                .isEqualTo(new Outcome.Unusable(Reason.NOT_MODIFIED_WITHOUT_CONDITION));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private", "max-age=60, private", "private=\"etag\""})
    @EngineObligation(
            section = "3",
            level = MUST,
            value = "a 304 that forbids storing takes the response out of the store")
    void notModifiedThatForbidsStoringRemovesStoredResponse(String cacheControl) {
        StoredResponse stored = stored("Cache-Control", "max-age=60", "ETag", "\"a\"");
        Outcome.Freshened freshened =
                freshened(judge(stored, response(304, "Cache-Control", cacheControl, "ETag", "\"a\"")));

        assertThat(freshened.stored()).isEmpty();
        assertThat(freshened.after().head().fields().values("Cache-Control")).containsExactly(cacheControl);
    }

    @Test
    @EngineObligation(
            section = "7.3",
            level = MUST,
            value = "a cookie in a 304 is that of the client whose validation it answers")
    void doesNotStoreOrServeSetCookieOf304() {
        StoredResponse stored = stored("Last-Modified", date(-1000), "ETag", "\"a\"");
        Outcome.Freshened freshened = freshened(judge(
                stored, response(304, "Set-Cookie", "a=b", "Cache-Control", "public, max-age=60", "ETag", "\"a\"")));

        assertThat(freshened.stored().orElseThrow().responses())
                .allMatch(response -> !response.head().fields().contains("Set-Cookie"));
        assertThat(freshened.after().head().fields().contains("Set-Cookie")).isFalse();
    }

    @Test
    @EngineObligation(
            section = "7.3",
            level = MUST,
            value = "a 304 that is not public any more takes a public cookie along")
    void notModifiedWithoutPublicRemovesStoredSetCookieResponse() {
        StoredResponse stored = stored("Cache-Control", "public, max-age=60", "Set-Cookie", "a=b", "ETag", "\"a\"");
        assertThat(freshened(judge(stored, response(304, "Cache-Control", "max-age=60", "ETag", "\"a\"")))
                        .stored())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Authorization, x", "Cache-Control, no-store"})
    @EngineObligation(
            section = "3.5",
            level = MUST,
            value = "a 304 to a request that may not be stored leaves no trace")
    void unstorableRequestsDoNotUpdateStoredResponse(String name, String value) {
        StoredResponse stored = stored("Cache-Control", "max-age=60", "ETag", "\"a\"");
        ResponseVariants set = ResponseVariants.of(stored);
        Outcome outcome = Validation.judge(
                get(name, value),
                set,
                stored,
                response(304, "ETag", "\"a\"", "X", "mine"),
                EngineFixtures.POLICY,
                LATER);

        assertThat(freshened(outcome).stored()).containsSame(set);
        assertThat(freshened(outcome).after().head().fields().contains("X")).isTrue();
    }

    @Test
    @EngineObligation(section = "4.1", level = MUST, value = "a 304 cannot turn one variant into another")
    void notModifiedAddsToVaryButDropsNoSelectingField() {
        StoredResponse stored = stored(get("Foo", "1"), ok("Vary", "Foo", "ETag", "\"a\"", "Date", date(0)));
        ResponseVariants set = ResponseVariants.of(stored);

        Outcome same = Validation.judge(
                get("Foo", "1"), set, stored, response(304, "ETag", "\"a\""), EngineFixtures.POLICY, LATER);
        assertThat(freshened(same).after().varyKey()).isEqualTo(stored.varyKey());

        ResponseHead other = response(304, "ETag", "\"a\"", "Vary", "Bar");
        Outcome changed =
                Validation.judge(get("Foo", "1", "Bar", "2"), set, stored, other, EngineFixtures.POLICY, LATER);
        assertThat(freshened(changed).after().varyKey()).isEqualTo(Map.of("foo", "1", "bar", "2"));
        assertThat(freshened(changed).after().head().fields().values("Vary")).containsExactly("Bar, foo");

        ResponseHead star = response(304, "ETag", "\"a\"", "Vary", "*");
        Outcome starred = Validation.judge(get("Foo", "1"), set, stored, star, EngineFixtures.POLICY, LATER);
        assertThat(freshened(starred).stored()).isEmpty();
        assertThat(freshened(starred).after().head().fields().values("Vary")).isEqualTo(List.of("*"));
    }

    private static StoredResponse varying(String name, String tag, long date) {
        return stored(get(name, "1"), ok("Vary", name, "ETag", tag, "Date", date(date)));
    }

    private static RequestHead all() {
        return get("Foo", "1", "Bar", "1", "Baz", "1");
    }

    private static Outcome judge(StoredResponse stored, ResponseHead answer) {
        return Validation.judge(get(), ResponseVariants.of(stored), stored, answer, EngineFixtures.POLICY, LATER);
    }

    private static Outcome.Freshened freshened(Outcome outcome) {
        return Optional.of(outcome).map(Outcome.Freshened.class::cast).orElseThrow();
    }

    @Test
    @EngineObligation(
            section = "4.3.1",
            level = MUST,
            value = "a POST is never made conditional: its condition would be one of the write")
    void doesNotMakePostConditional() {
        RequestHead post = EngineFixtures.request("POST", "Content-Length", "5");
        StoredResponse stored = EngineFixtures.stored("ETag", "\"a\"", "Cache-Control", "max-age=60");

        assertThat(Validation.conditional(post, stored, false).fields().contains("If-None-Match"))
                .isFalse();
        RequestHead query = EngineFixtures.request("QUERY", "Content-Length", "5");
        assertThat(Validation.conditional(query, stored, false).fields().contains("If-None-Match"))
                .isTrue();
    }
}
