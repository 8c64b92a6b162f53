package com.example.comparison;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The differences that are meant, each with its reason. */
final class NamedDifferences {

    private static final String REFUSED =
            "Malformed, or read differently by different recipients: refused before a route is chosen";
    private static final String PROBLEM = "Refused without Larder too; with it, the content says why (RFC 9457)";
    private static final String BROWSER = "Browsers send it: taken, and percent-encoded where no URI may have it";
    private static final String EXACT = "Targets are forwarded as the client wrote them";
    private static final String BAD_GATEWAY =
            "What is no response is a bad gateway (RFC 9110 15.6.3), not a fault of the gateway";
    private static final String WITHOUT_CONTENT = "A request without content is forwarded without chunks";

    private static final Map<String, String> REASONS = reasons();

    private NamedDifferences() {}

    /** Rows of a table; a difference without a reason has none in its row. */
    static String table(Map<String, Set<String>> differences) {
        StringBuilder table = new StringBuilder("\n| request | with Larder | reason |\n| --- | --- | --- |\n");
        differences.forEach((request, set) -> table.append("| ")
                .append(request)
                .append(" | ")
                .append(String.join("; ", set))
                .append(" | ")
                .append(REASONS.getOrDefault(request, "**none**"))
                .append(" |\n"));
        return table.toString();
    }

    /** What is left of them without those that every route has, and those that all requests have there. */
    static Map<String, Set<String>> besides(
            Map<String, Set<String>> differences, Map<String, Set<String>> everywhere, Set<String> common) {
        Map<String, Set<String>> left = new TreeMap<>();
        differences.forEach((request, set) -> {
            Set<String> others = new TreeSet<>(set);
            others.removeAll(common);
            if (!others.isEmpty() && !others.equals(everywhere.get(request))) {
                left.put(request, others);
            }
        });
        return left;
    }

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String refused : new String[] {
            "%00",
            "%2e%2e",
            "/./ and /../",
            "a fragment",
            "octets of UTF-8",
            "a field on two lines",
            "no Host",
            "two Hosts"
        }) {
            reasons.put(refused, REFUSED);
        }
        for (String problem : new String[] {
            "% that encodes nothing",
            "< > \" in the query",
            "10,000 octets of fields",
            "a NUL in a value",
            "a blank before the colon",
            "a name with a blank",
            "length and chunks",
            "malformed lengths",
            "two lengths",
            "no HTTP"
        }) {
            reasons.put(problem, PROBLEM);
        }
        for (String browser : new String[] {"[ ] in path and query", "\\| in the query", "{ } ^ \\` in the query"}) {
            reasons.put(browser, BROWSER);
        }
        reasons.putAll(ofOne());
        return reasons;
    }

    private static Map<String, String> ofOne() {
        Map<String, String> reasons = new LinkedHashMap<>();
        reasons.put("an empty query", EXACT);
        reasons.put("two slashes", EXACT);
        reasons.put("answer: cut", BAD_GATEWAY);
        reasons.put("answer: malformed", BAD_GATEWAY);
        reasons.put("an upgrade to another protocol", "A 101 of which nothing can come is not passed on");
        reasons.put("a OPTIONS", WITHOUT_CONTENT);
        reasons.put("a PROPFIND", WITHOUT_CONTENT);
        reasons.putAll(Map.of(
                "150 fields", "More than 100 fields are refused",
                "5,000 octets of target", "At least 8,000 octets of request line are taken (RFC 9112 3)",
                "OPTIONS *", "It is for the gateway itself, which has no options",
                "a TRACE", "TRACE would show what the gateway adds to requests",
                "another version", "Only 1.x is HTTP/1",
                "answer: hints",
                        "Gateway takes the interim response for the final one, and the client waits for ever"));
        reasons.putAll(Map.of(
                "If-None-Match that matches", "The field of the origin's 304 is passed on",
                "Via and Max-Forwards", "Larder's member is added to the client's `Via`",
                "a preflight", "It goes to the origin where the application has no CORS configuration",
                "answer: dateless", "A recipient with a clock dates what it stores or forwards (RFC 9110 6.6.1)",
                "answer: trailers", "Trailers of responses are not kept on routes with a cache",
                "only-if-cached", "RFC 9111 5.2.1.7",
                "the same GET again", "A hit"));
        return reasons;
    }
}
