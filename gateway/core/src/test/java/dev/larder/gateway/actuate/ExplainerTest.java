package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.actuate.Explanation.Outcome;
import dev.larder.gateway.actuate.Explanation.Step;
import dev.larder.gateway.observe.RecentMisses;
import dev.larder.gateway.observe.RecentMisses.Miss;
import dev.larder.gateway.route.Handling;
import dev.larder.gateway.route.KeySettings;
import dev.larder.gateway.route.Rule;
import dev.larder.gateway.route.Rules;
import dev.larder.gateway.route.Spread;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Tags;
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
class ExplainerTest {

    private static final String URL = "http://www.test/users/5";

    private final Stock stock = new Stock();
    private final RecentMisses misses = new RecentMisses(10);
    private final Explainer explainer = new Explainer(stock.inspector, misses, 3);

    @Test
    void whatIsFreshPassesEveryQuestion() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");

        Explanation explanation = explainer.explain(URL, Stock.NOW);

        assertThat(explanation.conclusion()).startsWith("Served from the store: fresh for another 60 s");
        assertThat(explanation.steps()).hasSameSizeAs(Rung.REUSE).allMatch(step -> step.outcome() == Outcome.PASSED);
        assertThat(explanation.entries()).hasSize(1);
    }

    @Test
    void whatIsStaleEndsAtFreshness() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        Step end = end(explainer.explain(URL, Stock.NOW.plusSeconds(61)));
        assertThat(end.section()).isEqualTo("RFC 9111 4.2");
        assertThat(end.text()).contains("stale");
    }

    @Test
    void whatAWriteHasMadeWrongEndsThereAndNothingIsAskedAfterwards() {
        stock.hold("/users/5", "Cache-Control", "max-age=60");
        stock.invalidator
                .invalidate(Set.of(Tags.pool("users")))
                .toCompletableFuture()
                .join();

        Explanation explanation = explainer.explain(URL, Stock.NOW);

        assertThat(end(explanation).section()).isEqualTo("RFC 9111 4.4");
        assertThat(explanation.steps())
                .extracting(Step::outcome)
                .containsSubsequence(Outcome.PASSED, Outcome.STOPPED, Outcome.NOT_ASKED);
    }

    @Test
    void whatWasNotStoredIsExplainedByItsLastMiss() {
        note("/users/5", Reason.URI_MISS, Optional.of(Reason.RESPONSE_NO_STORE));
        note("/users/6", Reason.URI_MISS, Optional.of(Reason.PRIVATE));

        Explanation explanation = explainer.explain(URL, Stock.NOW.plusSeconds(3));

        assertThat(explanation.conclusion()).contains("no-store");
        assertThat(ends(explanation)).extracting(Step::section).containsExactly("RFC 9111 2", "RFC 9111 5.2.2.5");
        assertThat(explanation.steps()).anyMatch(step -> step.question().equals("GET, 3 s ago"));
    }

    @Test
    void whatNobodyHasAskedForIsSaidToBeSo() {
        assertThat(explainer.explain(URL, Stock.NOW).conclusion()).contains("not asked for");
    }

    @Test
    void whatWasStoredAndIsThereNoMoreIsSaidToBeSo() {
        misses.note(new Miss(Stock.key("/users/5"), "GET", Reason.URI_MISS, true, Optional.empty(), Stock.NOW));
        assertThat(explainer.explain(URL, Stock.NOW).conclusion()).contains("purged, evicted or dropped");
    }

    @Test
    void ofAStoreThatIsNotLookedThroughToItsEndNothingIsSaidToBeMissing() {
        for (int i = 0; i < 4; i++) {
            stock.hold("/skills/" + i, "Cache-Control", "max-age=60");
        }
        Explanation explanation = explainer.explain(URL, Stock.NOW);
        assertThat(explanation.conclusion()).startsWith("Only 3 keys of the store were looked at");
        assertThat(ends(explanation)).isEmpty();
    }

    @Test
    void inADryRunTheFirstQuestionEndsItAndNothingIsSaidToBeMissing() {
        Explanation explanation = explainer(rules(true, List.of())).explain(URL, Stock.NOW);

        assertThat(explanation.conclusion()).startsWith("In a dry run: ").contains("nothing is stored");
        assertThat(explanation.steps().get(0).question()).isEqualTo("Is its rule in use?");
        assertThat(ends(explanation)).containsExactly(explanation.steps().get(0));
        assertThat(explanation.steps().subList(1, explanation.steps().size()))
                .hasSameSizeAs(Rung.REUSE)
                .allMatch(step -> step.outcome() == Outcome.NOT_ASKED);
    }

    @Test
    void aRuleInADryRunIsNamed() {
        Explanation explanation = explainer(rules(false, List.of(rule("people", true, "/users/**"))))
                .explain(URL, Stock.NOW);
        assertThat(end(explanation).text()).contains("The rule people");
    }

    @Test
    void aRuleThatIsInUseBesideADryRunPassesTheFirstQuestion() {
        var beside = new Stock(rules(true, List.of(rule("people", false, "/users/**"))));
        beside.hold("/users/5", "Cache-Control", "max-age=60");

        Explanation explanation = new Explainer(beside.inspector, misses, 3).explain(URL, Stock.NOW);

        assertThat(explanation.conclusion()).startsWith("Served from the store");
        assertThat(explanation.steps().get(0).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void whatARouteOfItsOwnMayHavePutInADryRunIsNotSaidToBeUnasked() {
        Explanation explanation =
                explainer(rules(false, List.of(rule("people", true)))).explain(URL, Stock.NOW);
        assertThat(explanation.conclusion()).contains("a rule that only its route names may be in a dry run");
    }

    @Test
    void whatIsNoUrlIsAProblem() {
        assertThat(explainer.answer("users/5", Stock.NOW).getStatus()).isEqualTo(HttpStatus.BAD_REQUEST.value());
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyReasonIsASentence(Reason reason) {
        assertThat(Explanations.of(reason)).endsWith(".");
    }

    @Test
    void everyReasonToForwardOrNotToStoreEndsOneQuestionOfALadder() {
        for (List<Rung> ladder : List.of(Rung.REUSE, Rung.STORE)) {
            assertThat(ladder.stream().flatMap(rung -> rung.stops().stream())).doesNotHaveDuplicates();
        }
        var ended = Stream.concat(Rung.REUSE.stream(), Rung.STORE.stream())
                .flatMap(rung -> rung.stops().stream())
                .toList();
        assertThat(Arrays.stream(Reason.values()).filter(reason -> !ended.contains(reason)))
                .containsExactlyInAnyOrder(
                        Reason.HIT,
                        Reason.HIT_MAX_STALE,
                        Reason.HIT_STALE_WHILE_REVALIDATE,
                        Reason.HIT_STALE_IF_ERROR,
                        Reason.HIT_STALE_DISCONNECTED,
                        Reason.COLLAPSED,
                        Reason.REVALIDATED,
                        Reason.EVENTUAL,
                        Reason.NOT_MODIFIED_WITHOUT_CONDITION,
                        Reason.NOT_MODIFIED_MATCHES_NOTHING);
    }

    private Explainer explainer(Rules rules) {
        return new Explainer(new Stock(rules).inspector, misses, 3);
    }

    private static Rules rules(boolean dryRun, List<Rule> rules) {
        return new Rules(rules, Rule.none(Stock.POLICY, dryRun), Couplings.NONE);
    }

    private static Rule rule(String name, boolean dryRun, String... paths) {
        return new Rule(
                name,
                Stream.of(paths).map(PathPatternParser.defaultInstance::parse).toList(),
                Set.of(),
                Spread.PLAIN,
                Stock.POLICY,
                KeySettings.PLAIN,
                Handling.PLAIN.withDryRun(dryRun));
    }

    private void note(String path, Reason reason, Optional<Reason> notStored) {
        misses.note(new Miss(Stock.key(path), "GET", reason, false, notStored, Stock.NOW));
    }

    private static Step end(Explanation explanation) {
        return ends(explanation).get(0);
    }

    private static List<Step> ends(Explanation explanation) {
        return explanation.steps().stream()
                .filter(step -> step.outcome() == Outcome.STOPPED)
                .toList();
    }
}
