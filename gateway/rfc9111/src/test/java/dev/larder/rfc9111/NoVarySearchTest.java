package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MAY;
import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoVarySearchTest {

    private static final String DRAFT = "draft-ietf-httpbis-no-vary-search";
    private static final int PAIRS = 200_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown-key",
                "key-order=\"not a boolean\"",
                "params=\"not a boolean or inner list\"",
                "params=(not-a-string)",
                "params=(\"a\" b)",
                "params=(\"a\"), except=(\"x\")",
                "params=(), except=()",
                "params=?0, except=(\"x\")",
                "params, except=(not-a-string)",
                "params, except=\"not an inner list\"",
                "params, except=?1",
                "except=(\"x\")",
                "except=()",
                "params=?0",
                "params=()",
                "key-order=?0",
                "params=1",
                "params=token",
                "params=(\"a\"",
                "params=(\"a\",\"b\")",
                "key-order, params=("
            })
    @EngineObligation(
            rfc = DRAFT,
            section = "4.2",
            level = MUST,
            value = "whatever is not recognized leaves every octet of the query significant")
    void invalidOrEmptyValuesLeaveWholeQuerySignificant(String value) {
        assertThat(NoVarySearch.of(value).isDefault()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "params | a=1&b=2 | ``",
                "params=?1 | a=1&b=2 | ``",
                "params=(\"a\") | a=1&b=2&a=3 | b=2",
                "params=(\"a\";x=1 \"b\");y | a=1&b=2&c=3 | c=3",
                "params, except=(\"x\") | a=1&x=2&x=1 | x=2&x=1",
                "params, except=(\"x\"), later=(1 2) | a=1&x=2 | x=2",
                "key-order | b=2&a=1&b=1 | a=1&b=2&b=1",
                "key-order=?1 | b&a | a=&b=",
                "params, key-order, except=(\"x\" \"y\") | y=1&z=1&x=2 | x=2&y=1",
                "params=(\"a\"), params=(\"b\") | a=1&b=2 | a=1"
            })
    @EngineObligation(
            rfc = DRAFT,
            section = "4.1",
            level = MUST,
            value = "params, except and key-order say which parameters and orders matter")
    void canonicalQueryKeepsOnlySignificantParameters(String value, String query, String kept) {
        assertThat(NoVarySearch.of(value).canonical(query)).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a=x | %61=%78",
                "a=\u00e9 | a=%C3%A9",
                "a=%c3%a9 | a=%C3%A9",
                "a=%f6 | a=%ef%bf%bd",
                "a=x&&&& | a=x",
                "&a=x | a=x",
                "a= | a",
                "a=%20 | a=+",
                "a=%zz | a=%25zz",
                "a=% | a=%25",
                "`` | &&"
            })
    @EngineObligation(
            rfc = DRAFT,
            section = "5.1",
            level = MUST,
            value = "queries are compared as application/x-www-form-urlencoded")
    void comparesDecodedParameters(String one, String other) {
        NoVarySearch variance = NoVarySearch.of("key-order");
        assertThat(variance.canonical(one)).isEqualTo(variance.canonical(other));
    }

    @ParameterizedTest
    @CsvSource({"a=1,a=2", "a=1&a=2,a=2&a=1", "a=1,A=1", "a=1,b=1", "a=1&b=2,a=1%26b=2", "a=b=c,a%3Db=c", "a=x,a=x+"})
    @EngineObligation(
            rfc = DRAFT,
            section = "5",
            level = MUST,
            value = "queries that differ in a parameter that matters are not equivalent")
    void distinguishesQueriesThatDifferInSignificantParameters(String one, String other) {
        NoVarySearch variance = NoVarySearch.of("key-order, params=(\"utm\")");
        assertThat(variance.canonical(one)).isNotEqualTo(variance.canonical(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00e9 \u6c17=1", "\u00e9+\u6c17=2", "%C3%A9%20\u6c17=3", "%C3%A9+%E6%B0%97=4"})
    @EngineObligation(
            rfc = DRAFT,
            section = "4.3",
            level = MUST,
            value = "names in the field are decoded like those of a query")
    void decodesParameterNamesInField(String query) {
        assertThat(NoVarySearch.of("params=(\"%C3%A9+%E6%B0%97\")").canonical(query))
                .isEmpty();
    }

    @Test
    @EngineObligation(rfc = DRAFT, section = "5", level = MUST, value = "a missing query is compared as an empty one")
    void treatsMissingQueryAsEmpty() {
        assertThat(NoVarySearch.of("key-order").canonical(null)).isEmpty();
    }

    @Test
    @EngineObligation(rfc = DRAFT, section = "6", level = MAY, value = "a cache may ignore a field; a long one is")
    void ignoresALongField() {
        String names = "\"a\" ".repeat(600);
        assertThat(NoVarySearch.of("params=(" + names + ")").isDefault()).isTrue();
        assertThat(NoVarySearch.of("params=(" + names.substring(0, 2000) + ")").isDefault())
                .isFalse();
    }

    @Test
    @EngineObligation(
            rfc = DRAFT,
            section = "5",
            level = MUST,
            value = "canonical queries are equal exactly for queries that are equivalent by the algorithm of the draft")
    void agreesWithTheComparisonOfTheDraft() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        List<Rule> rules = List.of(
                new Rule("params", null, Set.of(), true),
                new Rule("params=(\"a\" \"b+c\")", Set.of("a", "b c"), null, true),
                new Rule("key-order, params=(\"%61\")", Set.of("a"), null, false),
                new Rule("key-order", Set.of(), null, false),
                new Rule("params, except=(\"a\" \"c\")", null, Set.of("a", "c"), true),
                new Rule("params, except=(\"b+c\"), key-order", null, Set.of("b c"), false));
        for (int i = 0; i < PAIRS; i++) {
            Rule rule = rules.get(random.nextInt(rules.size()));
            String one = query(random);
            String other = random.nextInt(4) == 0 ? query(random) : shuffled(one, random);
            NoVarySearch variance = NoVarySearch.of(rule.field());
            boolean equal = variance.isDefault()
                    ? one.equals(other)
                    : variance.canonical(one).equals(variance.canonical(other));
            boolean expected = variance.isDefault() ? one.equals(other) : rule.equivalent(one, other);
            assertThat(equal)
                    .as("seed %d: %s for %s and %s", seed, rule.field(), one, other)
                    .isEqualTo(expected);
            if (!variance.isDefault()) {
                assertThat(rule.equivalent(one, variance.canonical(one)))
                        .as("seed %d: %s for %s", seed, rule.field(), one)
                        .isTrue();
            }
        }
    }

    private static String query(Random random) {
        List<String> names = List.of("a", "b+c", "b%20c", "c", "%61", "d", "");
        List<String> values = List.of("", "=", "=1", "=2", "=%31", "=+", "=%20", "=1=2", "=%f6", "=%C3%B6");
        List<String> pairs = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            pairs.add(names.get(random.nextInt(names.size())) + values.get(random.nextInt(values.size())));
        }
        return String.join("&", pairs);
    }

    private static String shuffled(String query, Random random) {
        List<String> pairs = new ArrayList<>(List.of(query.split("&", -1)));
        java.util.Collections.shuffle(pairs, random);
        if (random.nextBoolean()) {
            pairs.add("a=" + random.nextInt(3));
        }
        return String.join("&", pairs);
    }

    /** The two-sided comparison of section 5, written from its text with the decoder of the platform. */
    private record Rule(
            String field,
            @Nullable Set<String> ignored,
            @Nullable Set<String> only,
            boolean order) {

        boolean equivalent(String one, String other) {
            return parameters(one).equals(parameters(other));
        }

        private List<List<String>> parameters(String query) {
            List<List<String>> found = new ArrayList<>();
            for (String pair : query.split("&", -1)) {
                if (pair.isEmpty()) {
                    continue;
                }
                String[] parts = pair.split("=", 2);
                String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
                String value = parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
                boolean counts = only == null
                        ? !Optional.ofNullable(ignored).orElseThrow().contains(name)
                        : only.contains(name);
                if (counts) {
                    found.add(List.of(name, value));
                }
            }
            if (!order) {
                found.sort(Comparator.comparing(pair -> pair.get(0)));
            }
            return found;
        }
    }
}
