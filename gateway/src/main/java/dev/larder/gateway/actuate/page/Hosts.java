package dev.larder.gateway.actuate.page;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Under which names the page may be asked for. Whoever owns a name can let it lead to this port, and a browser then takes the
 * page for his own: so IP addresses and {@code localhost} are good, and other names only if an operator has named them.
 */
public final class Hosts {

    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+)(?::\\d*)?");
    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|\\d{1,3}(?:\\.\\d{1,3}){3}");
    private static final String HERE = "localhost";

    private final Set<String> names;

    /** These names, beside addresses. */
    public Hosts(List<String> names) {
        this.names = names.stream().map(Hosts::lower).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the page may be asked for under the name that this request gives. */
    boolean admit(ServerWebExchange exchange) {
        String host = exchange.getRequest().getHeaders().getFirst(HttpHeaders.HOST);
        return host != null && admits(host);
    }

    /** Whether the page may be asked for under this value of Host. */
    boolean admits(String host) {
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
