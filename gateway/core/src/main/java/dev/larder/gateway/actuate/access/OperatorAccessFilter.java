package dev.larder.gateway.actuate.access;

import dev.larder.gateway.message.LarderClock;
import dev.larder.http.ProblemJson;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Protects operator paths on the server it is added to. If tokens are required, it admits requests with a token of the right
 * scope, otherwise requests for a host name known to be the gateway's. It passes the name of the token to the endpoints, and answers
 * requests that reach none of their operations with the reason (RFC 9457). All other requests pass unchecked.
 */
public final class OperatorAccessFilter implements WebFilter, Ordered {

    /** Name of the log of operator actions. */
    public static final String AUDIT_LOG = "dev.larder.gateway.audit";

    private static final Logger audit = LoggerFactory.getLogger(AUDIT_LOG);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final String OPERATOR = "operator";

    private final OperatorTokenRegistry tokens;
    private final OperatorHostNames hosts;
    private final Supplier<List<OperatorPaths>> areas;
    private final LarderClock clock;
    private final LogThrottle turnedAway = new LogThrottle(PAUSE);

    /**
     * Creates a filter that requires these tokens.
     *
     * @param hosts host names under which endpoints are accessible; the page has its own
     * @param areas called for each request, because endpoints are known later than filters
     */
    public OperatorAccessFilter(
            OperatorTokenRegistry tokens,
            OperatorHostNames hosts,
            Supplier<List<OperatorPaths>> areas,
            LarderClock clock) {
        this.tokens = tokens;
        this.hosts = hosts;
        this.areas = areas;
        this.clock = clock;
    }

    /**
     * An operator authenticated by a token.
     *
     * @param name name of the token
     */
    public record Operator(String name) implements Principal {

        @Override
        public String getName() {
            return name;
        }
    }

    /** The last filter, so that no other one changes the operator's name. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Optional<OperatorPaths> area = area(exchange);
        return area.isPresent() ? filter(area.get(), exchange, chain) : chain.filter(exchange);
    }

    /** Returns whether it checks this request. */
    public boolean matches(ServerWebExchange exchange) {
        return area(exchange).isPresent();
    }

    private Optional<OperatorPaths> area(ServerWebExchange exchange) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        return areas.get().stream().filter(one -> one.matches(path)).findFirst();
    }

    private Mono<Void> filter(OperatorPaths area, ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        TokenScope wanted = area.wanted(request.getMethod());
        if (!area.isForBrowsers() && !hosts.accepts(request)) {
            return turnAway(exchange.getResponse(), AccessDenialReason.OTHER_HOST, wanted);
        }
        List<String> fields = request.getHeaders().getOrEmpty(HttpHeaders.AUTHORIZATION);
        AccessDecision access =
                tokens.check(AuthorizationHeaderParser.token(fields, area.isForBrowsers()), wanted, clock.wall());
        if (access instanceof AccessDecision.Denied denied) {
            challenge(exchange.getResponse(), denied.why(), wanted, area);
            return turnAway(exchange.getResponse(), denied.why(), wanted);
        }
        String name = ((AccessDecision.Granted) access).name();
        return chain.filter(wanted == TokenScope.READ ? exchange : signed(exchange, name))
                .onErrorResume(error -> explained(exchange.getResponse(), error));
    }

    private static Mono<Void> explained(ServerHttpResponse response, Throwable error) {
        return EndpointProblem.of(error)
                .filter(problem -> !response.isCommitted())
                .map(problem -> write(response, problem))
                .orElseGet(() -> Mono.error(error));
    }

    /** Adds the operator's name to a request for an action. */
    private static ServerWebExchange signed(ServerWebExchange exchange, String name) {
        ServerHttpResponse response = exchange.getResponse();
        response.beforeCommit(() -> {
            if (HttpStatus.TOO_MANY_REQUESTS.equals(response.getStatusCode())) {
                response.getHeaders().set(HttpHeaders.RETRY_AFTER, "1");
            }
            return Mono.empty();
        });
        ServerWebExchange.Builder signed = exchange.mutate().request(new Signed(exchange.getRequest(), name));
        return (name.isEmpty() ? signed : signed.principal(Mono.just(new Operator(name)))).build();
    }

    private static void challenge(
            ServerHttpResponse response, AccessDenialReason why, TokenScope wanted, OperatorPaths area) {
        HttpHeaders fields = response.getHeaders();
        fields.add(HttpHeaders.WWW_AUTHENTICATE, why.challenge(wanted));
        if (area.isForBrowsers() && why.status() == HttpStatus.UNAUTHORIZED) {
            fields.add(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"larder\", charset=\"UTF-8\"");
        }
    }

    private Mono<Void> turnAway(ServerHttpResponse response, AccessDenialReason why, TokenScope wanted) {
        turnedAway
                .happened(clock.steady())
                .ifPresent(count -> audit.warn(
                        "operators refused: {} since the last such line; now for {}: {}",
                        count,
                        wanted.word(),
                        why.detail()));
        return write(response, new EndpointProblem(why.status(), why.detail(), HttpHeaders.EMPTY));
    }

    private static Mono<Void> write(ServerHttpResponse response, EndpointProblem why) {
        HttpStatus status = why.status();
        response.setStatusCode(status);
        HttpHeaders fields = response.getHeaders();
        why.fields().forEach(fields::put);
        fields.setCacheControl("no-store");
        fields.setContentType(MediaType.parseMediaType(ProblemJson.MEDIA_TYPE));
        byte[] problem = ProblemJson.json(status.value(), status.getReasonPhrase(), why.detail())
                .getBytes(StandardCharsets.UTF_8);
        fields.setContentLength(problem.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(problem)));
    }

    /**
     * Sets the operator's name among the arguments of endpoints, where it replaces any value that a client has sent: endpoints
     * see only the arguments of a request.
     */
    private static final class Signed extends ServerHttpRequestDecorator {

        private final String name;

        Signed(ServerHttpRequest request, String name) {
            super(request);
            this.name = name;
        }

        @Override
        public MultiValueMap<String, String> getQueryParams() {
            MultiValueMap<String, String> signed = new LinkedMultiValueMap<>(super.getQueryParams());
            signed.set(OPERATOR, name);
            return signed;
        }
    }
}
