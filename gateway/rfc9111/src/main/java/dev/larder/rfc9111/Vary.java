package dev.larder.rfc9111;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** RFC 9111 4.1 and RFC 9110 12.5.5: the request fields that selected a response, and whether a request selects it again. */
public final class Vary {

    /** The value in a vary key for an absent request field; no field value can be equal to it. */
    public static final String ABSENT = "\0";

    private static final Optional<Vary> NOTHING = Optional.of(new Vary(Set.of()));

    /** Written for Cookie, but no request has them. */
    private static final FieldNames NO_REQUEST_FIELDS = FieldNames.of("cookies", "set-cookie");

    private final Set<String> names;

    private Vary(Set<String> names) {
        this.names = names;
    }

    /** Returns the request fields that a response nominates; empty if it contains {@code *} or cannot be parsed. */
    public static Optional<Vary> of(HeaderFields response) {
        List<String> tokens = FieldList.tokens(response, "Vary");
        if (tokens.isEmpty()) {
            return NOTHING;
        }
        Set<String> names = new TreeSet<>(tokens);
        return names.stream().allMatch(Vary::isReadable) ? Optional.of(new Vary(names)) : Optional.empty();
    }

    /**
     * Returns the same; empty also if it nominates a field of these.
     *
     * @param amended lower-case names of fields that the origin sees with another value than the one that is compared
     */
    public static Optional<Vary> of(HeaderFields response, Set<String> amended) {
        return of(response).filter(vary -> amended.isEmpty() || Collections.disjoint(vary.names, amended));
    }

    /**
     * Whether a member of Vary is the name of a request field, so that it can be left out or compared. What is not may be any
     * field, in a spelling that would be compared with nothing.
     */
    public static boolean isReadable(String member) {
        return FieldList.isFieldName(member) && !NO_REQUEST_FIELDS.contains(member);
    }

    /** Whether vary keys contain a digest in place of the value of this field. */
    public static boolean isDigest(String name) {
        return CredentialsDigest.isCredentialField(name);
    }

    /** Returns the nominated names, in lower case. */
    public Set<String> names() {
        return Set.copyOf(names);
    }

    /**
     * Returns the nominated fields of a request: lower-case name to normalized value, digest of credentials, or
     * {@link #ABSENT}. A response in a coding that the request does not list is for requests with the same Accept-Encoding.
     */
    Map<String, String> key(HeaderFields request, HeaderFields response) {
        Map<String, String> key = key(request);
        if (ContentCodings.isUnasked(request, response)) {
            key.put(ContentCodings.ACCEPTED, keyed(ContentCodings.ACCEPTED, request));
        }
        return key;
    }

    /** Returns the nominated fields of a request alone. */
    Map<String, String> key(HeaderFields request) {
        Map<String, String> key = new TreeMap<>();
        names.forEach(name -> key.put(name, keyed(name, request)));
        return key;
    }

    private static String keyed(String name, HeaderFields request) {
        return presented(name, request)
                .map(value -> CredentialsDigest.unlessHarmless(name, value))
                .orElse(ABSENT);
    }

    private static Optional<String> presented(String name, HeaderFields request) {
        return SelectingField.normalised(name, request.values(name));
    }

    /**
     * Whether the request has the same selecting fields as the request that the response was stored for, and accepts its {@link
     * ContentCodings}: an origin that compresses may forget Vary.
     */
    static boolean matches(Map<String, String> key, HeaderFields request, HeaderFields stored) {
        for (Map.Entry<String, String> entry : key.entrySet()) {
            String name = entry.getKey();
            Optional<String> presented = presented(name, request);
            String keyed = presented.isEmpty() ? ABSENT : CredentialsDigest.unlessHarmless(name, presented.get());
            if (!keyed.equals(entry.getValue()) && !SelectingField.isPreferredLanguage(name, presented, stored)) {
                return false;
            }
        }
        return ContentCodings.areAccepted(request, stored, key.containsKey(ContentCodings.ACCEPTED));
    }

    /**
     * Returns the request without the selecting fields whose value is unusable and so counts as absent: the forwarded
     * request must match its key.
     */
    public static RequestHead withoutUnusable(RequestHead request) {
        HeaderFields fields = request.fields();
        return request.withFields(fields.without(name ->
                SelectingField.isNegotiationField(name) && SelectingField.isUnusable(name, fields.values(name))));
    }
}
