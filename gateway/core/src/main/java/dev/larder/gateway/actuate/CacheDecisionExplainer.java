package dev.larder.gateway.actuate;

import dev.larder.gateway.actuate.CacheDecisionExplanation.Outcome;
import dev.larder.gateway.actuate.CacheDecisionExplanation.Step;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.RecentMisses.Miss;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.Reason;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Explains step by step why a URL is answered from the store or not: by the stored entries and the engine's verdict on them now,
 * and by the engine's verdict when a request was last forwarded to the origin. Blocks its caller.
 */
public final class CacheDecisionExplainer {

    private static final String NOW = "A GET now";
    private static final String LAST = "The last time its origin was asked";

    private static final String ONLY_WATCHED =
            "In a dry run: it is forwarded, nothing is stored, and larderdryrun shows what would have been.";

    private final StoreInspector inspector;
    private final RecentMisses misses;
    private final long keys;

    /**
     * Creates an explainer that uses this inspector and these misses.
     *
     * @param keys maximum number of keys of the store to examine
     */
    public CacheDecisionExplainer(StoreInspector inspector, RecentMisses misses, long keys) {
        this.inspector = inspector;
        this.misses = misses;
        this.keys = keys;
    }

    /**
     * Explains a URL, or returns a problem if it is invalid.
     *
     * @param url absolute, by http or https
     * @param now time of the steady clock
     */
    public WebEndpointResponse<Object> answer(String url, Instant now) {
        return EndpointResponses.answer(() -> explain(url, now));
    }

    /** Explains a URL. */
    CacheDecisionExplanation explain(String url, Instant now) {
        URI asked = PurgeSelectionParser.url(url);
        List<EntryView> entries = inspector.entries(asked, now, keys);
        boolean unseen = inspector.hasMoreKeysThan(keys);
        Optional<Miss> last =
                misses.latest(miss -> miss.reason() != Reason.METHOD && inspector.isFor(miss.key(), asked));
        RequestRule rule = rule(entries, last, asked);
        List<Step> steps = new ArrayList<>();
        if (unseen) {
            steps.add(new Step(NOW, "Was the whole store looked through?", "", Outcome.NOTED, unseen()));
        }
        entries.forEach(entry -> steps.addAll(ofEntry(entry, inspector.rule(entry, asked))));
        if (entries.isEmpty() && (!unseen || isDry(rule))) {
            steps.addAll(reuse(NOW, rule, Optional.of(Reason.URI_MISS), Map.of()));
        }
        last.ifPresent(miss -> steps.addAll(ofMiss(miss, now)));
        return new CacheDecisionExplanation(url, conclusion(rule, unseen, entries, last), steps, entries);
    }

    /** Returns the rule that applies, as known from requests, or otherwise by the path alone. */
    private RequestRule rule(List<EntryView> entries, Optional<Miss> last, URI asked) {
        return entries.stream()
                .findFirst()
                .map(entry -> inspector.rule(entry, asked))
                .or(() -> last.map(miss -> inspector.rule(miss.key(), asked)))
                .orElseGet(() -> inspector.rule(asked));
    }

    private static boolean isDry(RequestRule rule) {
        return rule.handling().dryRun();
    }

    private String conclusion(RequestRule rule, boolean unseen, List<EntryView> entries, Optional<Miss> last) {
        if (isDry(rule)) {
            return ONLY_WATCHED;
        }
        return entries.isEmpty() && unseen ? unseen() : conclusion(entries, last);
    }

    /** Returns the text for a store that is too large to be examined for a page. */
    private String unseen() {
        return "Only " + keys
                + " keys of the store were looked at, and it has more: what is not shown may be stored all the"
                + " same. The endpoint larder looks at all.";
    }

    private List<Step> ofEntry(EntryView entry, RequestRule rule) {
        String about = entry.authority().isEmpty() ? NOW : NOW + ", Host: " + entry.authority();
        return reuse(about, rule, reason(entry.plainGet().reason()), known(entry));
    }

    /** If any rule is in dry-run mode, the steps for a request under such a rule end there. */
    private List<Step> reuse(String about, RequestRule rule, Optional<Reason> reason, Map<Integer, String> known) {
        if (!inspector.hasDryRun()) {
            return climb(about, CheckStep.REUSE, reason, known);
        }
        String subject = rule.name().isEmpty() ? "What has no rule" : "The rule " + rule.name();
        List<Step> steps = new ArrayList<>();
        if (isDry(rule)) {
            steps.add(new Step(about, CheckStep.IN_USE, "", Outcome.STOPPED, subject + " is in a dry run."));
            CheckStep.REUSE.forEach(
                    step -> steps.add(new Step(about, step.question(), step.section(), Outcome.NOT_ASKED, "")));
        } else {
            steps.add(new Step(about, CheckStep.IN_USE, "", Outcome.PASSED, subject + " is in use."));
            steps.addAll(climb(about, CheckStep.REUSE, reason, known));
        }
        return steps;
    }

    /** Returns texts for questions that are passed. */
    private static Map<Integer, String> known(EntryView entry) {
        String rule = entry.rule().isEmpty() ? "No rule is for it." : "The rule " + entry.rule() + " is for it.";
        String stored = entry.variants().size() + " of pool " + entry.pool() + ", "
                + entry.metadata().weight() + " bytes.";
        String writes = "No write since epoch " + entry.metadata().epoch() + ", when it was asked for.";
        String freshness = entry.plainGet().sentence();
        return Map.of(2, rule, 3, stored, 7, writes, 11, freshness);
    }

    private static List<Step> ofMiss(Miss miss, Instant now) {
        List<Step> steps = new ArrayList<>();
        long ago = Math.max(0, Duration.between(miss.at(), now).toSeconds());
        steps.add(new Step(
                LAST,
                miss.method() + ", " + ago + " s ago",
                "",
                Outcome.NOTED,
                ReasonText.of(miss.reason()) + " Cache-Status said "
                        + miss.reason().token() + "."));
        if (miss.notStored().isPresent()) {
            steps.addAll(climb(LAST, CheckStep.STORE, miss.notStored(), Map.of()));
        } else if (miss.isStored()) {
            steps.add(new Step(LAST, "Was the response stored?", "RFC 9111 3", Outcome.PASSED, "It was."));
        }
        return steps;
    }

    private static List<Step> climb(
            String about, List<CheckStep> ladder, Optional<Reason> reason, Map<Integer, String> known) {
        List<Step> steps = new ArrayList<>();
        boolean stopped = false;
        for (int i = 0; i < ladder.size(); i++) {
            CheckStep step = ladder.get(i);
            boolean here = reason.filter(step.stops()::contains).isPresent();
            Outcome outcome = stopped ? Outcome.NOT_ASKED : here ? Outcome.STOPPED : Outcome.PASSED;
            String text = here ? reason.map(ReasonText::of).orElse("") : stopped ? "" : known.getOrDefault(i, "Yes.");
            steps.add(new Step(about, step.question(), step.section(), outcome, text));
            stopped |= here;
        }
        return steps;
    }

    private static Optional<Reason> reason(String token) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.token().equals(token))
                .findAny();
    }

    private String conclusion(List<EntryView> entries, Optional<Miss> last) {
        if (!entries.isEmpty()) {
            return entries.get(0).plainGet().sentence();
        }
        Optional<Reason> notStored = last.flatMap(Miss::notStored);
        if (notStored.isPresent()) {
            return "Not in the store. " + notStored.map(ReasonText::of).orElse("");
        }
        if (last.isEmpty()) {
            return "Not in the store, and not asked for among the latest misses."
                    + (inspector.hasDryRun()
                            ? " Those of dry runs are not among them: a rule that only its route names may be in a dry run."
                            : "");
        }
        return last.get().isStored()
                ? "Not in the store any more: it was stored, and has been purged, evicted or dropped since."
                : "Not in the store. " + ReasonText.of(last.get().reason());
    }
}
