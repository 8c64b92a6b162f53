package dev.larder.simulator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Replays traces over policies and sizes according to its settings. */
final class CacheSimulation implements AutoCloseable {

    /** The smallest sufficient size is determined to this fraction of the footprint. */
    private static final long PRECISION = 1_000;

    /**
     * Settings for all traces.
     *
     * @param ttl in the units of the trace
     * @param seed determines random choices; further runs have the seeds that follow
     * @param runs number of seeds to average over
     */
    record Settings(
            List<NamedPolicy> contenders, WriteEffect writes, long ttl, long seed, int runs, boolean showsProgress) {}

    private final Settings settings;
    private final ParallelReplay race;
    private String skipped = "";

    CacheSimulation(Settings settings, int threads) {
        this.settings = settings;
        this.race = new ParallelReplay(threads);
    }

    /** Returns the results of all policies at these sizes, policy by policy. */
    List<ReplayResult> atSizes(TraceSource trace, List<CacheSize> sizes) throws IOException {
        boolean isRelative = sizes.stream().anyMatch(CacheSize::isPercentage);
        long footprint = isRelative ? footprint(trace) : 0;
        List<List<ReplayResult>> runs = new ArrayList<>();
        for (int run = 0; run < settings.runs; run++) {
            long seed = settings.seed + run;
            List<CacheReplay> replays = new ArrayList<>();
            for (NamedPolicy contender : settings.contenders) {
                sizes.forEach(size -> replays.add(replay(contender, size.bytes(footprint), seed)));
            }
            runs.add(outcomes(seeded(trace, seed), replays));
        }
        return means(runs);
    }

    private static TraceSource seeded(TraceSource trace, long seed) {
        return trace instanceof GeneratedTrace generated ? generated.withSeed(seed) : trace;
    }

    private static List<ReplayResult> means(List<List<ReplayResult>> runs) {
        List<ReplayResult> means = new ArrayList<>();
        for (int i = 0; i < runs.get(0).size(); i++) {
            int row = i;
            means.add(ReplayResult.mean(runs.stream().map(run -> run.get(row)).toList()));
        }
        return means;
    }

    /** Returns for each policy the result at the smallest size that keeps this fraction of the unbounded cache's hit ratio. */
    List<ReplayResult> keeping(double part, TraceSource trace) throws IOException {
        long footprint = footprint(trace);
        List<Search> searches = settings.contenders.stream()
                .map(contender -> new Search(size -> replay(contender, size, settings.seed), footprint, part))
                .toList();
        while (searches.stream().anyMatch(Search::isOpen)) {
            List<Search> open = searches.stream().filter(Search::isOpen).toList();
            List<ReplayResult> outcomes =
                    outcomes(trace, open.stream().map(Search::next).toList());
            for (int i = 0; i < open.size(); i++) {
                open.get(i).learn(outcomes.get(i));
            }
        }
        return searches.stream().map(search -> search.found).toList();
    }

    /** Returns what was skipped of the last trace, as a sentence; empty if nothing was. */
    String skipped() {
        return skipped;
    }

    private long footprint(TraceSource trace) throws IOException {
        try (var progress = progress(trace.name() + ", footprint")) {
            return TraceFootprint.of(trace, progress);
        }
    }

    private CacheReplay replay(NamedPolicy contender, long capacity, long seed) {
        return new CacheReplay(contender, capacity, new EntryLifetime(settings.writes, settings.ttl), seed);
    }

    private List<ReplayResult> outcomes(TraceSource trace, List<CacheReplay> replays) throws IOException {
        try (var progress = progress(trace.name())) {
            skipped = race.run(trace, replays, progress).sentence(trace.name());
        }
        return replays.stream().map(replay -> replay.outcome(trace.name())).toList();
    }

    private TerminalProgress progress(String task) {
        return new TerminalProgress(task, settings.showsProgress);
    }

    @Override
    public void close() {
        race.close();
    }

    /** A bisection over the size, starting where nothing is evicted. */
    private static final class Search {

        private final LongFunction<CacheReplay> replays;
        private final double part;
        private final long precision;
        private long tooSmall = -1;
        private long enough;
        private double wanted = -1;
        private ReplayResult found = new ReplayResult("", "", 0, 0, 0, 0, 0, 0);

        Search(LongFunction<CacheReplay> replays, long footprint, double part) {
            this.replays = replays;
            this.part = part;
            this.enough = footprint;
            this.precision = Math.max(1, footprint / PRECISION);
        }

        boolean isOpen() {
            return wanted < 0 || enough - tooSmall > precision;
        }

        CacheReplay next() {
            return replays.apply(wanted < 0 ? enough : middle());
        }

        private long middle() {
            return tooSmall + (enough - tooSmall) / 2;
        }

        void learn(ReplayResult outcome) {
            if (wanted < 0) {
                wanted = part * outcome.hitRatio();
                found = outcome;
            } else if (outcome.hitRatio() >= wanted) {
                enough = outcome.capacity();
                found = outcome;
            } else {
                tooSmall = outcome.capacity();
            }
        }
    }
}
