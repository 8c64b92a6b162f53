package dev.larder.gateway.message;

import dev.larder.gateway.metrics.LogSafeText;
import dev.larder.http.MalformedResponseException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells operators why requests get no response: an origin that does not answer is a warning with its address, a fault of the gateway
 * itself an error with its cause. Each is told at once, and then at most once a minute with the number of those in between. Lines
 * contain neither paths and queries of requests nor user information of URIs.
 */
public final class FailureLog {

    private static final Logger log = LoggerFactory.getLogger(FailureLog.class);
    private static final LarderClock CLOCK = LarderClock.system();
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();
    private static final int MAX_SUBJECTS = 1_000;

    /** What is told of more than so many subjects. */
    private static final String OTHERS = "others";

    private static final String MAX_HEADER_SIZE = "spring.cloud.gateway.server.webflux.httpclient.max-header-size";

    private static final Map<String, Throttle> THROTTLES = new ConcurrentHashMap<>();
    private static final LongAdder FAULTS = new LongAdder();

    private FailureLog() {}

    /** Reports an origin that has not answered a request; nothing if the client or the gateway is to blame. */
    public static void unanswered(URI target, Throwable error) {
        boolean ofOrigin = GatewayProblem.failure(error).isPresent() || GatewayProblem.isUnsent(error);
        if (!ofOrigin || GatewayProblem.isOfClient(error)) {
            return;
        }
        String origin = address(target);
        MalformedResponseException malformed = malformed(error);
        if (malformed != null) {
            malformed(origin, malformed);
            return;
        }
        happened(origin)
                .ifPresent(times -> log.warn(
                        "{} does not answer, requests since the last line: {}. {} Clients get a stored response or an"
                                + " error. Check that it runs and can be reached from here.",
                        LogSafeText.line(origin),
                        times,
                        LogSafeText.line(sentence(error))));
    }

    private static void malformed(String origin, MalformedResponseException error) {
        happened("malformed " + error.isTooLarge() + " " + origin)
                .ifPresent(times -> log.warn(
                        "{} sends responses that cannot be read, {} since the last line: {} Clients get an error. {}",
                        LogSafeText.line(origin),
                        times,
                        LogSafeText.line(sentence(error)),
                        error.isTooLarge()
                                ? "Raise " + MAX_HEADER_SIZE + " if the origin needs such a large head."
                                : "Check what it sends, and that the scheme of the route's uri is the right one."));
    }

    private static @Nullable MalformedResponseException malformed(@Nullable Throwable error) {
        if (error == null || error instanceof MalformedResponseException) {
            return (MalformedResponseException) error;
        }
        return malformed(error.getCause());
    }

    /** Reports a fault of the gateway itself, which a client gets as 500 or as a response that breaks off. */
    public static void fault(String method, Throwable error) {
        FAULTS.increment();
        happened("fault " + error.getClass().getName() + place(error))
                .ifPresent(times -> log.error(
                        "The gateway failed to process a {} request, {} since the last line.", method, times, error));
    }

    /** Returns the number of {@link #fault}s. */
    public static long faults() {
        return FAULTS.sum();
    }

    private static String address(URI target) {
        String port = target.getPort() < 0 ? "" : ":" + target.getPort();
        String host = target.getHost() == null ? "an origin without a host name" : target.getHost();
        return target.getScheme() + "://" + host + port;
    }

    private static String sentence(Throwable error) {
        String message = error.getMessage();
        String kind = error.getClass().getSimpleName();
        String text = message == null || message.isBlank() ? kind : kind + ", " + message.stripTrailing();
        return text.endsWith(".") ? text : text + ".";
    }

    private static String place(Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        return trace.length == 0 ? "" : " " + trace[0];
    }

    private static OptionalLong happened(String subject) {
        String counted = THROTTLES.size() < MAX_SUBJECTS || THROTTLES.containsKey(subject) ? subject : OTHERS;
        return THROTTLES.computeIfAbsent(counted, none -> new Throttle()).happened(CLOCK.nanos());
    }

    /** Counts what happens between two lines. */
    static final class Throttle {

        private long untold;
        private long told;
        private boolean any;

        /** Returns the number of events to tell now; empty if none. */
        synchronized OptionalLong happened(long now) {
            untold++;
            if (any && now - told < PAUSE) {
                return OptionalLong.empty();
            }
            any = true;
            told = now;
            long times = untold;
            untold = 0;
            return OptionalLong.of(times);
        }
    }
}
