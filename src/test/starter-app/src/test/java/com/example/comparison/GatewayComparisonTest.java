package com.example.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever an application answers and forwards without Larder, it answers and forwards with it, but for what docs/comparison.md
 * names. {@code -Dlarder.docs.write=true} writes the tables there anew.
 */
class GatewayComparisonTest {

    private static final String CACHED = "/cached";
    private static final String PLAIN = "/plain";
    private static final Set<String> COMMON =
            Set.of("`cache-status`", "forwarded: `via`", "forwarded: no `user-agent`");
    private static final int LEAST = 92;

    private static final ScriptedService ORIGIN = new ScriptedService();
    private static final Map<String, ComparedAnswer> EXPECTED = new HashMap<>();

    @BeforeAll
    static void askWithoutLarder() throws Exception {
        try (ComparedGateway without = ComparedGateway.withoutLarder(ORIGIN.uri())) {
            assertThat(without.knowsLarder()).isFalse();
            for (String route : new String[] {PLAIN, CACHED}) {
                for (ComparedRequest request : ComparedRequest.all()) {
                    EXPECTED.put(route + request.name(), ComparedAnswer.of(request, route, without.port(), ORIGIN));
                }
            }
        }
        assertThat(EXPECTED).hasSize(2 * ComparedRequest.all().size()).hasSizeGreaterThan(2 * LEAST);
    }

    @AfterAll
    static void stop() {
        ORIGIN.close();
    }

    @Test
    void differencesWithLarderMatchComparisonPage() throws Exception {
        try (ComparedGateway with = ComparedGateway.withLarder(ORIGIN.uri())) {
            Map<String, Set<String>> plain = differences(with, PLAIN);
            Map<String, Set<String>> cached = differences(with, CACHED);
            check("every route", NamedDifferences.table(plain));
            check("routes with a cache", NamedDifferences.table(NamedDifferences.besides(cached, plain, COMMON)));
            assertThat(cached.get("a query")).isEqualTo(COMMON);
            assertThat(plain).doesNotContainKey("a query");
        }
    }

    @Test
    void disabledLarderCausesNoDifference() throws Exception {
        try (ComparedGateway off = ComparedGateway.withLarder(ORIGIN.uri(), "--larder.enabled=false")) {
            assertThat(differences(off, PLAIN)).isEmpty();
            assertThat(differences(off, CACHED)).isEmpty();
        }
    }

    private static Map<String, Set<String>> differences(ComparedGateway gateway, String route) throws IOException {
        Map<String, Set<String>> differences = new TreeMap<>();
        for (ComparedRequest request : ComparedRequest.all()) {
            ComparedAnswer got = ComparedAnswer.of(request, route, gateway.port(), ORIGIN);
            Set<String> set = EXPECTED.get(route + request.name()).differencesOf(got);
            if (!set.isEmpty()) {
                differences.put(request.name(), set);
            }
        }
        return differences;
    }

    /** Compares the table behind that comment with this one, or writes it. */
    private static void check(String comment, String table) throws IOException {
        Path page = Path.of(System.getProperty("larder.readme")).resolveSibling("comparison.md");
        String text = Files.readString(page);
        String line = "<!-- " + comment + " -->\n";
        assertThat(text).contains(line);
        int begin = text.indexOf(line) + line.length();
        int end = text.indexOf("\n\n", begin + 1) + 1;
        if (Boolean.getBoolean("larder.docs.write")) {
            Files.writeString(page, text.substring(0, begin) + table + text.substring(end));
            return;
        }
        assertThat(table).isEqualTo(text.substring(begin, end));
    }
}
