package dev.larder.gateway.connection;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;

/** The timers of one route for requests answered early or forwarded at their connection: the same that count routed requests. */
final class RouteMeters {

    private final Map<Key, List<Timer>> timers = new ConcurrentHashMap<>();
    private final Meters meters;
    private final Tags ofRoute;
    private final Tags ofOrigin;

    private enum Kind {
        GATEWAY,
        ALL,
        ORIGIN
    }

    /** Stands for an error where there is none. */
    static final String NO_ERROR = "none";

    private static final String UNKNOWN = "UNKNOWN";

    /** @param status zero if no head has come */
    private record Key(Kind kind, String method, int status, String error) {}

    /**
     * Creates the meters of a route.
     *
     * @param ofRoute tags of its requests
     * @param ofOrigin tags of its requests to the origin
     */
    RouteMeters(Meters meters, Tags ofRoute, Tags ofOrigin) {
        this.meters = meters;
        this.ofRoute = ofRoute;
        this.ofOrigin = ofOrigin;
    }

    /** Returns the timers of the gateway's metrics filter; the server has counted the request itself. */
    List<Timer> ofGateway(String method, int status) {
        return timers.computeIfAbsent(new Key(Kind.GATEWAY, method, status, NO_ERROR), this::make);
    }

    /** Returns the timers of the gateway's metrics filter and of the server, which has not seen the request. */
    List<Timer> ofAll(String method, int status) {
        return ofIncomplete(method, status, NO_ERROR);
    }

    /**
     * Returns the same timers for a response that is not complete.
     *
     * @param status zero if its head has not been sent; the gateway's metrics filter does not count it then
     * @param error simple name of what has broken it off; {@link #NO_ERROR} if its client has left
     */
    List<Timer> ofIncomplete(String method, int status, String error) {
        return timers.computeIfAbsent(new Key(Kind.ALL, method, status, error), this::make);
    }

    /** Returns the timers of requests to the origin. */
    List<Timer> ofOrigin(String method, int status) {
        return timers.computeIfAbsent(new Key(Kind.ORIGIN, method, status, NO_ERROR), this::makeOfOrigin);
    }

    /** Returns the timers of requests to the origin that were not answered, by the simple name of the error. */
    List<Timer> ofOrigin(String method, String error) {
        return timers.computeIfAbsent(new Key(Kind.ORIGIN, method, 0, error), this::makeOfOrigin);
    }

    /** Equals the tags of DefaultGatewayObservationConvention. */
    private List<Timer> makeOfOrigin(Key key) {
        Tags tags =
                ofOrigin.and("error", key.error(), "http.method", key.method(), "http.status_code", text(key.status()));
        return meters.registry()
                .flatMap(known -> meters.origin().map(name -> List.of(known.timer(name, tags))))
                .orElse(List.of());
    }

    private static String text(int status) {
        return status == 0 ? UNKNOWN : Integer.toString(status);
    }

    private List<Timer> make(Key key) {
        List<Timer> made = new ArrayList<>(2);
        meters.registry().ifPresent(known -> {
            if (key.status() != 0) {
                Tags tags = gatewayTags(key.method(), key.status());
                meters.gateway().ifPresent(name -> made.add(known.timer(name, ofRoute.and(tags))));
            }
            if (key.kind() == Kind.ALL) {
                meters.server().ifPresent(name -> made.add(known.timer(name, serverTags(key))));
            }
        });
        return List.copyOf(made);
    }

    /** Equals the tags of GatewayHttpTagsProvider. */
    private static Tags gatewayTags(String method, int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return Tags.of(
                "outcome",
                known == null ? "CUSTOM" : known.series().name(),
                "status",
                known == null ? Integer.toString(status) : known.name(),
                "httpStatusCode",
                Integer.toString(status),
                "httpMethod",
                method);
    }

    /** Equals the tags of Spring's DefaultServerRequestObservationConvention for a request without a handler's pattern. */
    private static Tags serverTags(Key key) {
        int status = key.status();
        HttpStatus known = HttpStatus.resolve(status);
        String outcome = status / 100 == 2
                ? "SUCCESS"
                : known == null ? UNKNOWN : known.series().name();
        String uri = known == null
                ? UNKNOWN
                : known.is3xxRedirection() ? "REDIRECTION" : known == HttpStatus.NOT_FOUND ? "NOT_FOUND" : UNKNOWN;
        return Tags.of(
                "error",
                key.error(),
                "exception",
                key.error(),
                "method",
                HttpMethod.valueOf(key.method()).name(),
                "outcome",
                outcome,
                "status",
                text(status),
                "uri",
                uri);
    }

    /** The registry and the names of the timers; empty if they do not exist. */
    record Meters(
            Optional<MeterRegistry> registry,
            Optional<String> gateway,
            Optional<String> server,
            Optional<String> origin) {}
}
