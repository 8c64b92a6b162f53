package dev.larder.bufferedwrites;

import java.util.Map;

/**
 * What a published prototype reports: how many times less the database took for rows in bulk.
 *
 * @param execution of statements
 * @param planning of statements
 */
record PrototypeRatios(double execution, double planning) {

    /** By table. */
    static final Map<String, PrototypeRatios> FIGURES = Map.of(
            "4c0fk", new PrototypeRatios(9.12, 52.11),
            "4c2fk", new PrototypeRatios(9.48, 40.18),
            "10c0fk", new PrototypeRatios(5.93, 19.13),
            "10c2fk", new PrototypeRatios(5.20, 14.17));
}
