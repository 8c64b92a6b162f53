package dev.larder.entitytags;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.FilteredFields;
import dev.larder.gateway.describe.KeyedFilter;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.filter.ForwardedRequestCheck;
import dev.larder.gateway.filter.LateWriteFilter;
import dev.larder.gateway.filter.ResponseCommitter;
import dev.larder.gateway.filter.origin.FilterChainFetcher;
import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.http.InterimResponseRelay;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Adds entity tags to the responses of one route's service, and answers 304 on its behalf until the next write. Runs after every
 * filter of the route and after its {@code Cache}, wherever it stands in the route's list. A second instance in the same route
 * has no effect.
 */
public final class EntityTagsFilter implements KeyedFilter, Ordered {

    /** Directly after the cache, for which this filter is then the origin. */
    public static final int ORDER = CacheFilter.ORDER + 1;

    private static final String AT_WORK = EntityTagsFilter.class.getName();

    private final EntityTags tags;
    private final RuleSet rules;
    private final FilteredFields filtered;
    private final FilterChainFetcher origin;
    private final EntityTagResponder answers;

    EntityTagsFilter(EntityTags tags, RuleSet rules, FilteredFields filtered, LarderClock clock) {
        this.tags = tags;
        this.rules = rules;
        this.filtered = filtered;
        this.origin = new FilterChainFetcher(clock);
        this.answers = new EntityTagResponder(tags, clock, Schedulers.parallel());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return Mono.defer(() -> exchange.getAttributes().putIfAbsent(AT_WORK, true) == null
                ? work(exchange, chain)
                        .doFinally(signal -> exchange.getAttributes().remove(AT_WORK))
                : chain.filter(exchange));
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public String toString() {
        return "[EntityTags]";
    }

    private Mono<Void> work(ServerWebExchange exchange, GatewayFilterChain chain) {
        LateWriteFilter.reached(exchange);
        URI target = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        Described described = described(exchange, target);
        boolean dryRun = described.rule().handling().dryRun();
        if (described.isWrite()) {
            if (ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
                return tags.writes().answering(described, (same, passedOn) -> chain.filter(same));
            }
            return tags.writes()
                    .around(described, (content, passedOn) -> dryRun ? chain.filter(content) : forward(content, chain));
        }
        if (dryRun || rules.isPassing() || ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
            return chain.filter(exchange);
        }
        var request = new RequestHead(
                exchange.getRequest().getMethod().name(),
                target,
                described.head().fields());
        return EntityTagRequest.of(request)
                .map(question -> new EntityTagExchange(
                        exchange,
                        question,
                        described.resourceTags(),
                        EntityTagKey.of(described.key(), request.fields())))
                .map(asked -> answer(asked, chain))
                .orElseGet(() -> forward(exchange, chain));
    }

    /** Without a cache, what filters do to the request, before or after, is treated alike. */
    private Described described(ServerWebExchange exchange, URI target) {
        if (Described.told(exchange).isPresent()) {
            return RequestDescriber.describeTaken(exchange, target, rules);
        }
        filtered.tell(exchange);
        Described described = RequestDescriber.describeTaken(exchange, target, rules);
        ForwardedRequestCheck.begin(exchange, target, described.rule().key());
        return described;
    }

    private Mono<Void> answer(EntityTagExchange asked, GatewayFilterChain chain) {
        ResponseCommitter.begin(asked.exchange());
        return answers.unasked(asked).orElseGet(() -> {
            var stamp = tags.stamp(asked.resourceTags());
            return interim(
                    asked.exchange(),
                    origin.ask(
                                    asked.exchange(),
                                    chain,
                                    asked.question().request().fields())
                            .flatMap(answer -> answers.of(asked, answer, stamp)));
        });
    }

    private static Mono<Void> forward(ServerWebExchange exchange, GatewayFilterChain chain) {
        return interim(exchange, chain.filter(exchange));
    }

    /** Relays interim responses, unless the cache in front does so itself. */
    private static Mono<Void> interim(ServerWebExchange exchange, Mono<Void> forwarded) {
        return OriginExchange.is(exchange)
                ? forwarded
                : forwarded.contextWrite(context -> InterimResponseRelay.towards(ClientRequest.of(exchange), context));
    }
}
