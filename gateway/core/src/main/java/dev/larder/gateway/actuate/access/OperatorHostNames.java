package dev.larder.gateway.actuate.access;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Host names under which operator paths are accessible. The owner of any name can point it to this port (DNS rebinding), and
 * browsers then treat the content as that site's own. So IP addresses and {@code localhost} are accepted, and other names only if
 * configured.
 */
public final class OperatorHostNames {

    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+)(?::\\d*)?");
    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|\\d{1,3}(?:\\.\\d{1,3}){3}");
    private static final String HERE = "localhost";

    private final boolean any;
    private final Set<String> names;

    private OperatorHostNames(boolean any, List<String> names) {
        this.any = any;
        this.names = names.stream().map(OperatorHostNames::lower).collect(Collectors.toUnmodifiableSet());
    }

    /** Accepts any name, where requests are authorized in another way. */
    public static OperatorHostNames any() {
        return new OperatorHostNames(true, List.of());
    }

    /** Accepts these names in addition to addresses. */
    public static OperatorHostNames named(List<String> names) {
        return new OperatorHostNames(false, names);
    }

    /** Returns whether the host name of this request is accepted. */
    public boolean accepts(ServerHttpRequest request) {
        String host = request.getHeaders().getFirst(HttpHeaders.HOST);
        return accepts(host == null ? "" : host);
    }

    /** Returns whether this value of Host is accepted. */
    boolean accepts(String host) {
        if (any) {
            return true;
        }
        Matcher parts = HOST.matcher(host);
        if (!parts.matches()) {
            return false;
        }
        String name = lower(parts.group(1));
        return name.equals(HERE) || ADDRESS.matcher(name).matches() || names.contains(name);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
