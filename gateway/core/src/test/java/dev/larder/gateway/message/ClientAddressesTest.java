package dev.larder.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

/** A client is whom the last trusted proxy names, and nobody else: what clients say themselves does not count. */
class ClientAddressesTest {

    private static final ClientAddresses BEHIND_PROXIES =
            new ClientAddresses(proxy -> proxy.getHostAddress().startsWith("10."));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.9 | 198.51.100.1               | 192.0.2.9",
                "10.0.0.1  | 198.51.100.1               | 198.51.100.1",
                "10.0.0.1  | 203.0.113.7, 198.51.100.1  | 198.51.100.1",
                "10.0.0.1  | 198.51.100.1, 10.0.0.2     | 198.51.100.1",
                "10.0.0.1  | 198.51.100.1:4711          | 198.51.100.1",
                "10.0.0.1  | 198.51.100.1, 10.0.0.2:80  | 198.51.100.1",
                "10.0.0.1  | [2001:db8::1]:4711         | 2001:db8:0:0:0:0:0:1",
                "10.0.0.1  | [2001:db8::1]              | 2001:db8:0:0:0:0:0:1",
                "10.0.0.1  | 2001:db8::1                | 2001:db8:0:0:0:0:0:1",
                "10.0.0.1  | 198.51.100.1:_obfuscated   | 198.51.100.1",
                "10.0.0.1  | 198.51.100.1:99999         | 198.51.100.1",
                "10.0.0.1  | 198.51.100.1:9999999999999 | 198.51.100.1",
                "10.0.0.1  | [2001:db8::1               | 10.0.0.1",
                "10.0.0.1  | ]198.51.100.1[:            | 10.0.0.1",
                "10.0.0.1  | ':'                        | 10.0.0.1",
                "10.0.0.1  | 10.0.0.3, 10.0.0.2         | 10.0.0.3",
                "10.0.0.1  | 198.51.100.1, unknown      | 10.0.0.1",
                "10.0.0.1  | ''                         | 10.0.0.1"
            })
    void takesLastUntrustedAddressOfXForwardedFor(String peer, String forwarded, String client) {
        var request = MockServerHttpRequest.get("/")
                .remoteAddress(new InetSocketAddress(peer, 1234))
                .header("X-Forwarded-For", forwarded)
                .build();
        assertThat(BEHIND_PROXIES.of(request).getHostAddress()).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=198.51.100.1                                      |              | 198.51.100.1",
                "for=198.51.100.1;proto=https, For=10.0.0.2             |              | 198.51.100.1",
                "for=\"[2001:db8::1]:80\"                               |              | 2001:db8:0:0:0:0:0:1",
                "for=\"198.51.100.1:80\"                                |              | 198.51.100.1",
                "host=\"a, for=198.51.100.9\", for=198.51.100.1         |              | 198.51.100.1",
                "for=_hidden                                           |              | 10.0.0.1",
                "for=198.51.100.1 for=198.51.100.2                     |              | 10.0.0.1",
                "for=198.51.100.1                                      | 198.51.100.1 | 198.51.100.1",
                "for=198.51.100.1                                      | 198.51.100.2 | 10.0.0.1"
            })
    void takesForwardedFieldUnlessXForwardedForDisagrees(String field, @Nullable String listed, String client) {
        var request = MockServerHttpRequest.get("/")
                .remoteAddress(new InetSocketAddress("10.0.0.1", 1234))
                .header("Forwarded", field);
        if (listed != null) {
            request.header("X-Forwarded-For", listed);
        }
        assertThat(BEHIND_PROXIES.of(request.build()).getHostAddress()).isEqualTo(client);
    }

    @Test
    void addressIsUnknownWithoutConnection() {
        assertThat(new ClientAddresses(proxy -> true)
                        .of(MockServerHttpRequest.get("/").build()))
                .isNull();
    }
}
