package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.RequestedTarget;
import dev.larder.gateway.filter.UnsafeRequestHandler.Answer;
import dev.larder.gateway.filter.UnsafeRequestHandler.Takeover;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.upload.WholeContent;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Has the {@link UnsafeRequestHandler} answer writes that it takes over in place of their origin. */
final class TakenOverWrite {

    private static final Logger log = LoggerFactory.getLogger(TakenOverWrite.class);
    private static final ToldOnce TOLD = new ToldOnce();

    private TakenOverWrite() {}

    /** Answers a request. */
    static Mono<Void> answer(CacheServices services, FilterRequest filterRequest, Takeover takeover) {
        ServerWebExchange exchange = filterRequest.exchange();
        ServerHttpRequest client = exchange.getRequest();
        return services.describer()
                .sender(filterRequest.described())
                .flatMap(sender -> sent(services, filterRequest, sender))
                .flatMap(sent -> takeover.answer(client, WholeContent.of(exchange, () -> tell(exchange)), sent))
                .flatMap(answer -> answer instanceof Answer.Acknowledged acknowledged
                        ? acknowledge(filterRequest, acknowledged)
                        : filterRequest.problem(((Answer.Declined) answer).problem()));
    }

    private static void tell(ServerWebExchange exchange) {
        TOLD.once(
                Described.route(exchange),
                () -> log.warn(
                        "Route {}: writes are refused, as a web filter of the application reads their content, a form for example, before"
                                + " it can be kept. Have it pass the request on with what it has read, or leave these requests alone.",
                        Described.route(exchange)));
    }

    private static Mono<UnsafeRequestHandler.Sent> sent(
            CacheServices services, FilterRequest filterRequest, String sender) {
        return Mono.fromCompletionStage(
                        () -> services.writes().fence(filterRequest.described()).tags())
                .map(tags -> new UnsafeRequestHandler.Sent(
                        sender,
                        RequestedTarget.uri(filterRequest.exchange()),
                        withOrder(tags, filterRequest.resourceTags()),
                        scheme(filterRequest)));
    }

    private static Set<CacheTag> withOrder(Set<CacheTag> tags, ResourceTags resource) {
        Set<CacheTag> all = new HashSet<>(tags);
        all.addAll(resource.ofAcknowledgedWrite());
        return all;
    }

    /** The scheme of {@code lb:http://orders} is lb. */
    private static @Nullable String scheme(FilterRequest filterRequest) {
        String prefix = filterRequest.exchange().getAttribute(GATEWAY_SCHEME_PREFIX_ATTR);
        return prefix == null ? filterRequest.request().target().getScheme() : prefix;
    }

    private static Mono<Void> acknowledge(FilterRequest filterRequest, Answer.Acknowledged acknowledged) {
        filterRequest.report().acknowledged();
        MessageHeadConverter.clear(filterRequest.exchange());
        acknowledged.head().accept(filterRequest.exchange().getResponse());
        MessageHeadConverter.ofThisAttempt(filterRequest.exchange());
        return filterRequest.answer().content(ServerHttpResponse::setComplete);
    }
}
