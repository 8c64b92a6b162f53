package dev.larder.writes.intake;

import dev.larder.http.ProblemJson;
import dev.larder.writes.OriginReply;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteStatus;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Serves a status resource for each write. Knowing its id is the authorization. */
public final class WriteStatusResources {

    /** The path of the resources. */
    public static final String PATH = "/larder/writes/";

    private final WriteBuffer buffer;

    /** Creates the resources of the writes in that buffer. */
    public WriteStatusResources(WriteBuffer buffer) {
        this.buffer = buffer;
    }

    /** Registers these resources by their target alone: hits need not wait until the handler of a request is known. */
    public void register(RequestMappingHandlerMapping handlers) {
        Method method =
                Objects.requireNonNull(ReflectionUtils.findMethod(WriteStatusResources.class, "status", String.class));
        handlers.registerMapping(
                RequestMappingInfo.paths(PATH + "{id}")
                        .methods(RequestMethod.GET)
                        .build(),
                this,
                method);
    }

    /** Returns the status of a write. */
    @ResponseBody
    public Mono<ResponseEntity<Object>> status(@PathVariable("id") String id) {
        return Mono.fromCallable(() -> find(id))
                .subscribeOn(Schedulers.boundedElastic())
                .map(found -> found.map(WriteStatusResources::answer).orElseGet(WriteStatusResources::unknown));
    }

    private Optional<WriteStatus> find(String id) throws IOException {
        try {
            return buffer.status(UUID.fromString(id));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static ResponseEntity<Object> answer(WriteStatus status) {
        ResponseEntity.BodyBuilder response =
                ResponseEntity.ok().cacheControl(CacheControl.noStore()).contentType(MediaType.APPLICATION_JSON);
        if (status instanceof WriteStatus.Pending) {
            response.header("Retry-After", "1");
        }
        return response.body(view(status));
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

    private static Map<String, Object> view(OriginReply reply) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("status", reply.status());
        reply.contentType().ifPresent(type -> view.put("contentType", type));
        view.put("content", reply.content());
        return view;
    }

    private static ResponseEntity<Object> unknown() {
        HttpStatus status = HttpStatus.NOT_FOUND;
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.parseMediaType(ProblemJson.MEDIA_TYPE))
                .body(ProblemJson.json(
                        status.value(),
                        status.getReasonPhrase(),
                        "No write of this id is known here, or not any more."));
    }
}
