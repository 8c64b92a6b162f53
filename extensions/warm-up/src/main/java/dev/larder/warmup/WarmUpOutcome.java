package dev.larder.warmup;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request of the warm-up has brought. */
public enum WarmUpOutcome {

    /** The response has been stored. */
    STORED,

    /** The response was stored already, or a client was fetching it. */
    PRESENT,

    /** The origin's response is none that may be stored. */
    NOT_STORED,

    /** There is no response, or one that says that the origin is overloaded or unreachable. */
    FAILED;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final List<Integer> OVERLOADED = List.of(TOO_MANY_REQUESTS, 502, 503, 504);

    /**
     * Returns the outcome that a response shows.
     *
     * @param cacheStatus value of Cache-Status (RFC 9211), in which the cache nearest to the client comes last; null if none
     */
    static WarmUpOutcome of(int status, @Nullable String cacheStatus) {
        if (OVERLOADED.contains(status)) {
            return FAILED;
        }
        String all = cacheStatus == null ? "" : cacheStatus;
        List<String> parameters = Arrays.stream(
                        all.substring(all.lastIndexOf(',') + 1).split(";"))
                .map(String::strip)
                .toList();
        if (parameters.contains("stored")) {
            return STORED;
        }
        return parameters.contains("hit") || parameters.contains("collapsed") ? PRESENT : NOT_STORED;
    }

    /** Returns the name for meters and operators. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
