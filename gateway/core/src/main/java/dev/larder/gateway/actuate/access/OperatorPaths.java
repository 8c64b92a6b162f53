package dev.larder.gateway.actuate.access;

import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Paths for operators only, matched as the dispatcher matches them.
 *
 * @param patterns patterns of the paths, below the server's base path
 * @param ordering scope required for requests that do more than read
 * @param isForBrowsers whether browsers use these paths, which send passwords, not tokens
 */
public record OperatorPaths(List<PathPattern> patterns, TokenScope ordering, boolean isForBrowsers) {

    /** Creates the paths of an endpoint: its own and all below it. */
    public static OperatorPaths ofEndpoint(String path, TokenScope ordering) {
        return new OperatorPaths(List.of(PathPatternParser.defaultInstance.parse(path + "/**")), ordering, false);
    }

    /** Creates the paths of the page. */
    public static OperatorPaths ofPage(List<String> paths) {
        return new OperatorPaths(
                paths.stream().map(PathPatternParser.defaultInstance::parse).toList(), TokenScope.PURGE, true);
    }

    boolean matches(PathContainer path) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }

    TokenScope wanted(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD) ? TokenScope.READ : ordering;
    }
}
