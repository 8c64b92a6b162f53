package dev.larder.gateway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The strongly connected components of a graph with more than one node (Tarjan 1972, Depth-first search and linear graph algorithms). */
final class Cycles {

    private final Map<String, Set<String>> graph;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<String> isOpen = new HashSet<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Cycles(Map<String, Set<String>> graph) {
        this.graph = graph;
    }

    static List<Set<String>> of(Map<String, Set<String>> graph) {
        var cycles = new Cycles(graph);
        graph.keySet().stream()
                .filter(node -> !cycles.numbers.containsKey(node))
                .forEach(cycles::visit);
        return cycles.found;
    }

    private void visit(String node) {
        numbers.put(node, numbers.size());
        lowest.put(node, numbers.get(node));
        open.push(node);
        isOpen.add(node);
        for (String next : graph.getOrDefault(node, Set.of())) {
            if (!numbers.containsKey(next)) {
                visit(next);
                lowest.merge(node, lowest.get(next), Math::min);
            } else if (isOpen.contains(next)) {
                lowest.merge(node, numbers.get(next), Math::min);
            }
        }
        if (lowest.get(node).equals(numbers.get(node))) {
            close(node);
        }
    }

    private void close(String root) {
        Set<String> component = new HashSet<>();
        String node;
        do {
            node = open.pop();
            isOpen.remove(node);
            component.add(node);
        } while (!node.equals(root));
        if (component.size() > 1) {
            found.add(component);
        }
    }
}
