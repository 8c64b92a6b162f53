package dev.larder.rpc.policy;

import dev.larder.gateway.describe.UnkeyedFields;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides which header fields a client may send. */
public final class RequestFieldPolicy {

    private static final int MOST = 128;
    private static final int LONGEST = 8192;
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE =
            Pattern.compile("([\\x21-\\x7e\\x80-\\xff]([\\x20-\\x7e\\x80-\\xff\\t]*[\\x21-\\x7e\\x80-\\xff])?)?");

    /** Connection-specific fields (RFC 9110 7.6.1), those of content, which these requests lack, and those of routing. */
    private static final Set<String> FORBIDDEN = Set.of(
            "host",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "proxy-authenticate",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            "expect",
            "max-forwards",
            "via",
            "content-length",
            "content-type",
            "content-encoding");

    private RequestFieldPolicy() {}

    /** Returns why the fields of a request are denied; empty if they are not. */
    public static Optional<FetchDenial> of(Iterable<Map.Entry<String, String>> fields) {
        int count = 0;
        int length = 0;
        for (Map.Entry<String, String> field : fields) {
            length += field.getKey().length() + field.getValue().length();
            if (++count > MOST || length > LONGEST || !isField(field)) {
                return Optional.of(FetchDenial.FIELD_MALFORMED);
            }
            String name = field.getKey().toLowerCase(Locale.ROOT);
            if (FORBIDDEN.contains(name) || UnkeyedFields.mayInfluenceResponse(name)) {
                return Optional.of(FetchDenial.FIELD_FORBIDDEN);
            }
        }
        return Optional.empty();
    }

    private static boolean isField(Map.Entry<String, String> field) {
        return NAME.matcher(field.getKey()).matches()
                && VALUE.matcher(field.getValue()).matches();
    }
}
