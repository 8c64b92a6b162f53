package dev.larder.insight.dryrun;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.insight.dryrun.DryRunReport.BodyFindings;
import dev.larder.insight.dryrun.DryRunReport.Leak;
import dev.larder.insight.dryrun.DryRunReport.Lives;
import dev.larder.insight.dryrun.DryRunReport.Part;
import dev.larder.insight.dryrun.DryRunReport.Route;
import dev.larder.insight.dryrun.DryRunReport.Shares;
import dev.larder.insight.dryrun.DryRunReport.Unwatched;
import dev.larder.insight.dryrun.DryRunReport.Useless;
import dev.larder.insight.lifetime.SurvivalEstimate;
import dev.larder.insight.lifetime.TtlProposal;
import dev.larder.insight.proposal.RuleProposal;
import dev.larder.rfc9111.Reason;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Derives findings from the evidence of some requests. */
final class DryRunFindings {

    private static final String NOT_PROVEN =
            "Nothing is proven for names that were not followed: one of them may be a leak.";

    private static final String UNEXPLAINED =
            "Some hits would have been wrong, and nothing found says why: it is not safe to use.";

    private static final String NOT_TOLD_APART =
            "What is not told apart may be a leak, or bodies always change: no two requests had the same value of it.";

    private final RuleScopeEvidence evidence;
    private final FindingSettings asked;
    private final SurvivalEstimate survival;

    private DryRunFindings(RuleScopeEvidence evidence, FindingSettings asked) {
        this.evidence = evidence;
        this.asked = asked;
        this.survival = SurvivalEstimate.of(evidence.lifetimes().ages().counts());
    }

    /**
     * Settings of the findings.
     *
     * @param staleness share of responses that may be stale
     * @param rules names of all rules
     */
    record FindingSettings(double staleness, Set<String> rules) {

        FindingSettings {
            rules = Set.copyOf(rules);
        }
    }

    /** Returns the report on all evidence; sections covered by one rule get one proposal. */
    static DryRunReport report(List<RuleScopeEvidence> all, FindingSettings asked, Unwatched unwatched) {
        Map<String, List<RuleScopeEvidence>> byRoute = all.stream()
                .collect(Collectors.groupingBy(one -> one.section().route(), TreeMap::new, Collectors.toList()));
        List<Route> routes = byRoute.entrySet().stream()
                .map(route -> new Route(route.getKey(), shares(route.getValue()), parts(route.getValue(), asked)))
                .toList();
        Map<RuleScope, RuleScopeEvidence> byRule = all.stream()
                .collect(Collectors.toMap(
                        one -> one.section().onAllRoutes(),
                        one -> one,
                        RuleScopeEvidence::plus,
                        () -> new TreeMap<>(RuleScope.BY_NAME)));
        List<RuleProposal> drafts = byRule.values().stream()
                .map(one -> new DryRunFindings(one, asked).draft())
                .toList();
        return new DryRunReport(shares(all), unwatched, routes, RuleProposal.yaml(drafts, asked.rules()));
    }

    private static Shares shares(List<RuleScopeEvidence> all) {
        return Shares.of(all.stream().map(RuleScopeEvidence::counts).reduce(DryRunCounts.NONE, DryRunCounts::plus));
    }

    private static List<Part> parts(List<RuleScopeEvidence> sections, FindingSettings asked) {
        return sections.stream()
                .sorted(Comparator.comparing(RuleScopeEvidence::section, RuleScope.BY_NAME))
                .map(one -> new DryRunFindings(one, asked).part())
                .toList();
    }

    private Part part() {
        return new Part(
                evidence.section().rule(),
                evidence.section().pool(),
                Shares.of(evidence.counts()),
                tokens(evidence.forwarded()),
                tokens(evidence.notStored()),
                bodies(),
                note(),
                RuleProposal.yaml(List.of(draft()), asked.rules()));
    }

    private BodyFindings bodies() {
        return new BodyFindings(
                leaks().stream()
                        .map(trait -> new Leak(trait.toString(), pairs(trait)))
                        .toList(),
                untold().map(RequestTrait::toString).toList(),
                useless().stream()
                        .map(part -> new Useless(
                                part.toString(),
                                evidence.pairs()
                                        .parts()
                                        .getOrDefault(part, ResponsePairCounts.NONE)
                                        .valuesDiffer()))
                        .toList(),
                lives().stream().toList(),
                evidence.pairs().unfollowed());
    }

    private String note() {
        return Stream.of(
                        evidence.pairs().unfollowed() == 0 ? "" : NOT_PROVEN,
                        untold().findAny().isEmpty() ? "" : NOT_TOLD_APART,
                        isUnexplained() ? UNEXPLAINED : "")
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private boolean isUnexplained() {
        return evidence.counts().wrong() > 0 && leaks().isEmpty() && lives().isEmpty();
    }

    /** Returns traits that may select the body, unless bodies always change; cookies, as the likeliest, first. */
    private Stream<RequestTrait> untold() {
        return evidence.pairs().traits().keySet().stream()
                .filter(trait -> pairs(trait).isInconclusive())
                .sorted(Comparator.comparing(RequestTrait::kind).thenComparing(RequestTrait::name));
    }

    private static Map<String, Long> tokens(Map<Reason, Long> counts) {
        var tokens = new TreeMap<String, Long>();
        counts.forEach((reason, count) -> tokens.put(reason.token(), count));
        return tokens;
    }

    private ResponsePairCounts pairs(RequestTrait trait) {
        return evidence.pairs().traits().getOrDefault(trait, ResponsePairCounts.NONE);
    }

    /** Returns traits that separate the bodies; the strongest first, and among equals the likelier cause. */
    private List<RequestTrait> leaks() {
        return evidence.pairs().traits().keySet().stream()
                .filter(trait -> pairs(trait).hasSignificantEffect())
                .sorted(Comparator.comparingDouble(
                                (RequestTrait trait) -> -pairs(trait).effect())
                        .thenComparing(RequestTrait::kind)
                        .thenComparing(RequestTrait::name))
                .toList();
    }

    private List<KeyPart> useless() {
        return evidence.pairs().parts().entrySet().stream()
                .filter(part -> part.getValue().isUseless())
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(KeyPart::kind).thenComparing(KeyPart::name))
                .toList();
    }

    /** Returns a finding if more bodies than may be stale change while they would be served as fresh. */
    private Optional<Lives> lives() {
        double changed = survival.changedAtLeast(evidence.lifetimes().longest());
        return survival.hasEnoughObservations()
                        && mayAdviseLifetimes()
                        && changed > asked.staleness()
                        && !proposal().isAtLeast(evidence.lifetimes().longest())
                ? Optional.of(new Lives(evidence.lifetimes().longest().toMillis() / 1e3, changed))
                : Optional.empty();
    }

    private TtlProposal proposal() {
        return survival.propose(asked.staleness());
    }

    private RuleProposal draft() {
        var draft = new RuleProposal(evidence.section());
        var key = new KeySettingsEditor(evidence.settings());
        leaks().stream().findFirst().filter(trait -> isNamed(trait.name())).ifPresent(key::add);
        useless().stream().filter(part -> isNamed(part.name())).forEach(key::leaveOut);
        key.in(draft);
        if (lives().isPresent()) {
            proposal().in(draft, evidence.lifetimes().stated());
        } else if (needsTtl() && !proposal().ttl().isZero()) {
            proposal().in(draft, false);
        }
        return draft;
    }

    private static boolean isNamed(String name) {
        return !name.equals(RequestFeatures.NO_NAME);
    }

    /** Whether none of the responses would be reused without validation, for lack of a lifetime only. */
    private boolean needsTtl() {
        return survival.hasEnoughObservations()
                && mayAdviseLifetimes()
                && evidence.lifetimes().longest().isZero()
                && !evidence.lifetimes().stated();
    }

    /** Whether lifetimes may be recommended: not where a leak may look like changing bodies, as a lifetime would activate it. */
    private boolean mayAdviseLifetimes() {
        return untold().findAny().isEmpty();
    }
}
