package dev.larder.compare;

import dev.larder.compare.load.Wrk;
import dev.larder.compare.peer.Site;
import dev.larder.compare.peer.UnavailableException;
import dev.larder.compare.scenario.FixedRate;
import dev.larder.compare.scenario.FlameGraph;
import dev.larder.compare.scenario.Progress;
import dev.larder.compare.scenario.Settings;
import dev.larder.compare.scenario.StartTimes;
import dev.larder.compare.scenario.Throughput;
import dev.larder.compare.scenario.Traffic;
import java.io.IOException;
import java.nio.file.Path;

/** Measures what a section of the report is about. */
record Sections(Site site, Wrk wrk, Settings settings, Progress progress) {

    String of(Scenario scenario, int size) throws IOException, InterruptedException, UnavailableException {
        return switch (scenario) {
            case HIT -> traffic(Traffic.HIT, size);
            case MISS -> traffic(Traffic.MISS, size);
            case PASS -> traffic(Traffic.PASS, size);
            case LATENCY -> new FixedRate(site, wrk, settings, progress).run(size);
            case START -> new StartTimes(site, settings, progress).run(size);
        };
    }

    String flameGraph(int size, Path file) throws IOException, InterruptedException, UnavailableException {
        return new FlameGraph(site, wrk.forBodies(size), settings, progress).record(size, file);
    }

    private String traffic(Traffic traffic, int size) throws IOException, InterruptedException, UnavailableException {
        return new Throughput(site, wrk.forBodies(size), settings, progress).run(traffic, size);
    }
}
