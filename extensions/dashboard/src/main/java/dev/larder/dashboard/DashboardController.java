package dev.larder.dashboard;

import dev.larder.gateway.actuate.CacheDecisionExplainer;
import dev.larder.gateway.actuate.LarderEndpoint;
import dev.larder.gateway.actuate.access.OperatorHostNames;
import dev.larder.gateway.message.LarderClock;
import dev.larder.http.ProblemJson;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves the page {@code /larder} and its data. The page loads nothing from other sites, runs only its own scripts, and must not
 * be framed. Every error is a problem detail.
 */
@ResponseBody
public final class DashboardController {

    /** Path of the page. */
    public static final String PATH = "/larder";

    private static final String SLASH = PATH + "/";
    private static final String ASSETS = PATH + "/assets/{name}";
    private static final String DATA = PATH + "/data";
    private static final String SECTIONS = PATH + "/sections";
    private static final String INSPECT = PATH + "/inspect";
    private static final String PURGE = PATH + "/purge";

    /** All paths of this controller. */
    public static final List<String> PATHS = List.of(PATH, SLASH, ASSETS, DATA, SECTIONS, INSPECT, PURGE);

    private static final Logger log = LoggerFactory.getLogger(DashboardController.class);
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final MediaType PROBLEM = MediaType.parseMediaType(ProblemJson.MEDIA_TYPE);
    private static final int MOST = 16 * 1024;
    private static final List<HttpMethod> READ = List.of(HttpMethod.GET, HttpMethod.HEAD);

    private final DashboardService dashboard;
    private final CacheDecisionExplainer explainer;
    private final LarderEndpoint endpoint;
    private final LarderClock clock;
    private final OperatorHostNames hosts;
    private final Semaphore inspecting = new Semaphore(1);
    private final JsonMapper json = JsonMapper.builder().build();
    private final DashboardAsset page = DashboardAsset.page();

    /**
     * Creates the controller; it purges through the endpoint, exposed or not.
     *
     * @param hosts host names under which the page may be requested
     */
    public DashboardController(
            DashboardService dashboard,
            CacheDecisionExplainer explainer,
            LarderEndpoint endpoint,
            LarderClock clock,
            OperatorHostNames hosts) {
        this.dashboard = dashboard;
        this.explainer = explainer;
        this.endpoint = endpoint;
        this.clock = clock;
        this.hosts = hosts;
    }

    /** The data, with the fields that only the page needs. */
    private record Answer(CsrfProtection csrf, DashboardService.Data data) {}

    /** Registers the handlers by their exact targets, so that cache hits need not wait for the handler lookup. */
    public void register(RequestMappingHandlerMapping handlers) {
        register(handlers, PATH, "page", ServerWebExchange.class);
        register(handlers, SLASH, "withSlash", ServerWebExchange.class);
        register(handlers, ASSETS, "asset", String.class, ServerWebExchange.class);
        register(handlers, DATA, "data", ServerWebExchange.class);
        register(handlers, SECTIONS, "sections", ServerWebExchange.class);
        register(handlers, INSPECT, "inspect", ServerWebExchange.class);
        register(handlers, PURGE, "purge", ServerWebExchange.class);
    }

    private void register(RequestMappingHandlerMapping handlers, String path, String name, Class<?>... parameters) {
        Method method = Objects.requireNonNull(ReflectionUtils.findMethod(DashboardController.class, name, parameters));
        handlers.registerMapping(RequestMappingInfo.paths(path).build(), this, method);
    }

    /** Returns the HTML document. */
    public Mono<ResponseEntity<byte[]>> page(ServerWebExchange exchange) {
        return reading(exchange, () -> answer(HttpStatus.OK, page.type(), page.content()));
    }

    /** Redirects to the path without the slash, to which the document's links are relative, whatever the management base path. */
    public Mono<ResponseEntity<byte[]>> withSlash(ServerWebExchange exchange) {
        return reading(
                exchange,
                () -> ResponseEntity.status(HttpStatus.PERMANENT_REDIRECT)
                        .header(HttpHeaders.LOCATION, "../larder")
                        .body(new byte[0]));
    }

    /** Returns a file that the document loads. */
    public Mono<ResponseEntity<byte[]>> asset(@PathVariable("name") String name, ServerWebExchange exchange) {
        return reading(
                exchange,
                () -> DashboardAsset.named(name)
                        .map(asset -> answer(HttpStatus.OK, asset.type(), asset.content()))
                        .orElseGet(() -> problem(HttpStatus.NOT_FOUND, "The page has no such file.")));
    }

    /** Returns the current data; {@code since} is the number of the last point of the time line that the page has. */
    public Mono<ResponseEntity<byte[]>> data(ServerWebExchange exchange) {
        return CsrfProtection.of(exchange)
                .flatMap(csrf -> readingHere(exchange, () -> {
                    String since = exchange.getRequest().getQueryParams().getFirst("since");
                    if (since != null && !since.matches("\\d{1,18}")) {
                        return problem(HttpStatus.BAD_REQUEST, "The value of since is no number of a point.");
                    }
                    return ok(new Answer(csrf, dashboard.data(since == null ? 0 : Long.parseLong(since))));
                }));
    }

    /** Returns the current sections of other modules. */
    public Mono<ResponseEntity<byte[]>> sections(ServerWebExchange exchange) {
        return readingHere(exchange, () -> ok(dashboard.sections()));
    }

    /** Explains why a URL is or is not answered from the store. */
    public Mono<ResponseEntity<byte[]>> inspect(ServerWebExchange exchange) {
        return readingHere(exchange, () -> {
            String url = exchange.getRequest().getQueryParams().getFirst("url");
            return url == null || url.isBlank()
                    ? problem(HttpStatus.BAD_REQUEST, "The query names no URL.")
                    : inspect(url);
        });
    }

    /** Runs one inspection at a time, because each iterates over the store. */
    private ResponseEntity<byte[]> inspect(String url) {
        if (!dashboard.rights().mayInspect()) {
            return problem(
                    HttpStatus.FORBIDDEN, "There is no access to the endpoint larder, so there is no inspector.");
        }
        if (!inspecting.tryAcquire()) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                    .headers(DashboardController::guarded)
                    .header(HttpHeaders.RETRY_AFTER, "1")
                    .contentType(PROBLEM)
                    .body(bytes(HttpStatus.SERVICE_UNAVAILABLE, "Another URL is being looked up. Try again."));
        }
        try {
            return answer(explainer.answer(url, clock.steady()));
        } finally {
            inspecting.release();
        }
    }

    /** Purges like the endpoint. */
    public Mono<ResponseEntity<byte[]>> purge(ServerWebExchange exchange) {
        return admitted(exchange, () -> purging(exchange));
    }

    private Mono<ResponseEntity<byte[]>> purging(ServerWebExchange exchange) {
        if (!exchange.getRequest().getMethod().equals(HttpMethod.POST)) {
            return Mono.just(notAllowed("POST"));
        }
        if (CsrfProtection.isForeign(exchange)) {
            return Mono.just(foreign());
        }
        if (dashboard.rights().endpoint() != Access.UNRESTRICTED) {
            return Mono.just(problem(
                    HttpStatus.FORBIDDEN,
                    "The access to the endpoint larder is restricted, so the page does not purge."));
        }
        if (!isJson(exchange)) {
            return Mono.just(problem(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "A purge is sent as application/json."));
        }
        return exchange.getPrincipal()
                .map(DashboardSecurityContext::new)
                .defaultIfEmpty(DashboardSecurityContext.NOBODY)
                .flatMap(caller -> DataBufferUtils.join(exchange.getRequest().getBody(), MOST)
                        .map(DashboardController::text)
                        .defaultIfEmpty("")
                        .publishOn(Schedulers.boundedElastic())
                        .map(content -> purge(content, caller)))
                .onErrorReturn(
                        DataBufferLimitException.class,
                        problem(HttpStatus.CONTENT_TOO_LARGE, "A purge has at most " + MOST + " bytes."));
    }

    private static boolean isJson(ServerWebExchange exchange) {
        try {
            return MediaType.APPLICATION_JSON.equalsTypeAndSubtype(
                    exchange.getRequest().getHeaders().getContentType());
        } catch (InvalidMediaTypeException malformed) {
            return false;
        }
    }

    private ResponseEntity<byte[]> purge(String content, DashboardSecurityContext caller) {
        try {
            JsonNode order = json.readTree(content);
            return order.isObject()
                    ? answer(endpoint.purge(
                            caller, text(order, "purge"), text(order, "value"), text(order, "soft"), null))
                    : problem(HttpStatus.BAD_REQUEST, "A purge is a JSON object.");
        } catch (JacksonException malformed) {
            return problem(HttpStatus.BAD_REQUEST, "The content is no JSON.");
        }
    }

    private static @Nullable String text(JsonNode order, String name) {
        JsonNode value = order.path(name);
        return value.isMissingNode() || value.isNull() ? null : value.asString();
    }

    private static String text(DataBuffer content) {
        try {
            return content.toString(StandardCharsets.UTF_8);
        } finally {
            DataBufferUtils.release(content);
        }
    }

    private Mono<ResponseEntity<byte[]>> reading(ServerWebExchange exchange, Callable<ResponseEntity<byte[]>> work) {
        return admitted(
                exchange,
                () -> READ.contains(exchange.getRequest().getMethod())
                        ? Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic())
                        : Mono.just(notAllowed("GET, HEAD")));
    }

    /** Serves reads that only the page itself may send. */
    private Mono<ResponseEntity<byte[]>> readingHere(
            ServerWebExchange exchange, Callable<ResponseEntity<byte[]>> work) {
        return reading(exchange, () -> CsrfProtection.isForeign(exchange) ? foreign() : work.call());
    }

    private static ResponseEntity<byte[]> foreign() {
        return problem(HttpStatus.FORBIDDEN, "This is for the page itself, not for another site's.");
    }

    private static ResponseEntity<byte[]> failed(RuntimeException fault) {
        log.warn("A request of the dashboard failed.", fault);
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, "The request cannot be answered now. See the log.");
    }

    /** Performs the work if the request's host is one of this dashboard's names. */
    private Mono<ResponseEntity<byte[]>> admitted(
            ServerWebExchange exchange, Supplier<Mono<ResponseEntity<byte[]>>> work) {
        return hosts.accepts(exchange.getRequest())
                ? Mono.defer(work).onErrorResume(RuntimeException.class, fault -> Mono.just(failed(fault)))
                : Mono.just(problem(
                        HttpStatus.FORBIDDEN,
                        "The dashboard accepts IP addresses, localhost and the names in larder.actuate.hosts. Add the name of"
                                + " Host there."));
    }

    private ResponseEntity<byte[]> ok(Object answer) {
        return answer(HttpStatus.OK, MediaType.APPLICATION_JSON, json.writeValueAsBytes(answer));
    }

    /** Converts a response of the endpoint. */
    private ResponseEntity<byte[]> answer(WebEndpointResponse<Object> answer) {
        HttpStatus status = HttpStatus.valueOf(answer.getStatus());
        return answer(
                status,
                status.isError() ? PROBLEM : MediaType.APPLICATION_JSON,
                json.writeValueAsBytes(answer.getBody()));
    }

    private static ResponseEntity<byte[]> notAllowed(String allowed) {
        return ResponseEntity.status(HttpStatus.METHOD_NOT_ALLOWED)
                .headers(DashboardController::guarded)
                .header(HttpHeaders.ALLOW, allowed)
                .contentType(PROBLEM)
                .body(bytes(HttpStatus.METHOD_NOT_ALLOWED, "This is for " + allowed + " only."));
    }

    private static ResponseEntity<byte[]> problem(HttpStatus status, String detail) {
        return answer(status, PROBLEM, bytes(status, detail));
    }

    private static byte[] bytes(HttpStatus status, String detail) {
        return ProblemJson.json(status.value(), status.getReasonPhrase(), detail)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static ResponseEntity<byte[]> answer(HttpStatus status, MediaType type, byte[] content) {
        return ResponseEntity.status(status)
                .headers(DashboardController::guarded)
                .contentType(type)
                .body(content);
    }

    private static void guarded(HttpHeaders headers) {
        headers.setCacheControl("no-store");
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
    }
}
