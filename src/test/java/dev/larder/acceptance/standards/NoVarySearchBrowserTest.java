package dev.larder.acceptance.standards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.dashboard.HeadlessBrowser;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * No-Vary-Search in Larder and in Chromium, which uses it for what it has prefetched: both reuse the same responses for the same
 * URIs. The browser asks the origin directly. Pairs of queries that differ in empty parameters are left out: the draft calls
 * {@code ?a=x&&} and {@code ?a=x} equivalent, Chromium 156 does not.
 */
@Tag("thorough")
class NoVarySearchBrowserTest {

    private static final int RANDOM_PAIRS = 60;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private static HeadlessBrowser browser;

    /** A value of the field, and two queries. */
    private record Pair(String field, String one, String other) {}

    @BeforeAll
    static void open() {
        browser = HeadlessBrowser.start();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void reusesSameResponsesAsBrowser() {
        long seed = new Random().nextLong();
        List<String> differences = new ArrayList<>();
        int reused = 0;
        List<Pair> pairs = pairs(new Random(seed));
        for (Pair pair : pairs) {
            boolean inBrowser = isReusedInBrowser(pair);
            reused += inBrowser ? 1 : 0;
            if (isReusedInLarder(pair) != inBrowser) {
                differences.add(pair + (inBrowser ? " is reused in Chromium only" : " is reused in Larder only"));
            }
        }
        assertThat(differences).as("seed %d", seed).isEmpty();
        assertThat(browser.errors())
                .as("values that the browser ignores, too")
                .hasSize(4)
                .allSatisfy(
                        error -> assertThat(error).contains("No-Vary-Search").contains("The header will be ignored"));
        assertThat(reused).as("seed %d", seed).isBetween(pairs.size() / 5, 4 * pairs.size() / 5);
    }

    private static List<Pair> pairs(Random random) {
        List<Pair> pairs = new ArrayList<>(List.of(
                new Pair("params", "?a=1", "?b=2"),
                new Pair("params", "?a=1", ""),
                new Pair("params=(\"utm\")", "?a=1&utm=x", "?a=1&utm=y"),
                new Pair("params=(\"utm\")", "?a=1&utm=x", "?a=2&utm=x"),
                new Pair("params=(\"utm\")", "?a=1&b=2", "?b=2&a=1"),
                new Pair("key-order", "?a=1&b=2", "?b=2&a=1"),
                new Pair("key-order", "?a=1&a=2", "?a=2&a=1"),
                new Pair("key-order", "?a=", "?a"),
                new Pair("key-order", "?a=+", "?a=%20"),
                new Pair("key-order", "?a=%61", "?%61=a"),
                new Pair("key-order", "?a=%f6", "?a=%ef%bf%bd"),
                new Pair("params, except=(\"id\")", "?id=1&x=1", "?x=2&id=1"),
                new Pair("params, except=(\"id\")", "?id=1", "?id=2"),
                new Pair("params=(\"%C3%A9+x\")", "?%c3%a9%20x=1", "?%C3%A9+x=2"),
                new Pair("params=(\"a\"), except=(\"x\")", "?a=1", "?a=2"),
                new Pair("except=(\"x\")", "?a=1", "?a=2"),
                new Pair("key-order=\"x\"", "?a=1&b=1", "?b=1&a=1"),
                new Pair("params=(a)", "?a=1", "?a=2"),
                new Pair("params=?0", "?a=1", "?a=2"),
                new Pair("params=(\"a\"), later=1", "?a=1", "?a=2"),
                new Pair("unknown", "?a=1", "?a=2")));
        List<String> fields = List.of(
                "params=(\"a\" \"b+c\")",
                "key-order, params=(\"b%20c\")",
                "params, except=(\"a\" \"d\")",
                "key-order, params, except=(\"a\" \"b+c\")",
                "key-order");
        for (int i = 0; i < RANDOM_PAIRS; i++) {
            List<String> one = query(random);
            List<String> other = i % 2 == 0 ? query(random) : shuffled(one, random);
            pairs.add(new Pair(fields.get(random.nextInt(fields.size())), joined(one), joined(other)));
        }
        return pairs;
    }

    private static List<String> shuffled(List<String> query, Random random) {
        List<String> other = new ArrayList<>(query);
        Collections.shuffle(other, random);
        return other;
    }

    private static String joined(List<String> query) {
        return "?" + String.join("&", query);
    }

    /** Few names and values, so that many queries are equivalent. */
    private static List<String> query(Random random) {
        List<String> parameters = List.of("a=1", "a", "a=", "b+c=1", "b%20c=2", "d=%31", "d=1", "%61=1", "e=+");
        List<String> query = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            query.add(parameters.get(random.nextInt(parameters.size())));
        }
        return query;
    }

    private static boolean isReusedInLarder(Pair pair) {
        String path = UniquePath.next();
        STAGE.origin()
                .on(
                        path,
                        request ->
                                ResponseScript.ok("x", "Cache-Control", "max-age=60", "No-Vary-Search", pair.field()));
        STAGE.get(path + pair.one());
        return STAGE.get(path + pair.other()).hit();
    }

    /** The rule's hint makes the browser wait for the head of what it is prefetching. */
    private static boolean isReusedInBrowser(Pair pair) {
        String path = UniquePath.next();
        String start = UniquePath.next();
        STAGE.origin()
                .on(
                        start,
                        ResponseScript.ok(
                                "<!doctype html><link rel=icon href=data:,><a href='" + attribute(path + pair.other())
                                        + "'>go</a><script type=speculationrules>{\"prefetch\":[{\"urls\":[\"" + path
                                        + pair.one() + "\"],\"eagerness\":\"immediate\",\"expects_no_vary_search\":\""
                                        + pair.field().replace("\"", "\\\"") + "\"}]}</script>",
                                "Content-Type",
                                "text/html"))
                .on(
                        path,
                        request -> ResponseScript.ok(
                                "<!doctype html><link rel=icon href=data:,><p>" + attribute(request.target()),
                                "Content-Type",
                                "text/html",
                                "Cache-Control",
                                "no-store",
                                "No-Vary-Search",
                                pair.field()));
        browser.open(STAGE.origin().uri() + start);
        STAGE.origin().await(path, 1);
        browser.find("a").click();
        String answered = browser.find("p").getText();
        assertThat(browser.value("location.pathname + location.search")).isEqualTo(path + pair.other());
        assertThat(answered).isIn(path + pair.one(), path + pair.other());
        return STAGE.origin().count(path) == 1;
    }

    private static String attribute(String text) {
        return text.replace("&", "&amp;");
    }
}
