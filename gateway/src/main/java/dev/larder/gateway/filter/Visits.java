package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.observe.CacheReport;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.rfc9111.Vary;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rule;
import dev.larder.gateway.wire.ClientConnection;
import io.netty.handler.codec.DateFormatter;
import java.net.URI;
import java.util.Date;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Opens visits: request fields that are not part of any key go, and the response will say what the cache did. */
final class Visits {

    private static final Logger log = LoggerFactory.getLogger("dev.larder.gateway.requests");

    private final CacheServices services;
    private final Keying keying;
    private final RouteRule routeRule;

    Visits(CacheServices services, RouteRule routeRule) {
        this.services = services;
        this.keying = new Keying(services.users());
        this.routeRule = routeRule;
    }

    Mono<Visit> open(ServerWebExchange client, GatewayFilterChain chain, PreparedAnswer answer) {
        ServerWebExchange exchange = services.unkeyed().removeFrom(client);
        URI asked = exactTarget(exchange);
        Reach reach = routeRule.reach(services.rules(), exchange, asked);
        CachePolicy policy = routeRule.policy(reach.rule().policy());
        boolean answers =
                policy.methods().contains(exchange.getRequest().getMethod().name());
        URI target = answers ? counting(exchange, asked, reach.rule()) : asked;
        RequestHead request = Vary.withoutUnusable(Heads.request(exchange.getRequest(), target));
        if (!answers) {
            Rule ofReads = services.rules().ofReads(target, reach.rule());
            var keyed = new Keyed(exchange, Keying.plain(exchange, target, ofReads), Optional.of(Reason.METHOD));
            return Mono.just(visit(keyed, chain, request, policy, answer, reach));
        }
        Optional<Reason> bypass = reach.rule().handling().bypass().asked(request.fields(), query(asked))
                ? Optional.of(Reason.BYPASS)
                : Optional.empty();
        return keying.of(exchange, target, reach.rule())
                .map(keyed -> new Keyed(
                        keyed.exchange(), keyed.key(), keyed.obstacle().or(() -> bypass)))
                .map(keyed -> visit(keyed, chain, request, policy, answer, reach));
    }

    private Visit visit(
            Keyed keyed,
            GatewayFilterChain chain,
            RequestHead request,
            CachePolicy policy,
            PreparedAnswer answer,
            Reach reach) {
        var visit = new Visit(
                keyed.exchange(),
                chain,
                request,
                keyed.key(),
                policy,
                new CacheReport(),
                answer,
                reach,
                keyed.obstacle());
        keyed.exchange().getResponse().beforeCommit(() -> Mono.fromRunnable(() -> announce(visit)));
        return visit;
    }

    /** The target without those parameters of its query that do not count under the rule. */
    private static URI counting(ServerWebExchange exchange, URI target, Rule rule) {
        String query = target.getRawQuery();
        if (query == null) {
            return target;
        }
        Optional<String> counting = rule.counting(query);
        if (counting.equals(Optional.of(query))) {
            return target;
        }
        URI normalised = URI.create(target.getScheme() + "://" + target.getRawAuthority() + target.getRawPath()
                + counting.map(rest -> "?" + rest).orElse(""));
        exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, normalised);
        return normalised;
    }

    private static String query(URI target) {
        return Objects.requireNonNullElse(target.getRawQuery(), "");
    }

    /** The target as the route's filters have left it, byte for byte: the gateway folds slashes and re-encodes. */
    private static URI exactTarget(ServerWebExchange exchange) {
        URI merged = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        URI asked = exchange.getRequest().getURI();
        String query = asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery();
        String exact = merged.getScheme() + "://" + merged.getRawAuthority() + asked.getRawPath() + query;
        if (exact.equals(merged.toString())) {
            return merged;
        }
        URI target = URI.create(exact);
        exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, target);
        return target;
    }

    private void announce(Visit visit) {
        ServerHttpResponse response = visit.exchange().getResponse();
        if (!response.getHeaders().containsHeader("Date")) {
            response.getHeaders()
                    .set("Date", DateFormatter.format(Date.from(services.clock().wall())));
        }
        ClientConnection.frame(visit.nativeRequest(), response.getHeaders().containsHeader("Content-Length"));
        HttpStatusCode code = response.getStatusCode();
        int status = code == null ? 200 : code.value();
        String cacheStatus = visit.report().cacheStatus(status);
        response.getHeaders().add("Cache-Status", cacheStatus);
        services.statusField().ifPresent(field -> response.getHeaders().set(field.name(), field.word(visit.report())));
        if (log.isDebugEnabled()) {
            log.debug(
                    "{} {} {} {}",
                    visit.request().method(),
                    printable(visit.request().target().getRawPath()),
                    status,
                    cacheStatus);
        }
    }

    private static String printable(String path) {
        return path.chars().allMatch(c -> c > 0x20 && c < 0x7f) ? path : "?";
    }
}
