package dev.larder.gateway.actuate.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which token a request shows (RFC 6750 2.1, RFC 7617 2). */
class AuthorizationHeaderParserTest {

    @ParameterizedTest
    @CsvSource({
        "Bearer a.b-c_d~e+f/g==, a.b-c_d~e+f/g==",
        "bearer  abc, abc",
        "BEARER abc, abc",
        "Basic eDp5Onph, y:za",
        "basic OnRva2Vu, token",
        "Basic eA==, ",
        "Basic ===, ",
        "Basic a, ",
        "Bearer, ",
        "Bearer a b, ",
        "'Bearer a, Bearer b', ",
        "Digest abc, ",
        "'', "
    })
    void extractsTokenOnlyFromWellFormedBearerOrBasicField(String field, String token) {
        assertThat(AuthorizationHeaderParser.token(List.of(field), true)).isEqualTo(Optional.ofNullable(token));
    }

    @Test
    void findsNoTokenUnlessThereIsExactlyOneField() {
        assertThat(AuthorizationHeaderParser.token(List.of("Bearer a", "Bearer a"), true))
                .isEmpty();
        assertThat(AuthorizationHeaderParser.token(List.of(), true)).isEmpty();
    }

    @Test
    void ignoresBasicCredentialsIfOnlyBearerIsAllowed() {
        assertThat(AuthorizationHeaderParser.token(List.of("Basic OnRva2Vu"), false))
                .isEmpty();
    }
}
