package dev.larder.compare.scenario;

import dev.larder.compare.peer.ComparedServer;
import java.util.List;

/**
 * How long and how often.
 *
 * @param chosen servers, or none for those that a scenario usually has
 * @param baselines that ratios are made with
 * @param rounds for each server, interleaved
 * @param seconds of a round
 * @param warmUp seconds under load before, for a plain JVM server; gateways have twice as many
 * @param connections kept open by the generator
 * @param costs whether allocations and system calls are counted too
 */
public record MeasurementSettings(
        List<ComparedServer> chosen,
        List<ComparedServer> baselines,
        int rounds,
        int seconds,
        int warmUp,
        int connections,
        boolean costs) {

    List<ComparedServer> peers(List<ComparedServer> usual) {
        return chosen.isEmpty() ? usual : chosen;
    }
}
