package dev.larder.gateway.filter;

import dev.larder.gateway.describe.RequestedTarget;
import java.net.URI;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Forwards targets byte for byte, on routes without a cache too. Gateway folds slashes, drops an empty query and empty parameters ({@code ?a&&=}), and encodes a target
 * once more that has both a percent sign and a character that RFC 3986 does not know there, such as the brackets of
 * {@code ?f[]=%20}. Other changes are those of filters, and stay. So do Gateway's own in dry-run mode.
 */
public final class ExactTargetFilter implements GlobalFilter, Ordered {

    private static final String LEFT = ExactTargetFilter.class.getName() + ".left";

    private final boolean exact;

    /** @param exact whether targets are forwarded byte for byte that nobody leaves to Gateway */
    public ExactTargetFilter(boolean exact) {
        this.exact = exact;
    }

    /** Leaves the target of a request as Gateway makes it. */
    static void leaveToGateway(ServerWebExchange exchange) {
        exchange.getAttributes().put(LEFT, true);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        if (exact
                && exchange.getAttribute(LEFT) == null
                && exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR) instanceof URI merged
                && merged.getRawAuthority() != null) {
            URI asked = RequestedTarget.asked(exchange);
            if (!asked.equals(merged)) {
                exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, asked);
            }
        }
        return chain.filter(exchange);
    }

    /** Behind the load balancer, which changes targets as Gateway does. */
    @Override
    public int getOrder() {
        return UploadFilter.ORDER - 1;
    }
}
