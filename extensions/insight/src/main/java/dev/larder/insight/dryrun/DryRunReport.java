package dev.larder.insight.dryrun;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.larder.insight.audit.ConfidenceInterval;
import java.util.List;
import java.util.Map;

/**
 * What the cache would have done, and what is to be changed before it does.
 *
 * @param total all requests
 * @param unwatched what is in none of the counts
 * @param routes the same by route
 * @param yaml the rules that would put right whatever was found; empty if nothing was
 */
public record DryRunReport(Shares total, Unwatched unwatched, List<Route> routes, String yaml) {

    /**
     * What is not in the account.
     *
     * @param dropped observations that came while too many waited: up to two of each request, its beginning and its end
     * @param faults observations in which the watcher itself has failed
     */
    public record Unwatched(long dropped, long faults) {}

    /**
     * Requests, by what would have become of them.
     *
     * @param hits those that would have been answered without asking the origin
     * @param hitRatio their share
     * @param compared those of them where the origin's answer tells whether that would have been right
     * @param wrong those of them where it would not
     * @param wrongShare share of hits that would have been wrong, in truth
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
     * @param rule name of the rule; empty if none is for them
     * @param pool the pool; empty under a rule
     * @param forwarded requests that would have been forwarded, by why
     * @param notStored responses that would not have been stored, by why
     * @param findings what their bodies show
     * @param note what the report does not prove; empty if nothing was left out
     * @param yaml the rule that would put it right; empty if nothing was found
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
     * What comparing bodies shows.
     *
     * @param leaks by what responses under one key differ, the likeliest first
     * @param notToldApart what may be a leak too: each of its values has come once, with a body of its own
     * @param uselessKeyParts parts of the key that have never changed a body
     * @param lives how long bodies live, where that is less than they would be used
     * @param namesNotFollowed about how many names of cookies, fields and parameters there was no room for
     */
    public record BodyFindings(
            List<Leak> leaks,
            List<String> notToldApart,
            List<Useless> uselessKeyParts,
            List<Lives> lives,
            long namesNotFollowed) {}

    /**
     * Something in requests that is not part of their key, and whose value separates the bodies.
     *
     * @param by what it is, such as {@code cookie session}
     * @param pairs responses under one key that were compared
     */
    public record Leak(String by, ResponsePairCounts pairs) {}

    /**
     * A part of the key that has never changed a body.
     *
     * @param part what it is, such as {@code parameter utm_source}
     * @param compared pairs of responses that differ in nothing else
     */
    public record Useless(String part, long compared) {}

    /**
     * Bodies that change before their lifetime is over.
     *
     * @param lifetimeSeconds the longest for which one would have been used
     * @param changedShare the share that has proven to change by then, at least
     */
    public record Lives(double lifetimeSeconds, double changedShare) {}
}
