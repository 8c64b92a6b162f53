package dev.larder.gateway.rule;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Vary;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What counts of the fields of responses, for an origin that sends more than it means. Applied before a response is judged, so
 * that what is stored and what each client gets is the same.
 *
 * @param stripped names of the fields that are removed, in lower case
 * @param vary names of the only request fields that Vary may list beside Cookie and Authorization, in lower case; empty for all
 */
public record ResponseFieldRules(Set<String> stripped, Optional<Set<String>> vary) {

    /** All fields as the origin sends them. */
    public static final ResponseFieldRules NONE = new ResponseFieldRules(Set.of(), Optional.empty());

    private static final String VARY = "Vary";

    /**
     * Names that stay in Vary: {@code *}, as the response depends on more than the request (RFC 9110 12.5.5), and what tells users
     * apart. So does what is no name: it may be one of them.
     */
    private static final Set<String> KEPT = Set.of("*", "authorization", "cookie");

    public ResponseFieldRules {
        stripped = Set.copyOf(stripped);
        vary = vary.map(Set::copyOf);
    }

    /** Returns the response as it counts; the same instance if all of it does. */
    public ResponseHead apply(ResponseHead response) {
        HeaderFields fields = response.fields();
        if (!stripped.isEmpty()) {
            fields = fields.without(name -> stripped.contains(name.toLowerCase(Locale.ROOT)));
        }
        if (vary.isPresent() && fields.contains(VARY)) {
            fields = reduced(fields, vary.get());
        }
        return fields == response.fields() ? response : response.withFields(fields);
    }

    private static HeaderFields reduced(HeaderFields fields, Set<String> allowed) {
        String counting = fields.values(VARY).stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .filter(name -> {
                    String lower = name.toLowerCase(Locale.ROOT);
                    return KEPT.contains(lower) || allowed.contains(lower) || !Vary.isReadable(name);
                })
                .collect(Collectors.joining(", "));
        return counting.isEmpty() ? fields.without(VARY) : fields.with(VARY, counting);
    }
}
