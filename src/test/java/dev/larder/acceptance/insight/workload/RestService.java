package dev.larder.acceptance.insight.workload;

import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The origin of the workload. What it sends for a path changes with each write to the path or to something below it, and with
 * each write to a pool that reaches the path's pool; entity tags say so.
 */
final class RestService implements ScriptedOrigin.Handler {

    private static final int SIBLINGS = 4;

    /** Last segments of resources that show the members of a collection. */
    private static final Set<String> VIEWS = Set.of("search", "top");

    private final Map<String, Set<String>> reached;
    private final boolean siblings;
    private final Map<String, Integer> writes = new HashMap<>();
    private final Map<String, Integer> foreignWrites = new HashMap<>();

    private RestService(Map<String, Set<String>> reached, boolean siblings) {
        this.reached = reached;
        this.siblings = siblings;
    }

    /** A service whose writes change other pools too: to each pool all those it reaches. */
    static RestService coupled(Map<String, Set<String>> reached) {
        return new RestService(reached, false);
    }

    /** A service whose writes change what their paths say, and nothing else. */
    static RestService plain() {
        return coupled(Map.of());
    }

    /** A service whose writes to an item also change items beside it, which their paths do not say. */
    static RestService reachingFurther() {
        return new RestService(Map.of(), true);
    }

    @Override
    public synchronized ResponseScript answer(ReceivedRequest request) {
        String path = request.path();
        if (!request.method().equals("GET")) {
            write(path);
            return ResponseScript.status(204);
        }
        String version = version(path);
        String tag = "\"" + version + "\"";
        return request.fields().get("If-None-Match").equals(tag)
                ? ResponseScript.status(304, "ETag", tag)
                : ResponseScript.ok(content(path), "ETag", tag, "Cache-Control", "max-age=86400");
    }

    /** The content of a resource as it is now. */
    synchronized String content(String path) {
        return path + " in version " + version(path);
    }

    private void write(String path) {
        for (String changed = path; ; changed = WorkloadEndpoints.parent(changed)) {
            writes.merge(changed, 1, Integer::sum);
            if (changed.equals(WorkloadEndpoints.parent(changed))) {
                break;
            }
        }
        reached.getOrDefault(WorkloadEndpoints.pool(path), Set.of())
                .forEach(pool -> foreignWrites.merge(pool, 1, Integer::sum));
        if (siblings) {
            writes.merge(group(path), 1, Integer::sum);
        }
    }

    private String version(String path) {
        int beside = siblings ? writes.getOrDefault(group(path), 0) : 0;
        boolean view = VIEWS.contains(path.substring(path.lastIndexOf('/') + 1));
        int own = writes.getOrDefault(view ? WorkloadEndpoints.parent(path) : path, 0);
        return own + "." + foreignWrites.getOrDefault(WorkloadEndpoints.pool(path), 0) + "." + beside;
    }

    /** Items that change together. */
    private static String group(String path) {
        return "group " + WorkloadEndpoints.pool(path) + " " + Math.floorMod(path.hashCode(), SIBLINGS);
    }
}
