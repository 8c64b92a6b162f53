package dev.larder.simulator;

import java.util.Random;

/** A workload that is generated while it is read, the same for the same seed. Request i has time i, from 1. */
record GeneratedTrace(String name, GeneratedWorkload workload, WorkloadParameters parameters, long seed)
        implements TraceSource {

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
        private final GeneratedWorkload.Pattern pattern;
        private long requests;

        Reader(WorkloadParameters parameters, GeneratedWorkload workload, Random random) {
            this.parameters = parameters;
            this.random = random;
            this.sizes = parameters.draw(random);
            this.pattern = workload.pattern(parameters, random);
        }

        @Override
        public boolean next(RequestBlock into) {
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
