package dev.larder.gateway.filter;

import java.util.Set;
import org.springframework.cloud.gateway.config.GatewayNoLoadBalancerClientAutoConfiguration;
import org.springframework.cloud.gateway.filter.AdaptCachedBodyGlobalFilter;
import org.springframework.cloud.gateway.filter.ForwardPathFilter;
import org.springframework.cloud.gateway.filter.ForwardRoutingFilter;
import org.springframework.cloud.gateway.filter.GatewayMetricsFilter;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.LoadBalancerServiceInstanceCookieFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.filter.ReactiveLoadBalancerClientFilter;
import org.springframework.cloud.gateway.filter.RemoveCachedBodyFilter;
import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;
import org.springframework.cloud.gateway.filter.WebsocketRoutingFilter;
import org.springframework.util.ClassUtils;

/** Filters for all routes that do nothing to requests forwarded by HTTP, or whose effect is known. */
public final class KnownFilters {

    private static final Set<Class<?>> OF_GATEWAY = Set.of(
            AdaptCachedBodyGlobalFilter.class,
            ForwardPathFilter.class,
            ForwardRoutingFilter.class,
            GatewayMetricsFilter.class,
            LoadBalancerServiceInstanceCookieFilter.class,
            NettyRoutingFilter.class,
            NettyWriteResponseFilter.class,
            ReactiveLoadBalancerClientFilter.class,
            RemoveCachedBodyFilter.class,
            RouteToRequestUrlFilter.class,
            WebsocketRoutingFilter.class);

    private static final String LARDER = "dev.larder.gateway.";

    private KnownFilters() {}

    /** Returns whether a filter is one of these. */
    public static boolean contains(GlobalFilter filter) {
        return OF_GATEWAY.contains(filter.getClass())
                || filter.getClass().getEnclosingClass() == GatewayNoLoadBalancerClientAutoConfiguration.class
                || ClassUtils.getUserClass(filter).getName().startsWith(LARDER);
    }
}
