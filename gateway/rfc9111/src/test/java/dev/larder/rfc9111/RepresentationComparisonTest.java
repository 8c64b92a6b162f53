package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineFixtures.ok;
import static dev.larder.rfc9111.EngineFixtures.response;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 8.8: when a stored response is what the origin would send now. */
class RepresentationComparisonTest {

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.1",
            level = EngineObligation.Level.MAY,
            value = "same representation data is the same representation")
    void equalContentIsSameRepresentation() {
        assertThat(RepresentationComparison.isSameRepresentation(ok(), ok(), true))
                .isTrue();
        assertThat(RepresentationComparison.isSameRepresentation(ok(), ok(), false))
                .isFalse();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15",
            level = EngineObligation.Level.MAY,
            value = "another status code is another response")
    void anotherStatusIsAnotherResponse() {
        assertThat(RepresentationComparison.isSameRepresentation(ok(), response(404), true))
                .isFalse();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.3",
            level = EngineObligation.Level.MAY,
            value = "entity tags differentiate between representations of a resource")
    void anotherEntityTagIsAnotherRepresentation() {
        assertThat(RepresentationComparison.isSameRepresentation(ok("ETag", "\"1\""), ok("ETag", "\"2\""), true))
                .isFalse();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.1",
            level = EngineObligation.Level.MAY,
            value = "a strong validator changes whenever the content does: one that does not is the origin's mistake")
    void equalStrongTagsDoNotMakeDifferentContentSame() {
        assertThat(RepresentationComparison.isSameRepresentation(ok("ETag", "\"1\""), ok("ETag", "\"1\""), false))
                .isFalse();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.1",
            level = EngineObligation.Level.MAY,
            value = "a weak validator may stay for content that is semantically equivalent")
    void equalWeakTagsMakeDifferentContentEquivalent() {
        assertThat(RepresentationComparison.isSameRepresentation(ok("ETag", "W/\"1\""), ok("ETag", "W/\"1\""), false))
                .isTrue();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "8.8.2",
            level = EngineObligation.Level.MAY,
            value = "another Last-Modified of the same content is no change")
    void differentLastModifiedOfSameContentIsNoChange() {
        assertThat(RepresentationComparison.isSameRepresentation(
                        ok("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT"),
                        ok("Last-Modified", "Sat, 21 Nov 2026 11:00:00 GMT"),
                        true))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 401, 403, 407, 429, 500, 502, 503})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.5",
            level = EngineObligation.Level.MAY,
            value = "errors and refusals say nothing of the resource")
    void status304AndRefusalsAndServerErrorsDoNotDescribeResource(int status) {
        assertThat(RepresentationComparison.isComparable(response(status))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 203, 204, 301, 404, 410})
    @EngineObligation(
            rfc = "RFC 9110",
            section = "15.3",
            level = EngineObligation.Level.MAY,
            value = "other answers do")
    void successes301And404And410DescribeResource(int status) {
        assertThat(RepresentationComparison.isComparable(response(status))).isTrue();
    }
}
