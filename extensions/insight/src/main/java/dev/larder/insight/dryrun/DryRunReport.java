package dev.larder.insight.dryrun;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.larder.insight.audit.ConfidenceInterval;
import java.util.List;
import java.util.Map;

/**
 * What the cache would have done, and what to change before enabling it.
 *
 * @param total all requests
 * @param unwatched observations missing from all counts
 * @param routes the same by route
 * @param yaml rules that would fix all findings; empty if there are none
 */
public record DryRunReport(Shares total, Unwatched unwatched, List<Route> routes, String yaml) {

    /**
     * Missing observations.
     *
     * @param dropped number dropped because too many were waiting: up to two of each request, its beginning and its end
     * @param faults number in which the observer itself has failed
     */
    public record Unwatched(long dropped, long faults) {}

    /**
     * Requests by predicted outcome.
     *
     * @param hits number that would have been answered without contacting the origin
     * @param hitRatio their share
     * @param compared number of hits that the origin's response proves right or wrong
     * @param wrong number of those that would have been wrong
     * @param wrongShare confidence interval of the share of wrong hits
     */
    public record Shares(
            long requests, long hits, double hitRatio, long compared, long wrong, ConfidenceInterval wrongShare) {

        static Shares of(DryRunCounts counts) {
            return new Shares(
                    counts.requests(),
                    counts.hits(),
                    counts.hitRatio(),
                    counts.compared(),
                    counts.wrong(),
                    counts.wrongShare());
        }
    }

    /**
     * One route.
     *
     * @param route its id
     * @param sections its requests by rule, or pool
     */
    public record Route(String route, Shares total, List<Part> sections) {}

    /**
     * Requests of a route under one rule, or for one pool.
     *
     * @param rule name of the rule; empty if there is none
     * @param pool the pool; empty under a rule
     * @param forwarded number of requests that would have been forwarded, by reason
     * @param notStored number of responses that would not have been stored, by reason
     * @param findings findings about their bodies
     * @param note what the report does not prove; empty if nothing was left out
     * @param yaml the rule that would fix it; empty if there is no finding
     */
    public record Part(
            String rule,
            String pool,
            Shares total,
            Map<String, Long> forwarded,
            Map<String, Long> notStored,
            @JsonUnwrapped BodyFindings findings,
            String note,
            String yaml) {}

    /**
     * Findings from comparing bodies.
     *
     * @param leaks traits by which responses under one key differ, the likeliest first
     * @param notToldApart possible leaks: each of their values has come once, with a body of its own
     * @param uselessKeyParts parts of the key that have never changed a body
     * @param lives how long bodies stay unchanged, if shorter than they would be used
     * @param namesNotFollowed approximate number of names of cookies, fields and parameters that exceeded the limit
     */
    public record BodyFindings(
            List<Leak> leaks,
            List<String> notToldApart,
            List<Useless> uselessKeyParts,
            List<Lives> lives,
            long namesNotFollowed) {}

    /**
     * A request trait that is not part of the key, but separates the bodies.
     *
     * @param by its name, such as {@code cookie session}
     * @param pairs compared responses under one key
     */
    public record Leak(String by, ResponsePairCounts pairs) {}

    /**
     * A part of the key that has never changed a body.
     *
     * @param part its name, such as {@code parameter utm_source}
     * @param compared number of pairs of responses that differ in nothing else
     */
    public record Useless(String part, long compared) {}

    /**
     * Bodies that change before their lifetime is over.
     *
     * @param lifetimeSeconds longest time for which one would have been used
     * @param changedShare lower bound of the share proven to change by then
     */
    public record Lives(double lifetimeSeconds, double changedShare) {}
}
