package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Vary, then the fields of one request, an empty line, and those of another: {@code name: value}. */
public final class VaryFuzz {

    private static final URI TARGET = URI.create("http://origin.test/a");

    private VaryFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        String line = input.line();
        HeaderFields one = fields(input);
        HeaderFields other = fields(input);
        Optional<Vary> vary = Vary.of(HeaderFields.of("Vary", line));
        if (elements(line).contains("*")) {
            FuzzAssertions.hold(vary.isEmpty(), () -> "a star in " + line);
        }
        vary.ifPresent(usable -> tellsApart(usable, one, other));
    }

    private static void tellsApart(Vary vary, HeaderFields one, HeaderFields other) {
        var key = vary.key(one, HeaderFields.EMPTY);
        FuzzAssertions.equal(key.keySet(), vary.names(), () -> "names of the key");
        FuzzAssertions.hold(Vary.matches(key, one, HeaderFields.EMPTY), () -> key + " does not select " + one);
        boolean selected = Vary.matches(key, other, HeaderFields.EMPTY);
        FuzzAssertions.equal(selected, vary.key(other, HeaderFields.EMPTY).equals(key), () -> key + " and " + other);
        if (selected) {
            vary.names().stream()
                    .filter(name -> !SelectingField.isNegotiationField(name))
                    .forEach(name -> areAlike(name, one.values(name), other.values(name)));
        }
        RequestHead forwarded = Vary.withoutUnusable(new RequestHead("GET", TARGET, one));
        FuzzAssertions.equal(
                vary.key(forwarded.fields(), HeaderFields.EMPTY),
                key,
                () -> "what is forwarded is not what is keyed: " + one);
    }

    /** RFC 9111 4.1: nothing but the lines they are in and whitespace around commas may differ. */
    private static void areAlike(String name, List<String> lines, List<String> others) {
        String all = String.join(",", lines);
        String allOthers = String.join(",", others);
        FuzzAssertions.equal(lines.isEmpty(), others.isEmpty(), () -> name + " is there in one request only");
        FuzzAssertions.equal(withoutBlanks(all), withoutBlanks(allOthers), () -> name);
    }

    private static String withoutBlanks(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .collect(Collectors.joining(","));
    }

    private static List<String> elements(String line) {
        return line.indexOf('"') >= 0
                ? List.of()
                : Arrays.stream(line.split(",", -1)).map(String::strip).toList();
    }

    private static HeaderFields fields(FuzzInput input) {
        var fields = HeaderFields.builder();
        for (String line = input.line(); !line.isEmpty(); line = input.line()) {
            int colon = line.indexOf(':');
            fields.add(
                    colon < 0 ? line : line.substring(0, colon),
                    colon < 0 ? "" : line.substring(colon + 1).strip());
        }
        return fields.build();
    }
}
