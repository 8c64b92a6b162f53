package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.StructuredDictionary.Type;
import dev.larder.rfc9111.StructuredDictionary.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructuredDictionaryTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a | BOOLEAN | 1",
                "a=?0 | BOOLEAN | 0",
                "a=42 | INTEGER | 42",
                "a=-42 | INTEGER | -42",
                "a=999999999999999 | INTEGER | 999999999999999",
                "a=4.5 | OTHER | 4.5",
                "a=\"b\\\"c\\\\\" | STRING | b\"c\\",
                "a=tok/en:* | TOKEN | tok/en:*",
                "a=:aGk=: | OTHER | :aGk=:",
                "a=@1659578233 | OTHER | @1659578233",
                "a=%\"f%c3%bc\" | OTHER | %\"f%c3%bc\"",
                "a=(1 \"b\";x c);y=1 | OTHER | (1 \"b\";x c)",
                "a=() | OTHER | ()",
                "a;p;q=1 | BOOLEAN | 1"
            })
    @EngineObligation(
            rfc = "RFC 9651",
            section = "3.2",
            level = MUST,
            value = "a member is an item or an inner list with parameters")
    void readsEveryType(String text, Type type, String value) {
        assertThat(StructuredDictionary.parse(text).orElseThrow()).containsEntry("a", new Value(type, value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A=1",
                "1=a",
                "a=",
                "a=1,",
                "a,,b",
                "a b",
                "a=-",
                "a=1.2345",
                "a=1234567890123.1",
                "a=\"\u00e4\"",
                "a=\"\\x\"",
                "a=(1,2)",
                "a=(1\"b\")",
                "a=@1.5",
                "a=%x",
                "a=%\"\u0001\"",
                "a=%\"%C3%BC\"",
                "a=%\"%zz\"",
                "a=%\"%c\"",
                "a=%\"%ff\"",
                "a=:a",
                "a=1;B",
                "a=?",
                "\ta"
            })
    @EngineObligation(
            rfc = "RFC 9651",
            section = "4.2",
            level = MUST,
            value = "when parsing fails, the entire field is ignored")
    void rejectsMalformedDictionaries(String text) {
        assertThat(StructuredDictionary.parse(text)).isEmpty();
    }

    @Test
    @EngineObligation(
            rfc = "RFC 9651",
            section = "4.2",
            level = MUST,
            value = "leading and trailing spaces do not count")
    void ignoresSurroundingSpaces() {
        assertThat(StructuredDictionary.parse("  a=1 ,\tb  ").orElseThrow()).containsOnlyKeys("a", "b");
        assertThat(StructuredDictionary.parse("  ").orElseThrow()).isEmpty();
    }
}
