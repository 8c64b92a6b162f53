package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.describe.Described;
import dev.larder.gateway.describe.FilteredFields;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.exchange.ExchangeCounter;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * One request on a cached route, with its exchange of the gateway.
 *
 * @param described the request itself, with its exchange as it is to be forwarded
 * @param chain the rest of the route's filters, with the origin at their end
 */
record FilterRequest(
        Described described,
        GatewayFilterChain chain,
        CacheReport report,
        ExchangeCounter counting,
        PreparedResponse answer) {

    /** Returns the same request with another exchange. */
    FilterRequest with(ServerWebExchange other) {
        return other == exchange() ? this : new FilterRequest(described.with(other), chain, report, counting, answer);
    }

    ServerWebExchange exchange() {
        return described.exchange();
    }

    Optional<Reason> obstacle() {
        return described.obstacle();
    }

    CacheKey key() {
        return described.key();
    }

    RequestHead request() {
        return described.head();
    }

    ResourceTags resourceTags() {
        return described.resourceTags();
    }

    CachePolicy policy() {
        return described.request().policy();
    }

    /** Answers with a problem detail of the gateway itself. */
    Mono<Void> problem(GatewayProblem problem) {
        problem.report(report);
        problem.head(exchange());
        return answer.content(problem::content);
    }

    /** Takes back what an attempt has prepared: the origin has failed. */
    void unanswered(Throwable error) {
        GatewayProblem.of(error).ifPresentOrElse(problem -> problem.report(report), report::local);
        answer.unanswered(exchange());
        OriginFailure.note(exchange());
    }

    /**
     * Publishes the routing decision, so that equal requests can skip routing; not for requests that bypass the store, whose key
     * has more than the request that the client sent, or that are made again.
     */
    void setPrecedent(RoutingDecisionListener decisions) {
        if (obstacle().isEmpty()
                && FilteredFields.told(exchange()).isEmpty()
                && !RequestDescriber.isRepeated(exchange())
                && (request().method().equals("GET") || isHead())) {
            decisions.note(
                    exchange(),
                    new RoutingDecision(
                            key(),
                            request().target(),
                            resourceTags().pool(),
                            rule(),
                            policy(),
                            resourceTags().rules()));
        }
    }

    /** Returns the rule that applies. */
    RequestRule rule() {
        return described.rule();
    }

    boolean isHead() {
        return described.request().isHead();
    }

    /** Returns whether a response with this status has no content (RFC 9112 6.3). */
    boolean isBodiless(int status) {
        return isHead() || status == 204 || status == 304;
    }

    /** Begins an observed step of the request. */
    CacheStepObservation step(CacheStepObserver spans, CacheStep step) {
        return spans.isEnabled() ? spans.begin(step, exchange(), route()) : CacheStepObservation.UNOBSERVED;
    }

    /** Returns the id of the route; empty if there is none. */
    String route() {
        return described.request().route();
    }

    /** Returns the server's own request, without decorators. */
    Object nativeRequest() {
        return ClientRequest.of(exchange());
    }
}
