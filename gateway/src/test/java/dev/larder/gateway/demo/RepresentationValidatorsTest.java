package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 13: conditions of a request, in the order of 13.2.2. */
class RepresentationValidatorsTest {

    private static final RepresentationValidators CURRENT =
            new RepresentationValidators("\"a\"", Instant.parse("2026-03-01T10:00:00Z"));

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            nullValues = "-",
            value = {
                "GET    | If-None-Match       | \"a\"                          | 304",
                "HEAD   | If-None-Match       | \"a\"                          | 304",
                "GET    | If-None-Match       | W/\"a\"                        | 304",
                "GET    | If-None-Match       | \"b\" , \"a\"                  | 304",
                "GET    | If-None-Match       | *                              | 304",
                "GET    | If-None-Match       | \"b\"                          | -",
                "GET    | If-None-Match       | a                              | -",
                "PUT    | If-None-Match       | *                              | 412",
                "PUT    | If-Match            | \"a\"                          | -",
                "PUT    | If-Match            | *                              | -",
                "PUT    | If-Match            | W/\"a\"                        | 412",
                "DELETE | If-Match            | \"b\"                          | 412",
                "GET    | If-Match            | \"b\"                          | 412",
                "GET    | If-Modified-Since   | Sun, 01 Mar 2026 10:00:00 GMT  | 304",
                "GET    | If-Modified-Since   | Sun, 01 Mar 2026 09:59:59 GMT  | -",
                "GET    | If-Modified-Since   | 2026-03-01                     | -",
                "PUT    | If-Modified-Since   | Sun, 01 Mar 2026 10:00:00 GMT  | -",
            })
    void evaluatesSingleCondition(String method, String field, String value, Integer status) {
        assertThat(CURRENT.judge(request(method, Map.of(field, value))).orElse(null))
                .isEqualTo(status);
    }

    @Test
    void ifModifiedSinceIsIgnoredBesideIfNoneMatch() {
        var both = Map.of("If-None-Match", "\"b\"", "If-Modified-Since", "Sun, 01 Mar 2026 10:00:00 GMT");

        assertThat(CURRENT.judge(request("GET", both))).isEmpty();
    }

    @Test
    void entityTagsAreEqualOnlyForEqualContent() {
        var now = Instant.parse("2026-03-01T10:00:00.999Z");
        var one = RepresentationValidators.of("one", now);

        assertThat(one).isEqualTo(RepresentationValidators.of("one", now.minusMillis(999)));
        assertThat(one.entityTag())
                .isNotEqualTo(RepresentationValidators.of("two", now).entityTag());
    }

    private static DemoRequest request(String method, Map<String, String> fields) {
        return new DemoRequest(method, "/users/1", fields, "");
    }
}
