package dev.larder.simulator;

import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** A workload that is generated while it is read, the same for the same seed. Request i has time i, from 1. */
record GeneratedTrace(String name, GeneratedWorkload workload, WorkloadParameters parameters, long seed)
        implements TraceSource {

    /**
     * Parses a specification such as {@code zipf:objects=500,alpha=0.8}; empty if it names no workload.
     *
     * @throws IllegalArgumentException if it names one but has an invalid parameter
     */
    static Optional<GeneratedTrace> parse(String specification, long seed) {
        String[] parts = specification.split(":", 2);
        return Stream.of(GeneratedWorkload.values())
                .filter(workload -> workload.id().equals(parts[0]))
                .findAny()
                .map(workload -> new GeneratedTrace(
                        specification,
                        workload,
                        parts.length == 1
                                ? workload.defaults()
                                : workload.defaults().with(parts[1]),
                        seed));
    }

    @Override
    public RequestReader open() {
        return new Reader(parameters, workload, new Random(seed));
    }

    /** Returns the same workload with another seed. */
    GeneratedTrace withSeed(long other) {
        return new GeneratedTrace(name, workload, parameters, other);
    }

    private static final class Reader implements RequestReader {

        private final WorkloadParameters parameters;
        private final Random random;
        private final long[] sizes;
        private final AccessPattern pattern;
        private long requests;

        Reader(WorkloadParameters parameters, GeneratedWorkload workload, Random random) {
            this.parameters = parameters;
            this.random = random;
            this.sizes = parameters.draw(random);
            this.pattern = workload.pattern(parameters, random);
        }

        @Override
        public boolean readNext(RequestBlock into) {
            if (requests == parameters.requests()) {
                return false;
            }
            int object = pattern.object(requests++);
            boolean write = parameters.writes() > 0 && random.nextDouble() < parameters.writes();
            into.add(requests, object, sizes[object], write, 1 + object % parameters.pools());
            return true;
        }

        @Override
        public double progress() {
            return (double) requests / parameters.requests();
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
