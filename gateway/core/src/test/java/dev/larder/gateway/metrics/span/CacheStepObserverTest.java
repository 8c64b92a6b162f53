package dev.larder.gateway.metrics.span;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.larder.rfc9111.Reason;
import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Whoever observes is told of each step once, with words that are few, and nobody pays who does not observe. */
class CacheStepObserverTest {

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final Ended ended = new Ended();
    private final CacheStepObserver spans = new CacheStepObserver(() -> Optional.of(registry));
    private final MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/secret"));

    CacheStepObserverTest() {
        registry.observationConfig().observationHandler(ended);
    }

    @Test
    void unobservedStepLeavesWorkAndContextUnchanged() {
        CacheStepObservation span = CacheStepObserver.UNOBSERVED.begin(CacheStep.LOOKUP, exchange, "r");
        Mono<String> work = Mono.just("work");
        Context context = Context.empty();

        assertThat(CacheStepObserver.UNOBSERVED.isEnabled()).isFalse();
        assertThat(span).isSameAs(CacheStepObservation.UNOBSERVED);
        assertThat(span.around(Reason.URI_MISS, work)).isSameAs(work);
        assertThat(span.around(context)).isSameAs(context);
    }

    @Test
    void stepReportsNameRouteOutcomeAndReason() {
        spans.begin(CacheStep.LOOKUP, exchange, "r").ended(StepOutcome.FORWARD, Reason.URI_MISS);
        spans.begin(CacheStep.STORE, exchange, "").stored(Optional.empty());
        spans.begin(CacheStep.STORE, exchange, "r").stored(Optional.of(Reason.VOIDED));

        assertThat(ended.steps)
                .containsExactly(
                        "larder.lookup {outcome=forward, reason=uri-miss, route=r}",
                        "larder.store {outcome=stored, reason=none, route=none}",
                        "larder.store {outcome=not-stored, reason=voided, route=r}");
    }

    @Test
    void serverRequestIsParentOfStep() {
        var server = new ServerRequestObservationContext(
                exchange.getRequest(), exchange.getResponse(), exchange.getAttributes());
        exchange.getAttributes().put(ServerRequestObservationContext.CURRENT_OBSERVATION_CONTEXT_ATTRIBUTE, server);

        spans.begin(CacheStep.FETCH, exchange, "r").ended(StepOutcome.ANSWERED, Reason.URI_MISS);

        ObservationView parent = ended.parent;
        assertThat(parent).isNotNull();
        assertThat(parent.getContextView()).isSameAs(server);
    }

    @Test
    void stepIsParentOfNestedObservations() {
        CacheStepObservation span = spans.begin(CacheStep.FETCH, exchange, "r");

        assertThat(span.around(Context.empty()).<Object>get(CacheStepObservation.CONTEXT_KEY))
                .isInstanceOf(Observation.class);
    }

    @Test
    void disabledStepKeepsOuterObservationAsParent() {
        registry.observationConfig().observationPredicate((name, context) -> !name.equals(CacheStep.FETCH.getName()));
        Context outer = Context.of(CacheStepObservation.CONTEXT_KEY, "above");

        CacheStepObservation span = spans.begin(CacheStep.FETCH, exchange, "r");
        span.ended(StepOutcome.ANSWERED, Reason.URI_MISS);

        assertThat(span.around(outer).<Object>get(CacheStepObservation.CONTEXT_KEY))
                .isEqualTo("above");
        assertThat(ended.steps).isEmpty();
    }

    @Test
    void errorEndsStepAndIsReported() {
        CacheStepObservation span = spans.begin(CacheStep.FETCH, exchange, "r");
        var error = new IOException("refused");

        assertThat(span.around(Reason.URI_MISS, Mono.<String>error(error))
                        .onErrorReturn("handled")
                        .block())
                .isEqualTo("handled");

        assertThat(ended.steps).containsExactly("larder.fetch {outcome=failed, reason=uri-miss, route=r}");
        assertThat(ended.error).isSameAs(error);
    }

    @Test
    void cancellationEndsStep() {
        CacheStepObservation span = spans.begin(CacheStep.FETCH, exchange, "r");

        span.around(Reason.STALE, Mono.never()).subscribe().dispose();

        assertThat(ended.steps).containsExactly("larder.fetch {outcome=left, reason=stale, route=r}");
    }

    @Test
    void aStepEndsOnce() {
        CacheStepObservation span = spans.begin(CacheStep.STORE, exchange, "r");

        span.ended(StepOutcome.NOT_STORED, Reason.ABORTED);
        span.stored(Optional.empty());
        span.failed(Reason.TRUNCATED, new IOException());

        assertThat(ended.steps).hasSize(1);
        assertThat(ended.error).isNull();
    }

    @Test
    void failingObservationHandlerDoesNotAffectStep() {
        registry.observationConfig().observationHandler(new Failing());

        CacheStepObservation span = spans.begin(CacheStep.LOOKUP, exchange, "r");

        assertThat(span.around(Reason.URI_MISS, Mono.just("work")).block()).isEqualTo("work");
        assertThatCode(() -> span.ended(StepOutcome.SERVE, Reason.HIT)).doesNotThrowAnyException();
    }

    @Test
    void routesBeyondThousandShareOneTagValue() {
        for (int i = 0; i < 1_500; i++) {
            spans.begin(CacheStep.LOOKUP, exchange, "route-" + i).ended(StepOutcome.SERVE, Reason.HIT);
        }

        assertThat(ended.steps.stream().distinct()).hasSize(1_001);
        assertThat(ended.steps.get(1_499)).contains("route=others");
    }

    @Test
    void timersOfStepAlwaysHaveSameTagKeys() {
        var meters = new SimpleMeterRegistry();
        registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));

        spans.begin(CacheStep.FETCH, exchange, "r").ended(StepOutcome.ANSWERED, Reason.URI_MISS);
        spans.begin(CacheStep.FETCH, exchange, "r").failed(Reason.URI_MISS, new IOException());
        spans.begin(CacheStep.FETCH, exchange, "").ended(StepOutcome.LEFT, Reason.STALE);

        Map<String, List<List<String>>> keys = meters.getMeters().stream()
                .map(Meter::getId)
                .collect(Collectors.groupingBy(
                        Meter.Id::getName,
                        Collectors.mapping(
                                id -> id.getTags().stream().map(Tag::getKey).toList(), Collectors.toList())));
        assertThat(keys.get("larder.fetch")).hasSize(3).containsOnly(List.of("error", "outcome", "reason", "route"));
        assertThat(keys.keySet()).containsExactlyInAnyOrder("larder.fetch", "larder.fetch.active");
    }

    /** What has ended, as it was told. */
    private static final class Ended implements ObservationHandler<CacheStepContext> {

        private final List<String> steps = new ArrayList<>();
        private @Nullable Throwable error;
        private @Nullable ObservationView parent;

        @Override
        public void onStop(CacheStepContext context) {
            steps.add(context.getName() + " "
                    + context.getLowCardinalityKeyValues().stream()
                            .map(CacheStepObserverTest::text)
                            .collect(Collectors.joining(", ", "{", "}")));
            assertThat(context.getHighCardinalityKeyValues()).isEmpty();
            error = context.getError();
            parent = context.getParentObservation();
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof CacheStepContext;
        }
    }

    private static String text(KeyValue value) {
        return value.getKey() + "=" + value.getValue();
    }

    /** Throws at everything. */
    private static final class Failing implements ObservationHandler<Observation.Context> {

        @Override
        public void onStart(Observation.Context context) {
            throw new IllegalStateException("start");
        }

        @Override
        public void onStop(Observation.Context context) {
            throw new IllegalStateException("stop");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
