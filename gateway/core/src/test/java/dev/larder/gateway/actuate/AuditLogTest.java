package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditLogTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "/a/b | /a/b",
                "'' | -",
                "rule a: ttl 5s | \"rule a: ttl 5s\"",
                "' ' | '\" \"'",
                "x by=root | \"x by=root\"",
                "x\" by=root | \"x\\\" by=root\"",
                "x\\\" by=root | \"x\\\\\\\" by=root\"",
                "\"x\" | \"\\\"x\\\"\"",
                "a\u00e9\u0007b | a??b"
            })
    void printableQuotesInputAndMasksNonPrintableCharacters(String text, String written) {
        assertThat(AuditLog.printable(text)).isEqualTo(written);
    }
}
