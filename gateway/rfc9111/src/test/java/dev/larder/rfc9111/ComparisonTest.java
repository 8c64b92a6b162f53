package dev.larder.rfc9111;

import static dev.larder.rfc9111.Given.ok;
import static dev.larder.rfc9111.Given.response;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 8.8: when a stored response is what the origin would send now. */
class ComparisonTest {

    @Test
    @Obligation(
            rfc = "RFC 9110",
            section = "8.1",
            level = Obligation.Level.MAY,
            value = "same representation data is the same representation")
    void sameContentIsTheSame() {
        assertThat(Comparison.same(ok(), ok(), true)).isTrue();
        assertThat(Comparison.same(ok(), ok(), false)).isFalse();
    }

    @Test
    @Obligation(
            rfc = "RFC 9110",
            section = "15",
            level = Obligation.Level.MAY,
            value = "another status code is another response")
    void anotherStatusIsAnotherResponse() {
        assertThat(Comparison.same(ok(), response(404), true)).isFalse();
    }

    @Test
    @Obligation(
            rfc = "RFC 9110",
            section = "8.8.3",
            level = Obligation.Level.MAY,
            value = "entity tags differentiate between representations of a resource")
    void anotherEntityTagIsAnotherRepresentation() {
        assertThat(Comparison.same(ok("ETag", "\"1\""), ok("ETag", "\"2\""), true))
                .isFalse();
    }

    @Test
    @Obligation(
            rfc = "RFC 9110",
            section = "8.8.1",
            level = Obligation.Level.MAY,
            value = "a strong validator changes whenever the content does: one that does not is the origin's mistake")
    void aStrongTagDoesNotMakeOtherContentTheSame() {
        assertThat(Comparison.same(ok("ETag", "\"1\""), ok("ETag", "\"1\""), false))
                .isFalse();
    }

    @Test
    @Obligation(
            rfc = "RFC 9110",
            section = "8.8.1",
            level = Obligation.Level.MAY,
            value = "a weak validator may stay for content that is semantically equivalent")
    void aWeakTagSaysThatOtherContentIsEquivalent() {
        assertThat(Comparison.same(ok("ETag", "W/\"1\""), ok("ETag", "W/\"1\""), false))
                .isTrue();
    }

    @Test
    @Obligation(
            rfc = "RFC 9110",
            section = "8.8.2",
            level = Obligation.Level.MAY,
            value = "another Last-Modified of the same content is no change")
    void anotherDateOfTheSameContentIsNoChange() {
        assertThat(Comparison.same(
                        ok("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT"),
                        ok("Last-Modified", "Sat, 21 Nov 2026 11:00:00 GMT"),
                        true))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 401, 403, 407, 429, 500, 502, 503})
    @Obligation(
            rfc = "RFC 9110",
            section = "15.5",
            level = Obligation.Level.MAY,
            value = "errors and refusals say nothing of the resource")
    void someAnswersSayNothingOfTheResource(int status) {
        assertThat(Comparison.tells(response(status))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 203, 204, 301, 404, 410})
    @Obligation(rfc = "RFC 9110", section = "15.3", level = Obligation.Level.MAY, value = "other answers do")
    void othersDo(int status) {
        assertThat(Comparison.tells(response(status))).isTrue();
    }
}
