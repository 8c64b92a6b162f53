package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.CacheDecisionExplanation.Outcome;
import dev.larder.gateway.actuate.CacheDecisionExplanation.Step;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.metrics.RecentMisses.Miss;
import dev.larder.gateway.rule.InvalidationSettings;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleOptions;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.rfc9111.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.pattern.PathPatternParser;

/** The explanation ends at the question that the engine's verdict ends at, and names the section. */
class CacheDecisionExplainerTest {

    private static final String URL = "http://www.test/users/5";

    private final ActuatorStoreFixture stock = new ActuatorStoreFixture();
    private final RecentMisses misses = new RecentMisses(10);
    private final CacheDecisionExplainer explainer = new CacheDecisionExplainer(stock.inspector, misses, 3);

    @Test
    void freshEntryPassesAllChecks() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");

        CacheDecisionExplanation explanation = explainer.explain(URL, ActuatorStoreFixture.NOW);

        assertThat(explanation.conclusion()).startsWith("Served from the store: fresh for another 60 s");
        assertThat(explanation.steps())
                .hasSameSizeAs(CheckStep.REUSE)
                .allMatch(step -> step.outcome() == Outcome.PASSED);
        assertThat(explanation.entries()).hasSize(1);
    }

    @Test
    void staleEntryStopsAtFreshnessCheck() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        Step end = end(explainer.explain(URL, ActuatorStoreFixture.NOW.plusSeconds(61)));
        assertThat(end.section()).isEqualTo("RFC 9111 4.2");
        assertThat(end.text()).contains("stale");
    }

    @Test
    void invalidatedEntryStopsAtInvalidationCheck() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        stock.invalidator
                .invalidate(Set.of(CacheTags.pool("users")))
                .toCompletableFuture()
                .join();

        CacheDecisionExplanation explanation = explainer.explain(URL, ActuatorStoreFixture.NOW);

        assertThat(end(explanation).section()).isEqualTo("RFC 9111 4.4");
        assertThat(explanation.steps())
                .extracting(Step::outcome)
                .containsSubsequence(Outcome.PASSED, Outcome.STOPPED, Outcome.NOT_ASKED);
    }

    @Test
    void unstoredResponseIsExplainedByItsLastMiss() {
        note("/users/5", Reason.URI_MISS, Optional.of(Reason.RESPONSE_NO_STORE));
        note("/users/6", Reason.URI_MISS, Optional.of(Reason.PRIVATE));

        CacheDecisionExplanation explanation = explainer.explain(URL, ActuatorStoreFixture.NOW.plusSeconds(3));

        assertThat(explanation.conclusion()).contains("no-store");
        assertThat(ends(explanation)).extracting(Step::section).containsExactly("RFC 9111 2", "RFC 9111 5.2.2.5");
        assertThat(explanation.steps()).anyMatch(step -> step.question().equals("GET, 3 s ago"));
    }

    @Test
    void reportsUrlThatWasNeverRequested() {
        assertThat(explainer.explain(URL, ActuatorStoreFixture.NOW).conclusion())
                .contains("not asked for");
    }

    @Test
    void reportsThatStoredEntryWasPurgedEvictedOrDropped() {
        misses.note(new Miss(
                ActuatorStoreFixture.key("/users/5"),
                "GET",
                Reason.URI_MISS,
                true,
                Optional.empty(),
                ActuatorStoreFixture.NOW));
        assertThat(explainer.explain(URL, ActuatorStoreFixture.NOW).conclusion())
                .contains("purged, evicted or dropped");
    }

    @Test
    void reportsIncompleteScanInsteadOfMissingEntry() {
        for (int i = 0; i < 4; i++) {
            stock.hold("/skills/" + i, "Cache-Control", "max-age=60");
        }
        CacheDecisionExplanation explanation = explainer.explain(URL, ActuatorStoreFixture.NOW);
        assertThat(explanation.conclusion()).startsWith("Only 3 keys of the store were looked at");
        assertThat(ends(explanation)).isEmpty();
    }

    @Test
    void stopsAtFirstQuestionDuringDryRun() {
        CacheDecisionExplanation explanation = explainer(rules(true, List.of())).explain(URL, ActuatorStoreFixture.NOW);

        assertThat(explanation.conclusion()).startsWith("In a dry run: ").contains("nothing is stored");
        assertThat(explanation.steps().get(0).question()).isEqualTo("Is its rule in use?");
        assertThat(ends(explanation)).containsExactly(explanation.steps().get(0));
        assertThat(explanation.steps().subList(1, explanation.steps().size()))
                .hasSameSizeAs(CheckStep.REUSE)
                .allMatch(step -> step.outcome() == Outcome.NOT_ASKED);
    }

    @Test
    void namesRuleThatIsInDryRun() {
        CacheDecisionExplanation explanation = explainer(rules(false, List.of(rule("people", true, "/users/**"))))
                .explain(URL, ActuatorStoreFixture.NOW);
        assertThat(end(explanation).text()).contains("The rule people");
    }

    @Test
    void activeRulePassesFirstQuestionDespiteGlobalDryRun() {
        var beside = new ActuatorStoreFixture(rules(true, List.of(rule("people", false, "/users/**"))));
        beside.hold("/users/5", "Cache-Control", "max-age=60");

        CacheDecisionExplanation explanation =
                new CacheDecisionExplainer(beside.inspector, misses, 3).explain(URL, ActuatorStoreFixture.NOW);

        assertThat(explanation.conclusion()).startsWith("Served from the store");
        assertThat(explanation.steps().get(0).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void mentionsThatRouteSpecificRuleMayBeInDryRun() {
        CacheDecisionExplanation explanation =
                explainer(rules(false, List.of(rule("people", true)))).explain(URL, ActuatorStoreFixture.NOW);
        assertThat(explanation.conclusion()).contains("a rule that only its route names may be in a dry run");
    }

    @Test
    void rejectsRelativeUrlWithBadRequest() {
        assertThat(explainer.answer("users/5", ActuatorStoreFixture.NOW).getStatus())
                .isEqualTo(HttpStatus.BAD_REQUEST.value());
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyReasonTextEndsWithPeriod(Reason reason) {
        assertThat(ReasonText.of(reason)).endsWith(".");
    }

    @Test
    void everyReasonToForwardOrNotToStoreStopsOneCheckStep() {
        for (List<CheckStep> ladder : List.of(CheckStep.REUSE, CheckStep.STORE)) {
            assertThat(ladder.stream().flatMap(rung -> rung.stops().stream())).doesNotHaveDuplicates();
        }
        var ended = Stream.concat(CheckStep.REUSE.stream(), CheckStep.STORE.stream())
                .flatMap(rung -> rung.stops().stream())
                .toList();
        assertThat(Arrays.stream(Reason.values()).filter(reason -> !ended.contains(reason)))
                .containsExactlyInAnyOrder(
                        Reason.HIT,
                        Reason.HIT_MAX_STALE,
                        Reason.HIT_STALE_WHILE_REVALIDATE,
                        Reason.HIT_STALE_IF_ERROR,
                        Reason.HIT_STALE_DISCONNECTED,
                        Reason.EVENTUAL,
                        Reason.NOT_MODIFIED_WITHOUT_CONDITION,
                        Reason.NOT_MODIFIED_MATCHES_NOTHING);
    }

    private CacheDecisionExplainer explainer(RuleSet rules) {
        return new CacheDecisionExplainer(new ActuatorStoreFixture(rules).inspector, misses, 3);
    }

    private static RuleSet rules(boolean dryRun, List<RequestRule> rules) {
        return new RuleSet(
                rules, RequestRule.none(ActuatorStoreFixture.POLICY, dryRun), Couplings.NONE, PoolPrefixes.NONE);
    }

    private static RequestRule rule(String name, boolean dryRun, String... paths) {
        return new RequestRule(
                name,
                Stream.of(paths).map(PathPatternParser.defaultInstance::parse).toList(),
                Set.of(),
                InvalidationSettings.PLAIN,
                ActuatorStoreFixture.POLICY,
                KeySettings.PLAIN,
                RuleOptions.PLAIN.withDryRun(dryRun),
                "");
    }

    private void note(String path, Reason reason, Optional<Reason> notStored) {
        misses.note(
                new Miss(ActuatorStoreFixture.key(path), "GET", reason, false, notStored, ActuatorStoreFixture.NOW));
    }

    private static Step end(CacheDecisionExplanation explanation) {
        return ends(explanation).get(0);
    }

    private static List<Step> ends(CacheDecisionExplanation explanation) {
        return explanation.steps().stream()
                .filter(step -> step.outcome() == Outcome.STOPPED)
                .toList();
    }
}
