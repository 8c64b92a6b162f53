package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A cache of one URL: requests of anybody, answers of an origin that says anything, time that passes. Whatever happens is
 * held against {@link CacheRuleOracle}, which is written from the RFC and shares no code with the engine.
 */
public final class ScenarioFuzz {

    private static final int MAX_STEPS = 24;
    private static final Instant START = Instant.parse("2026-11-23T04:05:06Z");

    private final FuzzInput input;
    private final FuzzMessages messages;
    private final CachePolicy policy;
    private final CacheRuleOracle oracle;
    private Instant now = START;
    private Optional<ResponseVariants> stored = Optional.empty();
    private boolean invalidated;

    private ScenarioFuzz(FuzzInput input) {
        this.input = input;
        this.messages = new FuzzMessages(input);
        this.policy = policy(input.octet());
        this.oracle = new CacheRuleOracle(policy);
    }

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        var scenario = new ScenarioFuzz(input);
        for (int i = 0; i < MAX_STEPS && input.hasMore(); i++) {
            scenario.step();
        }
    }

    private static CachePolicy policy(int choice) {
        CachePolicy policy = CachePolicy.DEFAULT.withMaxVariants(1 + choice % 4);
        policy = (choice & 4) == 0 ? policy : policy.withPrivateCache(true);
        policy = (choice & 8) == 0 ? policy : policy.withStaleWhileRevalidate(Duration.ofSeconds(30));
        policy = (choice & 16) == 0 ? policy : policy.withTtl(Duration.ofSeconds(90));
        policy = (choice & 32) == 0 ? policy : policy.withRequestDirectives(false);
        policy = (choice & 64) == 0 ? policy : policy.withStaleIfError(Duration.ofSeconds(45));
        return (choice & 128) == 0 ? policy : policy.withAlwaysValidate(true);
    }

    private void step() {
        int what = input.below(16);
        if (what == 0) {
            stored = stored.map(variants -> variants.softPurged(now));
        } else if (what == 1) {
            invalidated = stored.isPresent();
        }
        now = now.plusSeconds(input.oneOf(List.of(0, 1, 5, 30, 61, 3600)));
        RequestHead request = messages.request();
        ReuseVerdict verdict = Reuse.judge(request, stored, invalidated, policy, now);
        oracle.judged(request, verdict, invalidated, now);
        if (verdict instanceof ReuseVerdict.Serve serve) {
            answered(request, serve.stored());
        } else if (verdict instanceof ReuseVerdict.ServeWhileRevalidating serve) {
            answered(request, serve.stored());
            validated(request, serve.stored());
        } else if (verdict instanceof ReuseVerdict.Revalidate revalidate) {
            validated(request, revalidate.selected());
        } else if (verdict instanceof ReuseVerdict.Forward) {
            forwarded(request);
        }
        stored.ifPresent(variants -> oracle.keeps(variants, now));
    }

    private void answered(RequestHead request, StoredResponse served) {
        oracle.answered(request, served, ResponseConstruction.construct(request, served, now), now);
    }

    private void forwarded(RequestHead request) {
        ResponseHead response = messages.response(now);
        if (request.isHead() && stored.isPresent()) {
            stored = HeadFreshening.apply(request, response, stored.get(), policy, reception());
            return;
        }
        received(request, response);
    }

    private void received(RequestHead request, ResponseHead response) {
        StoreVerdict verdict = Storability.judge(request, response, policy, reception());
        oracle.judged(request, response, verdict);
        if (verdict instanceof StoreVerdict.Store store) {
            StoredResponse whole = store.response().withBody(messages.body(response));
            oracle.stored(request, response, whole);
            stored = Optional.of(
                    invalidated || stored.isEmpty()
                            ? ResponseVariants.of(whole)
                            : stored.get().with(whole, policy));
            invalidated = false;
        }
    }

    private void validated(RequestHead request, StoredResponse selected) {
        ResponseVariants before = stored.orElseThrow();
        oracle.asks(Validation.conditional(request, selected, false), selected);
        ResponseHead response = messages.confirmation(selected, now);
        Validation.Outcome outcome = Validation.judge(request, before, selected, response, policy, reception());
        if (outcome instanceof Validation.Outcome.Freshened freshened) {
            oracle.freshened(response, freshened);
            stored = freshened.stored();
            invalidated = invalidated && stored.equals(Optional.of(before));
        } else if (outcome instanceof Validation.Outcome.Full) {
            received(request, response);
        } else if (outcome instanceof Validation.Outcome.ServerError) {
            var failure = input.oneOf(List.of(StaleServing.Failure.values()));
            Optional<Reason> reason = StaleServing.allowed(request, selected, policy, failure, now);
            reason.ifPresent(right -> oracle.servesStale(request, selected));
        }
    }

    private ReceptionTimes reception() {
        return new ReceptionTimes(now, now, now);
    }
}
