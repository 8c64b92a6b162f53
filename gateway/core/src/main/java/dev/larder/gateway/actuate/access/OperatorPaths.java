package dev.larder.gateway.actuate.access;

import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Paths that are for operators alone, read as the dispatcher reads them.
 *
 * @param patterns of the paths, below the server's base path
 * @param ordering what whoever does more than look needs
 * @param forBrowsers whether browsers come here, which know passwords and no tokens
 */
public record OperatorPaths(List<PathPattern> patterns, TokenScope ordering, boolean forBrowsers) {

    /** An endpoint and all below it. */
    public static OperatorPaths ofEndpoint(String path, TokenScope ordering) {
        return new OperatorPaths(List.of(PathPatternParser.defaultInstance.parse(path + "/**")), ordering, false);
    }

    /** The page: these paths. */
    public static OperatorPaths ofPage(List<String> paths) {
        return new OperatorPaths(
                paths.stream().map(PathPatternParser.defaultInstance::parse).toList(), TokenScope.PURGE, true);
    }

    boolean covers(PathContainer path) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }

    TokenScope wanted(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD) ? TokenScope.READ : ordering;
    }
}
