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
 * Under which names one may ask for what operators have. Whoever owns a name can let it lead to this port, and a browser then
 * takes what is there for his own: so IP addresses and {@code localhost} are good, and other names only if an operator has
 * named them.
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

    /** Any name: who may ask is decided in another way. */
    public static OperatorHostNames any() {
        return new OperatorHostNames(true, List.of());
    }

    /** These names, beside addresses. */
    public static OperatorHostNames named(List<String> names) {
        return new OperatorHostNames(false, names);
    }

    /** Whether one may ask under the name that this request gives. */
    public boolean admit(ServerHttpRequest request) {
        String host = request.getHeaders().getFirst(HttpHeaders.HOST);
        return admits(host == null ? "" : host);
    }

    /** Whether one may ask under this value of Host. */
    boolean admits(String host) {
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
