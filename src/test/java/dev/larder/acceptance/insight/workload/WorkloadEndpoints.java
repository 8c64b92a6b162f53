package dev.larder.acceptance.insight.workload;

import java.util.List;
import java.util.stream.IntStream;

/**
 * About 2,000 endpoints, spread evenly over pools, in the shapes that the demo's resources have: in each pool the collection
 * ({@code /pool-7}), items ({@code /pool-7/4}), and for some items a collection of their own ({@code /pool-7/3/skills}).
 */
record WorkloadEndpoints(int pools) {

    static final int COUNT = 2_000;

    private static final int EACH_WITH_ITS_OWN = 5;

    /** The path of each endpoint. */
    List<String> paths() {
        return IntStream.range(0, COUNT).mapToObj(this::path).toList();
    }

    private String path(int endpoint) {
        String collection = "/pool-" + endpoint % pools;
        int index = endpoint / pools;
        if (index == 0) {
            return collection;
        }
        return index % EACH_WITH_ITS_OWN == 0 ? collection + "/" + (index - 1) + "/skills" : collection + "/" + index;
    }

    /** The pool of a path: its first segment. */
    static String pool(String path) {
        int end = path.indexOf('/', 1);
        return end < 0 ? path.substring(1) : path.substring(1, end);
    }

    /** The collection of which the path is a part; the path itself if it is a collection of the first level. */
    static String parent(String path) {
        int end = path.lastIndexOf('/');
        return end == 0 ? path : path.substring(0, end);
    }

    /** Whether one path is the other, or above it. */
    static boolean within(String path, String above) {
        return path.equals(above) || path.startsWith(above + "/");
    }
}
