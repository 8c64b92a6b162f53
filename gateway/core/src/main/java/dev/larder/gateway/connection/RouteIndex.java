package dev.larder.gateway.connection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.handler.predicate.HostRoutePredicateFactory;
import org.springframework.cloud.gateway.handler.predicate.PathRoutePredicateFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.http.server.PathContainer;

/**
 * Finds the routes that may match a request: by the literal segments that their paths begin with, or by their literal hosts. It
 * leaves out only routes whose predicate is certain to fail, and to leave no variables in the exchange.
 */
final class RouteIndex {

    private static final Pattern SEGMENT = Pattern.compile("[\\w~-][\\w.~-]*");
    private static final Pattern HOST = Pattern.compile("[\\w:-]+(\\.[\\w:-]+)*");

    private final Node root = new Node();
    private final Map<String, List<Integer>> hosts = new HashMap<>();

    /** The routes whose literal segments end here, and what follows. */
    private static final class Node {

        private final List<Integer> routes = new ArrayList<>();
        private final Map<String, Node> next = new HashMap<>();
    }

    /**
     * Creates an index.
     *
     * @param routes routes with known predicates only, in the order in which they are matched
     * @param literal whether their patterns are matched as they are configured
     */
    RouteIndex(List<Route> routes, boolean literal) {
        for (int i = 0; i < routes.size(); i++) {
            add(i, routes.get(i), literal);
        }
    }

    private void add(int number, Route route, boolean literal) {
        List<List<String>> paths = new ArrayList<>();
        List<List<String>> ofHosts = new ArrayList<>();
        route.getPredicate().accept(predicate -> {
            if (predicate.getConfig() instanceof PathRoutePredicateFactory.Config config) {
                paths.add(config.getPatterns());
            } else if (predicate.getConfig() instanceof HostRoutePredicateFactory.Config config) {
                ofHosts.add(config.getPatterns());
            }
        });
        boolean all = literal && RouteAssessment.needsAllPredicates(route);
        if (all && paths.size() == 1 && areWithoutVariables(ofHosts)) {
            paths.get(0).forEach(pattern -> node(pattern).routes.add(number));
        } else if (all
                && ofHosts.size() == 1
                && areWithoutVariables(paths)
                && ofHosts.get(0).stream().allMatch(HOST.asMatchPredicate())) {
            ofHosts.get(0)
                    .forEach(pattern -> hosts.computeIfAbsent(lower(pattern), host -> new ArrayList<>())
                            .add(number));
        } else {
            root.routes.add(number);
        }
    }

    private static boolean areWithoutVariables(List<List<String>> patterns) {
        return patterns.stream().flatMap(List::stream).noneMatch(pattern -> pattern.contains("{"));
    }

    /** Returns the node of the literal segments that a pattern begins with. */
    private Node node(String pattern) {
        Node node = root;
        if (pattern.startsWith("/")) {
            for (String segment : pattern.substring(1).split("/", -1)) {
                if (!SEGMENT.matcher(segment).matches()) {
                    return node;
                }
                node = node.next.computeIfAbsent(lower(segment), key -> new Node());
            }
        }
        return node;
    }

    /** Patterns may be matched without regard to case, letter by letter. */
    private static String lower(String text) {
        var lower = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            lower.setCharAt(i, Character.toLowerCase(text.charAt(i)));
        }
        return lower.toString();
    }

    /** Returns the numbers of routes that may match a request. Empty labels of a host are ignored by patterns. */
    Candidates find(PathContainer path, String host) {
        List<List<Integer>> found = new ArrayList<>();
        walk(path, found);
        if (host.contains("..")) {
            hosts.values().forEach(found::add);
        } else if (!hosts.isEmpty()) {
            String named = lower(host);
            add(hosts.get(named), found);
            add(hosts.get(named.replaceFirst(":\\d*$", "")), found);
        }
        return new Candidates(found);
    }

    private void walk(PathContainer path, List<List<Integer>> found) {
        Node node = root;
        add(node.routes, found);
        List<PathContainer.Element> elements = path.elements();
        for (int i = 1; i < elements.size() && elements.get(i) instanceof PathContainer.PathSegment segment; i += 2) {
            node = node.next.get(lower(segment.valueToMatch()));
            if (node == null) {
                return;
            }
            add(node.routes, found);
        }
    }

    private static void add(@Nullable List<Integer> routes, List<List<Integer>> found) {
        if (routes != null && !routes.isEmpty()) {
            found.add(routes);
        }
    }

    /** Numbers of routes, in order. */
    static final class Candidates {

        private final List<List<Integer>> found;
        private final int[] positions;
        private int last = -1;

        private Candidates(List<List<Integer>> found) {
            this.found = found;
            this.positions = new int[found.size()];
        }

        /** Returns the next number; -1 after the last. */
        int next() {
            int next = Integer.MAX_VALUE;
            for (int i = 0; i < positions.length; i++) {
                List<Integer> routes = found.get(i);
                while (positions[i] < routes.size() && routes.get(positions[i]) <= last) {
                    positions[i]++;
                }
                if (positions[i] < routes.size()) {
                    next = Math.min(next, routes.get(positions[i]));
                }
            }
            last = next == Integer.MAX_VALUE ? last : next;
            return next == Integer.MAX_VALUE ? -1 : next;
        }
    }
}
