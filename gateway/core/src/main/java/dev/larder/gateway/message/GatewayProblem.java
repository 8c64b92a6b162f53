package dev.larder.gateway.message;

import dev.larder.gateway.metrics.CacheReport;
import dev.larder.http.MalformedResponseException;
import dev.larder.http.ProblemJson;
import dev.larder.http.client.OriginBusyException;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StaleServing.Failure;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.timeout.TimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.cloud.gateway.support.NotFoundException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;

/**
 * A failure as clients see it: a problem detail (RFC 9457) without names of classes, hosts or addresses.
 *
 * @param status status of the response
 * @param detail one sentence
 * @param proxyError the error type that Proxy-Status names (RFC 9209 2.3)
 */
public record GatewayProblem(HttpStatus status, String detail, Optional<String> proxyError) {

    /** The problem of a request that is to be forwarded as it arrives, where that cannot be done (RFC 10036 4.1). */
    public static final GatewayProblem INCREMENTAL_REFUSED = new GatewayProblem(
            HttpStatus.NOT_IMPLEMENTED,
            "The content is needed as a whole here, so it cannot be forwarded incrementally. Send it without Incremental.",
            Optional.of("incremental_refused"));

    /** The problem of a request with content for which no room is left. */
    public static final GatewayProblem TOO_MANY_UPLOADS =
            new GatewayProblem(HttpStatus.SERVICE_UNAVAILABLE, "Too many uploads are under way. Retry later.");

    /** The problem of a request that allows only a stored response (RFC 9111 5.2.1.7), if none is usable. */
    public static final GatewayProblem NOT_STORED = new GatewayProblem(
            HttpStatus.GATEWAY_TIMEOUT, "The request allows only a stored response, and none is usable.");

    private static final GatewayProblem UNREACHABLE =
            new GatewayProblem(HttpStatus.BAD_GATEWAY, "The origin cannot be reached, or closed the connection.");
    private static final GatewayProblem MALFORMED = new GatewayProblem(
            HttpStatus.BAD_GATEWAY, "The origin's response cannot be read, or its head is too large.");
    private static final GatewayProblem LATE =
            new GatewayProblem(HttpStatus.GATEWAY_TIMEOUT, "The origin did not answer in time.");
    /** The problem of a request whose content is part of its key, and longer than that may be. */
    public static final GatewayProblem ENDLESS = new GatewayProblem(
            HttpStatus.CONTENT_TOO_LARGE, "The content is too long to be accepted without a Content-Length.");

    private static final GatewayProblem FAULT =
            new GatewayProblem(HttpStatus.INTERNAL_SERVER_ERROR, "The gateway failed to process the request.");
    private static final GatewayProblem BUSY = new GatewayProblem(
            HttpStatus.SERVICE_UNAVAILABLE, "Too many requests wait for a connection to the origin.");

    /** Another reader asks for content that could be read once. */
    public static final GatewayProblem SENT_ONCE = new GatewayProblem(
            HttpStatus.SERVICE_UNAVAILABLE,
            "The content was streamed to the origin and cannot be repeated. Retry later.");

    /** Creates a problem without an error type. */
    public GatewayProblem(HttpStatus status, String detail) {
        this(status, detail, Optional.empty());
    }

    /** Returns the problem for a failed origin request; empty if the error is not a gateway failure. */
    public static Optional<GatewayProblem> of(Throwable error) {
        if (error instanceof UploadException refused) {
            return Optional.of(
                    new GatewayProblem(refused.status(), refused.detail(), Optional.ofNullable(refused.proxyError())));
        }
        if (error instanceof OriginBusyException
                || error instanceof PoolAcquireTimeoutException
                || error instanceof PoolAcquirePendingLimitException) {
            return Optional.of(BUSY);
        }
        return failure(error).map(GatewayProblem::of).or(() -> declared(error));
    }

    /** Returns the problem that clients see after this failure of the origin. */
    public static GatewayProblem of(Failure failure) {
        return switch (failure) {
            case TIMEOUT -> LATE;
            case MALFORMED -> MALFORMED;
            case CONNECTION, SERVER_ERROR -> UNREACHABLE;
        };
    }

    /** Reports that the client gets this problem, with the reason if the origin is to blame. */
    public void report(CacheReport report) {
        if (equals(LATE)) {
            report.unanswered(Reason.ORIGIN_TIMEOUT);
        } else if (equals(UNREACHABLE)) {
            report.unanswered(Reason.ORIGIN_UNREACHABLE);
        } else if (equals(MALFORMED)) {
            report.unanswered(Reason.ORIGIN_MALFORMED);
        } else {
            report.local();
        }
    }

    /** Returns the exception that rejects the content of a request with this problem. */
    public UploadException toUploadException() {
        return new UploadException(status, detail, proxyError.orElse(null));
    }

    /** Returns the problem for any error. */
    public static GatewayProblem ofAny(Throwable error) {
        return of(error).orElse(FAULT);
    }

    /** Returns how the origin failed, if the error tells. */
    public static Optional<Failure> failure(Throwable error) {
        if (error instanceof ConnectTimeoutException
                || error instanceof TimeoutException
                || error instanceof java.util.concurrent.TimeoutException) {
            return Optional.of(Failure.TIMEOUT);
        }
        if (error instanceof MalformedResponseException) {
            return Optional.of(Failure.MALFORMED);
        }
        if (error instanceof IOException || error instanceof AbortedException) {
            return Optional.of(Failure.CONNECTION);
        }
        if (error instanceof ResponseStatusException declared
                && declared.getStatusCode().value() == HttpStatus.GATEWAY_TIMEOUT.value()) {
            return Optional.of(Failure.TIMEOUT);
        }
        return error.getCause() == null ? Optional.empty() : failure(error.getCause());
    }

    /** Returns whether the client caused the failure; the rest of its content is not needed then. */
    public static boolean isOfClient(Throwable error) {
        return error instanceof UploadException;
    }

    /** Returns whether the request cannot have reached the origin. */
    public static boolean isUnsent(Throwable error) {
        if (error instanceof ConnectException
                || error instanceof ConnectTimeoutException
                || error instanceof UnknownHostException
                || error instanceof NotFoundException
                || error instanceof OriginBusyException
                || error instanceof PoolAcquireTimeoutException
                || error instanceof PoolAcquirePendingLimitException) {
            return true;
        }
        return error.getCause() != null && isUnsent(error.getCause());
    }

    /** Replaces the head of the response by that of this problem, until there is another attempt. */
    public void head(ServerWebExchange exchange) {
        MessageHeadConverter.clear(exchange);
        fill(exchange.getResponse());
        MessageHeadConverter.ofThisAttempt(exchange);
    }

    /** Replaces the head of the response by that of this problem. */
    public void head(ServerHttpResponse response) {
        response.getHeaders().clear();
        fill(response);
    }

    private void fill(ServerHttpResponse response) {
        response.setStatusCode(status);
        head().fields().forEach(field -> response.getHeaders().set(field.name(), field.value()));
    }

    /** Returns the head of a response with this problem. */
    public ResponseHead head() {
        var fields = HeaderFields.builder()
                .add("Content-Type", ProblemJson.MEDIA_TYPE)
                .add("Content-Length", Integer.toString(json().length));
        if (status == HttpStatus.SERVICE_UNAVAILABLE || status == HttpStatus.TOO_MANY_REQUESTS) {
            fields.add("Retry-After", "1");
        }
        proxyError.ifPresent(error -> fields.add("Proxy-Status", "Larder; error=" + error));
        return new ResponseHead(status.value(), fields.build());
    }

    /** Sends this problem to the client that caused it; its connection ends, as the rest of its content is not needed. */
    public void sendLast(ClientPort client) {
        ResponseHead head = head();
        client.send(head.withFields(head.fields().with("Connection", "close")), List.of(ByteBuffer.wrap(json())));
    }

    /** Writes the content of this problem. */
    public Mono<Void> content(ServerHttpResponse response) {
        return response.writeWith(Mono.just(response.bufferFactory().wrap(json())));
    }

    /** Returns the content of this problem. */
    public byte[] json() {
        return ProblemJson.json(status.value(), status.getReasonPhrase(), detail)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<GatewayProblem> declared(Throwable error) {
        if (!(error instanceof ResponseStatusException declared)) {
            return Optional.empty();
        }
        HttpStatusCode code = declared.getStatusCode();
        HttpStatus known = HttpStatus.resolve(code.value());
        return known == null
                ? Optional.empty()
                : Optional.of(
                        new GatewayProblem(known, "The request could not be routed: " + known.getReasonPhrase() + "."));
    }
}
