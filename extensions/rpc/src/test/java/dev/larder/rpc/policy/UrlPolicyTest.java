package dev.larder.rpc.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPolicyTest {

    private final UrlPolicy policy = new UrlPolicy(
            WebOrigin.of("http://localhost:8080"),
            Set.of(WebOrigin.of("http://localhost:8080"), WebOrigin.of("https://www.example.com")),
            Set.of(
                    WebOrigin.of("http://cat.example:8080"),
                    WebOrigin.of("http://10.1.2.3"),
                    WebOrigin.of("http://[fd00::1]:81")));

    @ParameterizedTest
    @CsvSource({
        "/users?page=2, http://localhost:8080/users?page=2",
        "http://LOCALHOST:8080/users, http://localhost:8080/users",
        "https://www.example.com, https://www.example.com/",
        "HTTPS://www.example.com:443/a%20b, https://www.example.com/a%20b",
        "https://www.example.com?x, https://www.example.com/?x"
    })
    void routesUrlsOfGatewayItself(String url, String asked) {
        assertThat(policy.of(url)).isEqualTo(new UrlVerdict.ByRoute(URI.create(asked)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://cat.example:8080/a", "http://10.1.2.3/a", "http://[fd00::1]:81/a"})
    void allowsListedOrigins(String url) {
        assertThat(policy.of(url))
                .isInstanceOfSatisfying(
                        UrlVerdict.Listed.class,
                        listed -> assertThat(listed.uri()).hasToString(url));
    }

    @ParameterizedTest
    @CsvSource({
        "file:///etc/passwd, SCHEME",
        "ftp://cat.example:8080/, SCHEME",
        "gopher://cat.example:8080/, SCHEME",
        "jar:http://cat.example:8080/!/, SCHEME",
        "'', URL_MALFORMED",
        "users, URL_MALFORMED",
        "//cat.example:8080/, URL_MALFORMED",
        "http:cat.example, URL_MALFORMED",
        "http:/cat.example, URL_MALFORMED",
        "http:///a, URL_MALFORMED",
        "http://cat.example:8080\\@evil.example/, URL_MALFORMED",
        "http://cat.example:8080/ a, URL_MALFORMED",
        "http://user@cat.example:8080/, USER_INFORMATION",
        "http://cat.example:8080@evil.example/, USER_INFORMATION",
        "http://cat.example:8080/#a, FRAGMENT",
        "http://cat.example:8080:80/, HOST_MALFORMED",
        "http://cat.example:0/, HOST_MALFORMED",
        "http://cat.example:99999/, HOST_MALFORMED",
        "http://cat%2eexample:8080/, HOST_MALFORMED",
        "http://[fe80::1%25eth0]/, HOST_MALFORMED",
        "http://[::1/, URL_MALFORMED",
        "http://2130706433/, ADDRESS_FORM",
        "http://0x7f000001/, ADDRESS_FORM",
        "http://0x7f.1/, ADDRESS_FORM",
        "http://017700000001/, ADDRESS_FORM",
        "http://0177.0.0.1/, ADDRESS_FORM",
        "http://127.1/, ADDRESS_FORM",
        "http://127.0.0.1./, ADDRESS_FORM",
        "http://256.0.0.1/, ADDRESS_FORM",
        "http://127.0.0.1/, ADDRESS_LOOPBACK",
        "http://[::1]/, ADDRESS_LOOPBACK",
        "http://[::ffff:127.0.0.1]/, ADDRESS_EMBEDDED",
        "http://[::ffff:7f00:1]/, ADDRESS_EMBEDDED",
        "http://[::127.0.0.1]/, ADDRESS_EMBEDDED",
        "http://[64:ff9b::7f00:1]/, ADDRESS_EMBEDDED",
        "http://[2002:7f00:1::]/, ADDRESS_EMBEDDED",
        "http://0.0.0.0/, ADDRESS_UNSPECIFIED",
        "http://[::]/, ADDRESS_UNSPECIFIED",
        "http://169.254.169.254/latest/meta-data/, ADDRESS_LINK_LOCAL",
        "http://[fe80::1]/, ADDRESS_LINK_LOCAL",
        "http://10.0.0.1/, ADDRESS_PRIVATE",
        "http://172.31.0.1/, ADDRESS_PRIVATE",
        "http://192.168.1.1/, ADDRESS_PRIVATE",
        "http://100.64.0.1/, ADDRESS_PRIVATE",
        "http://[fd00::2]/, ADDRESS_PRIVATE",
        "http://224.0.0.1/, ADDRESS_MULTICAST",
        "http://[ff02::1]/, ADDRESS_MULTICAST",
        "http://255.255.255.255/, ADDRESS_RESERVED",
        "http://cat.example/, PORT_NOT_LISTED",
        "https://cat.example:8080/, PORT_NOT_LISTED",
        "http://10.1.2.3:22/, PORT_NOT_LISTED",
        "http://localhost:22/, PORT_NOT_LISTED",
        "http://evil.example/, ORIGIN_NOT_LISTED",
        "http://cat.example.evil.example:8080/, ORIGIN_NOT_LISTED",
        "http://cat.example.:8080/, ORIGIN_NOT_LISTED",
        "http://93.184.216.34/, ORIGIN_NOT_LISTED",
        "/a[b, TARGET",
        "/a]b, TARGET",
        "http://cat.example:8080/a[b, URL_MALFORMED",
        "http://[]/, URL_MALFORMED",
        "http://cat.example:8080/../a, TARGET",
        "http://cat.example:8080/%2e%2e/a, TARGET",
        "http://cat.example:8080/%0d%0aHost:%20evil, TARGET",
        "http://cat.example:8080//evil.example/, TARGET"
    })
    void rejectsOtherUrlsWithNamedReason(String url, FetchDenial why) {
        assertThat(policy.of(url)).isEqualTo(new UrlVerdict.Denied(why));
        assertThat(why.status().getDescription()).startsWith(why.name() + ": ");
        assertThat(why.status().isOk()).isFalse();
    }

    @Test
    void rejectsTooLongUrl() {
        assertThat(policy.of("/" + "a".repeat(8192))).isEqualTo(new UrlVerdict.Denied(FetchDenial.URL_TOO_LONG));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat.example",
                "http://",
                "http://a/b",
                "http://u@a",
                "ftp://a",
                "http://127.1",
                "http://a#b",
                "http://a?"
            })
    void rejectsOriginsOtherThanSchemeHostAndPort(String written) {
        assertThatIllegalArgumentException().isThrownBy(() -> WebOrigin.of(written));
    }

    @Test
    void admitsOnlyPublicAndListedAddresses() {
        var addresses = new AddressPolicy(
                List.of(SpecialAddresses.Block.of("10.1.0.0/16"), SpecialAddresses.Block.of("fd00::/64")),
                List.of(WebOrigin.of("http://127.0.0.2:80")));
        for (String good : List.of("10.1.255.1", "fd00::9", "127.0.0.2", "93.184.216.34", "2606:2800::1")) {
            assertThat(addresses.allows(IpLiterals.read(good))).as(good).isTrue();
        }
        for (String bad : List.of("10.2.0.1", "127.0.0.1", "::1", "fe80::1", "0.0.0.0", "::ffff:127.0.0.2")) {
            assertThat(addresses.allows(IpLiterals.read(bad))).as(bad).isFalse();
        }
    }
}
