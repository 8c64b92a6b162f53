package dev.larder.gateway.rpc;

import dev.larder.gateway.wire.OtherClient;
import dev.larder.rpc.v1.PurgeRequest;
import io.grpc.Status;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.json.JsonWriter;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.HttpHandler;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Purges by asking the actuator endpoint {@code larder} itself, by the filters of the server that it is exposed on: who may
 * not purge there may not purge here, and each purge has its line in the audit log.
 */
public final class Purging {

    private static final String NAME = "PURGE_REFUSED: ";
    private static final JsonWriter<Map<String, Object>> JSON = JsonWriter.standard();

    private final Supplier<Optional<Exposed>> endpoint;

    /**
     * Where the endpoint is exposed.
     *
     * @param server what handles the requests of that server
     * @param uri of the endpoint
     */
    public record Exposed(HttpHandler server, URI uri) {}

    /**
     * How it has ended.
     *
     * @param entries that were touched
     */
    record Outcome(Status status, long entries) {}

    /** @param endpoint empty if it is not exposed */
    public Purging(Supplier<Optional<Exposed>> endpoint) {
        this.endpoint = endpoint;
    }

    Mono<Outcome> purge(PurgeRequest request, Peer peer) {
        Exposed exposed = endpoint.get().orElse(null);
        if (exposed == null) {
            return Mono.just(
                    refused(
                            Status.PERMISSION_DENIED,
                            "The actuator endpoint larder is not exposed. Expose it, and set larder.actuate.write-enabled=true."));
        }
        var answer = new Answer();
        DataBuffer order = DefaultDataBufferFactory.sharedInstance.wrap(
                JSON.writeToString(json(request)).getBytes(StandardCharsets.UTF_8));
        var asked = new RpcRequest(
                HttpMethod.POST,
                exposed.uri(),
                fields(exposed.uri(), order.readableByteCount(), peer),
                peer,
                answer,
                Flux.just(order));
        return exposed.server()
                .handle(asked, new RpcResponse(answer))
                .then(Mono.fromSupplier(answer::outcome))
                .onErrorResume(error -> Mono.just(refused(Status.INTERNAL, "The endpoint has failed.")));
    }

    private static HttpHeaders fields(URI uri, int length, Peer peer) {
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

    /** What the endpoint answers. */
    private static final class Answer implements Reply, OtherClient {

        private volatile int status;
        private volatile String content = "{}";

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
                case 501 -> Status.UNIMPLEMENTED;
                case 503 -> Status.UNAVAILABLE;
                default -> Status.INTERNAL;
            };
        }
    }
}
