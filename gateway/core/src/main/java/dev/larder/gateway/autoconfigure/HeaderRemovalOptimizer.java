package dev.larder.gateway.autoconfigure;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.gateway.filter.headers.RemoveForwardedHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveHopByHopHeadersFilter;
import org.springframework.cloud.gateway.filter.headers.RemoveXForwardedHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Makes the gateway's header removal filters skip copying the header fields if there is none to remove. Filters that replace the
 * gateway's own are not changed.
 */
final class HeaderRemovalOptimizer implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean.getClass() == RemoveForwardedHeadersFilter.class) {
            return new Forwarded();
        }
        if (bean.getClass() == RemoveXForwardedHeadersFilter.class) {
            return new XForwarded();
        }
        return bean.getClass() == RemoveHopByHopHeadersFilter.class
                ? new HopByHop((RemoveHopByHopHeadersFilter) bean)
                : bean;
    }

    private static final class Forwarded extends RemoveForwardedHeadersFilter {

        @Override
        public HttpHeaders filter(HttpHeaders fields, ServerWebExchange exchange) {
            return fields.containsHeader("Forwarded") ? super.filter(fields, exchange) : fields;
        }
    }

    private static final class XForwarded extends RemoveXForwardedHeadersFilter {

        private static final String PREFIX = "x-forwarded-";

        @Override
        public HttpHeaders filter(HttpHeaders fields, ServerWebExchange exchange) {
            for (String name : fields.headerNames()) {
                if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
                    return super.filter(fields, exchange);
                }
            }
            return fields;
        }
    }

    private static final class HopByHop extends RemoveHopByHopHeadersFilter {

        HopByHop(RemoveHopByHopHeadersFilter configured) {
            setHeaders(configured.getHeaders());
            setOrder(configured.getOrder());
        }

        @Override
        public HttpHeaders filter(HttpHeaders fields, ServerWebExchange exchange) {
            boolean idle = !fields.containsHeader(HttpHeaders.CONNECTION);
            for (String name : getHeaders()) {
                idle = idle && !fields.containsHeader(name);
            }
            return idle ? fields : super.filter(fields, exchange);
        }
    }
}
