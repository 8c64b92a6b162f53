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
                "http://[::1]:80/x [::1]:80 /x"
            })
    void readsPathsAndUrls(String text, String authority, String pathAndQuery) {
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
                "/\u00fc",
                "ftp://a/b",
                "file:///etc/passwd",
                "http://user@a/b",
                "http://user:secret@a/b",
                "http:///b",
                "http://a:b/c"
            })
    void refusesEverythingElse(String text) {
        assertThat(WarmUpTarget.parse(text)).isEmpty();
    }

    @Test
    void refusesLongTargets() {
        assertThat(WarmUpTarget.parse("/" + "a".repeat(WarmUpTarget.MAX_LENGTH)))
                .isEmpty();
    }
}
