package dev.larder.gateway.writebehind.intake;

import dev.larder.gateway.wire.Problems;
import dev.larder.gateway.writebehind.Reply;
import dev.larder.gateway.writebehind.buffer.WriteBuffer;
import dev.larder.gateway.writebehind.buffer.WriteStatus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** One resource for each write: what has become of it. Whoever knows its id may know that. */
public final class StatusResources {

    /** Where they are. */
    public static final String PATH = "/larder/writes/";

    private final WriteBuffer buffer;

    /** Of the writes in that buffer. */
    public StatusResources(WriteBuffer buffer) {
        this.buffer = buffer;
    }

    /** Answers GET and HEAD of them. */
    public RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(RequestPredicates.GET(PATH + "{id}"), this::answer);
    }

    private Mono<ServerResponse> answer(ServerRequest request) {
        return Mono.fromCallable(() -> status(request.pathVariable("id")))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(found -> found.map(StatusResources::answer).orElseGet(StatusResources::unknown));
    }

    private Optional<WriteStatus> status(String id) throws IOException {
        try {
            return buffer.status(UUID.fromString(id));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static Mono<ServerResponse> answer(WriteStatus status) {
        ServerResponse.BodyBuilder response =
                ServerResponse.ok().cacheControl(CacheControl.noStore()).contentType(MediaType.APPLICATION_JSON);
        if (status instanceof WriteStatus.Pending) {
            response.header("Retry-After", "1");
        }
        return response.bodyValue(view(status));
    }

    private static Map<String, Object> view(WriteStatus status) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", status.id().toString());
        if (status instanceof WriteStatus.Pending pending) {
            view.put("state", "pending");
            view.put("accepted", pending.accepted().toString());
            view.put("attempts", pending.attempts());
        } else if (status instanceof WriteStatus.Delivered delivered) {
            view.put("state", "delivered");
            view.put("settled", delivered.settled().toString());
            view.put("answer", view(delivered.reply()));
        } else if (status instanceof WriteStatus.Dead dead) {
            view.put("state", "failed");
            view.put("accepted", dead.accepted().toString());
            view.put("settled", dead.settled().toString());
            view.put("problem", problem(dead));
            view.put("answer", view(dead.reply()));
        }
        return view;
    }

    private static Map<String, Object> problem(WriteStatus.Dead dead) {
        HttpStatus known = HttpStatus.resolve(dead.reply().status());
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("type", "about:blank");
        problem.put("title", known == null ? "Not Delivered" : known.getReasonPhrase());
        problem.put("status", dead.reply().status());
        problem.put("detail", dead.reason());
        return problem;
    }

    private static Map<String, Object> view(Reply reply) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("status", reply.status());
        reply.contentType().ifPresent(type -> view.put("contentType", type));
        view.put("content", reply.content());
        return view;
    }

    private static Mono<ServerResponse> unknown() {
        HttpStatus status = HttpStatus.NOT_FOUND;
        return ServerResponse.status(status)
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(Problems.MEDIA_TYPE))
                .bodyValue(Problems.json(
                        status.value(),
                        status.getReasonPhrase(),
                        "No write of this id is known here, or not any more."));
    }
}
