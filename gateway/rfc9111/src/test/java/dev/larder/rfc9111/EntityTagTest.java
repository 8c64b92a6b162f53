package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "W/\"1\", W/\"1\", false, true",
                "W/\"1\", W/\"2\", false, false",
                "W/\"1\", \"1\", false, true",
                "\"1\", \"1\", true, true",
                "\"1\", \"2\", false, false"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.3.2",
            level = MUST,
            value = "the table of strong and weak comparison")
    void comparesStronglyAndWeaklyAsRfc9110TableSays(String one, String other, boolean strongly, boolean weakly) {
        EntityTag first = EntityTag.parse(one).orElseThrow();
        EntityTag second = EntityTag.parse(other).orElseThrow();

        assertThat(first.matchesStrongly(second)).isEqualTo(strongly);
        assertThat(first.matchesWeakly(second)).isEqualTo(weakly);
        assertThat(first).hasToString(one);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"",
                "abc",
                "w/\"abc\"",
                "W\"abc\"",
                "W\\\"abc\"",
                "\"a\"b\"",
                "\"a b\"",
                "'abc'",
                "W/abc",
                "\"a\u007f\""
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.3",
            level = MUST,
            value = "entity-tag = [ weak ] opaque-tag, case-sensitive")
    void rejectsMalformedEntityTags(String text) {
        assertThat(EntityTag.parse(text)).isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "13.1.2",
            level = MUST,
            value = "If-None-Match is a list of entity tags over all lines")
    void parsesTagsWithCommasAndBackslashesInLists() {
        List<EntityTag> tags = EntityTag.list(List.of("\"a,b\" , W/\"c\\\", junk", "\"d\u00fc\""));

        assertThat(tags)
                .containsExactly(
                        new EntityTag(false, "a,b"), new EntityTag(true, "c\\"), new EntityTag(false, "d\u00fc"));
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "8.8.3", level = MUST, value = "several ETag lines are no entity tag")
    void ignoresETagFieldWithSeveralLines() {
        assertThat(EntityTag.of(HeaderFields.of("ETag", "\"a\"", "etag", "\"b\"")))
                .isEmpty();
        assertThat(EntityTag.of(HeaderFields.of("etag", " \"a\" "))).contains(new EntityTag(false, "a"));
    }

    @Test
    @EngineObligation(rfc = "RFC 9110", section = "8.8.3", level = MUST, value = "what is parsed is what was written")
    void randomInputSurvivesARoundTrip() {
        RandomText.each(
                5_000,
                "W/\"a, \\",
                text -> EntityTag.parse(text).ifPresent(tag -> assertThat(tag).hasToString(text.strip())));
    }
}
