package dev.larder.simulator;

import java.util.Locale;
import java.util.Random;

/** The workloads that can be generated, with their default parameters. */
enum GeneratedWorkload {

    /** Uniform: every object is requested with the same probability, so no policy can do better than another. */
    RANDOM(WorkloadParameters.PATTERN) {
        @Override
        AccessPattern pattern(WorkloadParameters parameters, Random random) {
            return request -> random.nextInt(parameters.objects());
        }
    },

    /** Three objects in a fixed rhythm, redrawn from time to time, among uniformly drawn others. */
    STAGGERED(WorkloadParameters.PATTERN) {
        @Override
        AccessPattern pattern(WorkloadParameters parameters, Random random) {
            return new StaggeredPattern(parameters.objects(), random);
        }
    },

    /** Zipf's law: few objects are requested often, many rarely. Some of the requests are writes to a pool. */
    ZIPF(WorkloadParameters.REST) {
        @Override
        AccessPattern pattern(WorkloadParameters parameters, Random random) {
            var zipf = new ZipfDistribution(parameters.objects(), parameters.alpha());
            return request -> zipf.draw(random);
        }
    },

    /** All objects in order, repeatedly: the least recently requested object is requested next. */
    LOOP(WorkloadParameters.CYCLE) {
        @Override
        AccessPattern pattern(WorkloadParameters parameters, Random random) {
            return request -> (int) (request % parameters.objects());
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final WorkloadParameters defaults;

    GeneratedWorkload(WorkloadParameters defaults) {
        this.defaults = defaults;
    }

    abstract AccessPattern pattern(WorkloadParameters parameters, Random random);

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    WorkloadParameters defaults() {
        return defaults;
    }
}
