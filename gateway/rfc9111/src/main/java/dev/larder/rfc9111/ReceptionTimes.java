package dev.larder.rfc9111;

import java.time.Instant;
import java.util.Objects;

/**
 * When a response was requested and received (RFC 9111 4.2.3: request_time and response_time).
 *
 * @param requestTime when the request was forwarded, on the steady time line used to measure ages
 * @param responseTime when the response arrived, on the same line
 * @param wall the wall clock when the response arrived; compared only with Date, Expires and Last-Modified of the
 *     message
 */
public record ReceptionTimes(Instant requestTime, Instant responseTime, Instant wall) {

    public ReceptionTimes {
        Objects.requireNonNull(requestTime, "requestTime");
        Objects.requireNonNull(responseTime, "responseTime");
        Objects.requireNonNull(wall, "wall");
    }
}
