package dev.larder.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.bodyBytes;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends the calls that it is given to their servers, and shows a fault of an answer as a request that failed, under the fault's
 * name.
 */
final class RequestSender {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");
    private static final int HEAD = 64;
    private static final String CALL = "call";
    private static final String FLOOR = "floor";
    private static final String BODY = "body";
    private static final String CACHE_STATUS = "cacheStatus";
    private static final String ORIGIN = "origin";
    private static final String FAULT = "fault";

    private final ResponseVerifier audit;
    private final Function<LoadRequest, URI> server;
    private final int refused;
    private final Consumer<LoadResponse> listener;

    /** Answers with this status or a higher one are failures. */
    private RequestSender(
            ResponseVerifier audit, Function<LoadRequest, URI> server, int refused, Consumer<LoadResponse> listener) {
        this.audit = audit;
        this.server = server;
        this.refused = refused;
        this.listener = listener;
    }

    static RequestSender of(URI server, ResponseVerifier audit) {
        return of(call -> server, audit);
    }

    static RequestSender of(Function<LoadRequest, URI> server, ResponseVerifier audit) {
        return new RequestSender(audit, server, 400, answer -> {});
    }

    /** The same, but only what the server says of itself is a failure: recorded requests may ask for what is gone. */
    RequestSender lenient() {
        return new RequestSender(audit, server, 500, listener);
    }

    /** The same, and every answer is told to this listener too. */
    RequestSender andThen(Consumer<LoadResponse> more) {
        return new RequestSender(audit, server, refused, listener.andThen(more));
    }

    /** Whether recorded requests of this method can be sent. */
    static boolean knows(String method) {
        return METHODS.contains(method);
    }

    /** The session of a client that sends this call next. */
    Session next(Session session, LoadRequest call) {
        return session.set(CALL, call);
    }

    /** The session of a client that has nothing to send. */
    Session none(Session session) {
        return session.remove(CALL);
    }

    /** Sends the session's call, if it has one. */
    ChainBuilder send() {
        return doIf(session -> session.contains(CALL))
                .then(exec(this::before)
                        .exec(doSwitch(session -> call(session).method()).on(requests()))
                        .exec(this::after)
                        .doIf(session -> session.contains(FAULT))
                        .then(exec(dummy(session -> Objects.requireNonNull(session.getString(FAULT)), 0)
                                .withSuccess(false))));
    }

    private List<Choice.WithKey> requests() {
        return METHODS.stream()
                .map(method -> onCase(method).then(exec(request(method))))
                .toList();
    }

    private HttpRequestActionBuilder request(String method) {
        var request = http(session -> call(session).reads() ? "read" : "write")
                .httpRequest(
                        method,
                        session -> server.apply(call(session)) + call(session).target())
                .check(
                        status().lt(refused),
                        header("Cache-Status")
                                .findAll()
                                .withDefault(Collections.emptyList())
                                .transform(members -> String.join(", ", members))
                                .saveAs(CACHE_STATUS),
                        header("Demo-Answer").withDefault("").saveAs(ORIGIN),
                        bodyBytes().transform(Body::of).saveAs(BODY));
        return List.of("POST", "PUT", "PATCH").contains(method)
                ? request.header("Content-Type", "application/json")
                        .body(StringBody(session -> call(session).content()))
                : request;
    }

    private Session before(Session session) {
        long floor = audit.floor(call(session), System.nanoTime());
        return session.removeAll(CACHE_STATUS, ORIGIN, BODY, FAULT).set(FLOOR, floor);
    }

    /** Nothing can be said of what was not answered, or refused: it has failed already. */
    private Session after(Session session) {
        return answer(session)
                .flatMap(answer -> {
                    listener.accept(answer);
                    return audit.judge(answer, System.nanoTime());
                })
                .map(fault -> session.set(FAULT, fault))
                .orElse(session);
    }

    private static Optional<LoadResponse> answer(Session session) {
        Body body = session.get(BODY);
        String cacheStatus = session.getString(CACHE_STATUS);
        String origin = session.getString(ORIGIN);
        if (body == null || cacheStatus == null || origin == null) {
            return Optional.empty();
        }
        return Optional.of(new LoadResponse(
                call(session),
                session.getLong(FLOOR),
                cacheStatus,
                origin,
                body.length(),
                LoadResponse.version(body.head())));
    }

    private static LoadRequest call(Session session) {
        return Objects.requireNonNull(session.get(CALL));
    }

    /** What is kept of a body. */
    private record Body(String head, long length) {

        static Body of(byte[] bytes) {
            return new Body(
                    new String(bytes, 0, Math.min(bytes.length, HEAD), StandardCharsets.ISO_8859_1), bytes.length);
        }
    }
}
