package dev.larder.rfc9111;

import java.util.Locale;

/** Preferences of a client (RFC 7240). */
public final class PreferField {

    private PreferField() {}

    /** RFC 7240 4.1: whether the client prefers a response before the request has been carried out. */
    public static boolean hasRespondAsync(HeaderFields fields) {
        return fields.values("Prefer").stream()
                .flatMap(line -> FieldList.elements(line).stream())
                .map(element -> element.split("[;=]", 2)[0].strip().toLowerCase(Locale.ROOT))
                .anyMatch("respond-async"::equals);
    }
}
