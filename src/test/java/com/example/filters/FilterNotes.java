package com.example.filters;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.web.server.ServerWebExchange;

/** What filters have seen of each request, where neither the client nor the origin can tell. */
public final class FilterNotes {

    /** Request field that names a request. */
    public static final String FIELD = "X-Case";

    private static final Map<String, List<String>> NOTES = new ConcurrentHashMap<>();

    private FilterNotes() {}

    /** Notes something of a request. */
    static void note(ServerWebExchange exchange, String what) {
        String name = String.valueOf(exchange.getRequest().getHeaders().getFirst(FIELD));
        NOTES.computeIfAbsent(name, any -> new CopyOnWriteArrayList<>()).add(what);
    }

    /** Returns what was noted of a request so far. */
    public static List<String> of(String name) {
        return List.copyOf(NOTES.getOrDefault(name, List.of()));
    }
}
