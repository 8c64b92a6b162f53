package dev.larder.gateway.actuate.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the Authorization field of a request. */
final class AuthorizationHeaderParser {

    private static final Pattern FIELD = Pattern.compile("(?i)(bearer|basic) +([A-Za-z0-9._~+/-]+=*)");

    private AuthorizationHeaderParser() {}

    /**
     * Returns the token (RFC 6750 2.1).
     *
     * @param fields all fields of that name; several are invalid
     * @param passwords whether to accept the password of Basic (RFC 7617) as a token, whatever the user name
     */
    static Optional<String> token(List<String> fields, boolean passwords) {
        Matcher field = FIELD.matcher(fields.size() == 1 ? fields.get(0).strip() : "");
        if (!field.matches()) {
            return Optional.empty();
        }
        if (field.group(1).equalsIgnoreCase("bearer")) {
            return Optional.of(field.group(2));
        }
        return passwords ? password(field.group(2)) : Optional.empty();
    }

    private static Optional<String> password(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return colon < 0 ? Optional.empty() : Optional.of(pair.substring(colon + 1));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
