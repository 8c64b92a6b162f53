package dev.larder.simulator;

import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** The workloads that can be generated, with their default parameters. */
enum GeneratedWorkload {

    /** Uniform: every object is requested with the same probability, so no policy can do better than another. */
    RANDOM(WorkloadParameters.PATTERN) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            return request -> random.nextInt(parameters.objects());
        }
    },

    /** Three objects in a fixed rhythm, redrawn from time to time, among uniformly drawn others. */
    STAGGERED(WorkloadParameters.PATTERN) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            return new StaggeredPattern(parameters.objects(), random);
        }
    },

    /** Zipf's law: few objects are requested often, many rarely. Some of the requests are writes to a pool. */
    ZIPF(WorkloadParameters.REST) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            var zipf = new ZipfDistribution(parameters.objects(), parameters.alpha());
            return request -> zipf.draw(random);
        }
    },

    /** All objects in order, repeatedly: the least recently requested object is requested next. */
    LOOP(WorkloadParameters.CYCLE) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            return request -> (int) (request % parameters.objects());
        }
    };

    /** Returns the object, from 0, of a request; called once for each request, in order from 0. */
    interface Pattern {
        int object(long request);
    }

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final WorkloadParameters defaults;

    GeneratedWorkload(WorkloadParameters defaults) {
        this.defaults = defaults;
    }

    abstract Pattern pattern(WorkloadParameters parameters, Random random);

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a specification such as {@code zipf:objects=500,alpha=0.8}; empty if it names no workload.
     *
     * @throws IllegalArgumentException if it names one but has an invalid parameter
     */
    static Optional<GeneratedTrace> parse(String specification, long seed) {
        String[] parts = specification.split(":", 2);
        return Stream.of(values())
                .filter(workload -> workload.id().equals(parts[0]))
                .findAny()
                .map(workload -> new GeneratedTrace(
                        specification,
                        workload,
                        parts.length == 1 ? workload.defaults : workload.defaults.with(parts[1]),
                        seed));
    }
}
