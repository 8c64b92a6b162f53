package dev.larder.rfc9111;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 12.5.3: no stored response is for a request that does not accept its coding, whatever Vary says. */
class ContentCodingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, br                 | gzip     | true",
                "GZIP;q=0.5               | gzip     | true",
                "x-gzip                   | gzip     | true",
                "gzip                     | X-Gzip   | true",
                "*                        | br       | true",
                "gzip;q=0, *              | gzip     | false",
                "br, *;q=0                | gzip     | false",
                "identity                 | gzip     | false",
                "br                       | gzip     | false",
                "gzip;q=0                 | gzip     | false",
                "gzip;q=0.000             | gzip     | false",
                "''                       | gzip     | false",
                "gzip                     | gzip, br | false",
                "gzip, br                 | gzip, br | true",
                "identity                 | identity | true",
                "gzip                     | ''       | true",
                "identity;q=0, gzip       | ''       | false",
                "*;q=0                    | ''       | false",
                "*;q=0, identity;q=0.1    | ''       | true",
                "gzip;q=1.0, identity;q=0.5 | ''     | true"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "12.5.3",
            level = EngineObligation.Level.MUST,
            value = "a stored response is for requests only that accept its content codings")
    void comparesContentCodingsWithAcceptEncoding(String accepted, String codings, boolean expected) {
        var request = HeaderFields.of("Accept-Encoding", accepted);
        assertThat(ContentCodings.areAccepted(request, coded(codings), false)).isEqualTo(expected);
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "12.5.3",
            level = EngineObligation.Level.MUST,
            value = "an encoded response to a request that says what it accepts is not for one that does not say")
    void encodedResponseIsNotAcceptedWithoutAcceptEncoding() {
        assertThat(ContentCodings.areAccepted(HeaderFields.EMPTY, coded("gzip"), false))
                .isFalse();
        assertThat(ContentCodings.areAccepted(HeaderFields.EMPTY, coded(""), false))
                .isTrue();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9110",
            section = "12.5.3",
            level = EngineObligation.Level.MUST,
            value = "an encoded response to a request that does not say what it accepts is for such requests")
    void encodedResponseToRequestWithoutAcceptEncodingMatchesOnlySuchRequests() {
        Map<String, String> key = Vary.of(HeaderFields.EMPTY).orElseThrow().key(HeaderFields.EMPTY, coded("gzip"));
        assertThat(key).containsExactly(Map.entry("accept-encoding", Vary.ABSENT));
        assertThat(Vary.matches(key, HeaderFields.EMPTY, coded("gzip"))).isTrue();
        assertThat(Vary.matches(key, HeaderFields.of("Accept-Encoding", "identity"), coded("gzip")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, deflate, br   | aws-chunked | br,gzip , deflate     | true",
                "gzip                | none        | gzip;q=1.0            | true",
                "identity            | gzip        | identity              | true",
                "''                  | gzip        | ''                    | true",
                "gzip                | gzip, br    | gzip                  | true",
                "gzip                | none        | gzip, br              | false",
                "gzip                | none        | ''                    | false",
                "identity            | gzip        | identity, gzip;q=0    | false",
                "gzip;q=0            | gzip        | gzip;q=0              | false",
                "gzip;q=0            | x-gzip      | gzip;q=0              | false",
                "identity, *;q=0     | gzip        | identity, *;q=0       | false",
                "gzip, br;q=0        | gzip, br    | gzip, br;q=0          | false",
                "gzip                | gzip        | gzip, br              | true"
            })
    @EngineObligation(
            rfc = "RFC 9110",
            section = "12.5.3",
            level = EngineObligation.Level.MUST,
            value =
                    "a response in a coding that its request does not list is for requests that say the same, unless they exclude it")
    void unlistedCodingMatchesOnlyEqualAcceptEncoding(String accepted, String codings, String later, boolean expected) {
        var asked = HeaderFields.of("Accept-Encoding", accepted);
        Map<String, String> key = Vary.of(HeaderFields.EMPTY).orElseThrow().key(asked, coded(codings));
        assertThat(Vary.matches(key, HeaderFields.of("Accept-Encoding", later), coded(codings)))
                .isEqualTo(expected);
        assertThat(Vary.matches(key, HeaderFields.EMPTY, coded(codings))).isFalse();
    }

    private static HeaderFields coded(String codings) {
        return codings.isEmpty() ? HeaderFields.EMPTY : HeaderFields.of("Content-Encoding", codings);
    }
}
