package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.SHOULD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is stored with a response says which credentials select it, and not what they are. */
class CredentialsDigestTest {

    private static final HeaderFields STORED = HeaderFields.of("Vary", "Authorization, Proxy-Authorization, Cookie");

    @ParameterizedTest
    @CsvSource({"Authorization, Bearer s3cret", "Cookie, session=s3cret", "Proxy-Authorization, Basic s3cret"})
    @EngineObligation(section = "7.2", level = SHOULD, value = "what is stored gives no credentials away")
    @Tag("hardening-U15")
    void noCredentialsAreInAVaryKey(String name, String value) {
        Map<String, String> key = Vary.of(STORED).orElseThrow().key(HeaderFields.of(name, value), STORED);
        assertThat(key.values()).noneMatch(stored -> stored.contains("s3cret"));
        assertThat(Vary.matches(key, HeaderFields.of(name, value), STORED)).isTrue();
        assertThat(Vary.matches(key, HeaderFields.of(name, value + "2"), STORED))
                .isFalse();
        assertThat(Vary.matches(key, HeaderFields.EMPTY, STORED)).isFalse();
        String digest = key.get(name.toLowerCase(Locale.ROOT));
        assertThat(Vary.matches(key, HeaderFields.of(name, digest), STORED))
                .as("the digest is no credential")
                .isFalse();
    }
}
