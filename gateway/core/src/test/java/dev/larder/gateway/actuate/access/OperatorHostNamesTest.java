package dev.larder.gateway.actuate.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name that no operator has given leads nobody to what operators have. */
class OperatorHostNamesTest {

    private final OperatorHostNames hosts = OperatorHostNames.named(List.of("Larder.example.com"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3:8081",
                "[::1]",
                "[::1]:8081",
                "localhost",
                "LOCALHOST:80",
                "larder.example.com:8081"
            })
    void acceptsIpAddressesLocalhostAndConfiguredNames(String host) {
        assertThat(hosts.accepts(host)).isTrue();
    }

    @Test
    void acceptsAnyNameIfUnrestricted() {
        assertThat(OperatorHostNames.any().accepts("evil.test")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.test",
                "evil.test:8081",
                "localhost.evil.test",
                "127.0.0.1.evil.test",
                "127.0.0.1:80@evil.test",
                "[evil.test]",
                "example.com",
                ""
            })
    void rejectsNamesThatAreNotConfigured(String host) {
        assertThat(hosts.accepts(host)).isFalse();
    }
}
