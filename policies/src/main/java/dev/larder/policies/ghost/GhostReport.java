package dev.larder.policies.ghost;

import java.util.List;

/**
 * What the ghosts have found.
 *
 * @param requests reads so far, of which older ones count less
 * @param keys different ones among them, about
 * @param oneIn of so many keys one is drawn
 * @param heaviest keys that are followed beside those drawn, as they weigh most
 * @param drawn keys that were drawn and are held by some ghost
 * @param bytes memory that all this takes
 * @param curves one for each policy
 */
public record GhostReport(
        double requests, double keys, long oneIn, int heaviest, int drawn, long bytes, List<HitRatioCurve> curves) {

    public GhostReport {
        curves = List.copyOf(curves);
    }
}
