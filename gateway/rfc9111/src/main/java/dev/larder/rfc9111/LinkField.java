package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** RFC 8288 3: the Link field. What does not begin with a target in angle brackets is left out. */
final class LinkField {

    private static final String RELATION = "rel";

    private LinkField() {}

    /**
     * A link.
     *
     * @param target the target, in its angle brackets
     * @param parameters the parameters as they were received, without surrounding whitespace
     */
    record Link(String target, List<String> parameters) {

        /** Returns the relation types in lower case; those of the first {@code rel} count (RFC 8288 3.3). */
        List<String> relations() {
            for (String parameter : parameters) {
                int equals = parameter.indexOf('=');
                if (equals > 0 && parameter.substring(0, equals).strip().equalsIgnoreCase(RELATION)) {
                    String value = parameter.substring(equals + 1).strip().replace("\"", "");
                    return Arrays.asList(value.toLowerCase(Locale.ROOT).split("\\s+"));
                }
            }
            return List.of();
        }

        @Override
        public String toString() {
            return String.join(
                    "; ", Stream.concat(Stream.of(target), parameters.stream()).toList());
        }
    }

    /** Returns the links of one field line. */
    static List<Link> links(String line) {
        List<Link> links = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        boolean inTarget = false;
        int start = 0;
        for (int i = 0; i < line.length(); i++) {
            char character = line.charAt(i);
            if (inTarget) {
                inTarget = character != '>';
            } else if (quoted && character == '\\') {
                i++;
            } else if (character == '"') {
                quoted = !quoted;
            } else if (character == '<' && !quoted) {
                inTarget = true;
            } else if ((character == ';' || character == ',') && !quoted) {
                parts.add(line.substring(start, i).strip());
                start = i + 1;
                if (character == ',') {
                    add(links, parts);
                }
            }
        }
        if (!quoted && !inTarget) {
            parts.add(line.substring(start).strip());
            add(links, parts);
        }
        return links;
    }

    private static void add(List<Link> links, List<String> parts) {
        String target = parts.get(0);
        if (target.startsWith("<") && target.endsWith(">")) {
            List<String> parameters =
                    parts.stream().skip(1).filter(part -> !part.isEmpty()).toList();
            links.add(new Link(target, parameters));
        }
        parts.clear();
    }
}
