package dev.larder.gateway.rfc9111;

import static dev.larder.gateway.rfc9111.Given.ok;
import static dev.larder.gateway.rfc9111.Given.response;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 8.8: when a stored response is what the origin would send now. */
class ComparisonTest {

    @Test
    void sameContentIsTheSame() {
        assertThat(Comparison.same(ok(), ok(), true)).isTrue();
        assertThat(Comparison.same(ok(), ok(), false)).isFalse();
    }

    @Test
    void anotherStatusIsAnotherResponse() {
        assertThat(Comparison.same(ok(), response(404), true)).isFalse();
    }

    @Test
    void anotherEntityTagIsAnotherRepresentation() {
        assertThat(Comparison.same(ok("ETag", "\"1\""), ok("ETag", "\"2\""), true))
                .isFalse();
    }

    @Test
    void aStrongTagDoesNotMakeOtherContentTheSame() {
        assertThat(Comparison.same(ok("ETag", "\"1\""), ok("ETag", "\"1\""), false))
                .isFalse();
    }

    @Test
    void aWeakTagSaysThatOtherContentIsEquivalent() {
        assertThat(Comparison.same(ok("ETag", "W/\"1\""), ok("ETag", "W/\"1\""), false))
                .isTrue();
    }

    @Test
    void anotherDateOfTheSameContentIsNoChange() {
        assertThat(Comparison.same(
                        ok("Last-Modified", "Sat, 21 Nov 2026 10:00:00 GMT"),
                        ok("Last-Modified", "Sat, 21 Nov 2026 11:00:00 GMT"),
                        true))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {304, 401, 403, 407, 429, 500, 502, 503})
    void someAnswersSayNothingOfTheResource(int status) {
        assertThat(Comparison.tells(response(status))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 203, 204, 301, 404, 410})
    void othersDo(int status) {
        assertThat(Comparison.tells(response(status))).isTrue();
    }
}
