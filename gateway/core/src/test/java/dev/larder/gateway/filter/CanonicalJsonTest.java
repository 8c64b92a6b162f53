package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {

    /** RFC 8785 3.2.2 and 3.2.4, but for the number 333333333.33333329, of which no double is the shortest decimal. */
    @Test
    void writesTheSampleOfTheSpecification() {
        String sample = "{\n  \"numbers\": [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],\n"
                + "  \"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\n"
                + "  \"literals\": [null, true, false]\n}";
        assertThat(canonical(sample))
                .contains("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
        assertThat(canonical(sample.replace("333333333.3333333,", "333333333.33333329,")))
                .isEmpty();
    }

    /** RFC 8785 3.2.3. */
    @Test
    void sortsNamesByTheirCodeUnits() {
        assertThat(canonical(
                        "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet With Dagesh\","
                                + "\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\",\"\\u0080\":\"Control\","
                                + "\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}"))
                .contains("{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
                        + "\"\u00f6\":\"Latin Small Letter O With Diaeresis\",\"\u20ac\":\"Euro Sign\","
                        + "\"\ud83d\ude00\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":[2, 3]} | { \"b\" : [2,3] , \"a\" : 1.0 }",
                "\"a\\u0062\" | \"ab\"",
                "[1e2] | [100]",
                "[-0] | [0]",
                "[0.10] | [0.1]",
                "{\"a\":{}} | {\"a\" : { } }",
                "true | ` true `"
            })
    void twoSpellingsOfOneValueAreOne(String one, String other) {
        assertThat(canonical(one)).isPresent().isEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1} | {\"a\":\"1\"}",
                "[1,2] | [2,1]",
                "{\"a\":1} | {\"A\":1}",
                "[] | {}",
                "[[1],2] | [1,[2]]",
                "null | \"null\"",
                "[0.1] | [0.10000000000000001]",
                "[9007199254740992] | [9007199254740993]",
                "\"\u00e9\" | \"e\u0301\""
            })
    void otherValuesAreApart(String one, String other) {
        assertThat(canonical(one)).isPresent().isNotEqualTo(canonical(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "\"\\ud800\"",
                "{\"\\udc00\":1}",
                "[9007199254740993]",
                "[0.10000000000000001]",
                "[1e400]",
                "[1000e2147483647]",
                "[1e-400]",
                "[NaN]",
                "[Infinity]",
                "[01]",
                "[+1]",
                "[.5]",
                "[1.]",
                "[1,]",
                "{'a':1}",
                "{a:1}",
                "[1]//",
                "[1] [2]",
                "{\"a\":1",
                "\ufeff[1]",
                "\"\t\"",
                "undefined"
            })
    void whatParsersMayReadDifferentlyHasNone(String text) {
        assertThat(canonical(text)).isEmpty();
    }

    @Test
    void malformedUtf8HasNone() {
        assertThat(CanonicalJson.of(new byte[] {'"', (byte) 0xf6, '"'})).isEmpty();
        assertThat(CanonicalJson.of("[1]".getBytes(StandardCharsets.UTF_16))).isEmpty();
    }

    @Test
    void largeAndDeepTextsHaveNone() {
        assertThat(canonical("[" + " ".repeat(CanonicalJson.MAX_LENGTH - 2) + "]"))
                .isPresent();
        assertThat(canonical("[" + " ".repeat(CanonicalJson.MAX_LENGTH - 1) + "]"))
                .isEmpty();
        int depth = CanonicalJson.MAX_DEPTH;
        assertThat(canonical("[".repeat(depth) + "]".repeat(depth))).isPresent();
        assertThat(canonical("[".repeat(depth + 1) + "]".repeat(depth + 1))).isEmpty();
    }

    @Test
    void manyLongNumbersHaveNone() {
        String number = "0.30000000000000004,";
        assertThat(canonical("[" + number.repeat(CanonicalJson.MAX_LONG_NUMBERS) + "1]"))
                .isPresent();
        assertThat(canonical("[" + number.repeat(CanonicalJson.MAX_LONG_NUMBERS + 1) + "1]"))
                .isEmpty();
    }

    @Test
    void theFormIsItsOwnForm() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String text = value(random, 0);
            Optional<String> form = canonical(text);
            assertThat(form).as("seed %d: %s", seed, text).isPresent();
            assertThat(canonical(form.get())).as("seed %d: %s", seed, text).isEqualTo(form);
        }
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 4 : 6)) {
            case 0 -> EcmaScriptNumber.format(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
            case 1 -> Integer.toString(random.nextInt());
            case 2 -> random.nextBoolean() ? "null" : "true";
            case 3 -> "\"" + (char) ('a' + random.nextInt(26)) + "\\u00" + (10 + random.nextInt(80)) + "\"";
            case 4 -> "[ " + String.join(" , ", values(random, depth)) + "]";
            default -> {
                List<String> members = new ArrayList<>();
                for (String value : values(random, depth)) {
                    members.add("\"" + members.size() + "\" : " + value);
                }
                Collections.shuffle(members, random);
                yield "{" + String.join(",", members) + "}";
            }
        };
    }

    private static List<String> values(Random random, int depth) {
        List<String> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.add(value(random, depth + 1));
        }
        return values;
    }

    private static Optional<String> canonical(String text) {
        return CanonicalJson.of(text.getBytes(StandardCharsets.UTF_8))
                .map(form -> new String(form, StandardCharsets.UTF_8));
    }
}
