package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseDirectivesTest {

    private static final String[] PIECES = {
        "max-age",
        "=",
        "60",
        "\"",
        ",",
        " ",
        "no-store",
        "private",
        "s-maxage",
        "-1",
        "foo",
        "\\",
        ";",
        "public",
        "no-cache",
        "x"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=3600",
                "MaX-aGe=3600",
                "foobar, max-age=3600",
                "max-age=\"3600\"",
                "max-age=003600",
                "max-age=3600, max-age=3600",
                "extension=\"max-age=1\", max-age=3600"
            })
    @EngineObligation(
            section = "5.2",
            level = MUST,
            value = "directives are case-insensitive, token and quoted form are equal")
    void maxAgeIsReadInAnyForm(String cacheControl) {
        assertThat(of(cacheControl).maxAge()).contains(Duration.ofSeconds(3600));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age",
                "max-age=",
                "max-age=-3600",
                "max-age=+1",
                "max-age='3600'",
                "max-age =3600",
                "max-age= 3600",
                "max-age=3600.0",
                "max-age=a3600",
                "max-age=3600a",
                "max-age=1 2",
                "max-age=\"3600",
                "max-age==3600"
            })
    @EngineObligation(
            section = "4.2.1",
            level = SHOULD,
            value = "invalid freshness information is to be considered stale")
    void malformedMaxAgeIsStale(String cacheControl) {
        assertThat(of(cacheControl).maxAge()).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-age=3600, max-age=1800", "max-age=1, max-age=1800", "max-age=x, max-age=1800"})
    @EngineObligation(
            section = "4.2.1",
            level = SHOULD,
            value = "either the first occurrence should be used or the response should be considered stale")
    void disagreeingMaxAgeValuesAreStale(String cacheControl) {
        assertThat(of(cacheControl).maxAge()).contains(Duration.ZERO);
    }

    @Test
    @EngineObligation(section = "5.2", level = MUST, value = "several field lines are one list")
    void combinesSeveralLinesIntoOneList() {
        ResponseDirectives directives = ResponseDirectives.of(
                HeaderFields.of("Cache-Control", "max-age=60", "cache-control", "No-Store, PRIVATE"));

        assertThat(directives.isNoStore()).isTrue();
        assertThat(directives.isPrivate()).isTrue();
        assertThat(directives.maxAge()).contains(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-store",
                "No-Store",
                "no-store, max-age=0",
                "max-age=60,no-store",
                "no-store=1",
                "no-store=\"\"",
                "no-store =x",
                "foo=\"bar, no-store",
                "no-store;"
            })
    @EngineObligation(section = "5.2.2.5", level = MUST, value = "no-store: a cache MUST NOT store any part")
    void recognizesNoStoreWithAnyValueOrPosition(String cacheControl) {
        assertThat(of(cacheControl).isNoStore()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "private",
                "Private, max-age=60",
                "private=",
                "private=\"\"",
                "private=\" , \"",
                "private=\"a b\"",
                "private=\"vary\"",
                "private=\"x, Cache-Control\"",
                "private, private=\"x\"",
                "private=\"x"
            })
    @EngineObligation(section = "5.2.2.7", level = MUST, value = "private: a shared cache MUST NOT store the response")
    void privateWithoutUsableFieldNamesCoversWholeResponse(String cacheControl) {
        assertThat(of(cacheControl).isPrivate()).isTrue();
    }

    @Test
    @EngineObligation(section = "5.2.2.7", level = MUST, value = "private with field names is limited to those fields")
    void qualifiedPrivateAndNoCacheRestrictOnlyNamedFields() {
        ResponseDirectives directives = of("private=\"Set-Cookie, X-User\", no-cache=a, max-age=60");

        assertThat(directives.isPrivate()).isFalse();
        assertThat(directives.isNoCache()).isFalse();
        assertThat(directives.unstorableFields()).containsExactly("a", "set-cookie", "x-user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-cache", "No-CaChE", "max-age=10, no-cache", "no-cache=\"\"", "no-cache=\"etag\""})
    @EngineObligation(
            section = "5.2.2.4",
            level = MUST,
            value = "no-cache: not to be used without successful validation")
    void noCacheWithoutUsableFieldNamesCoversWholeResponse(String cacheControl) {
        assertThat(of(cacheControl).isNoCache()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "public | true",
                "public=1 | false",
                "public =1 | false",
                "s-maxage=10 | true",
                "s-maxage=0 | true",
                "s-maxage=x | false",
                "s-maxage | false",
                "must-revalidate | true",
                "must-revalidate=1 | false",
                "max-age=10 | false",
                "proxy-revalidate | false",
                "x=\"public\" | false"
            })
    @EngineObligation(
            section = "3.5",
            level = MUST,
            value = "Authorization: only with public, s-maxage or must-revalidate")
    void onlyWellFormedDirectivesPermitStoringAuthorizedResponses(String cacheControl, boolean permitted) {
        assertThat(of(cacheControl).allowsAuthorizedReuse()).isEqualTo(permitted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"must-revalidate", "proxy-revalidate", "s-maxage=2", "no-cache", "Must-Revalidate=1"})
    @EngineObligation(
            section = "4.2.4",
            level = MUST,
            value = "a cache MUST NOT generate a stale response if it is prohibited")
    void restrictiveDirectivesProhibitServingStale(String cacheControl) {
        assertThat(of("max-age=2, " + cacheControl).isStaleProhibited()).isTrue();
        assertThat(of("max-age=2").isStaleProhibited()).isFalse();
    }

    @Test
    @EngineObligation(
            section = "5.2",
            level = MUST,
            value = "no input breaks the parser, none yields a lifetime out of bounds")
    void randomInputStaysWithinBounds() {
        RandomText.joined(10_000, PIECES, text -> {
            ResponseDirectives directives = of(text);
            directives.maxAge().ifPresent(age -> assertThat(age).isBetween(Duration.ZERO, DeltaSeconds.MAX));
            directives.sMaxAge().ifPresent(age -> assertThat(age).isBetween(Duration.ZERO, DeltaSeconds.MAX));
            assertThat(directives.unstorableFields()).doesNotContain("");
        });
    }

    @Test
    @EngineObligation(
            section = "5.2.2",
            level = MUST,
            value = "what restricts is not lost when broken text stands around it")
    void recognizesNoStoreAfterArbitraryText() {
        RandomText.joined(
                5_000,
                PIECES,
                text -> assertThat(of(text + ", no-store").isNoStore()).isTrue());
    }

    private static ResponseDirectives of(String cacheControl) {
        return ResponseDirectives.of(HeaderFields.of("Cache-Control", cacheControl));
    }
}
