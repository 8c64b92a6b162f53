package dev.larder.gateway.connection;

import dev.larder.gateway.filter.SentTarget;
import dev.larder.gateway.message.ExchangeLoop;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.http.client.OriginAddress;
import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.springframework.cloud.gateway.support.NotFoundException;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;

/** The instances of a service, one of which its load balancer chooses for each request of an exchange. */
final class LoadBalancedInstances {

    private final LoadBalancerFilters balancer;
    private final ServerWebExchange exchange;
    private final ExchangeLoop loop;
    private final Duration timeout;

    /** Sends a request to the instance that has been chosen for an exchange. */
    @FunctionalInterface
    interface Instance {

        OriginCall ask(ServerWebExchange chosen, RequestHead request, OriginResponseListener listener);
    }

    /**
     * Creates the instances of one exchange.
     *
     * @param exchange the request as the filters of its route have left it
     * @param timeout how long a choice may take; zero for no limit
     */
    LoadBalancedInstances(
            LoadBalancerFilters balancer, ServerWebExchange exchange, ExchangeLoop loop, Duration timeout) {
        this.balancer = balancer;
        this.exchange = exchange;
        this.loop = loop;
        this.timeout = timeout;
    }

    /**
     * Sends a request to the instance that is chosen for it.
     *
     * @param seen returns the head of a response as the load balancer is told of it
     */
    OriginCall ask(
            RequestHead request, UnaryOperator<ResponseHead> seen, OriginResponseListener listener, Instance instance) {
        var balanced = new BalancedExchange(exchange, request);
        var call = new LoadBalancedCall(
                loop,
                listener,
                head -> respond(balanced.getResponse(), seen.apply(head).endToEnd()));
        call.begin(
                forwarding -> balancer.filter(balanced, forwarding),
                chosen -> ask(chosen, balanced.head(chosen), call, instance),
                timeout);
        return call;
    }

    private OriginCall ask(
            ServerWebExchange chosen, RequestHead request, OriginResponseListener listener, Instance instance) {
        if (!RequestTarget.isGetOrHead(request.method())) {
            SentTarget.record(exchange, request.target());
        }
        return instance.ask(chosen, request, listener);
    }

    /** The load balancer is told of the head of the response. */
    private static void respond(ServerHttpResponse response, ResponseHead head) {
        response.setRawStatusCode(head.status());
        MessageHeadConverter.write(head.fields(), response.getHeaders());
    }

    /** One request, as the load balancer sees it. */
    private static final class BalancedExchange extends ServerWebExchangeDecorator {

        private final Map<String, Object> attributes;
        private final RequestHead head;
        private final ServerHttpRequest request;
        private final ServerHttpResponse response = new UnsentResponse();

        BalancedExchange(ServerWebExchange routed, RequestHead head) {
            super(routed);
            this.attributes = new ConcurrentHashMap<>(routed.getAttributes());
            this.head = head;
            this.request = RequestTarget.isGetOrHead(head.method()) ? forwarded(routed, head) : routed.getRequest();
        }

        /** The cache decides about the fields of reads only. */
        private static ServerHttpRequest forwarded(ServerWebExchange routed, RequestHead head) {
            var headers = new HttpHeaders();
            MessageHeadConverter.write(head.fields(), headers);
            return new ServerHttpRequestDecorator(routed.getRequest()) {
                @Override
                public HttpHeaders getHeaders() {
                    return headers;
                }
            };
        }

        /** Returns the head of the request to the instance that has been chosen. */
        RequestHead head(ServerWebExchange chosen) {
            URI url = chosen.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR);
            if (!OriginAddress.hasHost(url)) {
                throw new NotFoundException("The load balancer has chosen no instance that can be reached.");
            }
            URI target = URI.create(url.toASCIIString());
            return chosen.getRequest() == request
                    ? new RequestHead(head.method(), target, head.fields())
                    : MessageHeadConverter.request(chosen.getRequest(), target);
        }

        @Override
        public Map<String, Object> getAttributes() {
            return attributes;
        }

        @Override
        public ServerHttpRequest getRequest() {
            return request;
        }

        @Override
        public ServerHttpResponse getResponse() {
            return response;
        }
    }
}
