package dev.larder.gateway.describe;

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

class NormalizedJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":[2,3]} | ` { \"b\" : [2 , 3] , \"a\" : 1 } `",
                "{\"a\":{}} | {\"a\" : { } }",
                "[\" a \\\" , b\",-1.50e+2] | [ \" a \\\" , b\" , -1.50e+2 ]",
                "[{\"a\":[],\"b\":null}] | [ { \"b\":null , \"a\":[ ] } ]",
                "true | ` true `",
                "\"\\\\\" | ` \"\\\\\" `"
            })
    void dropsWhiteSpaceAndOrdersMembers(String one, String other) {
        assertThat(normalized(other)).contains(one).isEqualTo(normalized(one));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1.0] | [1]",
                "[1e2] | [100]",
                "[-0] | [0]",
                "\"a\\u0062\" | \"ab\"",
                "{\"\\u0061\":1} | {\"a\":1}",
                "{\"a\":1} | {\"a\":\"1\"}",
                "[1,2] | [2,1]",
                "[\"a b\"] | [\"ab\"]",
                "[] | {}",
                "[[1],2] | [1,[2]]",
                "null | \"null\"",
                "[9007199254740992] | [9007199254740993]"
            })
    void keepsOtherwiseDifferentTextsDistinct(String one, String other) {
        assertThat(normalized(one)).isPresent().isNotEqualTo(normalized(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "[{\"b\":{\"a\":1,\"a\":1}}]",
                "[NaN]",
                "[Infinity]",
                "[01]",
                "[+1]",
                "[.5]",
                "[1.]",
                "[1,]",
                "[1 2]",
                "{'a':1}",
                "{a:1}",
                "[1]//",
                "[1] [2]",
                "1 2",
                "{\"a\":1",
                "[tru]",
                "\"\\x\"",
                "\ufeff[1]",
                "\"\t\"",
                "undefined"
            })
    void doesNotNormalizeAmbiguousOrInvalidJson(String text) {
        assertThat(normalized(text)).isEmpty();
    }

    @Test
    void doesNotNormalizeMalformedUtf8() {
        assertThat(NormalizedJson.of(new byte[] {'"', (byte) 0xf6, '"'})).isEmpty();
        assertThat(NormalizedJson.of("[1]".getBytes(StandardCharsets.UTF_16))).isEmpty();
    }

    @Test
    void doesNotNormalizeTooLargeOrTooDeepJson() {
        String deep = "[".repeat(NormalizedJson.MAX_DEPTH + 1) + "]".repeat(NormalizedJson.MAX_DEPTH + 1);
        assertThat(normalized(deep)).isEmpty();
        assertThat(normalized(deep.substring(1, deep.length() - 1))).isPresent();
        assertThat(normalized("\"" + "a".repeat(NormalizedJson.MAX_LENGTH) + "\""))
                .isEmpty();
    }

    /** Spells random values twice, with other white space and another order. */
    @Test
    void normalizesTwoRandomSpellingsAlike() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            long value = random.nextLong();
            String one = text(new Random(value), new Random(1), 0);
            String other = text(new Random(value), random, 0);
            assertThat(normalized(other))
                    .as("seed %d: %s and %s", seed, one, other)
                    .isPresent()
                    .isEqualTo(normalized(one));
        }
    }

    private static String text(Random value, Random spelling, int depth) {
        String blank = " \t\n\r".repeat(spelling.nextInt(2));
        int kind = value.nextInt(depth < 4 ? 5 : 3);
        if (kind < 3) {
            return blank + List.of("-1.5e-3", "\"\\\"{, }\\\\\"", "false").get(kind) + blank;
        }
        List<String> members = new ArrayList<>();
        for (int i = value.nextInt(4); i > 0; i--) {
            String member = text(value, spelling, depth + 1);
            members.add(kind == 3 ? member : blank + "\"n" + i + "\"" + blank + ":" + member);
        }
        if (kind == 4) {
            Collections.shuffle(members, spelling);
        }
        String content = String.join(",", members) + blank;
        return blank + (kind == 3 ? "[" + content + "]" : "{" + content + "}") + blank;
    }

    private static Optional<String> normalized(String text) {
        return NormalizedJson.of(text.getBytes(StandardCharsets.UTF_8))
                .map(octets -> new String(octets, StandardCharsets.UTF_8));
    }
}
