package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fields of RFC 9842 mean, and that nothing else is taken for them. */
class DictionaryFieldsTest {

    private static final String EXAMPLE = ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:";

    @Test
    void parsesAvailableDictionaryHash() {
        ContentHash hash = ContentHash.available(List.of(' ' + EXAMPLE)).orElseThrow();
        assertThat(hash.octets()).hasSize(32).startsWith(0xa5, 0x91, 0xa6);
        assertThat(ContentHash.of("Hello World".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(hash);
        assertThat(ContentHash.available(List.of(EXAMPLE.replace("=", "")))).contains(hash);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "::",
                "pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=",
                ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=",
                ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4==:",
                ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2f:",
                ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG_=:",
                ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:;a=b",
                ":pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:, :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:",
                "\"pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=\"",
            })
    void rejectsMalformedDictionaryHash(String line) {
        assertThat(ContentHash.available(List.of(line))).isEmpty();
    }

    @Test
    void rejectsMissingOrRepeatedDictionaryHash() {
        assertThat(ContentHash.available(List.of())).isEmpty();
        assertThat(ContentHash.available(List.of(EXAMPLE, EXAMPLE))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip, br, zstd, dcb, dcz | true | gzip, br, zstd",
                "DCZ;q=0.5 | true | ''",
                "dcz ; q=0 , gzip | false | gzip",
                "dcz;q=0.000 | false | ''",
                "*, gzip;q=0 | false | *, gzip;q=0",
                "dczx, xdcz | false | dczx, xdcz",
                "'' | false | ''",
            })
    void parsesDczAcceptanceAndRemovesDictionaryCodings(String line, boolean accepted, String rest) {
        assertThat(AcceptedCodings.acceptsDcz(List.of(line))).isEqualTo(accepted);
        assertThat(AcceptedCodings.withoutDictionaries(List.of(line))).isEqualTo(rest);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/ | match=\"/\"",
                "/api/v1/users | match=\"/api/v1/users\"",
                "/a%20b;c=d/~e,f | match=\"/a%20b;c=d/~e,f\"",
                "/a:b/(c)*+ | match=\"/a\\\\:b/\\\\(c\\\\)\\\\*\\\\+\"",
            })
    void writesEscapedMatchPatternOfPath(String path, String field) {
        assertThat(MatchPattern.field(path)).contains(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "//other.test/a", "/a\"b", "/a b", "/a\u00e4", "/a\u0007"})
    void writesNoMatchPatternForUnsafeOrLongPaths(String path) {
        assertThat(MatchPattern.field(path)).isEmpty();
        assertThat(MatchPattern.field('/' + "a".repeat(1024))).isEmpty();
    }
}
