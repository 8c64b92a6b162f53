package dev.larder.gateway.filter;

import org.springframework.cloud.gateway.filter.RouteToRequestUrlFilter;

/** Orders of filters of Larder that others are placed by. */
final class FilterOrders {

    /** That of {@link CacheFilter}: just after the target is known. */
    static final int CACHE = RouteToRequestUrlFilter.ROUTE_TO_URL_FILTER_ORDER + 2;

    private FilterOrders() {}
}
