package dev.larder.acceptance.matrix;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the gateway owes its clients, whatever way a request takes.
 *
 * @param name says what must hold
 * @param exemptions the ways on which it cannot be tried, each with a sentence that says why
 * @param check fails if it does not hold on a way
 */
record Obligation(String name, Map<RequestWay, String> exemptions, Check check) {

    /** Creates an obligation that holds on every way. */
    static Obligation of(String name, Check check) {
        return new Obligation(name, Map.of(), check);
    }

    /** Returns this obligation without a way, and why. */
    Obligation except(RequestWay way, String reason) {
        Map<RequestWay, String> all = new EnumMap<>(RequestWay.class);
        all.putAll(exemptions);
        all.put(way, reason);
        return new Obligation(name, all, check);
    }

    /** Tries an obligation on one way. */
    @FunctionalInterface
    interface Check {

        void on(RequestWay way) throws Exception;
    }
}
