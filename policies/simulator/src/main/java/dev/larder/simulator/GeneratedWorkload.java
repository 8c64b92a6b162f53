package dev.larder.simulator;

import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** The workloads that can be generated, with what they are made of unless told otherwise. */
enum GeneratedWorkload {

    /** Each object as likely as any other: no policy can know better. */
    RANDOM(WorkloadParameters.PATTERN) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            return request -> random.nextInt(parameters.objects());
        }
    },

    /** Three objects in a fixed rhythm, drawn anew now and then, among others at random. */
    STAGGERED(WorkloadParameters.PATTERN) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            return new StaggeredPattern(parameters.objects(), random);
        }
    },

    /** Few objects often, many seldom (Zipf), some of the requests writes to a pool. */
    ZIPF(WorkloadParameters.REST) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            var zipf = new ZipfDistribution(parameters.objects(), parameters.alpha());
            return request -> zipf.draw(random);
        }
    },

    /** All objects in order, again and again: what was requested longest ago is requested next. */
    LOOP(WorkloadParameters.CYCLE) {
        @Override
        Pattern pattern(WorkloadParameters parameters, Random random) {
            return request -> (int) (request % parameters.objects());
        }
    };

    /** Which object, from 0, a request is for; called once for each request, in order from 0. */
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
     * The workload of a specification such as {@code zipf:objects=500,alpha=0.8}; empty if it names none.
     *
     * @throws IllegalArgumentException if it names one and a parameter is not understood
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
