package dev.larder.acceptance.kit;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Canaries: whatever any test has sent as credentials, and {@link #CANARY} wherever a test has put it. No gateway may repeat
 * them in a log, a meter or an error of its own.
 */
public final class CanarySecrets {

    /** What a test puts where else a secret may be: in contents, queries and tokens. */
    public static final String CANARY = "canary7x";

    private static final int HEAD = 16 * 1024;
    private static final int SHORTEST = 8;
    private static final int MOST = 1_000;
    private static final Pattern CREDENTIALS =
            Pattern.compile("(?im)^(?:proxy-)?(?:authorization|cookie|x-api-key):[ \\t]*([^\\r\\n]+)");
    private static final Pattern BETWEEN = Pattern.compile("[ \\t]*[;,][ \\t]*|[ \\t]+|(?<=[A-Za-z])=");

    private static final Set<String> SENT = ConcurrentHashMap.newKeySet();

    static {
        SENT.add(CANARY);
    }

    private CanarySecrets() {}

    /** Notes the credentials of a request; short ones could be anything. */
    static void note(String request) {
        String head = request.substring(0, Math.min(request.length(), HEAD));
        CREDENTIALS
                .matcher(head)
                .results()
                .flatMap(field -> Stream.of(BETWEEN.split(field.group(1))))
                .filter(value -> value.length() >= SHORTEST && SENT.size() < MOST)
                .forEach(SENT::add);
    }

    /** A secret that this text has; empty if there is none. */
    public static Optional<String> in(String text) {
        return SENT.stream().filter(text::contains).findAny();
    }

    /** Fails if this text has a secret; says who has let it out. */
    static void assertNone(String who, String text) {
        in(text).ifPresent(secret -> {
            throw new AssertionError(who + " the secret " + secret + ": " + text);
        });
    }
}
