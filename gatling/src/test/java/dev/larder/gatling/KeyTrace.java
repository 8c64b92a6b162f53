package dev.larder.gatling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** CSV without quotes, whose first line names the columns: {@code key}, and {@code size}, {@code op}, {@code segment} if any. */
final class KeyTrace {

    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._~-]+");

    private final Map<String, Integer> columns;
    private final String path;

    private KeyTrace(Map<String, Integer> columns, String path) {
        this.columns = columns;
        this.path = path;
    }

    /** A parser for the lines below this header; empty if it is none. Keys become the path with their values in it. */
    static Optional<KeyTrace> of(String header, String path) {
        var names = header.split(",", -1);
        return List.of(names).contains("key") && names.length > 1
                ? Optional.of(new KeyTrace(
                        IntStream.range(0, names.length)
                                .boxed()
                                .collect(Collectors.toMap(
                                        i -> names[i], UnaryOperator.identity(), (first, again) -> first)),
                        path))
                : Optional.empty();
    }

    RecordedLine parse(String line) {
        var values = line.split(",", -1);
        if (values.length != columns.size()
                || !List.of(values).stream()
                        .allMatch(value -> VALUE.matcher(value).matches())) {
            return new RecordedLine.Malformed(
                    columns.size() + " values of letters, digits and ._~-, between commas, without quotes");
        }
        var target = path.replace("{key}", value(values, "key", ""))
                .replace("{size}", value(values, "size", "1000"))
                .replace("{segment}", value(values, "segment", "replay"));
        return switch (value(values, "op", "R")) {
            case "R" -> new RecordedLine.Sent(LoadRequest.get(target));
            case "W" -> new RecordedLine.Sent(LoadRequest.write("PUT", target));
            default -> new RecordedLine.Malformed("op R or W");
        };
    }

    private String value(String[] values, String column, String otherwise) {
        var index = columns.get(column);
        return index == null ? otherwise : values[index];
    }
}
