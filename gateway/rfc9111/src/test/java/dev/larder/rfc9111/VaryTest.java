package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.get;
import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.stored;
import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VaryTest {

    @ParameterizedTest
    @ValueSource(strings = {"*", "*, *", ", *", "*, Foo", "Foo, *", "Foo Bar", "Foo;q=1", "\"Foo\""})
    @EngineObligation(section = "4.1", level = MUST, value = "a stored response with * always fails to match")
    void rejectsVaryWithStarOrMalformedName(String vary) {
        assertThat(Vary.of(HeaderFields.of("Vary", vary))).isEmpty();
        assertThat(Vary.of(HeaderFields.of("Vary", "A", "vary", vary))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Foo | 1 | 1 | true",
                "Foo | 1 | 2 | false",
                "Foo | 1 | - | false",
                "Foo | - | 1 | false",
                "Foo | - | - | true",
                "Foo | '' | - | false",
                "Foo | '1, 2' | '1,2' | false",
                "Foo | '1' | '1,' | false",
                "Foo | '1' | ',1' | false",
                "Foo | '' | ',' | false",
                "Foo | '' | '' | true",
                "Accept | 'a/b, c/d' | 'a/b,c/d,' | true",
                "Accept-Charset | 'a, b' | 'a,b' | true",
                "Foo | '1, 2' | '2, 1' | false",
                "Foo | a | A | false",
                "Foo | '\"a, b\"' | '\"a,b\"' | false",
                "FOO | 1 | 1 | true"
            })
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "nominated fields match octet for octet, those of content negotiation by their elements")
    void comparesFieldsByOctetAndNegotiationFieldsByElement(String vary, String first, String second, boolean match) {
        assertThat(matches(vary, vary.toLowerCase(Locale.ROOT), first, second)).isEqualTo(match);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Accept-Language | 'en, de' | 'de, en' | false",
                "Accept-Language | 'en, de' | 'eN, De' | true",
                "Accept-Language | 'en, de' | ' en ,   de' | true",
                "Accept-Language | 'en;q=1.0, de;q=0.50' | 'en,de;q=0.5' | true",
                "Accept-Language | 'en, de;q=0.5' | 'en;q=0.5, de' | false",
                "Accept-Language | en | en-GB | false",
                "Accept-Encoding | 'gzip, br' | 'BR,gzip' | true",
                "Accept-Encoding | 'gzip' | 'gzip;q=0' | false",
                "Accept-Encoding | 'gzip' | - | false",
                "Accept-Encoding | '' | - | false",
                "Accept-Encoding | '@@@' | - | true",
                "Accept-Encoding | 'gzip;q=7' | - | true",
                "Accept-Encoding | 'gzip;level=1' | - | true"
            })
    @EngineObligation(
            section = "4.1",
            level = MAY,
            value = "values normalised in a way known to have identical semantics")
    void comparesPreferencesByMeaning(String vary, String first, String second, boolean match) {
        assertThat(matches(vary, vary, first, second)).isEqualTo(match);
    }

    @Test
    @EngineObligation(section = "4.1", level = MAY, value = "field lines of content negotiation are combined")
    void combinesLinesOfNegotiationFields() {
        StoredResponse stored = stored(get("Accept", "a/b, c/d"), ok("Cache-Control", "max-age=9", "Vary", "Accept"));

        assertThat(stored.isSelectedBy(get("Accept", "a/b", "Accept", "c/d"))).isTrue();
        assertThat(stored.isSelectedBy(get("Accept", "c/d", "Accept", "a/b"))).isFalse();
    }

    @Test
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "what an origin may read in its own way has to be the same")
    @Tag("hardening-L")
    void comparesOtherFieldsLineByLine() {
        String[][] lines = {
            {},
            {"Origin", ""},
            {"Origin", "", "Origin", ""},
            {"Origin", "a"},
            {"Origin", "a,"},
            {"Origin", "a", "Origin", ""},
            {"Origin", "", "Origin", "a"},
            {"Origin", "a", "Origin", "b"},
            {"Origin", "b", "Origin", "a"},
            {"Origin", "a,b"},
            {"Origin", "a, b"}
        };
        for (int i = 0; i < lines.length; i++) {
            StoredResponse stored = stored(get(lines[i]), ok("Cache-Control", "max-age=9", "Vary", "Origin"));
            for (int j = 0; j < lines.length; j++) {
                assertThat(stored.isSelectedBy(get(lines[j]))).as("%d %d", i, j).isEqualTo(i == j);
            }
        }
    }

    @Test
    @EngineObligation(section = "4.1", level = MUST, value = "all nominated fields have to match")
    void matchesOnlyIfAllNominatedFieldsMatch() {
        StoredResponse stored = stored(
                get("Foo", "1", "Baz", "3"), ok("Cache-Control", "max-age=9", "Vary", "Foo, Bar", "Vary", "Baz"));

        assertThat(stored.varyKey()).containsOnlyKeys("foo", "bar", "baz").containsEntry("bar", Vary.ABSENT);
        assertThat(stored.isSelectedBy(get("Baz", "3", "Foo", "1", "Other", "9")))
                .isTrue();
        assertThat(stored.isSelectedBy(get("Baz", "3", "Foo", "1", "Bar", ""))).isFalse();
        assertThat(stored.isSelectedBy(get("Foo", "1"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'fr;q=0.5, de;q=1.0' | true",
                "'de' | true",
                "'DE, fr;q=0.9' | true",
                "'fr, de' | false",
                "'fr, de;q=0.9' | false",
                "'de;q=0' | false",
                "- | false",
                "'*' | false"
            })
    @EngineObligation(
            section = "4.1",
            level = MAY,
            value = "the origin's choice of language serves whoever likes it best")
    void matchesRequestsThatPreferLanguageOfContent(String presented, boolean match) {
        StoredResponse stored = stored(
                get("Accept-Language", "en, de, it"),
                ok("Cache-Control", "max-age=9", "Vary", "Accept-Language", "Content-Language", "de"));

        assertThat(stored.isSelectedBy(request("Accept-Language", presented))).isEqualTo(match);
    }

    @Test
    @EngineObligation(section = "4.1", level = MUST, value = "what counts as absent is not forwarded either")
    void doesNotForwardUnusableNegotiationValues() {
        String flood = "gzip;q=0.1,".repeat(65);
        RequestHead request = get(
                "Accept-Encoding", flood, "Accept", "x".repeat(1025), "Accept-Language", "en", "X", "@".repeat(5000));

        assertThat(Vary.withoutUnusable(request).fields())
                .isEqualTo(HeaderFields.of("Accept-Language", "en", "X", "@".repeat(5000)));
        assertThat(stored(request, ok("Cache-Control", "max-age=9", "Vary", "Accept-Encoding, Accept"))
                        .isSelectedBy(get()))
                .isTrue();
    }

    @Test
    @EngineObligation(
            section = "4.1",
            level = MUST,
            value = "no selecting field breaks the match, and each matches itself")
    void randomValuesMatchThemselves() {
        RandomText.each(5_000, "en,;q=0.5* \"\\", text -> {
            for (String name : new String[] {"Foo", "Accept-Language", "Accept-Encoding", "Accept"}) {
                StoredResponse stored = stored(get(name, text), ok("Cache-Control", "max-age=9", "Vary", name));
                assertThat(stored.isSelectedBy(get(name, text))).isTrue();
            }
        });
    }

    private static boolean matches(String vary, String name, String first, String second) {
        return stored(request(name, first), ok("Cache-Control", "max-age=9", "Vary", vary))
                .isSelectedBy(request(name, second));
    }

    private static RequestHead request(String name, String value) {
        return value.equals("-") ? get() : get(name, value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de, en            | en, de             | false",
                "de, en            | DE,en;q=1.0        | true",
                "de, en;q=0.5      | en;q=0.5, de       | true",
                "de, fr;q=0.5, en;q=0.5 | de, en;q=0.5, fr;q=0.5 | false"
            })
    @EngineObligation(section = "4.1", level = MUST, value = "the order of languages of equal weight counts")
    void theOrderOfLanguagesOfEqualWeightCounts(String stored, String presented, boolean expected) {
        Map<String, String> key = Vary.of(HeaderFields.of("Vary", "Accept-Language"))
                .orElseThrow()
                .key(HeaderFields.of("Accept-Language", stored), HeaderFields.EMPTY);
        assertThat(Vary.matches(key, HeaderFields.of("Accept-Language", presented), HeaderFields.EMPTY))
                .isEqualTo(expected);
    }
}
