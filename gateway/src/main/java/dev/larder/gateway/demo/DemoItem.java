package dev.larder.gateway.demo;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One item as it was last written; {@code fields} keep their order and never contain the id. */
record DemoItem(long id, Map<String, Object> fields, Instant modified) {

    DemoItem {
        var copy = new LinkedHashMap<>(fields);
        copy.remove("id");
        fields = Collections.unmodifiableMap(copy);
    }

    /** What a client sees: the id, then the fields. */
    Map<String, Object> representation() {
        var seen = new LinkedHashMap<String, Object>();
        seen.put("id", id);
        seen.putAll(fields);
        return seen;
    }

    /** The ids this item names in a field, for example the skills of a user; empty where the field is no list. */
    List<Long> references(String field) {
        return fields.get(field) instanceof List<?> ids
                ? ids.stream()
                        .filter(Number.class::isInstance)
                        .map(id -> ((Number) id).longValue())
                        .toList()
                : List.of();
    }
}
