package dev.larder.experiments.study;

import dev.larder.compare.report.MarkdownTable;
import dev.larder.experiments.ExperimentScale;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Five objects, in more than one order, through a disk that has room for some of them. */
final class ObjectSequenceCheck {

    /** Megabytes, or what stands for them. */
    static final int CAPACITY = 256;

    /** Bytes for heads and bookkeeping: no sum of sizes lies within so much above the capacity or below it. */
    static final long ALLOWANCE = 64 * 1024;

    private static final List<Integer> SIZES = List.of(83, 52, 38, 23, 97);
    private static final int TURNS = 3;

    private final ExperimentScale scale;
    private final ExperimentWorkspace workspace;

    ObjectSequenceCheck(ExperimentScale scale, ExperimentWorkspace workspace) {
        this.scale = scale;
        this.workspace = workspace;
    }

    /**
     * What came of it.
     *
     * @param steps requests
     * @param right those that were hits, or none, as predicted
     * @param table hits of each order and policy
     */
    record Outcome(int steps, int right, String table) {}

    private static Map<String, List<Integer>> orders() {
        var orders = new LinkedHashMap<String, List<Integer>>();
        orders.put(
                "one after another, three times",
                IntStream.range(0, TURNS)
                        .boxed()
                        .flatMap(turn -> SIZES.stream())
                        .toList());
        orders.put(
                "each three times in a row",
                SIZES.stream().flatMap(size -> Stream.of(size, size, size)).toList());
        orders.put("the largest but one returning", List.of(83, 52, 38, 83, 97, 83, 23, 52, 83, 38, 97, 83));
        return orders;
    }

    Outcome table() throws IOException, InterruptedException {
        var table = new MarkdownTable(List.of("order", "policy", "hits", "predicted", "requests", "hit by hit"));
        var steps = 0;
        var right = 0;
        for (var policy : WebCachingExperiment.policies(scale)) {
            for (var order : orders().entrySet()) {
                workspace.purge(WebCachingExperiment.disk(scale, policy));
                var shelf = new LruFifoModel(policy.equals("lru"), CAPACITY);
                var predicted = new ArrayList<Boolean>();
                var seen = new ArrayList<Boolean>();
                for (int size : order.getValue()) {
                    predicted.add(shelf.requestObject(size));
                    seen.add(requestObject(policy, order.getKey(), size));
                }
                steps += seen.size();
                right += (int) IntStream.range(0, seen.size())
                        .filter(step -> seen.get(step).equals(predicted.get(step)))
                        .count();
                table.add(row(order.getKey(), policy, seen, predicted));
                workspace.progress().say("five objects, %s: %s", policy, order.getKey());
            }
        }
        workspace.health().wrong(steps - right);
        return new Outcome(steps, right, table.toString());
    }

    private boolean requestObject(String policy, String order, int size) throws IOException, InterruptedException {
        var bytes = size * WebCachingExperiment.unit(scale);
        var path = "/items-sequence/" + order.hashCode() + "." + size;
        var call = ExperimentRequest.get(path + "?size=" + bytes + "&max-age=3600", bytes);
        var port = workspace.port(WebCachingExperiment.disk(scale, policy));
        return workspace
                        .load(List.of(port), 1, List.of(call).iterator(), new ExpectedVersions())
                        .hitRatio()
                == 1;
    }

    private static List<String> row(String order, String policy, List<Boolean> seen, List<Boolean> predicted) {
        return List.of(
                order,
                policy,
                String.valueOf(count(seen)),
                String.valueOf(count(predicted)),
                String.valueOf(seen.size()),
                seen.stream().map(hit -> hit ? "h" : ".").reduce("", String::concat));
    }

    private static long count(List<Boolean> hits) {
        return hits.stream().filter(hit -> hit).count();
    }
}
