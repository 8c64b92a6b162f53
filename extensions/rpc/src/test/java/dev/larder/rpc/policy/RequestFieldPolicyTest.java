package dev.larder.rpc.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFieldPolicyTest {

    @Test
    void allowsOrdinaryRequestFields() {
        assertThat(RequestFieldPolicy.of(List.of(
                        Map.entry("Accept", "text/html, */*"),
                        Map.entry("Authorization", "Bearer x"),
                        Map.entry("Cookie", "a=b"),
                        Map.entry("If-None-Match", "\"1\""),
                        Map.entry("X-Empty", ""))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "connection",
                "Keep-Alive",
                "TE",
                "Transfer-Encoding",
                "Content-Length",
                "Upgrade",
                "Expect",
                "Forwarded",
                "X-Forwarded-Host",
                "X-Real-IP",
                "X-HTTP-Method-Override",
                "Proxy-Authorization"
            })
    void rejectsConnectionAndRoutingFields(String name) {
        assertThat(RequestFieldPolicy.of(List.of(Map.entry(name, "a")))).contains(FetchDenial.FIELD_FORBIDDEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nHost: b", "a\nb", "\0", " a", "a ", "\u0130"})
    void rejectsValuesWithLineBreaksOrInvalidCharacters(String value) {
        assertThat(RequestFieldPolicy.of(List.of(Map.entry("X-A", value)))).contains(FetchDenial.FIELD_MALFORMED);
    }

    @Test
    void rejectsTooManyTooLongOrMisnamedFields() {
        assertThat(RequestFieldPolicy.of(Collections.nCopies(129, Map.entry("X-A", "a"))))
                .contains(FetchDenial.FIELD_MALFORMED);
        assertThat(RequestFieldPolicy.of(List.of(Map.entry("X-A", "a".repeat(9000)))))
                .contains(FetchDenial.FIELD_MALFORMED);
        assertThat(RequestFieldPolicy.of(List.of(Map.entry("X A", "a")))).contains(FetchDenial.FIELD_MALFORMED);
    }
}
