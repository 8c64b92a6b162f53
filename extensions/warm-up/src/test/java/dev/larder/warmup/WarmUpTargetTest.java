package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpTargetTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/a?b=1 '' /a?b=1",
                "/a%20b#part '' /a%20b",
                "//a '' //a",
                "http://shop.example shop.example /",
                "HTTPS://Shop.Example:8443/a/b?c Shop.Example:8443 /a/b?c",
                "https://shop.example?a=1 shop.example /?a=1",
                "http://[::1]:80/x [::1]:80 /x",
                "/\u00fc?\u00e4#x '' /%C3%BC?%C3%A4",
                "https://shop.example/\u043f/%D0%BF shop.example /%D0%BF/%D0%BF",
                "http://m\u00fcller.example:8080/a xn--mller-kva.example:8080 /a"
            })
    void parsesPathsAndUrls(String text, String authority, String pathAndQuery) {
        assertThat(WarmUpTarget.parse(text)).contains(new WarmUpTarget(authority, pathAndQuery));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# comment",
                "a",
                "/a b",
                "/a\u0000",
                "/\u0085\u00fc",
                "\u00fc",
                "http://user@m\u00fcller.example/",
                "ftp://a/b",
                "file:///etc/passwd",
                "http://user@a/b",
                "http://user:secret@a/b",
                "http:///b",
                "http://a:b/c"
            })
    void refusesTextThatIsNoHttpTarget(String text) {
        assertThat(WarmUpTarget.parse(text)).isEmpty();
    }

    @Test
    void refusesLongTargets() {
        assertThat(WarmUpTarget.parse("/" + "a".repeat(WarmUpTarget.MAX_LENGTH)))
                .isEmpty();
    }
}
