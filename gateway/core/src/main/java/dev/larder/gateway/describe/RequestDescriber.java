package dev.larder.gateway.describe;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Vary;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.cloud.gateway.filter.factory.RetryGatewayFilterFactory;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Describes requests: rule, tags, key, and why the store is not used. Whatever looks a request up, forwards it, or settles it as a
 * write has it described here.
 */
public final class RequestDescriber {

    private static final Set<Integer> SUCCESSES =
            IntStream.range(200, 400).boxed().collect(Collectors.toUnmodifiableSet());

    /** No response has this status, and an empty set stands for all. */
    private static final Set<Integer> NONE = Set.of(0);

    private final RuleSet rules;
    private final UnkeyedFields unkeyed;
    private final CacheKeyFactory keys;
    private final UploadReceiver uploads;
    private final ResponseStore store;

    /** Creates a describer of requests under these rules, whose responses are in this store. */
    public RequestDescriber(
            RuleSet rules, UnkeyedFields unkeyed, UserKeyResolver users, UploadReceiver uploads, ResponseStore store) {
        this.rules = rules;
        this.unkeyed = unkeyed;
        this.keys = new CacheKeyFactory(users);
        this.uploads = uploads;
        this.store = store;
    }

    /**
     * Describes a request that has reached the cache of its route, and tells later filters. Completes at once unless user or
     * content are part of its key.
     *
     * @param filter the arguments of the cache
     */
    public Mono<Described> describe(ServerWebExchange client, CacheFilterArguments filter) {
        ServerWebExchange exchange = uploads.paced(UnkeyedFields.asKeyed(unkeyed.removeFrom(client)));
        URI asked = RequestedTarget.exact(exchange);
        ResourceTags tags = filter.reach(rules, exchange, asked);
        RequestRule rule = tags.rule();
        Optional<Reason> obstacle = obstacle(exchange, asked, rule, false);
        if (obstacle.equals(Optional.of(Reason.METHOD))) {
            CacheKey key = CacheKeyFactory.plain(exchange, asked, tags.ruleOfReads(asked));
            return Mono.just(described(exchange, asked, key, tags, obstacle, filter));
        }
        URI target = rule.counting(asked);
        ServerWebExchange counting = UnkeyedFields.counting(exchange, target, rule);
        if (!CacheKeyFactory.needsUserOrContent(counting, rule)) {
            CacheKey key = CacheKeyFactory.of(counting, target, rule, Optional.empty(), List.of());
            return Mono.just(described(counting, target, key, tags, obstacle, filter));
        }
        return keys.user(counting, rule)
                .flatMap(user -> content(counting, rule, obstacle(exchange, asked, rule, user.isEmpty()))
                        .map(content -> described(
                                content.exchange(),
                                target,
                                key(content, target, rule, user),
                                tags,
                                content.obstacle(),
                                filter)));
    }

    private static Optional<Reason> obstacle(
            ServerWebExchange exchange, URI asked, RequestRule rule, boolean anonymous) {
        return Described.obstacle(
                exchange.getRequest().getMethod().name(),
                asked,
                () -> MessageHeadConverter.fields(exchange.getRequest()),
                rule,
                anonymous);
    }

    private static Mono<KeyedContent> content(ServerWebExchange exchange, RequestRule rule, Optional<Reason> obstacle) {
        return obstacle.equals(Optional.of(Reason.NO_PRINCIPAL)) || !CacheKeyFactory.hasContent(exchange, rule)
                ? Mono.just(new KeyedContent(exchange, List.of(), obstacle))
                : KeyedContent.of(exchange, rule).map(content -> content.or(obstacle));
    }

    /** Who bypasses the store replaces what is stored under the key. */
    private static CacheKey key(KeyedContent content, URI target, RequestRule rule, Optional<String> user) {
        boolean complete =
                content.obstacle().filter(reason -> reason != Reason.BYPASS).isEmpty();
        return complete
                ? CacheKeyFactory.of(content.exchange(), target, rule, user, content.parts())
                : CacheKeyFactory.plain(content.exchange(), target, rule);
    }

    private Described described(
            ServerWebExchange exchange,
            URI target,
            CacheKey exact,
            ResourceTags tags,
            Optional<Reason> obstacle,
            CacheFilterArguments filter) {
        CacheKey key = obstacle.isPresent() ? exact : store.variances().lookupKey(exact, target);
        CachePolicy policy =
                policy(exchange, key, tags.rule(), filter.policy(tags.rule().policy()));
        var described = new Described(exchange, request(exchange, target, key, tags, policy), obstacle);
        described.tell();
        return described;
    }

    private static ExchangeRequest request(
            ServerWebExchange exchange, URI target, CacheKey key, ResourceTags tags, CachePolicy policy) {
        return new ExchangeRequest(
                Vary.withoutUnusable(MessageHeadConverter.request(exchange.getRequest(), target)),
                key,
                tags,
                TrustedProxyFields.amended(policy, exchange),
                Described.route(exchange));
    }

    /**
     * An origin that refuses one spelling may answer another one. And who tries again wants the origin's answer, not what the attempt
     * before has stored.
     */
    private static CachePolicy policy(ServerWebExchange exchange, CacheKey key, RequestRule rule, CachePolicy ofRoute) {
        CachePolicy policy = isRepeated(exchange) ? ofRoute.withAlwaysValidate(true) : ofRoute;
        if (!CacheKeyFactory.hasContent(exchange, rule) || !KeyedContent.isNormalized(key)) {
            return policy;
        }
        Set<Integer> statuses = new HashSet<>(SUCCESSES);
        if (!policy.storage().statuses().isEmpty()) {
            statuses.retainAll(policy.storage().statuses());
        }
        return policy.withStatuses(statuses.isEmpty() ? NONE : statuses);
    }

    /** Returns whether Gateway's {@code Retry} has refused an answer to this request before. */
    public static boolean isRepeated(ServerWebExchange exchange) {
        return exchange.getAttribute(RetryGatewayFilterFactory.RETRY_ITERATION_KEY) != null;
    }

    /**
     * Describes a read that is forwarded as if there were no cache: neither the exchange nor its content is touched.
     *
     * @param asked the target that the client asked for
     */
    public Mono<Described> describeWatched(
            ServerWebExchange exchange, URI asked, ResourceTags tags, CacheFilterArguments filter) {
        ServerWebExchange left = unkeyed.removeFrom(exchange);
        RequestRule rule = tags.rule();
        URI target = rule.counting(asked);
        RequestHead head = MessageHeadConverter.request(left.getRequest(), asked);
        return keys.user(left, rule)
                .map(user -> new Described(
                        left,
                        request(
                                left,
                                target,
                                CacheKeyFactory.of(left, target, rule, user, List.of()),
                                tags,
                                filter.policy(rule.policy())),
                        Described.obstacleOfWatched(head, rule, user.isEmpty())));
    }

    /**
     * Describes a request as its origin may take it, which is a write if it is unsafe and not served from the store. Rule, tags and
     * key are those that a cache of the route has told; without one, those of the route.
     */
    public static Described describeTaken(ServerWebExchange exchange, URI target, RuleSet rules) {
        return Described.told(exchange)
                .map(told -> taken(exchange, target, told.key(), told.resourceTags()))
                .orElseGet(() -> describeTaken(
                        exchange, target, RuledFilter.ofWrites(exchange).reach(rules, exchange, target)));
    }

    /** Describes a request in the same way, with these tags. */
    public static Described describeTaken(ServerWebExchange exchange, URI target, ResourceTags tags) {
        return taken(exchange, target, CacheKeyFactory.plain(exchange, target, tags.ruleOfReads(target)), tags);
    }

    private static Described taken(ServerWebExchange exchange, URI target, CacheKey key, ResourceTags tags) {
        RequestHead head =
                MethodOverride.of(exchange.getRequest(), MessageHeadConverter.request(exchange.getRequest(), target));
        CachePolicy policy = tags.rule().policy();
        return new Described(
                exchange,
                new ExchangeRequest(head, key, tags, policy, Described.route(exchange)),
                policy.methods().contains(head.method()) ? Optional.empty() : Optional.of(Reason.METHOD));
    }

    /** Returns what tells the sender of a request from others, beside the credentials in its fields. */
    public Mono<String> sender(Described request) {
        return keys.sender(request.exchange(), request.rule(), unkeyed.filteredIn(request.exchange()));
    }
}
