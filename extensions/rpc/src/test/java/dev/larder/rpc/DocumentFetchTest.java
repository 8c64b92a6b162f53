package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.larder.gateway.message.LarderClock;
import dev.larder.rpc.v1.Head;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A document always ends, and with OK only if it is whole. */
class DocumentFetchTest {

    private static final HttpHeaders NO_FIELDS = new HttpHeaders();

    private final AtomicReference<Head> head = new AtomicReference<>();

    @Test
    void documentOfDeclaredLengthIsComplete() {
        assertThat(end(answer(length(5), content())).isOk()).isTrue();
    }

    @Test
    void documentWithoutLengthIsCompleteAtItsEnd() {
        assertThat(end(answer(NO_FIELDS, content())).isOk()).isTrue();
    }

    @Test
    void contentShorterThanDeclaredIsReportedAsCutShort() {
        cutShort(end(answer(length(6), content())));
    }

    @Test
    void brokenContentIsReportedAsCutShortEvenIfFiltersIgnoreError() {
        Flux<DataBuffer> broken = content().concatWith(Flux.error(new IOException("Connection reset by peer")));
        cutShort(end(fetching -> answer(NO_FIELDS, broken).apply(fetching).onErrorComplete()));
    }

    @Test
    void missingResponseHeadIsReportedAsCutShort() {
        cutShort(end(fetching -> Mono.empty()));
    }

    @Test
    void exceptionInFiltersEndsFetchAsFailed() {
        Status status = end(fetching -> {
            throw new IllegalStateException("announced");
        });
        assertThat(status.getCode()).isEqualTo(Code.INTERNAL);
        assertThat(status.getDescription()).startsWith("FAILED: ");
    }

    @Test
    void fetchCompletesEvenIfMetricsCannotBeRecorded() {
        var asked = new AtomicInteger();
        Status status = end(answer(NO_FIELDS, content()), clock(() -> {
            if (asked.getAndIncrement() > 0) {
                throw new IllegalStateException("announced");
            }
        }));
        assertThat(status.isOk()).isTrue();
    }

    @Test
    void doesNotReportHitOfUpstreamCacheAsOwnHit() {
        var fields = new HttpHeaders();
        fields.set("Cache-Status", "Larder; hit; ttl=9");
        end(answer(fields, content()));
        assertThat(head.get().getCacheStatus().getHit()).isFalse();
    }

    private static void cutShort(Status status) {
        assertThat(status.getCode()).isEqualTo(Code.UNAVAILABLE);
        assertThat(status.getDescription()).startsWith("CUT_SHORT: ");
    }

    private static Function<DocumentFetch, Mono<Void>> answer(HttpHeaders fields, Flux<DataBuffer> content) {
        return fetching -> Mono.fromRunnable(() -> fetching.head(200, fields)).then(fetching.content(content));
    }

    private Status end(Function<DocumentFetch, Mono<Void>> handling) {
        return end(handling, clock(() -> {}));
    }

    private Status end(Function<DocumentFetch, Mono<Void>> handling, LarderClock clock) {
        return new DocumentFetch(receiver(), 0, Optional.empty(), new DocumentMetrics(List.of()), clock)
                .by(handling)
                .blockOptional(Duration.ofSeconds(10))
                .orElseThrow();
    }

    private DocumentReceiver receiver() {
        return new DocumentReceiver() {
            @Override
            public void head(Head given) {
                head.set(given);
            }

            @Override
            public void chunk(ByteString chunk) {}

            @Override
            public void whenReady(Runnable next) {
                next.run();
            }
        };
    }

    private static LarderClock clock(Runnable asked) {
        return new LarderClock() {
            @Override
            public Instant steady() {
                return Instant.EPOCH;
            }

            @Override
            public Instant wall() {
                return Instant.EPOCH;
            }

            @Override
            public long nanos() {
                asked.run();
                return 0;
            }
        };
    }

    private static HttpHeaders length(long octets) {
        var fields = new HttpHeaders();
        fields.setContentLength(octets);
        return fields;
    }

    private static Flux<DataBuffer> content() {
        return Flux.defer(() ->
                Flux.just(DefaultDataBufferFactory.sharedInstance.wrap("hello".getBytes(StandardCharsets.US_ASCII))));
    }
}
