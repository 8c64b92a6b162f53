package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.observe.CacheReport;
import dev.larder.gateway.rfc9111.CachePolicy;
import dev.larder.gateway.rfc9111.Vary;
import dev.larder.gateway.route.Reach;
import dev.larder.gateway.route.Rules;
import dev.larder.gateway.wire.ClientConnection;
import io.netty.handler.codec.DateFormatter;
import java.net.URI;
import java.util.Date;
import java.util.Objects;
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

    private final UnkeyedFields unkeyed;
    private final LarderClock clock;
    private final Rules rules;

    Visits(CacheServices services) {
        this.unkeyed = services.unkeyed();
        this.clock = services.clock();
        this.rules = services.rules();
    }

    Visit open(ServerWebExchange client, GatewayFilterChain chain, CachePolicy policy) {
        ServerWebExchange exchange = unkeyed.removeFrom(client);
        URI target = exactTarget(exchange);
        var report = new CacheReport();
        Reach reach = rules.reach(target);
        var visit = new Visit(
                exchange,
                chain,
                Vary.withoutUnusable(Heads.request(exchange.getRequest(), target)),
                CacheKeys.of(host(exchange), target),
                reach.rule().alwaysValidate() ? policy.withAlwaysValidate(true) : policy,
                report,
                PreparedAnswer.begin(exchange),
                reach);
        exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> announce(visit)));
        return visit;
    }

    /** The authority the client named; part of the target URI, whether or not the origin sees it. */
    static String host(ServerWebExchange exchange) {
        return Objects.requireNonNullElse(exchange.getRequest().getHeaders().getFirst("Host"), "");
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
            response.getHeaders().set("Date", DateFormatter.format(Date.from(clock.wall())));
        }
        ClientConnection.frame(visit.nativeRequest(), response.getHeaders().containsHeader("Content-Length"));
        HttpStatusCode code = response.getStatusCode();
        int status = code == null ? 200 : code.value();
        String cacheStatus = visit.report().cacheStatus(status);
        response.getHeaders().add("Cache-Status", cacheStatus);
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
