package dev.larder.gateway.filter;

import dev.larder.gateway.describe.Described;
import dev.larder.gateway.exchange.ExchangeCounter;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.rfc9111.HttpDate;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Creates cache exchanges, and makes responses report what the cache did. */
final class FilterRequestFactory {

    private final CacheServices services;
    private final ExchangeReporter reporter;

    FilterRequestFactory(CacheServices services) {
        this.services = services;
        this.reporter = services.reporter();
    }

    FilterRequest open(Described described, GatewayFilterChain chain, PreparedResponse answer) {
        ServerWebExchange exchange = described.exchange();
        var filterRequest = new FilterRequest(
                described,
                chain,
                new CacheReport(),
                ExchangeCounter.begin(
                        reporter.traffic(),
                        services.fetching().store(),
                        services.fetching().clock(),
                        described.request().route(),
                        described.rule()),
                answer);
        if (answer.isCurrent(exchange)) {
            exchange.getResponse()
                    .beforeCommit(() -> Mono.fromRunnable(() -> {
                        if (answer.isCurrent(exchange)) {
                            announce(filterRequest);
                        }
                    }));
        }
        return filterRequest;
    }

    /** Creates the exchange of a write on a route without a cache, and passes it to later filters of the route. */
    static FilterRequest open(CacheServices services, Described write, GatewayFilterChain chain) {
        write.tell();
        return new FilterRequest(
                write,
                chain,
                new CacheReport(),
                ExchangeCounter.none(
                        services.reporter().traffic(),
                        services.fetching().store(),
                        services.fetching().clock()),
                PreparedResponse.begin(write.exchange()));
    }

    /** Sets the Date field if it is missing (RFC 9110 6.6.1). */
    static void date(ServerHttpResponse response, LarderClock clock) {
        if (!response.getHeaders().containsHeader("Date")) {
            response.getHeaders().set("Date", HttpDate.format(clock.wall()));
        }
    }

    /** Adds the Date and cache status fields to a response; returns its Cache-Status. */
    static String announce(ServerHttpResponse response, CacheServices services, CacheReport report, int status) {
        date(response, services.fetching().clock());
        String cacheStatus = report.cacheStatus(status);
        response.getHeaders().add("Cache-Status", cacheStatus);
        services.reporter()
                .statusField()
                .ifPresent(field -> response.getHeaders().set(field.name(), field.word(report)));
        return cacheStatus;
    }

    private void announce(FilterRequest filterRequest) {
        ServerHttpResponse response = filterRequest.exchange().getResponse();
        HttpStatusCode code = response.getStatusCode();
        int status = code == null ? 200 : code.value();
        announce(
                response,
                services,
                filterRequest.report(),
                filterRequest.answer().status());
        filterRequest
                .counting()
                .announced(
                        filterRequest.described().request(),
                        filterRequest.report(),
                        status,
                        response.getHeaders().getContentLength());
        reporter.sent(filterRequest.described().request(), filterRequest.report(), status);
    }
}
