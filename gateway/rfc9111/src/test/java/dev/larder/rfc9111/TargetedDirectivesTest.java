package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetedDirectivesTest {

    @Test
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.2",
            level = MUST,
            value = "the first valid field of the target list decides")
    void firstFieldOfTargetListDecides() {
        ResponseDirectives directives = ResponseDirectives.of(HeaderFields.of(
                "Cache-Control", "no-store", "CDN-Cache-Control", "max-age=2", "Larder-Cache-Control", "max-age=1"));

        assertThat(directives.isTargeted()).isTrue();
        assertThat(directives.maxAge()).contains(Duration.ofSeconds(1));
        assertThat(directives.isNoStore()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "max-age=10000, &&&&&",
                "max-age =100",
                "max-age= 100",
                "MaX-aGe=3600",
                "max-age=1,",
                "max-age=1;",
                "a=\"",
                "a=(1",
                "a=1.",
                "a=?2",
                "a=1234567890123456"
            })
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.1",
            level = MUST,
            value = "an empty or malformed targeted field MUST be ignored")
    void malformedFieldsAreIgnored(String value) {
        ResponseDirectives directives =
                ResponseDirectives.of(HeaderFields.of("CDN-Cache-Control", value, "Cache-Control", "max-age=7"));

        assertThat(directives.isTargeted()).isFalse();
        assertThat(directives.maxAge()).contains(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=\"10000\"",
                "max-age=abc",
                "max-age=1.5",
                "max-age",
                "max-age=(1 2)",
                "max-age=-1",
                "max-age=:AA==:"
            })
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.1",
            level = MUST,
            value = "max-age is an Integer; another type gives no freshness")
    void wrongTypesGiveNoFreshness(String value) {
        ResponseDirectives directives =
                ResponseDirectives.of(HeaderFields.of("CDN-Cache-Control", value, "Cache-Control", "max-age=7"));

        assertThat(directives.isTargeted()).isTrue();
        assertThat(directives.maxAge()).contains(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max-age=60;private",
                "max-age=60; no-store",
                "public;x=1;private, max-age=60",
                "max-age=60;x=\"a;b\";no-store",
                "max-age=60, scope=private",
                "max-age=60, scope=\"private\"",
                "max-age=60, x;private"
            })
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.1",
            level = MAY,
            value = "what is ignored permits nothing, but a cache may refrain from storing by it")
    void restrictionsInIgnoredPartsStillForbid(String value) {
        for (String name : TargetedDirectives.TARGET_LIST) {
            ResponseDirectives directives = ResponseDirectives.of(HeaderFields.of(name, value));
            assertThat(directives.isPrivate() || directives.isNoStore())
                    .as(name)
                    .isTrue();
        }
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9213",
            section = "2.1",
            level = MUST,
            value = "parameters and unknown directives are ignored")
    void parametersAndExtensionsAreIgnored() {
        ResponseDirectives directives = ResponseDirectives.of(HeaderFields.of(
                "CDN-Cache-Control", "foo=bar;a=1, max-age=99999999999;x=?0;y=\"z\", private=?0, must-revalidate",
                "CDN-Cache-Control", "no-cache=\"a, b\", @x"));

        assertThat(directives.isTargeted()).isFalse();
        ResponseDirectives valid = ResponseDirectives.of(HeaderFields.of(
                "CDN-Cache-Control", "foo=bar;a=1, max-age=99999999999;x=?0;y=\"z\", private=?0, must-revalidate",
                "CDN-Cache-Control", "no-cache=\"a, b\""));
        assertThat(valid.maxAge()).contains(DeltaSeconds.MAX);
        assertThat(valid.isPrivate()).isFalse();
        assertThat(valid.isStaleProhibited()).isTrue();
        assertThat(valid.unstorableFields()).containsExactly("a", "b");
    }

    @Test
    @EngineObligation(rfc = "RFC 9651", section = "4.2.2", level = MUST, value = "of equal keys the last one counts")
    void lastOfEqualKeysCounts() {
        ResponseDirectives directives =
                ResponseDirectives.of(HeaderFields.of("CDN-Cache-Control", "max-age=1, max-age=2"));

        assertThat(directives.maxAge()).contains(Duration.ofSeconds(2));
    }

    @Test
    @EngineObligation(rfc = "RFC 9651", section = "4.2", level = MUST, value = "no input breaks the parser")
    void randomInputNeverThrows() {
        String[] pieces = {
            "a", "max-age", "=", "1", ",", ";", "(", ")", " ", "\"", "\\", "?1", ":", "@", "%", ".", "-", "*"
        };
        RandomText.joined(
                20_000,
                pieces,
                text -> assertThat(StructuredDictionary.parse(text)).isNotNull());
        RandomText.each(
                20_000,
                "a=1,;(\") ?:%@",
                text -> assertThat(StructuredDictionary.parse(text)).isNotNull());
    }
}
