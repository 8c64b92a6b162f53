package dev.larder.acceptance.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.CanarySecrets;
import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who traces sees what the cache has done, below the server's span of the request, in the order in which it was done. */
class TracingTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(gateway -> gateway.with(Tracing.class));

    private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();
    private static final String FRESH = "Cache-Control";
    private static final String MINUTE = "max-age=60";

    private final String path = UniquePath.next();
    private final String trace = id(16);
    private final String traceparent = "00-" + trace + "-" + id(8) + "-01";

    @Test
    void missIsTracedAsLookupFetchAndStore() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, MINUTE));

        get();
        STAGE.awaitReading();

        assertThat(steps()).containsExactly("lookup forward uri-miss", "fetch answered uri-miss", "store stored none");
        assertThat(steps("cache ")).allSatisfy(this::isBelowTheServer);
    }

    @Test
    void originRequestSpanIsChildOfFetchAndPropagatesTrace() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, MINUTE));

        get();

        SpanData fetch = steps("cache fetch").get(0);
        SpanData request = spans(SpanKind.CLIENT).get(0);
        ReceivedRequest received = STAGE.origin().received(path).get(0);
        assertThat(request.getParentSpanId()).isEqualTo(fetch.getSpanId());
        assertThat(received.fields().all("traceparent"))
                .containsExactly("00-" + trace + "-" + request.getSpanId() + "-01");
    }

    @Test
    void hitIsTracedAsLookupOnly() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, MINUTE));
        get();
        SPANS.reset();

        for (int i = 0; i < 3; i++) {
            assertThat(get().hit()).isTrue();
        }

        assertThat(steps()).containsExactly("lookup serve hit", "lookup serve hit", "lookup serve hit");
        assertThat(steps("cache ").stream().map(SpanData::getParentSpanId).distinct())
                .hasSize(3);
    }

    @Test
    void routedHitIsTracedAsLookupOnly() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, MINUTE));
        get();
        SPANS.reset();

        assertThat(byHttp10().hit()).isTrue();

        assertThat(steps()).containsExactly("lookup serve hit");
    }

    @Test
    void originDisconnectIsErrorOfFetchSpan() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.FIN));

        assertThat(get().status()).isEqualTo(502);

        assertThat(steps()).containsExactly("lookup forward uri-miss", "fetch failed uri-miss");
        SpanData fetch = steps("cache fetch").get(0);
        assertThat(fetch.getStatus().getStatusCode())
                .isEqualTo(StatusData.error().getStatusCode());
        assertThat(fetch.getEvents()).anyMatch(event -> event.getName().equals("exception"));
    }

    @Test
    void truncatedResponseIsErrorOfStoreSpan() {
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("0123456789".repeat(5_000), FRESH, MINUTE)
                                .cutAt(20_000, TransferEnd.FIN));

        get();

        assertThat(steps())
                .containsExactly("lookup forward uri-miss", "fetch answered uri-miss", "store failed truncated");
    }

    @Test
    void responseThatIsNotStoredHasNoStoreSpan() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, "private"));

        get();

        assertThat(steps()).containsExactly("lookup forward uri-miss", "fetch answered uri-miss");
    }

    @Test
    void revalidationIsTracedAsFetchAndStore() {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.ok("content", FRESH, "max-age=0", "ETag", "\"1\""),
                        ResponseScript.status(304, FRESH, MINUTE, "ETag", "\"1\""));
        get();
        SPANS.reset();

        get();

        assertThat(steps()).containsExactly("lookup revalidate stale", "fetch confirmed stale", "store stored none");
    }

    @Test
    void collapsedRequestHasNoFetchSpan() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, MINUTE).before(gate));
        CompletableFuture<ReceivedResponse> leader = ConcurrentClients.one(this::get);
        gate.awaitArrival();
        CompletableFuture<ReceivedResponse> follower = ConcurrentClients.one(this::get);
        STAGE.awaitReading();
        gate.release();

        assertThat(ConcurrentClients.join(leader).status()).isEqualTo(200);
        assertThat(ConcurrentClients.join(follower).cacheStatus()).contains("collapsed");

        assertThat(steps("cache lookup")).hasSize(2);
        assertThat(steps("cache fetch")).hasSize(1);
        assertThat(steps("cache store")).hasSize(1);
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    @Test
    void passedThroughRequestHasNoCacheSpans() {
        STAGE.origin().on(path, ResponseScript.ok("content"));

        STAGE.gateway().ask("DELETE", path, "traceparent", traceparent);

        assertThat(steps()).isEmpty();
        assertThat(STAGE.origin().received(path).get(0).fields().all("traceparent"))
                .hasSize(1);
    }

    @Test
    void fetchStepHasTimer() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, MINUTE));

        get();

        MeterRegistry meters = STAGE.gateway().context().getBean(MeterRegistry.class);
        assertThat(meters.find("larder.fetch").tag("outcome", "answered").timer())
                .isNotNull();
    }

    @Test
    @Tag("hardening-A8")
    void noCredentialIsInASpan() {
        STAGE.origin().on(path, ResponseScript.ok("content", FRESH, "public, max-age=60"));
        for (int i = 0; i < 2; i++) {
            STAGE.get(
                    path,
                    "traceparent",
                    traceparent,
                    "Authorization",
                    "Bearer " + CanarySecrets.CANARY,
                    "Cookie",
                    "sid=" + CanarySecrets.CANARY);
        }
        List<SpanData> spans = SPANS.getFinishedSpanItems().stream()
                .filter(span -> span.getTraceId().equals(trace))
                .toList();
        assertThat(spans).hasSizeGreaterThan(2);
        assertThat(spans.toString()).contains(path).doesNotContain(CanarySecrets.CANARY);
    }

    private ReceivedResponse get() {
        return STAGE.get(path, "traceparent", traceparent);
    }

    /** Answered by the route, as all that is not HTTP/1.1 or later. */
    private ReceivedResponse byHttp10() {
        try (RawClient client = STAGE.gateway().connect()) {
            String head = RawClient.head("GET", path, RawFields.of("traceparent", traceparent));
            return client.send(head.replace("HTTP/1.1", "HTTP/1.0")).read();
        }
    }

    private void isBelowTheServer(SpanData step) {
        assertThat(step.getTraceId()).isEqualTo(trace);
        assertThat(spans(SpanKind.SERVER).stream().map(SpanData::getSpanId)).containsExactly(step.getParentSpanId());
    }

    /** What the cache did in the trace of this test, in the order in which it began. */
    private List<String> steps() {
        return steps("cache ").stream()
                .map(span -> String.join(
                        " ",
                        span.getName().substring("cache ".length()),
                        attribute(span, "outcome"),
                        attribute(span, "reason")))
                .toList();
    }

    private List<SpanData> steps(String name) {
        return spans(SpanKind.INTERNAL).stream()
                .filter(span -> span.getName().startsWith(name))
                .toList();
    }

    private List<SpanData> spans(SpanKind kind) {
        return SPANS.getFinishedSpanItems().stream()
                .filter(span -> span.getTraceId().equals(trace) && span.getKind() == kind)
                .sorted(Comparator.comparingLong(SpanData::getStartEpochNanos))
                .toList();
    }

    private static String attribute(SpanData span, String name) {
        String value = span.getAttributes().get(AttributeKey.stringKey(name));
        return value == null ? "" : value;
    }

    private static String id(int bytes) {
        byte[] octets = new byte[bytes];
        ThreadLocalRandom.current().nextBytes(octets);
        octets[0] = 1;
        return HexFormat.of().formatHex(octets);
    }

    /** A tracer as an application with OpenTelemetry has it. */
    @Configuration(proxyBeanMethods = false)
    static class Tracing {

        @Bean
        ObservationHandler<Observation.Context> tracing() {
            Tracer otel = SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(SPANS))
                    .build()
                    .get("larder");
            var tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
            var propagator =
                    new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
            return new ObservationHandler.FirstMatchingCompositeObservationHandler(
                    new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                    new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                    new DefaultTracingObservationHandler(tracer));
        }
    }
}
