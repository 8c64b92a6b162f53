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
public record Area(List<PathPattern> patterns, Scope ordering, boolean forBrowsers) {

    /** An endpoint and all below it. */
    public static Area ofEndpoint(String path, Scope ordering) {
        return new Area(List.of(PathPatternParser.defaultInstance.parse(path + "/**")), ordering, false);
    }

    /** The page: these paths. */
    public static Area ofPage(List<String> paths) {
        return new Area(
                paths.stream().map(PathPatternParser.defaultInstance::parse).toList(), Scope.PURGE, true);
    }

    boolean covers(PathContainer path) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }

    Scope wanted(HttpMethod method) {
        return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD) ? Scope.READ : ordering;
    }
}
