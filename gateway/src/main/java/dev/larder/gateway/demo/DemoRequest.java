package dev.larder.gateway.demo;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A request as the learning API sees it: path without query, fields by case-insensitive name. */
record DemoRequest(String method, String path, Map<String, String> fields, String content) {

    DemoRequest {
        var copy = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(fields);
        fields = copy;
    }

    Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** GET and HEAD: the methods that only read (RFC 9110 9.2.1). */
    boolean isGetOrHead() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
