package dev.larder.rpc;

import dev.larder.http.InProcessRequest;
import dev.larder.rpc.RpcHttpRequest.Target;
import dev.larder.rpc.policy.PurgeDenial;
import dev.larder.rpc.v1.PurgeRequest;
import io.grpc.Status;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Purges through the actuator endpoint {@code larder} itself, through the filters of the server that exposes it. A
 * client that may not purge there may not purge here, and each purge is in the audit log.
 * {@link PurgeAuthorizationFilter} replaces the protection of that server's port: its address and its certificates.
 */
public final class RpcPurger {

    private static final Logger log = LoggerFactory.getLogger(RpcPurger.class);
    private static final String NAME = "PURGE_REFUSED: ";
    private static final JsonWriter<Map<String, Object>> JSON = JsonWriter.standard();

    private final Supplier<Endpoint> endpoint;

    /** Whether the endpoint can be called. */
    public sealed interface Endpoint {}

    /**
     * The endpoint can be called.
     *
     * @param server that exposes it, with {@link PurgeAuthorizationFilter} in front
     * @param path of the endpoint, below that server's base path
     */
    public record Exposed(InProcessHttpHandler server, String path) implements Endpoint {

        private Target target() {
            return new Target(URI.create("http://localhost" + server.basePath() + path), server.basePath());
        }
    }

    /** The endpoint cannot be called. */
    public record Closed(PurgeDenial why) implements Endpoint {}

    /**
     * The outcome of a purge.
     *
     * @param entries number of purged entries
     */
    record Outcome(Status status, long entries) {}

    /** @param endpoint obtained for each call, because it may be exposed later than this server */
    public RpcPurger(Supplier<Endpoint> endpoint) {
        this.endpoint = endpoint;
    }

    Mono<Outcome> purge(PurgeRequest request, RpcCaller peer) {
        return Mono.defer(() -> purge(endpoint.get(), request, peer)).onErrorResume(error -> {
            log.warn("The endpoint has failed", error);
            return Mono.just(refused(Status.INTERNAL, "The endpoint has failed."));
        });
    }

    private static Mono<Outcome> purge(Endpoint endpoint, PurgeRequest request, RpcCaller peer) {
        return endpoint instanceof Exposed exposed
                ? ask(exposed, request, peer)
                : Mono.just(new Outcome(((Closed) endpoint).why().status(), 0));
    }

    private static Mono<Outcome> ask(Exposed exposed, PurgeRequest request, RpcCaller peer) {
        Target target = exposed.target();
        var answer = new Answer();
        DataBuffer order = DefaultDataBufferFactory.sharedInstance.wrap(
                JSON.writeToString(json(request)).getBytes(StandardCharsets.UTF_8));
        var asked = new RpcHttpRequest(
                HttpMethod.POST,
                target,
                fields(target.uri(), order.readableByteCount(), peer),
                peer,
                answer,
                Flux.just(order));
        return exposed.server()
                .handler()
                .handle(asked, new RpcHttpResponse(answer))
                .then(Mono.fromSupplier(answer::outcome));
    }

    private static HttpHeaders fields(URI uri, int length, RpcCaller peer) {
        var fields = new HttpHeaders();
        fields.set(HttpHeaders.HOST, uri.getRawAuthority());
        fields.set(HttpHeaders.CONTENT_TYPE, "application/json");
        fields.setContentLength(length);
        peer.authorization().ifPresent(credentials -> fields.set(HttpHeaders.AUTHORIZATION, credentials));
        return fields;
    }

    private static Map<String, Object> json(PurgeRequest request) {
        Map<String, Object> json = new LinkedHashMap<>();
        switch (request.getPurgeCase()) {
            case URL -> put(json, "url", request.getUrl());
            case TAG -> put(json, "tag", request.getTag());
            case POOL -> put(json, "pool", request.getPool());
            case PREFIX -> put(json, "prefix", request.getPrefix());
            case PATTERN -> put(json, "pattern", request.getPattern());
            case EVERYTHING -> json.put("purge", request.getEverything() ? "everything" : "");
            case PURGE_NOT_SET -> json.put("purge", "");
        }
        json.put("soft", request.getSoft());
        return json;
    }

    private static void put(Map<String, Object> json, String kind, String value) {
        json.put("purge", kind);
        json.put("value", value);
    }

    private static Outcome refused(Status status, String detail) {
        return new Outcome(status.withDescription(NAME + detail), 0);
    }

    /** The response of the endpoint. */
    static final class Answer implements RpcResponseReceiver, InProcessRequest {

        private volatile int status;
        private volatile String content = "{}";
        private volatile @Nullable PurgeDenial denied;

        /** Records the denial reported to the client, whatever the endpoint's server responds. */
        void deny(PurgeDenial why) {
            denied = why;
        }

        @Override
        public void head(int code, HttpHeaders fields) {
            status = code;
        }

        @Override
        public Mono<Void> content(Flux<DataBuffer> body) {
            return DataBufferUtils.join(body)
                    .doOnNext(whole -> {
                        content = whole.toString(StandardCharsets.UTF_8);
                        DataBufferUtils.release(whole);
                    })
                    .then();
        }

        @Override
        public void breakOff() {}

        Outcome outcome() {
            PurgeDenial why = denied;
            if (why != null) {
                return new Outcome(why.status(), 0);
            }
            Map<String, Object> json = json();
            if (status == 200 && json.get("entries") instanceof Number entries) {
                return new Outcome(Status.OK, entries.longValue());
            }
            return refused(
                    code(), String.valueOf(json.getOrDefault("detail", "The endpoint has answered " + status + ".")));
        }

        private Map<String, Object> json() {
            try {
                return content.startsWith("{")
                        ? JsonParserFactory.getJsonParser().parseMap(content)
                        : Map.of();
            } catch (JsonParseException other) {
                return Map.of();
            }
        }

        private Status code() {
            return switch (status) {
                case 400 -> Status.INVALID_ARGUMENT;
                case 401 -> Status.UNAUTHENTICATED;
                case 403, 404, 405 -> Status.PERMISSION_DENIED;
                case 429 -> Status.RESOURCE_EXHAUSTED;
                case 501 -> Status.UNIMPLEMENTED;
                case 503 -> Status.UNAVAILABLE;
                default -> Status.INTERNAL;
            };
        }
    }
}
