package dev.larder.simulator;

/** A stored response, as far as a simulation needs one. Identified by its key: two responses of one key are equal. */
final class SimulatedResponse {

    final long key;

    /** Time of storage, in the units of the trace. */
    final long time;

    /** Time of storage, in requests. */
    final long request;

    SimulatedResponse(long key, long time, long request) {
        this.key = key;
        this.time = time;
        this.request = request;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof SimulatedResponse item && item.key == key);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(key * 0x9e37_79b9_7f4a_7c15L);
    }
}
