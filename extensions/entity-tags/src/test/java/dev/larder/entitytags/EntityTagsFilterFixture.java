package dev.larder.entitytags;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.filter.PreparedResponseWriter;
import dev.larder.gateway.filter.UnsafeRequestForwarder;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.upload.MinimumUploadRate;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.gateway.write.WriteFence;
import dev.larder.http.ClientShares;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.rfc9111.HeaderFields;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The filter in front of a service that the test plays, without a wire. */
final class EntityTagsFilterFixture {

    static final EntityTagLimits LIMITS = new EntityTagLimits(100, 1 << 20, 1 << 20, 100, Duration.ofSeconds(1));
    private static final UploadReceiver UNBOUNDED = new UploadReceiver(
            new MinimumUploadRate(Duration.ofDays(1), Duration.ofDays(1), Schedulers.parallel()),
            new ClientShares(Long.MAX_VALUE, Long.MAX_VALUE),
            new ClientShares(Long.MAX_VALUE, Long.MAX_VALUE),
            ClientAddresses.DIRECT);
    static final Duration HOLD = Duration.ofSeconds(10);
    private static final String SERVICE = "http://service";

    private final EntityTagsFilter filter;
    private final PreparedResponseWriter writer = new PreparedResponseWriter();
    private final Deque<PendingServiceCall> calls = new ArrayDeque<>();
    private final GatewayFilterChain service = exchange -> {
        ServerWebExchangeUtils.setAlreadyRouted(exchange);
        return Mono.create(end -> calls.add(new PendingServiceCall(exchange, end)));
    };

    EntityTagsFilterFixture(EntityTagLimits limits, RuleSet rules) {
        var invalidator = new Invalidator(1 << 12, 1, new LocalInvalidationBus());
        var originTags = new OriginTags(List.of("Surrogate-Key"));
        var writes = new UnsafeRequestForwarder(
                invalidator,
                target -> Mono.just(Set.of()),
                originTags,
                new WriteFence.UnknownOutcomeSettings(true, HOLD),
                UNBOUNDED,
                ExchangeExtensions.NONE);
        var tags = new EntityTags(invalidator, writes, originTags, limits);
        this.filter =
                new EntityTagsFilter(tags, rules, new UnkeyedFields(peer -> false).filtered(), LarderClock.system());
    }

    /** Asks; the service has got the request by then, or never will. */
    Asking ask(String method, String path, String... fields) {
        URI target = URI.create(SERVICE + path);
        var headers = new HttpHeaders();
        MessageHeadConverter.write(HeaderFields.of(fields), headers);
        var mock = MockServerWebExchange.from(MockServerHttpRequest.method(HttpMethod.valueOf(method), target));
        var exchange =
                mock.mutate().request(new FakeRequest(method, target, headers)).build();
        exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, target);
        var error = new AtomicReference<Throwable>();
        Disposable running = writer.filter(exchange, client -> filter.filter(client, service))
                .subscribe(nothing -> {}, error::set);
        return new Asking(mock.getResponse(), Optional.ofNullable(calls.poll()), error, running);
    }

    /** A request under way. */
    record Asking(
            MockServerHttpResponse response,
            Optional<PendingServiceCall> call,
            AtomicReference<Throwable> error,
            Disposable running) {

        boolean answered() {
            return response.isCommitted();
        }

        int status() {
            return MessageHeadConverter.response(response).status();
        }

        String field(String name) {
            return MessageHeadConverter.response(response).fields().combined(name);
        }

        String content() {
            return Optional.ofNullable(response.getBodyAsString().block()).orElse("");
        }

        /** The service answers 200 with that content. */
        Asking ok(String content, String... fields) {
            call.orElseThrow().answer(200, content, fields);
            return this;
        }

        /** The service answers without content. */
        Asking status(int status, String... fields) {
            call.orElseThrow().answer(status, "", fields);
            return this;
        }
    }
}
